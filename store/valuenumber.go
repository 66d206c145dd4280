package store

import "iter"

// NumberedValues yields the distinct values of an identifier, ascending, with
// their numbers in the segment: those that [Segment.ValueNumbers] returns.
func (g *Segment) NumberedValues(ident string) iter.Seq2[int, string] {
	if g.remote != nil {
		return lentAll(g, func(g *Segment) iter.Seq2[int, string] { return g.NumberedValues(ident) })
	}
	if g.overlay.has(ident) {
		return func(yield func(int, string) bool) {
			without := *g
			without.overlay = nil
			for number, text := range without.NumberedValues(ident) {
				if !yield(number, text) {
					return
				}
			}
			for number, text := range g.overlay.numbered(ident) {
				if !yield(number, text) {
					return
				}
			}
		}
	}
	if g.corrected != nil {
		return g.corrected.numbered(ident, g.Recorded().NumberedValues(ident))
	}
	return func(yield func(int, string) bool) {
		for _, r := range g.files.dict().ranges([]string{ident}) {
			for number, text := range g.files.dict().texts(r.lo, r.hi) {
				if !yield(number, string(text)) {
					return
				}
			}
		}
	}
}

// GamesOf calls a function with the local numbers of the games that have a value, given by
// its number among those of records, ascending. Games that were removed are among them.
func (g *Segment) GamesOf(number int, each func(local int)) {
	if g.remote != nil {
		lent(g, false, func(g *Segment) bool { g.GamesOf(number, each); return true })
		return
	}
	if number >= 0 && number < g.files.dict().len() {
		g.files.dict().eachGame(number, each)
	}
}

// ValueNumbers appends the numbers of a game's values in the segment, in its
// record's order. To count games by value is much faster by number than by
// text.
func (g *Segment) ValueNumbers(local int, list []int) []int {
	if g.remote != nil {
		return lent(g, list, func(g *Segment) []int { return g.ValueNumbers(local, list) })
	}
	from := len(list)
	if c, ok := g.corrected.of(local); ok {
		for _, v := range c.Info {
			list = append(list, g.corrected.number(v))
		}
		return g.overlay.number(local, list, from)
	}
	for rest := g.files.dict().infos(local); len(rest) > 0; {
		var n int
		n, rest = cutUvarint(rest)
		list = append(list, n)
	}
	return g.overlay.number(local, list, from)
}

// A NumberSpan is the numbers from Low up to High, which is not among them.
type NumberSpan struct{ Low, High int }

// Contains reports whether a number is in the span.
func (s NumberSpan) Contains(n int) bool { return s.Low <= n && n < s.High }

// ValueSpans returns which numbers the values of an identifier have in the segment:
// one span of those of records, and one of those that corrections added.
func (g *Segment) ValueSpans(ident string) (spans [2]NumberSpan) {
	if g.remote != nil {
		return lent(g, spans, func(g *Segment) [2]NumberSpan { return g.ValueSpans(ident) })
	}
	for _, r := range g.files.dict().ranges([]string{ident}) {
		spans[0] = NumberSpan{r.lo, r.hi}
	}
	if g.corrected != nil {
		spans[1] = g.corrected.span(ident)
	}
	return spans
}

// ValueText returns the text of a value by its number, "" for what is not one.
func (g *Segment) ValueText(number int) string {
	if g.remote != nil {
		return lent(g, "", func(g *Segment) string { return g.ValueText(number) })
	}
	if text, ok := g.overlay.text(number); ok {
		return text
	}
	if extra := number - g.files.dict().len(); g.corrected != nil && extra >= 0 {
		if more := g.corrected.more(); extra < len(more) {
			return more[extra].Text
		}
		return ""
	}
	if number < 0 || number >= g.files.dict().len() {
		return ""
	}
	return g.files.dict().text(number)
}
