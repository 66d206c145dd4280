package fulltext

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// What is found in a document stays as it is while others are analyzed with the same memory.
func TestAnalysisKeepsDocumentsApart(t *testing.T) {
	texts := []string{"", "Lee Se-dol", "李世乭九段", "O'Brien, Hon'inbo", strings.Repeat("é", 5000), "a�b"}
	for i := range 3000 { // more than one piece of every kind
		texts = append(texts, fmt.Sprintf("Player%d said: move %d-%d is 好手%d", i, i*7, i%13, i))
	}
	var a analysis
	var documents []*document
	for i, text := range texts {
		documents = append(documents, a.document(i, i%3, text))
	}
	for _, d := range documents {
		d.terms.Analyze()
		d.terms.Analyze() // once more is the same
	}
	for i, d := range documents {
		want := termsOf(texts[i])
		freq := d.terms.AnalyzedTokenFrequencies()
		if got := slices.Sorted(maps.Keys(freq)); !slices.Equal(got, want) {
			t.Fatalf("%q has the terms %q instead of %q", texts[i], got, want)
		}
		for term, token := range freq {
			if string(token.Term) != term || token.Frequency() != 1 {
				t.Fatalf("%q: the term %q is given as %q, %d times", texts[i], term, token.Term, token.Frequency())
			}
		}
		id := string([]byte{0, 0, byte(i >> 8), byte(i)})
		if part := i % 3; part > 0 {
			id += string([]byte{0, 0, 0, byte(part)})
		}
		if d.ID() != id {
			t.Fatalf("document %d is called %q instead of %q", i, d.ID(), id)
		}
	}
}
