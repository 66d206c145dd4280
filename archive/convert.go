package archive

import (
	"io"

	"kifudb/game/notation"
)

// A ShogiConversion says how a text of shogi in Western or Japanese notation, which
// itself says what is to be done with it, is written in the other.
type ShogiConversion struct {
	Bare  bool // leave out GAME, INPUT and keyword lines
	CRLF  bool // end lines with CR LF
	Kanji bool // write Japanese moves in kanji

	Report func(problem string) // if set, is told each problem, "line:column: ..."
}

// Run converts a text, and returns how many errors are in it, and whether it was
// read no further because of them. The error is of reading and writing.
func (c *ShogiConversion) Run(w io.Writer, r io.Reader) (errors int, stopped bool, err error) {
	o := notation.ConvertOptions{PrintOptions: notation.PrintOptions{Bare: c.Bare, CRLF: c.CRLF, Kanji: c.Kanji}}
	if c.Report != nil {
		o.Report = func(p notation.Problem) { c.Report(p.String()) }
	}
	errors, err = notation.Convert(w, r, &o)
	return errors, errors >= notation.MaxErrors, err
}
