package othello

import (
	"iter"
	"math/bits"

	"kifudb/position"
	"kifudb/position/feature"
)

// Sources of the definitions.
const (
	rose  = `Brian Rose, "Othello: A Minute to Learn... A Lifetime to Master"`
	terms = "the usual names of squares"
)

// kinds are the kinds of features, each with the function that measures it: it returns the
// value, 0 for none, and calls mark for each square of a drawing.
var kinds = [...]struct {
	feature.Kind
	measure func(*observer) int32
}{
	{feature.Kind{
		Name: "flips", Also: []string{"flipped", "返し", "裏返し", "翻子", "翻转"},
		About: "discs that the move turns over", Everywhere: true,
	}, (*observer).flips},
	{feature.Kind{
		Name: "quiet", Also: []string{"中割り", "中割"},
		About: "discs that a perfectly quiet move turns over: none of them has an empty square beside it afterwards", From: rose,
	}, (*observer).quiet},
	{feature.Kind{
		Name: "mobility", Also: []string{"着手可能数", "行动力", "行動力"},
		About: "moves that the opponent has after the move; a move that leaves none has no mobility, see passes", From: rose, Everywhere: true,
	}, (*observer).mobility},
	{feature.Kind{
		Name: "frontier", Also: []string{"フロンティア", "前沿子"},
		About: "the player's own discs that have an empty square beside them after the move, in any of the eight directions", From: rose, Everywhere: true,
	}, (*observer).frontier},
	{feature.Kind{
		Name: "stable", Also: []string{"確定石", "稳定子", "穩定子"},
		About: "the player's own discs that nobody can turn over any more after the move, at least: those that full lines, edges and stable neighbors protect in each of the four directions", From: rose, Everywhere: true,
	}, (*observer).stable},
	{feature.Kind{
		Name: "parity", Also: []string{"偶数理論", "奇偶性", "偶数理论"},
		About: "whether the region of empty squares that the move goes into was odd or even, once the empty squares have fallen into several regions", From: rose, Everywhere: true,
		Words: []feature.Word{
			{Name: "odd", Also: []string{"奇数"}, About: "the region had an odd number of squares: the player who moves there first also moves there last, if nobody passes"},
			{Name: "even", Also: []string{"偶数"}, About: "the region had an even number of squares: the opponent moves there last, if nobody passes"},
		},
	}, (*observer).parity},
	{feature.Kind{
		Name: "takescorner", Also: []string{"corner", "隅", "隅取り", "角", "占角"},
		About: "the move takes a corner; its value is how many corners the player has then",
	}, (*observer).takesCorner},
	{feature.Kind{
		Name: "givescorner", Also: []string{"隅を渡す", "送角"},
		About: "corners that the opponent can take after the move and could not have taken before it",
	}, (*observer).givesCorner},
	{feature.Kind{
		Name: "xsquare", Also: []string{"x-square", "x打ち", "x位"},
		About: "1 for a move to an X-square, such as b2, whose corner is empty", From: terms,
	}, (*observer).xSquare},
	{feature.Kind{
		Name: "csquare", Also: []string{"c-square", "c打ち", "c位"},
		About: "1 for a move to a C-square, such as a2 or b1, whose corner is empty", From: terms,
	}, (*observer).cSquare},
	{feature.Kind{
		Name: "passes", Also: []string{"パス", "停一手"},
		About: "the move leaves the opponent without a move, so that he passes; its value is how many times in a row he passes with that",
	}, (*observer).passes},
	{feature.Kind{
		Name: "wipeout", Also: []string{"wipe-out", "全滅", "全灭"},
		About: "the move turns the opponent's last disc; its value is how many discs the player has then",
	}, (*observer).wipeout},
}

// features are the kinds alone.
var features = func() []feature.Kind {
	list := make([]feature.Kind, len(kinds))
	for i := range kinds {
		list[i] = kinds[i].Kind
	}
	return list
}()

// Features returns the kinds of features that [Observe] reports. Callers must not change them.
func Features() []feature.Kind { return features }

// Observe replays a script as [Replay] does, and yields what its moves do on the board, for
// moves that were made. Moves against the rules count if they could be made. An instance is
// valid until the next one.
func Observe(start *Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	return func(yield func(*feature.Instance) bool) {
		if w.Kinds&(1<<len(kinds)-1) == 0 {
			return
		}
		o := observer{marks: w.Points}
		for step := range Replay(start, s) {
			if !step.Moved || !step.Fault.Possible() || step.Move.Point == position.Pass {
				continue
			}
			o.before, o.after, o.at, o.by, o.inRow = step.ready, step.Position, cell(step.Move.Point), step.Move.Color, step.passes
			o.known = false
			for i := range kinds {
				if !w.Kinds.Has(i) {
					continue
				}
				o.points = o.points[:0]
				if value := kinds[i].measure(&o); value > 0 {
					o.instance = feature.Instance{Kind: i, Node: step.Node, By: o.by, Value: value}
					if o.marks {
						o.instance.Points = o.points
					}
					if !yield(&o.instance) {
						return
					}
				}
			}
		}
	}
}

