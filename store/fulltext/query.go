package fulltext

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// A Query asks for texts: game-info values or comments.
type Query struct {
	Idents []string // where to look; none means all of SGF's own, which are in upper case
	Text   string
	Kind   Kind
}

// Kind says how the text of a [Query] is compared. Words, Phrase,
// Name, Prefix, Fuzzy and Substring ignore case, accents, the width of letters,
// and which form a Chinese character has (see package han); all of these but
// Substring also hyphens and apostrophes within words. Words are not stemmed, as names and the terms of
// the game, which are what people look for, suffer from it in every language;
// Prefix finds the forms of a word. Words with a hyphen or dash between them in the
// query are also found as one word and, but for Name, as words of their own.
type Kind uint8

// The kinds of text queries.
const (
	Words     Kind = iota // all words occur, in any order; a run of Han, kana or Hangul occurs as it is, but for spaces
	Phrase                // the words occur one after the other
	Name                  // as Phrase, but any word may be the first, and words may be written in two: Lee Changho, Changho Lee, Lee Chang Ho
	Prefix                // as Words, but the last word may go on
	Fuzzy                 // as Words, but words of 3 letters may differ by one letter, of 6 by two
	Exact                 // the whole text, byte for byte
	Substring             // anywhere in the text, across words and signs
	Regexp                // an expression of the regexp package matches somewhere in the text
)

// ErrQuery is wrapped by the errors of queries that cannot be asked: a bad
// expression, or no word to look for.
var ErrQuery = errors.New("text query")

// maxQueryUnits bounds the words of a query, and by that its cost.
const maxQueryUnits = 256

// Matcher is a [Query] ready to be compared with texts. It decides
// what a hit is; the index only narrows down the candidates. It is safe for
// concurrent use.
type Matcher struct {
	Query   Query
	clauses [][]Word       // each is found somewhere, in one piece
	words   []nameWord     // of a Name: its clause, word by word
	folded  string         // of a Substring
	regexp  *regexp.Regexp // of a Regexp
}

// Word is a unit of text that a query asks for.
type Word struct {
	unit
	Prefix bool
	Edits  int      // letters that may differ
	ways   [][]Word // of a word with hyphens: the other ways to write it, in several words
}

// Matcher makes a query ready. The error says what is wrong with it.
func (q Query) Matcher() (*Matcher, error) {
	m := &Matcher{Query: q}
	switch q.Kind {
	case Exact:
		return m, nil
	case Regexp:
		var err error
		if m.regexp, err = regexp.Compile(q.Text); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrQuery, err)
		}
		return m, nil
	case Substring:
		m.folded = string(fold(q.Text, false).Text)
		if m.folded == "" {
			return nil, fmt.Errorf("%w: nothing to look for in %q", ErrQuery, q.Text)
		}
		return m, nil
	case Words, Phrase, Name, Prefix, Fuzzy:
	default:
		return nil, fmt.Errorf("%w: no kind %d", ErrQuery, q.Kind)
	}
	text := dashes.Replace(string(fold(q.Text, false).Text))
	units := cutUnits(nil, text)
	switch {
	case len(units) == 0:
		return nil, fmt.Errorf("%w: no word in %q", ErrQuery, q.Text)
	case len(units) > maxQueryUnits:
		return nil, fmt.Errorf("%w: %d words, at most %d can be looked for", ErrQuery, len(units), maxQueryUnits)
	}
	for i := 0; i < len(units); {
		want := Word{unit: units[i]}
		n := 1
		if !want.ideograph {
			joined(units, i, func(word string, k int) bool { want.Text, n = word, k; return false })
			if q.Kind == Fuzzy {
				want.Edits = allowedEdits(want.Text)
			}
			if n > 1 && q.Kind != Name {
				want.ways = hyphenWays(text, units[i:i+n], q.Kind)
			}
		}
		// In a query, spaces divide what is looked for.
		want.glued = want.ideograph && want.glued && units[i-1].end == want.start
		if (want.glued || q.Kind == Phrase || q.Kind == Name) && len(m.clauses) > 0 {
			last := &m.clauses[len(m.clauses)-1]
			*last = append(*last, want)
		} else {
			m.clauses = append(m.clauses, []Word{want})
		}
		i += n
	}
	if q.Kind == Prefix {
		clause := m.clauses[len(m.clauses)-1]
		last := &clause[len(clause)-1]
		last.Prefix = !last.ideograph
		for _, way := range last.ways {
			way[len(way)-1].Prefix = true
		}
	}
	if q.Kind == Name { // one clause
		m.words = nameWords(m.clauses[0])
	}
	return m, nil
}

