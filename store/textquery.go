package store

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// A TextQuery asks for texts: game-info values or comments.
type TextQuery struct {
	Idents []string // where to look; none means all of SGF's own, which are in upper case
	Text   string
	Kind   TextKind
}

// TextKind says how the text of a [TextQuery] is compared. Words, Phrase,
// Prefix, Fuzzy and Substring ignore case, accents, the width of letters, and
// which form a Chinese character has (see package han); Words, Phrase, Prefix
// and Fuzzy also hyphens and apostrophes within words. Words are not stemmed, as names and the terms of
// the game, which are what people look for, suffer from it in every language;
// Prefix finds the forms of a word.
type TextKind uint8

// The kinds of text queries.
const (
	Words     TextKind = iota // all words occur, in any order; a run of Han, kana or Hangul occurs as it is, but for spaces
	Phrase                    // the words occur one after the other
	Prefix                    // as Words, but the last word may go on
	Fuzzy                     // as Words, but words of 3 letters may differ by one letter, of 6 by two
	Exact                     // the whole text, byte for byte
	Substring                 // anywhere in the text, across words and signs
	Regexp                    // an expression of the regexp package matches somewhere in the text
)

// ErrTextQuery is wrapped by the errors of queries that cannot be asked: a bad
// expression, or no word to look for.
var ErrTextQuery = errors.New("text query")

// maxQueryUnits bounds the words of a query, and by that its cost.
const maxQueryUnits = 256

// TextMatcher is a [TextQuery] ready to be compared with texts. It decides
// what a hit is; the index only narrows down the candidates. It is safe for
// concurrent use.
type TextMatcher struct {
	query   TextQuery
	clauses [][]wanted     // each is found somewhere, in one piece
	folded  string         // of a Substring
	regexp  *regexp.Regexp // of a Regexp
}

// wanted is a unit that a query asks for.
type wanted struct {
	unit
	prefix bool
	edits  int // letters that may differ
}

// Matcher makes a query ready. The error says what is wrong with it.
func (q TextQuery) Matcher() (*TextMatcher, error) {
	m := &TextMatcher{query: q}
	switch q.Kind {
	case Exact:
		return m, nil
	case Regexp:
		var err error
		if m.regexp, err = regexp.Compile(q.Text); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrTextQuery, err)
		}
		return m, nil
	case Substring:
		m.folded = string(fold(q.Text, false).text)
		if m.folded == "" {
			return nil, fmt.Errorf("%w: nothing to look for in %q", ErrTextQuery, q.Text)
		}
		return m, nil
	case Words, Phrase, Prefix, Fuzzy:
	default:
		return nil, fmt.Errorf("%w: no kind %d", ErrTextQuery, q.Kind)
	}
	units := cutUnits(nil, string(fold(q.Text, false).text))
	switch {
	case len(units) == 0:
		return nil, fmt.Errorf("%w: no word in %q", ErrTextQuery, q.Text)
	case len(units) > maxQueryUnits:
		return nil, fmt.Errorf("%w: %d words, at most %d can be looked for", ErrTextQuery, len(units), maxQueryUnits)
	}
	for i := 0; i < len(units); {
		want := wanted{unit: units[i]}
		n := 1
		if !want.ideograph {
			joined(units, i, func(word string, k int) bool { want.text, n = word, k; return false })
			if q.Kind == Fuzzy {
				want.edits = allowedEdits(want.text)
			}
		}
		// In a query, spaces divide what is looked for.
		want.glued = want.ideograph && want.glued && units[i-1].end == want.start
		if (want.glued || q.Kind == Phrase) && len(m.clauses) > 0 {
			last := &m.clauses[len(m.clauses)-1]
			*last = append(*last, want)
		} else {
			m.clauses = append(m.clauses, []wanted{want})
		}
		i += n
	}
	if q.Kind == Prefix {
		last := m.clauses[len(m.clauses)-1]
		last[len(last)-1].prefix = !last[len(last)-1].ideograph
	}
	return m, nil
}

// allowedEdits returns by how many letters a word may differ under Fuzzy.
func allowedEdits(word string) int {
	return min(utf8.RuneCountInString(word)/3, 2)
}

// Match reports whether a text is a hit.
func (m *TextMatcher) Match(text string) bool {
	switch m.query.Kind {
	case Exact:
		return text == m.query.Text
	case Regexp:
		return m.regexp.MatchString(text)
	case Substring:
		return strings.Contains(string(fold(text, false).text), m.folded)
	}
	return m.matchWords(new(matchBuffer), text)
}

// matchBuffer is the memory of comparisons, to be used again and again.
type matchBuffer struct {
	folded folded
	units  []unit
}