// An observer measures one move after the other.
type observer struct {
	before, after *Position // before and after the move
	at            int       // where the disc was put
	by            position.Color
	inRow         int32 // the passes that the opponent makes in a row

	known              bool    // whether the sets below are those of the move
	own, others, blank squares // after the move

	marks    bool // whether points are wanted
	points   []position.Point
	instance feature.Instance
}

// look finds the sets of the move.
func (o *observer) look() {
	if o.known {
		return
	}
	o.known = true
	o.own, o.others = o.after.colors()
	if o.by == position.White {
		o.own, o.others = o.others, o.own
	}
	o.blank = boards[o.after.size].less(o.own.or(o.others))
}

// mark adds a square to those of the drawing.
func (o *observer) mark(at int) {
	if o.marks {
		o.points = append(o.points, pointOf(at))
	}
}

// count returns how many squares a set has, and marks them.
func (o *observer) count(s squares) int32 {
	if o.marks {
		for i, word := range [4]uint64{s.a, s.b, s.c, s.d} {
			for ; word != 0; word &= word - 1 {
				at := 64*i + bits.TrailingZeros64(word)
				o.points = append(o.points, position.At(at%stride, at/stride))
			}
		}
	}
	return s.count()
}

func (o *observer) flips() int32 {
	n := 0
	for _, step := range directions {
		row := o.before.turns(o.at, step, o.by)
		for i := range row {
			o.mark(o.at + (i+1)*step)
		}
		n += row
	}
	return int32(n)
}

func (o *observer) quiet() int32 {
	n := 0
	for _, step := range directions {
		row := o.before.turns(o.at, step, o.by)
		for i := range row {
			at := o.at + (i+1)*step
			for _, beside := range directions {
				if o.after.cells[at+beside] == position.Empty {
					return 0
				}
			}
			o.mark(at)
		}
		n += row
	}
	return int32(n)
}

func (o *observer) mobility() int32 {
	o.look()
	return o.count(movesOf(o.others, o.own, o.blank, int(o.after.size)))
}

func (o *observer) frontier() int32 {
	o.look()
	return o.count(o.blank.wider().and(o.own))
}

func (o *observer) stable() int32 {
	o.look()
	return o.count(stableDiscs(o.own, o.others, int(o.after.size)).and(o.own))
}

func (o *observer) parity() int32 {
	o.look()
	region := squareSet(o.at)
	blank := o.blank.or(region)
	for {
		next := region.wider().and(blank)
		if next == region {
			break
		}
		region = next
	}
	switch {
	case region == blank:
		return 0
	case o.count(region)%2 == 1:
		return 1 // odd
	}
	return 2 // even
}

// corners returns the squares of the corners.
func (p *Position) corners() [4]int {
	far := int(p.size)
	return [4]int{stride + 1, stride + far, far*stride + 1, far*stride + far}
}

func (o *observer) takesCorner() int32 {
	n, taken := int32(0), false
	for _, at := range o.after.corners() {
		if o.after.cells[at] == o.by {
			n++
		}
		taken = taken || at == o.at
	}
	if !taken {
		return 0
	}
	o.mark(o.at)
	return n
}

func (o *observer) givesCorner() int32 {
	n, other := int32(0), o.by.Opponent()
	for _, at := range o.after.corners() {
		if o.after.legal(at, other) && !o.before.legal(at, other) {
			o.mark(at)
			n++
		}
	}
	return n
}

// beside returns 1 if the move went to a square that is one of some steps away from an empty
// corner.
func (o *observer) beside(steps ...int) int32 {
	for _, at := range o.after.corners() {
		for _, step := range steps {
			if at+step == o.at && o.after.cells[at] == position.Empty {
				o.mark(o.at)
				o.mark(at)
				return 1
			}
		}
	}
	return 0
}

func (o *observer) xSquare() int32 { return o.beside(stride+1, stride-1, 1-stride, -stride-1) }

func (o *observer) cSquare() int32 { return o.beside(1, -1, stride, -stride) }

func (o *observer) passes() int32 {
	if o.inRow > 0 {
		o.mark(o.at)
	}
	return o.inRow
}

func (o *observer) wipeout() int32 {
	o.look()
	if !o.others.empty() {
		return 0
	}
	o.mark(o.at)
	return o.own.count()
}
