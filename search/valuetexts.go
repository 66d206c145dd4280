package search

import (
	"sync"

	"kifudb/position"
	"kifudb/store"
)

// valueTexts are the texts that values of games count as, looked up when they are first
// asked for: of most games only the names of those who moved are. Goroutines share
// them.
type valueTexts struct {
	players, field *LabelReader // for what their values count as; there may be no field
	mu             sync.Mutex
	segments       map[*store.Segment]*segmentTexts
}

// segmentTexts are those of a segment.
type segmentTexts struct {
	black, white  [2]store.NumberSpan // the numbers of players' names
	field         []fieldSpan
	names, values map[int]string // by number
}

// A fieldSpan is the numbers of values of a field, and whose they are.
type fieldSpan struct {
	store.NumberSpan
	of Sides
}

// newValueTexts returns what texts count as for the fields of continuations.
func newValueTexts(c *Continuations) *valueTexts {
	labels := c.Labels
	if labels == nil { // nobody knows aliases
		labels = &Labels{Fields: c.fields()}
	}
	readers := labels.Readers().List
	t := &valueTexts{players: readers[0], segments: map[*store.Segment]*segmentTexts{}}
	if len(readers) > 1 {
		t.field = readers[1]
	}
	return t
}

// of returns the texts of a segment.
func (t *valueTexts) of(g *store.Segment) *segmentTexts {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.segments[g]
	if s == nil {
		s = &segmentTexts{black: g.ValueSpans("PB"), white: g.ValueSpans("PW"), names: map[int]string{}, values: map[int]string{}}
		if t.field != nil {
			for _, ident := range t.field.attribute.idents {
				for _, span := range g.ValueSpans(ident) {
					s.field = append(s.field, fieldSpan{span, sideOf(ident)})
				}
			}
		}
		t.segments[g] = s
	}
	return s
}

// player returns the number of the name of the player of a color among the numbers of
// a game's values, -1 if there is none.
func (s *segmentTexts) player(values []int, color position.Color) int {
	spans := &s.black
	if color == position.White {
		spans = &s.white
	}
	for _, n := range values {
		if spans[0].Contains(n) || spans[1].Contains(n) {
			return n
		}
	}
	return -1
}

// isOfField reports whether a number is that of a value of the field, and whose the
// value is.
func (s *segmentTexts) isOfField(n int) (of Sides, ok bool) {
	for _, span := range s.field {
		if span.Contains(n) {
			return span.of, true
		}
	}
	return 0, false
}

// name returns what the name of a player counts as.
func (t *valueTexts) name(g *store.Segment, s *segmentTexts, number int) string {
	return t.text(g, t.players, s.names, number)
}

// value returns what a value of the field counts as.
func (t *valueTexts) value(g *store.Segment, s *segmentTexts, number int) string {
	return t.text(g, t.field, s.values, number)
}

func (t *valueTexts) text(g *store.Segment, reader *LabelReader, known map[int]string, number int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text, ok := known[number]
	if !ok {
		text = reader.value(g.ValueText(number))
		known[number] = text
	}
	return text
}
