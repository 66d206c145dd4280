package unread

import (
	"bytes"
	"strings"

	"kifudb/format"
	"kifudb/internal/lazy"
)

// gib is GIB, the format of Tygem: a heading of settings and a part of moves, each
// between lines that begin and end it.
func gib() *format.Format {
	is := func(h *format.Head) bool {
		text := bytes.TrimLeft(bytes.TrimPrefix(h.Text(), []byte("\ufeff")), " \t\r\n")
		return bytes.HasPrefix(text, []byte(`\HS`)) && bytes.Contains(text, []byte(`\[GAME`))
	}
	return &format.Format{
		Name: "gib", Title: "GIB", Extensions: []string{".gib"}, Games: []int{gameGo},
		Recognise: func(h *format.Head) format.Certainty { return surely(is(h)) },
		Owns:      func(h *format.Head) bool { return h.TreeInLine(`\[`) },
		Why:       save("GIB", "SGF"),
	}
}

// ngf is NGF, the format of Wbaduk and Cyberoro: some eleven lines of facts, the
// number of moves, and a move a line.
func ngf() *format.Format {
	return &format.Format{
		Name: "ngf", Title: "NGF", Extensions: []string{".ngf"}, Games: []int{gameGo},
		Recognise: func(h *format.Head) format.Certainty { return surely(isNGF(string(h.Text()))) },
		Why:       save("NGF", "SGF"),
	}
}

var (
	ngfCount = lazy.Regexp(`^(GI)?\s*\d+\s*$`)
	ngfMove  = lazy.Regexp(`^PM[A-Z]{2}[BW][A-Z@]{4}\s*$`)
)

// isNGF looks for the first move, and the number of moves before it.
func isNGF(text string) bool {
	before, n := "", 0
	for line := range format.Lines(text, 20) {
		if n++; ngfMove().MatchString(line) {
			return n > 8 && ngfCount().MatchString(before)
		}
		before = line
	}
	return false
}

// ugf is UGF, the format of Panda-Egg, and UGI, its form with reviews: sections of
// settings, moves and figures.
func ugf() *format.Format {
	return &format.Format{
		Name: "ugf", Title: "UGF", Extensions: []string{".ugf", ".ugi"}, Games: []int{gameGo},
		Recognise: func(h *format.Head) format.Certainty { return surely(isUGF(string(h.Text()))) },
		Owns: func(h *format.Head) bool { // in the words of a figure, or behind a key
			before := h.BeforeTree()
			text := bytes.LastIndex(before, []byte("\n.Text,")) > bytes.LastIndex(before, []byte("\n.EndText"))
			return text || h.TreeInLine("Title=", "Comment=", "Place=", "PlayerB=", "PlayerW=")
		},
		Why: save("UGF", "SGF"),
	}
}

func isUGF(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
	return strings.HasPrefix(text, "[Header]") && strings.Contains(text, "\nVer=") &&
		(strings.Contains(text, "\nCoordinateType=") || strings.Contains(text, "\n[Data]"))
}
