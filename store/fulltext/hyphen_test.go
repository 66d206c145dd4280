package fulltext

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestHyphenTwin compares what hyphens and dashes mean with regular expressions: a hyphen of the
// query is a hyphen, any dash, a space or nothing in the text, a space of the query is a
// hyphen, a dash or a space.
func TestHyphenTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 11))
	words := []string{"a", "b", "ab", "ba"}
	dashes := []string{"-", "‐", "–", "‑", "—", "−", "‒", "―", "－", " ", " – "}
	text := func(signs []string, n int) string {
		var s strings.Builder
		for i := range n {
			if i > 0 {
				s.WriteString(signs[r.IntN(len(signs))])
			}
			s.WriteString(words[r.IntN(len(words))])
		}
		return s.String()
	}
	// The signs that join words in the index, and all signs.
	const joins, divides = `[-‐‑–－]`, `[-‐‑–－—−‒― ]+`
	hits := 0
	for range 20000 {
		query, record := text(dashes[:9], 1+r.IntN(3)), text(dashes, 1+r.IntN(4))
		if r.IntN(2) == 0 {
			query += " " + words[r.IntN(len(words))]
		}
		var expression strings.Builder
		expression.WriteString(`(^|[^a-z])`)
		for i, c := range query {
			switch {
			case c == ' ':
				expression.WriteString(divides)
			case c > 'z' || c < 'a':
				expression.WriteString(`(` + divides + `)?`)
			case i > 0 && 'a' <= query[i-1] && query[i-1] <= 'z':
				expression.WriteString(joins + `?` + string(c))
			default:
				expression.WriteRune(c)
			}
		}
		expression.WriteString(`($|[^a-z])`)
		want := regexp.MustCompile(expression.String()).MatchString(record)
		m, err := Query{Text: query, Kind: Phrase}.Matcher()
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Match(record); got != want {
			t.Fatalf("%q in %q: %t, want %t", query, record, got, want)
		}
		if want {
			hits++
		}
	}
	if hits < 500 {
		t.Errorf("only %d hits: the texts test little", hits)
	}
}