// match is Match for many texts. The text is not kept.
func (m *TextMatcher) match(b *matchBuffer, text []byte) bool {
	s := unsafe.String(unsafe.SliceData(text), len(text))
	switch m.query.Kind {
	case Exact, Regexp:
		return m.Match(s)
	case Substring:
		b.folded.text = b.folded.text[:0]
		b.folded.fold(s, false)
		return bytes.Contains(b.folded.text, []byte(m.folded))
	}
	return m.matchWords(b, s)
}

// matchWords looks for words. Most texts lack one, which is seen without
// cutting them, unless a hyphen may join its parts.
func (m *TextMatcher) matchWords(b *matchBuffer, text string) bool {
	b.folded.text = b.folded.text[:0]
	b.folded.fold(text, false)
	whole := unsafe.String(unsafe.SliceData(b.folded.text), len(b.folded.text))
	if !strings.ContainsAny(whole, hyphens) {
		for _, clause := range m.clauses {
			for i := range clause {
				if clause[i].edits == 0 && !strings.Contains(whole, clause[i].text) {
					return false
				}
			}
		}
	}
	b.units = cutUnits(b.units[:0], whole)
	for _, clause := range m.clauses {
		if !found(clause, b.units) {
			return false
		}
	}
	return true
}

// found reports whether a clause is met anywhere.
func found(clause []wanted, units []unit) bool {
	for i := range units {
		if matchAt(clause, units, i) > 0 {
			return true
		}
	}
	return false
}

// Spans returns the pieces of a text that a hit is made of, as pairs of byte
// offsets [from, to), ascending and without overlap: what to mark in a snippet.
// Whether the text is a hit is for Match to say.
func (m *TextMatcher) Spans(text string) [][2]int {
	var spans [][2]int
	switch m.query.Kind {
	case Exact:
		if text == m.query.Text && text != "" {
			return [][2]int{{0, len(text)}}
		}
		return nil
	case Regexp:
		for _, at := range m.regexp.FindAllStringIndex(text, -1) {
			if at[0] < at[1] {
				spans = append(spans, [2]int(at))
			}
		}
		return spans
	}
	f := fold(text, true)
	mark := func(from, to int) { // of the folded text
		end := int(f.at[to])
		if to > 0 && f.at[to-1] == f.at[to] { // cut within one character
			for to < len(f.at)-1 && f.at[to] == f.at[to-1] {
				to++
			}
			end = int(f.at[to])
		}
		spans = append(spans, [2]int{int(f.at[from]), end})
	}
	if m.query.Kind == Substring {
		for at := 0; ; {
			i := strings.Index(string(f.text[at:]), m.folded)
			if i < 0 {
				return mergeSpans(spans)
			}
			mark(at+i, at+i+len(m.folded))
			at += i + len(m.folded)
		}
	}
	units := cutUnits(nil, string(f.text))
	for _, clause := range m.clauses {
		for i := range units {
			if n := matchAt(clause, units, i); n > 0 {
				mark(units[i].start, units[i+n-1].end)
			}
		}
	}
	return mergeSpans(spans)
}

// mergeSpans sorts spans and joins those that overlap.
func mergeSpans(spans [][2]int) [][2]int {
	slices.SortFunc(spans, func(a, b [2]int) int { return a[0] - b[0] })
	merged := spans[:0]
	for _, s := range spans {
		if n := len(merged); n > 0 && s[0] < merged[n-1][1] {
			merged[n-1][1] = max(merged[n-1][1], s[1])
		} else {
			merged = append(merged, s)
		}
	}
	return merged
}

// matchAt returns how many units from i on are what a clause asks for, or 0.
func matchAt(clause []wanted, units []unit, i int) int {
	at := i
	for _, w := range clause {
		if at >= len(units) {
			return 0
		}
		u := units[at]
		switch {
		case w.ideograph:
			if u.text != w.text || w.glued && !u.glued {
				return 0
			}
			at++
		case w.fits(u.text) && !u.ideograph:
			at++
		default:
			n := 0
			if !joined(units, at, func(word string, k int) bool { n = k; return w.fits(word) }) {
				return 0
			}
			at += n
		}
	}
	return at - i
}

// fits reports whether a word is what is wanted.
func (w *wanted) fits(word string) bool {
	switch {
	case w.prefix:
		return strings.HasPrefix(word, w.text)
	case w.edits > 0:
		return word == w.text || withinEdits(w.text, word, w.edits)
	}
	return word == w.text
}

// withinEdits reports whether two words differ by at most k letters put in,
// left out or changed.
func withinEdits(a, b string, k int) bool {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > k || len(y)-len(x) > k {
		return false
	}
	row := make([]int, len(y)+1) // distances of x[:i] to each y[:j]
	for j := range row {
		row[j] = j
	}
	for i, c := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j, d := range y {
			cost := 1
			if c == d {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)] <= k
}
