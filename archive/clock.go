package archive

import "kifudb/game/clock"

// A Clock is what the record says of time at a move.
type Clock = clock.Clock
