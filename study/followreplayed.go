package study

import (
	"slices"

	"kifudb/game"
	"kifudb/search/match"
)

// followReplayed goes down the main line of a game whose moves are not stones on points,
// once for all hits, and returns those that it came to.
func (w *followWalker) followReplayed(f *followed, hits []match.Hit, nodes replaying) ([]followedHit, error) {
	w.hits = w.hits[:0]
	for i := range hits {
		if hits[i].Board == nil {
			continue
		}
		if image, ok := f.shape.imageOf(hits[i].Board); ok {
			w.hits = append(w.hits, followedHit{node: hits[i].Node, swapped: image.Swapped, place: hits[i].Board, image: image})
		}
	}
	err := nodes(func(step *game.Step) bool {
		if !step.MainLine {
			return false
		}
		_, odd := slices.BinarySearch(w.setup, int32(step.Node))
		going := false
		for i := range w.hits {
			h := &w.hits[i]
			switch {
			case step.Node == h.node:
				h.began, h.turns, h.number = true, f.shape.all(), step.MoveNumber
				h.reached = append(h.reached, reached{0, h.swapped})
			case !h.began || h.node < 0:
			case odd || step.Moved && !step.Done:
				h.node = -1 // its line ends here: nobody knows what lies on the board then
			case step.Moved:
				h.play(f, step)
			}
			going = going || h.node >= 0
		}
		return going
	})
	return w.hits, err
}

// play takes in a move below the hit.
func (h *followedHit) play(f *followed, step *game.Step) {
	at, by := int32(-1), turns(0)
	// The forms of a position cost as much as a replay of many moves, and hardly any
	// position is in the tree.
	known := f.sums == nil || f.sums[uint64(step.Position.Canonical())]
	if p, ok := step.Position.(game.Imager); ok && known {
		var text string
		text, by = f.shape.form(p, h.place)
		if n, ok := f.at[text]; ok {
			at = n
		}
	}
	h.arrive(f, at, by, step.MoveNumber, asAsked(step.Move, &h.image))
}

// keysOf returns the keys of a tree's positions, which all their images have; nil if the
// text of one cannot be read.
func keysOf(g game.Game, positions []FollowPosition) map[uint64]bool {
	reader, ok := g.(game.PositionReader)
	if !ok {
		return nil
	}
	keys := map[uint64]bool{}
	for i := range positions {
		p, err := reader.ReadPosition(string(positions[i].Content))
		if err != nil {
			return nil
		}
		keys[uint64(p.Canonical())] = true
	}
	return keys
}
