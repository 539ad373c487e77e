#!/usr/bin/env bash
# Shows that random expressions, formulas, functions and vectors find faults: plants each of `faults/*.fault` into a
# copy of the workspace and wants the tests there to fail; without a fault they must pass. With names of faults, plants
# only these.
#
# A fault says what is wrong, which test is to find it, and then where (a file, or a folder for a file in it), what
# stands there (`- `) and what shall (`+ `). That must stand there exactly once: it may move, but not go unnoticed.
set -Eeuo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
root=$PWD
copy=$root/target/faults/workspace
export CARGO_TARGET_DIR=$root/target/faults/build
export BCAST_RANDOM_COUNT=${BCAST_RANDOM_COUNT:-300} BCAST_FORMULAS_COUNT=${BCAST_FORMULAS_COUNT:-800}
export BCAST_FUNCTIONS_COUNT=${BCAST_FUNCTIONS_COUNT:-100} BCAST_VECTORS_COUNT=${BCAST_VECTORS_COUNT:-100}
log=$CARGO_TARGET_DIR/output
export BCAST_FORMULAS_REPORT=$CARGO_TARGET_DIR/report

faults=()
for name in "${@:-*}"; do
  faults+=("$here"/faults/$name.fault)
done

die() {
  echo "$1" >&2
  exit 2
}

# Each change of a fault, as place, what stands there and what shall; the changed file is named in `changed`.
each_change() { # fault, function
  local place='' old=''
  while IFS= read -r line; do
    case $line in
      '- '*) old=${line:2} ;;
      '+ '*) "$2" "$1" "$place" "$old" "${line:2}" ;;
      *) place=$line ;;
    esac
  done < <(tail -n +3 "$1")
}

found() { # fault, place, text: the only file in the copy that has it once
  local files
  mapfile -t files < <(cd "$copy" && grep -rlF -- "$3" "$2")
  [ ${#files[@]} = 1 ] && [ "$(grep -oF -- "$3" "$copy/${files[0]}" | wc -l)" = 1 ] ||
    die "$(basename "$1"): this does not stand exactly once in $2: $3"
  file=${files[0]}
}

plant() { # fault, place, old, new
  found "$@"
  local text
  text=$(<"$copy/$file")
  printf '%s\n' "${text/"$3"/"$4"}" >"$copy/$file"
}

restore() { # fault, place
  (cd "$root" && find "$2" -name '*.rs') | while IFS= read -r path; do
    cmp -s "$root/$path" "$copy/$path" || cp "$root/$path" "$copy/$path"
  done
}

# What a test says of the copy: 0 all is right, 1 something is wrong, 2 it does not compile.
tests() { # test
  local features=()
  case $1 in elementals | vectors) features=(--features gpu) ;; esac
  rm -f "$BCAST_FORMULAS_REPORT"
  (cd "$copy" && cargo test --quiet -p bcast-random "${features[@]}" --test "$1" --no-run) >"$log" 2>&1 || return 2
  # A process that dies has another status.
  (cd "$copy" && cargo test --quiet -p bcast-random "${features[@]}" --test "$1") >"$log" 2>&1 || return 1
}

# How many random formulas would have been enough, if the failing test says so.
enough() { # what tests said
  case $1 in
    1) awk -F '\t' '$2 != "right" { exit } { right++ } END { print right + 1 }' "$BCAST_FORMULAS_REPORT" ;;
    # Files have eight each.
    2) { grep -Eo '/formulas/[0-9]+[.]rs' "$log" || true; } | tr -dc '0-9\n' | sort -n | awk 'NR == 1 { print 8 * $1 + 8 }' ;;
  esac
}

rm -rf "$copy"
mkdir -p "$copy" "$CARGO_TARGET_DIR"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' path; do
  if [ -f "$path" ]; then printf '%s\0' "$path"; fi
done | tar --null --files-from=- --create | tar --extract --touch --directory "$copy" # new times: cargo builds what changed

for fault in "${faults[@]}"; do
  each_change "$fault" found
done
for test in $(for fault in "${faults[@]}"; do sed -n 2p "$fault"; done | sort -u); do
  tests "$test" || { tail -n 30 "$log"; die "the test $test fails without any fault"; }
  tail -n 1 "$log"
done
missed=0
for fault in "${faults[@]}"; do
  { read -r what; read -r test; } <"$fault"
  each_change "$fault" plant
  (cd "$copy" && cargo build --quiet) >"$log" 2>&1 || { cat "$log"; die "$fault: the copy does not compile"; }
  said=0
  tests "$test" || said=$?
  few=
  [ "$test" != formulas ] || few=$(enough "$said")
  case $said in
    0) echo "MISSED  $what"; missed=$((missed + 1)) ;;
    1) echo "caught  $what ($(grep -Eo '[0-9]+ failed' "$log" | tail -n 1 || echo 'the process died')${few:+, $few are enough})" ;;
    *) [ -n "$few" ] || { cat "$log"; die "$fault: the tests do not compile"; }
      echo "caught  $what (does not compile${few:+, $few are enough})" ;;
  esac
  each_change "$fault" restore
done
echo "$missed missed"
[ "$missed" = 0 ]
