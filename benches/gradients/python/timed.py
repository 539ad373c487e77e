"""One model of JAX: `timed.py MODEL DERIVED FILE`, which `peers.TimedJax` starts.

Prints `ready`. From there on a number asks for the seconds that so many calls take, until the input ends.
"""

import sys

import models
import numpy as np
import peers


def main(model: str, derived: str, file: str) -> None:
    inputs = peers.Inputs(list(np.load(file).values()), int(derived))
    jax = peers.Jax(models.all_of_them()[model], inputs, inputs.kind)
    jax.call()
    print("ready", flush=True)
    for line in sys.stdin:
        print(jax.time(int(line)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
