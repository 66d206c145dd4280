package store

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// termsOf returns the distinct terms of a text.
func termsOf(parts ...string) []string {
	set := map[string]bool{}
	for _, part := range parts {
		terms(cutUnits(nil, string(fold(part, false).text)), func(term string) { set[term] = true })
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
		{"x"},
		{"!"},
	} {
		var b strings.Builder
		for b.Len() < 3*partBytes+partBytes/3 {
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
