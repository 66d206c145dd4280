package fulltext

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/internal/testsize"
)

// termsOf returns the distinct terms of a text.
func termsOf(parts ...string) []string {
	set := map[string]bool{}
	for _, part := range parts {
		units := cutUnits(nil, string(fold(part, false).Text))
		terms(units, 0, len(units), func(term string) { set[term] = true })
		if IsDamaged(string(fold(part, false).Text)) {
			set[lostTerm] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// The parts of a text have its terms and no others, whatever it is made of.
func TestLongTextsAreIndexedInParts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, alphabet := range [][]string{
		{"a", "b", " "},
		{"black ", "Lee Se-dol ", "O'Brien, ", "\n"},
		{"a", "b-", "c-"},
		{"碁", "か", "\u3099", "ｶ", "ﾞ", "바", "둑"},
		{"碁", "-", "a", "é", "。"},
		{"碁", "か", " ", "　", "か\u3099", "ﾊﾞ", "a"},
		{"[", "x", "]", "y"},
		{"ÿ", "€", "™", "\u0338", "=", "’", "-"},
		{"x", "?"},
		{"!", "?", "x"},
		{"碁", "?", "x", "。", "\ufffd", "？"},
		{"x", "\ufffd"},
		{"x"},
		{"!"},
	} {
		var b strings.Builder
		for b.Len() < testsize.Of(3, 2)*partBytes+partBytes/3 {
			b.WriteString(alphabet[r.IntN(len(alphabet))])
		}
		var parts []string
		for i, part := range textParts(b.String()) {
			if i != len(parts) {
				t.Errorf("%q: part %d has the number %d", alphabet, len(parts), i)
			}
			parts = append(parts, part)
		}
		if !slices.Equal(termsOf(parts...), termsOf(b.String())) {
			t.Errorf("%q: %d parts have other terms than the text", alphabet, len(parts))
		}
		if len(alphabet) > 1 && len(parts) < 2 {
			t.Errorf("%q: %d bytes in one part", alphabet, b.Len())
		}
	}
	if size := batchSize(slices.All([]string{"a", "b"})); size != batchSizes[0] {
		t.Errorf("short texts are indexed %d at a time", size)
	}
	long := slices.Repeat([]string{strings.Repeat("word ", partBytes/5)}, 100)
	if size := batchSize(slices.All(long)); size*partBytes > batchBytes {
		t.Errorf("long texts are indexed %d at a time", size)
	}
}

// The units of a long text are the same when some are cut at a time, each comes
// once, and what a query asks for is found wherever it stands.
func TestLongTextsAreComparedInWindows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, damage := range []bool{false, true} {
		var b strings.Builder
		for range 3 * windowUnits {
			b.WriteString([]string{"碁", "a", " ", "-", "?", "\ufffd", "。", "lee-", "\ufffd\ufffd"}[r.IntN(9)])
		}
		whole := newCutter(b.String(), damage)
		want := whole.cut(nil, len(b.String()))
		var got []unit
		most := 0
		windows(nil, b.String(), damage, func(units []unit, from, to int) bool {
			most = max(most, len(units))
			got = append(got, units[from:to]...)
			return true
		})
		if !slices.Equal(got, want) {
			t.Errorf("damage %v: %d units in windows, %d at once", damage, len(got), len(want))
		}
		if most > windowUnits+1 {
			t.Errorf("damage %v: %d units at a time", damage, most)
		}
	}
	const filler = windowUnits - unitsBehind
	for _, test := range []struct {
		kind        Kind
		query, text string
		want        bool
	}{
		{Phrase, "lee se dol", "lee se dol", true},
		{Phrase, "lee se dol", "lee se", false},
		{Name, "lee sedol", "se-dol lee", true},
		{Name, "o meien", "\ufffd meien", false},
		{Words, "小林光一", "小林光一", true},
		{Words, "first last", "last", true},
	} {
		m, err := Query{Text: test.query, Kind: test.kind}.Matcher()
		if err != nil {
			t.Fatal(err)
		}
		for at := filler - 12; at < filler+12; at += testsize.Of(1, 3) {
			text := "first " + strings.Repeat("x ", at) + test.text + strings.Repeat(" x", 2*windowUnits)
			if got := m.Match(text); got != test.want {
				t.Errorf("%q behind %d words: %v", test.query, at, got)
			}
			if test.want && test.kind != Words && len(m.Spans(text)) != 1 {
				t.Errorf("%q behind %d words: %d spans", test.query, at, len(m.Spans(text)))
			}
		}
	}
}
