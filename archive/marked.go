package archive

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kifudb/query"
)

// A Marked text has pieces that a search found: byte offsets [from, to), ascending.
type Marked struct {
	Text  string
	Marks [][2]int
}

// add adds a text at the end.
func (m *Marked) add(other Marked) {
	for _, p := range other.Marks {
		m.Marks = append(m.Marks, [2]int{len(m.Text) + p[0], len(m.Text) + p[1]})
	}
	m.Text += other.Text
}

// Found says in short where in the game the first hits are: "@14 @n37 +2", with
// what was found in texts.
func (g *Game) Found() Marked {
	const most = 3
	var found Marked
	for i, h := range g.Hits {
		if i > 0 {
			found.add(Marked{Text: " "})
		}
		if i == most {
			found.add(Marked{Text: fmt.Sprintf("+%d", len(g.Hits)-most)})
			break
		}
		_, at, _ := strings.Cut(h.Ref, "@")
		found.add(Marked{Text: "@" + at})
		if f, ok := query.FindField(h.Property); ok && f.OfNodes() {
			found.add(Marked{Text: " " + h.Property}) // TE or BM, which 1 does not tell
		}
		if h.Text != "" {
			found.add(Marked{Text: " "})
			found.add(h.Snippet())
		}
		if n := len(h.Differs); n > 0 {
			found.add(Marked{Text: fmt.Sprintf(" ≠%d", n)})
		}
		if h.Damaged {
			found.add(Marked{Text: " (damaged)"})
		}
	}
	return found
}

// Snippet shows what was found first in a text, in guillemets, with some words around
// it, in which there may be more that was found.
func (h *Hit) Snippet() Marked {
	const before, after = 20, 40 // characters
	if len(h.Marks) == 0 {
		end := 0
		for range before + after {
			_, size := utf8.DecodeRuneInString(h.Text[end:])
			end += size
		}
		if end < len(h.Text) {
			return Marked{Text: h.Text[:end] + "…"}
		}
		return Marked{Text: h.Text}
	}
	from, to := h.Marks[0][0], h.Marks[0][1]
	start, end := from, to
	for range before {
		_, size := utf8.DecodeLastRuneInString(h.Text[:start])
		start -= size
	}
	for range after {
		_, size := utf8.DecodeRuneInString(h.Text[end:])
		end += size
	}
	var s Marked
	if start > 0 {
		s.add(Marked{Text: "…"})
	}
	s.add(Marked{Text: h.Text[start:from] + "«"})
	s.add(Marked{h.Text[from:to], [][2]int{{0, to - from}}})
	s.add(Marked{Text: "»"})
	tail := Marked{Text: h.Text[to:end]}
	for _, m := range h.Marks[1:] {
		if m[0] >= end {
			break
		}
		tail.Marks = append(tail.Marks, [2]int{m[0] - to, min(m[1], end) - to})
	}
	s.add(tail)
	if end < len(h.Text) {
		s.add(Marked{Text: "…"})
	}
	return s
}

// snippet is that of the first hit in a text.
func (g *Game) snippet() Marked {
	for _, h := range g.Hits {
		if h.Text != "" {
			return h.Snippet()
		}
	}
	return Marked{}
}