// ByWords reports whether a hit has certain words, so that the index has candidates.
func (m *Matcher) ByWords() bool { return len(m.clauses) > 0 }

// allowedEdits returns by how many letters a word may differ under Fuzzy.
func allowedEdits(word string) int {
	return min(utf8.RuneCountInString(word)/3, 2)
}

// Match reports whether a text is a hit.
func (m *Matcher) Match(text string) bool {
	switch m.Query.Kind {
	case Exact:
		return text == m.Query.Text
	case Regexp:
		return m.regexp.MatchString(text)
	case Substring:
		return strings.Contains(string(fold(text, false).Text), m.folded)
	}
	return m.matchWords(new(Buffer), text)
}

// Buffer is the memory of comparisons, to be used again and again.
type Buffer struct {
	folded FoldedText
	units  []unit
}

// MatchIn is Match for many texts. The text is not kept.
func (m *Matcher) MatchIn(b *Buffer, text []byte) bool {
	s := unsafe.String(unsafe.SliceData(text), len(text))
	switch m.Query.Kind {
	case Exact, Regexp:
		return m.Match(s)
	case Substring:
		b.folded.Text = b.folded.Text[:0]
		b.folded.Fold(s, false)
		return bytes.Contains(b.folded.Text, []byte(m.folded))
	}
	return m.matchWords(b, s)
}

// matchWords looks for words. Most texts lack one, which is seen without
// cutting them, unless a hyphen may join its parts.
func (m *Matcher) matchWords(b *Buffer, text string) bool {
	b.folded.Text = b.folded.Text[:0]
	b.folded.Fold(text, false)
	whole := unsafe.String(unsafe.SliceData(b.folded.Text), len(b.folded.Text))
	if !strings.ContainsAny(whole, hyphens) {
		for _, clause := range m.clauses {
			for i := range clause {
				if clause[i].Edits == 0 && !strings.Contains(whole, m.part(&clause[i])) {
					return false
				}
			}
		}
	}
	return m.foundIn(b, whole, false)
}

// part returns what stands in one piece in each text that holds a wanted word.
func (m *Matcher) part(w *Word) string {
	if len(w.ways) > 0 { // the first begins with the shortest word
		return w.ways[0][0].Text
	}
	if m.Query.Kind == Name && !w.ideograph {
		if at := splits(w.Text); len(at) > 0 {
			return w.Text[:at[0]]
		}
	}
	return w.Text
}

// foundIn reports whether all clauses are met in a folded text.
func (m *Matcher) foundIn(b *Buffer, text string, damage bool) bool {
	c := comparison{damage: damage}
	var met [maxQueryUnits]bool
	missing := len(m.clauses)
	b.units = windows(b.units, text, damage, func(units []unit, from, to int) bool {
		c.units = units
		for k, clause := range m.clauses {
			switch {
			case met[k]:
			case c.found(m, clause, from, to):
				met[k] = true
				missing--
			case to == len(units):
				return false // nothing is behind
			}
		}
		return missing > 0
	})
	return missing == 0
}

// MatchDamaged reports whether a text that is not a hit is one if each of its
// characters that were lost may be any one.
func (m *Matcher) MatchDamaged(text string) bool {
	return m.MatchDamagedIn(new(Buffer), text)
}

// MatchDamagedIn is MatchDamaged for many texts.
func (m *Matcher) MatchDamagedIn(b *Buffer, text string) bool {
	if !strings.ContainsAny(text, LostChars) || len(m.clauses) == 0 {
		return false
	}
	b.folded.Text = b.folded.Text[:0]
	b.folded.Fold(text, false)
	if !m.enoughLeft(b.folded.Text) {
		return false
	}
	folded := string(b.folded.Text)
	return IsDamaged(folded) && m.foundIn(b, folded, true) && !m.Match(text)
}

// MatchLost is MatchDamagedIn of a text that is known to be damaged, folded.
func (m *Matcher) MatchLost(b *Buffer, folded []byte, text func() string) bool {
	return len(m.clauses) > 0 && m.enoughLeft(folded) && m.foundIn(b, string(folded), true) && !m.Match(text())
}

