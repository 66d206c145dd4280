package notations

import (
	"bytes"

	"kifudb/format"
	"kifudb/notation"
	"kifudb/sgfread/charset"
)

// jkf is JKF, json-kifu-format: an object with a header and moves, each of which is
// an object with a move, or with nothing.
func jkf() *format.Format {
	return &format.Format{
		Name: "jkf", Title: "JKF", Extensions: []string{".jkf"}, Games: []int{Shogi},
		Recognise: func(h *format.Head) format.Certainty {
			if isJKF(h.Text()) {
				return format.Sure
			}
			return format.No
		},
		Owns:    func(h *format.Head) bool { return inString(h.BeforeTree()) },
		Charset: func(text []byte, pool *charset.Pool) charset.Guess { return japanese(text, charset.UTF8, pool) },
		Split: func(file *format.File) format.Splitter {
			r, in := file.Text()
			return splitter{notation.NewScanner(r, notation.JKF, maxPiece), in}
		},
		Writers: []format.Writer{writer("jkf", notation.WriteJKF)},
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
