//! What `bcast-mpi` and `bcast-zarr` do together: its tests and the program `correlate` are all that this package has.
