package notations

import (
	"bytes"
	"iter"

	"kifudb/format"
	"kifudb/game/notation"
	"kifudb/sgfread/charset"
)

// jkf is JKF, json-kifu-format: an object with a header and moves, each of which is
// an object with a move, or with nothing.
func jkf() *format.Format {
	return &format.Format{
		Name: "jkf", Title: "JKF", Extensions: []string{".jkf"}, Games: []int{Shogi},
		Recognise: recogniseJKF,
		Owns:      func(h *format.Head) bool { return inString(h.BeforeTree()) },
		Charset:   func(text []byte, pool *charset.Pool) charset.Guess { return japanese(text, charset.UTF8, pool) },
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

// recogniseJKF looks for an object that has a list of moves itself, not somewhere within it. With
// a header or a beginning, and with what only moves have, it is surely one.
func recogniseJKF(h *format.Head) format.Certainty {
	text := bytes.TrimLeft(bytes.TrimPrefix(h.Text(), []byte("\ufeff")), " \t\r\n")
	if !bytes.HasPrefix(text, []byte("{")) || !bytes.Contains(text, []byte(`"moves"`)) {
		return format.No
	}
	moves, header := false, false
	for key, value := range members(text) {
		switch {
		case key == "moves":
			moves = value == '['
		case key == "header" || key == "initial":
			header = header || value == '{'
		}
	}
	played := bytes.Contains(text, []byte(`"piece"`)) && bytes.Contains(text, []byte(`"to"`)) || bytes.Contains(text, []byte(`"special"`))
	switch {
	case moves && header && played:
		return format.Sure
	case moves:
		return format.Maybe
	}
	return format.No
}

// members yields the keys of an object in JSON with which a text begins, each with the first
// character of its value.
func members(text []byte) iter.Seq2[string, byte] {
	return func(yield func(string, byte) bool) {
		depth, key, begun := 0, "", false // begun: a value is to come
		for i := 0; i < len(text); i++ {
			c := text[i]
			if begun && depth == 1 && c > ' ' {
				if begun = false; !yield(key, c) {
					return
				}
			}
			switch c {
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return
				}
			case ':':
				begun = depth == 1
			case '"':
				from := i + 1
				for i = from; i < len(text) && text[i] != '"'; i++ {
					if text[i] == '\\' {
						i++
					}
				}
				if depth == 1 {
					key = string(text[from:min(i, len(text))])
				}
			}
		}
	}
}
