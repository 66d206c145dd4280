package game

import (
	"iter"

	"kifudb/position"
	"kifudb/position/feature"
)

// Observers yields the games that report what moves do, in the order of the registry.
func Observers() iter.Seq[Observer] {
	return func(yield func(Observer) bool) {
		for _, g := range games {
			if o, ok := g.(Observer); ok && !yield(o) {
				return
			}
		}
	}
}

// An Observer is a game that reports what moves do on the board.
type Observer interface {
	Replayer
	// Features returns the kinds of features that the game reports. Callers share the slice and
	// must not change it.
	Features() []feature.Kind
	// Observe replays a script from a position and yields the instances of the wanted kinds,
	// ordered by node, then by kind. An instance is valid until the next one.
	Observe(start Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance]
}
