"""The models as functions for JAX. Each takes what its formula in Rust reads, in the order of `model!` there, and gives
the value; derivatives are with respect to the first arguments."""

from . import losses, networks, physics, statistics

FAMILIES = (losses, networks, physics, statistics)


def all_of_them() -> dict:
    """Every model by its name, in the order of the files."""
    functions = (vars(family) for family in FAMILIES)
    return {
        name: function
        for family in functions
        for name, function in family.items()
        if getattr(function, "__module__", None) == family["__name__"] and not name.startswith("_")
    }
