package notations

import (
	"bytes"

	"kifudb/format"
	"kifudb/game/notation"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// Shogi is SGF's number for the game.
const Shogi = 8

// maxPiece is the largest number of bytes of a record. There are no variations of
// note: the longest real ones have some hundred kilobytes, and what is derived of a
// record made of tiny statements is sixty times as large.
const maxPiece = 4 << 20

// Formats are the formats of this package.
func Formats() []*format.Format {
	list := []*format.Format{
		{
			Name: "csa", Title: "CSA", Extensions: []string{".csa"},
			Owns:      inWordsOfCSA,
			Charset:   charsetOfCSA,
			Separator: "/\n",
			Writers:   []format.Writer{writer("csa", notation.WriteCSA)},
		},
		{
			Name: "usi", Title: "USI", Extensions: []string{".usi", ".sfen"},
			Writers: []format.Writer{writer("usi", notation.WriteUSI)},
		},
		{
			Name: "usen", Title: "USEN", Extensions: []string{".usen"},
			Writers: []format.Writer{writer("usen", notation.WriteUSEN)},
		},
		{
			Name: "converter", Title: "notation converter of 1996", Extensions: []string{".txt"}, Generic: true,
			Writers: []format.Writer{
				converted("western", notation.Western, false),
				converted("japanese", notation.Japanese, false),
				converted("kanji", notation.Japanese, true),
			},
		},
	}
	for _, f := range list {
		d := dialects[f.Name]
		f.Games, f.ByBytes = []int{Shogi}, true
		f.Recognise = func(h *format.Head) format.Certainty {
			if notation.Detect(h.Text()) == d {
				return format.Sure
			}
			return format.No
		}
		if owns := f.Owns; owns != nil {
			f.Owns = func(h *format.Head) bool { return !h.OpensTree() || owns(h) }
		} else {
			f.Owns = func(h *format.Head) bool { return !h.OpensTree() }
		}
		if d != notation.Commands { // which stand in prose
			f.Whole = func(h *format.Head) bool { return format.WholeLines(string(h.Text()), d.IsLine) }
		}
		f.Split = func(file *format.File) format.Splitter {
			r, in := file.Text()
			return splitter{notation.NewScanner(r, d, maxPiece), in}
		}
	}
	list = append(list, kif(), ki2(), jkf())
	for _, f := range list {
		f.Derive = func(d *format.Draft) { derive(d, readers[f.Name]) }
	}
	return list
}

// dialects are the formats whose records show it by their bytes.
var dialects = map[string]notation.Dialect{"csa": notation.CSA, "usi": notation.USI, "usen": notation.USEN, "converter": notation.Commands}

// readers are the readers of the formats, by their names.
var readers = map[string]reader{
	"csa": notation.ReadCSA, "usi": notation.ReadUSI, "usen": notation.ReadUSEN, "converter": notation.Read,
	"kif": notation.ReadKifu, "ki2": notation.ReadKifu, "jkf": notation.ReadJKF,
}

// readerOf returns the reader of a record, nil if it is in none of these formats.
func readerOf(r *store.Record) reader {
	if r.Format != "" {
		return readers[r.Format]
	}
	h := format.NewHead(format.Game(r), int64(len(r.Raw)))
	for name, d := range dialects {
		if notation.Detect(h.Text()) == d && (!h.HasTree() || !h.OpensTree() || name == "csa" && inWordsOfCSA(h)) {
			return readers[name]
		}
	}
	return nil
}

// inWordsOfCSA reports whether the first parenthesis of a text stands among the
// words of CSA, which otherwise has none: in a comment, a name or a fact.
func inWordsOfCSA(h *format.Head) bool { return h.TreeInLine("'", "N+", "N-", "$") }

type splitter struct {
	*notation.Scanner
	in store.Charset
}

// Piece implements [format.Splitter].
func (s splitter) Piece() format.Piece {
	p := s.Scanner.Piece()
	return format.Piece{Lead: p.Lead, Game: p.Text, Line: p.Line, Charset: s.in}
}

// charsetOfCSA returns the charset of a record in CSA, which has its own way to
// declare one, and comes from Japan.
func charsetOfCSA(text []byte, pool *charset.Pool) charset.Guess {
	declared := ""
	if _, rest, ok := bytes.Cut(text[:min(len(text), 1<<10)], []byte("'CSA encoding=")); ok {
		if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
			declared = string(bytes.TrimSpace(rest[:end]))
		}
	}
	return japanese(text, declared, pool)
}

// japanese returns the charset of a text that comes from Japan.
func japanese(text []byte, declared string, pool *charset.Pool) charset.Guess {
	guess := charset.Detect(text, declared, pool)
	switch guess.Name {
	case charset.UTF8, charset.ShiftJIS, charset.EUCJP:
		return guess
	}
	if guess.Reason == charset.ReasonDeclared {
		return guess
	}
	guess = charset.Guess{Name: charset.ShiftJIS, Confidence: 0.5, Reason: charset.ReasonLikely}
	guess.Damaged = format.Damage(text, charset.ShiftJIS)
	if n := format.Damage(text, charset.EUCJP); n < guess.Damaged {
		guess.Name, guess.Damaged = charset.EUCJP, n
	}
	return guess
}
