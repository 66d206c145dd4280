package unread

import (
	"bytes"

	"kifudb/format"
)

// jkf is JKF, json-kifu-format: an object with a header and moves, each of which is
// an object with a move, or with nothing.
func jkf() *format.Format {
	return &format.Format{
		Name: "jkf", Title: "JKF", Extensions: []string{".jkf"}, Games: []int{gameShogi},
		Recognise: func(h *format.Head) format.Certainty { return surely(isJKF(h.Text())) },
		Owns:      func(h *format.Head) bool { return inString(h.BeforeTree()) },
		Why:       save("JKF", "CSA"),
	}
}

// inString reports whether a text in JSON ends within a string.
func inString(text []byte) bool {
	in := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			in = !in
		}
	}
	return in
}

func isJKF(text []byte) bool {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	if !bytes.HasPrefix(text, []byte("{")) || !bytes.Contains(text, []byte(`"moves"`)) {
		return false
	}
	header := bytes.Contains(text, []byte(`"header"`)) || bytes.Contains(text, []byte(`"initial"`))
	moves := bytes.Contains(text, []byte(`"piece"`)) && bytes.Contains(text, []byte(`"to"`)) || bytes.Contains(text, []byte(`"special"`))
	return header && moves
}
