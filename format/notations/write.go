package notations

import (
	"io"

	"kifudb/format"
	"kifudb/game/notation"
)

// writer returns the writer of a format.
func writer(name string, write func(io.Writer, *notation.Record, *notation.WriteOptions) error) format.Writer {
	return format.Writer{Name: name, Write: func(w io.Writer, g *format.Written) error {
		lost := func(l notation.Loss) { g.Lost(format.Loss(l)) }
		r, err := Record(g.Game, lost)
		if err != nil {
			return &format.UnfitError{Why: err.Error()}
		}
		return write(w, r, &notation.WriteOptions{Lost: lost})
	}}
}

// converted returns the writer of texts of the converter of 1996.
func converted(name string, n notation.Notation, inKanji bool) format.Writer {
	return format.Writer{Name: name, Wide: true, Write: func(w io.Writer, g *format.Written) error {
		return writer(name, func(w io.Writer, r *notation.Record, o *notation.WriteOptions) error {
			f := notation.Format{Notation: n, Numbers: notation.Pairs, Width: g.Width}
			return notation.Write(w, r, f, &notation.PrintOptions{Kanji: inKanji, Header: true, Lost: o.Lost})
		}).Write(w, g)
	}}
}

// SGF writes a game of shogi in SGF, with moves in USI.
func SGF(w io.Writer, g *format.Written) error { return writer("sgf", notation.WriteSGF).Write(w, g) }
