package indexer

import (
	"math"
	"time"
)

// A Stage is a part of the pipeline.
type Stage string

const (
	Reading    Stage = "reading"    // files and containers
	Extracting Stage = "extracting" // games from records
	Writing    Stage = "writing"    // the archive
)

// A stopwatch measures for what the end of the pipeline waits. The past counts
// half as much every second.
type stopwatch struct {
	last  time.Time
	waits [3]float64 // seconds, by index in stages
}

func stages() [3]Stage { return [3]Stage{Reading, Extracting, Writing} }

func (w *stopwatch) start() { w.last = time.Now() }

// stop counts the time since the last call as one of waiting for a stage.
func (w *stopwatch) stop(s Stage) {
	now := time.Now()
	passed := now.Sub(w.last).Seconds()
	w.last = now
	fade := math.Exp2(-passed)
	for i, stage := range stages() {
		w.waits[i] *= fade
		if stage == s {
			w.waits[i] += passed
		}
	}
}

func (w *stopwatch) slowest() Stage {
	slowest := 0
	for i, wait := range w.waits {
		if wait > w.waits[slowest] {
			slowest = i
		}
	}
	return stages()[slowest]
}
