package archive

import "kifudb/clock"

// A Clock is what the record says of time at a move.
type Clock = clock.Clock
