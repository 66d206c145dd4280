package archive

import "kifudb/game/estimate"

// An Estimate is what an engine, or whoever annotated the game, thought of a position.
type Estimate = estimate.Estimate
