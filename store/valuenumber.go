package store

import "iter"

// NumberedValues yields the distinct values of an identifier, ascending, with
// their numbers in the segment: those that [Segment.ValueNumbers] returns.
func (g *Segment) NumberedValues(ident string) iter.Seq2[int, string] {
	if g.corrected != nil {
		return g.corrected.numbered(ident, g.Recorded().NumberedValues(ident))
	}
	return func(yield func(int, string) bool) {
		for _, r := range g.files.dict.ranges([]string{ident}) {
			for number, text := range g.files.dict.texts(r.lo, r.hi) {
				if !yield(number, string(text)) {
					return
				}
			}
		}
	}
}

// ValueNumbers appends the numbers of a game's values in the segment, in its
// record's order. To count games by value is much faster by number than by
// text.
func (g *Segment) ValueNumbers(local int, list []int) []int {
	if c, ok := g.corrected.of(local); ok {
		for _, v := range c.Info {
			list = append(list, g.corrected.number(v))
		}
		return list
	}
	for rest := g.files.dict.infoAt.part(g.files.dict.info, local); len(rest) > 0; {
		var n int
		n, rest = cutUvarint(rest)
		list = append(list, n)
	}
	return list
}