// enoughLeft reports whether a folded text has as many characters of each clause as
// must not be lost, wherever they stand. Most texts do not, which is seen without
// cutting them.
func (m *Matcher) enoughLeft(folded []byte) bool {
	for _, clause := range m.clauses {
		chars, lost := 0, 0
		for i := range clause {
			if clause[i].Edits > 0 {
				chars, lost = 0, 0 // any letter may differ
				break
			}
			for _, r := range clause[i].Text {
				chars++
				if !bytes.ContainsRune(folded, r) {
					lost++
				}
			}
		}
		if halfLost(lost, chars) {
			return false
		}
	}
	return true
}

// Spans returns the pieces of a text that a hit is made of, as pairs of byte
// offsets [from, to), ascending and without overlap: what to mark in a snippet.
// Whether the text is a hit is for Match to say, or MatchDamaged.
func (m *Matcher) Spans(text string) [][2]int {
	spans, _ := m.FirstSpans(text, math.MaxInt)
	return spans
}

// FirstSpans returns the first pieces that Spans does, and how many more there are. A
// text of 16 MiB may have millions.
func (m *Matcher) FirstSpans(text string, most int) (spans [][2]int, more int) {
	switch m.Query.Kind {
	case Exact:
		if text == m.Query.Text && text != "" {
			return [][2]int{{0, len(text)}}, 0
		}
		return nil, 0
	case Regexp:
		return m.expressionSpans(text, most)
	}
	l := spanList{most: most}
	f := fold(text, true)
	mark := func(from, to int) { // of the folded text
		end := int(f.at[to])
		if to > 0 && f.at[to-1] == f.at[to] { // cut within one character
			for to < len(f.at)-1 && f.at[to] == f.at[to-1] {
				to++
			}
			end = int(f.at[to])
		}
		l.add(int(f.at[from]), end)
	}
	if m.Query.Kind == Substring {
		for at := 0; ; {
			i := bytes.Index(f.Text[at:], []byte(m.folded))
			if i < 0 {
				return l.end()
			}
			mark(at+i, at+i+len(m.folded))
			at += i + len(m.folded)
		}
	}
	c := &comparison{damage: m.MatchDamaged(text)}
	whole := unsafe.String(unsafe.SliceData(f.Text), len(f.Text))
	windows(nil, whole, c.damage, func(units []unit, from, to int) bool {
		c.units = units
		for i := from; i < to; i++ {
			for _, clause := range m.clauses {
				if n := c.at(m, clause, i); n > 0 {
					mark(units[i].start, units[i+n-1].end)
				}
			}
		}
		return true
	})
	return l.end()
}

// expressionSpans is FirstSpans of a Regexp. Those that are not returned are only
// counted where they are many, as a slice of all takes 40 bytes for each.
func (m *Matcher) expressionSpans(text string, most int) (spans [][2]int, more int) {
	l := spanList{most: most}
	if most < math.MaxInt {
		first := m.regexp.FindAllStringIndex(text, most+1)
		empty := slices.ContainsFunc(first, func(at []int) bool { return at[0] == at[1] })
		if len(first) > most && !empty {
			for _, at := range first[:most] {
				l.add(at[0], at[1])
			}
			spans, _ = l.end()
			m.regexp.ReplaceAllStringFunc(text, func(match string) string {
				if match != "" {
					more++
				}
				return ""
			})
			return spans, more - most
		}
	}
	for _, at := range m.regexp.FindAllStringIndex(text, -1) {
		l.add(at[0], at[1])
	}
	return l.end()
}

// spanList collects spans in the order in which they begin, and joins those that
// overlap. Behind the most that are wanted it only counts them.
type spanList struct {
	spans [][2]int
	most  int
	more  int
	last  [2]int // not yet in spans, as the next may join it; empty if there is none
}

func (l *spanList) add(from, to int) {
	if from < l.last[1] {
		l.last[1] = max(l.last[1], to)
		return
	}
	l.keep()
	l.last = [2]int{from, to}
}

func (l *spanList) keep() {
	switch {
	case l.last[0] == l.last[1]:
	case len(l.spans) < l.most:
		l.spans = append(l.spans, l.last)
	default:
		l.more++
	}
}

func (l *spanList) end() (spans [][2]int, more int) {
	l.keep()
	return l.spans, l.more
}

// MergeSpans sorts spans and joins those that overlap.
func MergeSpans(spans [][2]int) [][2]int {
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
