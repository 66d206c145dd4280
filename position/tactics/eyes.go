package tactics

import (
	"slices"

	"kifudb/position"
	"kifudb/position/feature"
)

// The kinds of moves inside of the opponent's eyes, which need no look back.
const (
	throwin = iota
	nakade
)

var eyeKinds = []feature.Kind{
	throwin: {
		Name: "throwin", Also: []string{"horikomi", "ホウリコミ", "放り込み", "扑", "撲", "먹여치기"},
		About: "1 if the move is a stone in atari that touches stones of the opponent and the edge alone, but for its liberty, and captures nothing",
		From:  "Sensei's Library: Throw-in",
	},
	nakade: {
		Name: "nakade", Also: []string{"中手", "ナカデ", "点眼", "點眼", "치중"},
		About: "the size of an eye, if the move is on its vital point: three points, pyramid four, bulky five, crossed five or rabbity six. " +
			"The eye is a region of empty points that touches stones of the opponent alone; whether they have another eye, and whether they live, does not matter",
		From: "Sensei's Library: Nakade",
	},
}

// seeEyes looks at the surroundings of a stone that takes nothing and joins nothing.
func seeEyes(r *report) {
	if len(r.taken) > 0 || r.suicide {
		return
	}
	empty, opponent := 0, 0
	for _, c := range beside(r.at) {
		switch r.after.at(c) {
		case r.color:
			return
		case position.Empty:
			empty++
		case r.color.Opponent():
			opponent++
		}
	}
	switch {
	case empty == 1 && opponent > 0:
		r.add(throwin, 1, []int32{r.at})
	case empty > 1 && r.wants(nakade):
		if eye := r.eye(); r.vital(eye, empty) {
			r.add(nakade, len(eye), eye)
		}
	}
}

// largestEye is the most points that an eye with a vital point has.
const largestEye = 6

// eye returns the empty points that hang together with the stone, and the stone, if they touch the
// opponent's stones alone and are few enough for an eye. Otherwise it returns nil.
func (r *report) eye() []int32 {
	r.list = slices.Grow(r.list[:0], largestEye)
	points, walled := append(r.list, r.at), false
	for i := 0; i < len(points); i++ {
		for _, c := range beside(points[i]) {
			switch r.after.at(c) {
			case r.color:
				if c != r.at {
					return nil
				}
			case r.color.Opponent():
				walled = true
			case position.Empty:
				if slices.Contains(points, c) {
					continue
				}
				if len(points) == largestEye {
					return nil
				}
				points = append(points, c)
			}
		}
	}
	if !walled {
		return nil
	}
	return points
}

// vital reports whether a stone that touches so many points of an eye is on its vital point. The
// number of pairs of points that touch tells the dead shapes from all others: with as many points
// around the stone, no other shape of the size has as many.
func (r *report) vital(eye []int32, touches int) bool {
	pairs := 0
	for i, p := range eye {
		for _, q := range eye[:i] {
			if d := p - q; d == 1 || d == -1 || d == stride || d == -stride {
				pairs++
			}
		}
	}
	switch [3]int{len(eye), touches, pairs} {
	case [3]int{3, 2, 2}, // straight and bent three
		[3]int{4, 3, 3}, // pyramid four
		[3]int{5, 3, 5}, // bulky five
		[3]int{5, 4, 4}, // crossed five
		[3]int{6, 4, 6}: // rabbity six
		return true
	}
	return false
}
