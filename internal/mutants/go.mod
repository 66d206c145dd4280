// A tool for contributors, in a module of its own: `make mutants` builds it.
module kifudb/internal/mutants

go 1.26.0
