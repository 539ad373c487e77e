#!/usr/bin/env bash
# Shows that the random expressions find faults: plants each of `faults/*.patch` into a copy of the workspace and wants
# the random tests there to fail; without a fault they must pass. A patch that no longer applies, or a copy that does
# not compile, is an error.
set -Eeuo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
copy=$PWD/target/faults/workspace
export CARGO_TARGET_DIR=$PWD/target/faults/build
export BCAST_RANDOM_COUNT=${BCAST_RANDOM_COUNT:-300}
# `git apply` shall not take the copy for a part of this repository.
GIT_CEILING_DIRECTORIES=$(dirname "$copy")
export GIT_CEILING_DIRECTORIES
log=$CARGO_TARGET_DIR/output

rm -rf "$copy"
mkdir -p "$copy" "$CARGO_TARGET_DIR"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  if [ -f "$file" ]; then printf '%s\0' "$file"; fi
done | tar --null --files-from=- --create | tar --extract --touch --directory "$copy" # new times: cargo builds what changed

tests() { # 0: they pass, 1: they fail
  (cd "$copy" && cargo test --quiet -p bcast-random --test expressions --no-run) >"$log" 2>&1 || {
    cat "$log"
    echo 'the copy does not compile'
    exit 2
  }
  (cd "$copy" && cargo test --quiet -p bcast-random --test expressions) >"$log" 2>&1
}

apply() { # patch, options
  (cd "$copy" && git apply --whitespace=nowarn "${@:2}" "$1") || { echo "$1 does not apply"; exit 2; }
}

if ! tests; then
  tail -n 30 "$log"
  echo 'the random tests fail without any fault'
  exit 1
fi
tail -n 1 "$log"
missed=0
for patch in "$here"/faults/*.patch; do
  before=$(cd "$copy" && cat $(sed -n 's|^+++ b/||p' "$patch") | cksum)
  apply "$patch"
  after=$(cd "$copy" && cat $(sed -n 's|^+++ b/||p' "$patch") | cksum)
  [ "$before" != "$after" ] || { echo "$patch changes nothing"; exit 2; }
  if tests; then
    echo "MISSED  $(head -n 1 "$patch")"
    missed=$((missed + 1))
  else
    echo "caught  $(head -n 1 "$patch") ($(grep -Eo '^[0-9]+ failed' "$log" || echo 'the process died'))"
  fi
  apply "$patch" --reverse
done
echo "$missed missed"
[ "$missed" = 0 ]
