package indexer

import (
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"kifudb/format"
	"kifudb/format/goserver"
	"kifudb/format/notations"
	"kifudb/format/othello"
	"kifudb/format/parquet"
	"kifudb/format/pgn"
	"kifudb/format/renlib"
	"kifudb/format/table"
	"kifudb/format/unread"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// formats are the formats that are known. A new one is a line here.
var formats = slices.Concat(texts, parquet.Formats(texts, "pgn"))

// texts are those whose records may stand in the cells of tables, and those that are no such tables.
var texts = slices.Concat(
	format.List{sgf()},
	goserver.Formats(),
	notations.Formats(),
	othello.Formats(),
	pgn.Formats(),
	renlib.Formats(),
	table.Formats(),
	unread.Formats(),
)

// Formats returns the formats that are known, SGF first.
func Formats() format.List { return slices.Clone(formats) }

// FormatOf returns the format of a record.
func FormatOf(r *store.Record) *format.Format { return formats.Of(r.Format, format.Game(r)) }

// sgf is the entry of SGF, which the extractor itself reads.
func sgf() *format.Format {
	return &format.Format{
		Name: "sgf", Title: "SGF", Extensions: []string{".sgf", ".mgt", ".hsgf", ".tsgf"}, ByBytes: true, Whole: format.WholeTrees,
		Recognise: func(h *format.Head) format.Certainty {
			switch {
			case h.OpensTree() && h.HasTree():
				return format.Sure
			case h.OpensTree(), h.Whole() != "":
				return format.Likely
			}
			return format.Maybe // a file that claims to be SGF is read to its end before it is said that it is none
		},
		Split:   splitSGF,
		Writers: []format.Writer{{Name: "sgf", Write: writeSGF}},
	}
}

// splitSGF cuts a file into game trees.
func splitSGF(f *format.File) format.Splitter {
	switch f.Head.Whole() {
	case charset.ISO2022JP, charset.ISO2022KR, charset.ISO2022CN, charset.HZ:
		r, in := f.Text()
		f.Scanner.Reset(r, &sgfread.Options{MaxTree: f.Most})
		return sgfSplitter{f.Scanner, in}
	}
	return newRegionSplitter(f.Scanner, newRegions(f.R, f.Head.Bytes))
}

type sgfSplitter struct {
	*sgfread.Scanner
	in store.Charset
}

func (s sgfSplitter) Piece() format.Piece {
	r := s.Record()
	return format.Piece{Lead: r.Lead, Game: r.Tree, Line: r.Line, Charset: s.in}
}

// reasonBinary is the reason of the charset of a record that is not a text.
const reasonBinary = "binary format"

// isEvidence reports whether a record says something about the charset of those
// beside it.
func isEvidence(r *store.Record) bool { return r.Format == "" || !FormatOf(r).Binary }

// detect returns the charset of a record of a format, which is one of those in the pool.
func detect(f *format.Format, r *store.Record, pool *charset.Pool) charset.Guess {
	text := format.Game(r)
	switch {
	case f.Charset != nil:
		return f.Charset(text, pool.Others(text))
	case f.Binary:
		return charset.Guess{Name: charset.UTF8, Confidence: 1, Reason: reasonBinary}
	case charset.Marked(r.Raw[:r.Tree[0]]) && utf8.Valid(text):
		return charset.Guess{Name: charset.UTF8, Confidence: 1, Reason: charset.ReasonMark}
	}
	return charset.Detect(text, charset.Declared(text), pool.Others(text))
}

// writeSGF writes the record of a game as it is, in UTF-8. One that is not in SGF is
// written anew, if it is of shogi, Othello or chess.
func writeSGF(w io.Writer, g *format.Written) error {
	switch {
	case g.Game.Facts.Game == notations.Shogi:
		return notations.SGF(w, g)
	case g.Game.Facts.Game == goserver.Go && g.From.Derive != nil:
		return goserver.SGF(w, g)
	case g.Game.Facts.Game == othello.Othello && g.From.Derive != nil:
		return othello.SGF(w, g)
	case g.From.Name == "pgn":
		return pgn.SGF(w, g)
	case g.From.Name == "renlib":
		return renlib.SGF(w, g)
	case g.From.Derive != nil:
		return &format.UnfitError{Why: fmt.Sprintf("a record in %s cannot be written in SGF yet", g.From.Title)}
	}
	trees, err := sgfread.Parse(utf8Tree(&g.Game.Record), &sgfread.Options{Lead: sgfread.NoLead})
	if err != nil {
		return err
	}
	if err := sgfread.FormatAmong(w, trees...); err != nil { // it may lack a parenthesis
		return err
	}
	_, err = io.WriteString(w, "\n")
	return err
}
