package archive

import "kifudb/game/estimate"

// An Estimate is the evaluation of a position by an engine or an annotator.
type Estimate = estimate.Estimate
