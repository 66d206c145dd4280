package table

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"kifudb/format"
	"kifudb/internal/lazy"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// Formats are the formats of this package.
func Formats() []*format.Format {
	return []*format.Format{
		{
			Name: "sgf-json", Title: "SGF in JSON", Extensions: []string{".json", ".jsonl", ".ndjson"}, Generic: true, ByBytes: true,
			Recognise: func(h *format.Head) format.Certainty { return surely(isJSON(h)) },
			Owns:      isJSON,
			Split: func(f *format.File) format.Splitter {
				r, in := f.Text()
				if in.Name == "" {
					in = store.Charset{Name: charset.UTF8, Confidence: 1, Reason: charset.ReasonValid}
				}
				return newSplitter(f, in, &jsonCells{r: bufio.NewReader(r), most: f.Most, line: 1})
			},
		},
		{
			Name: "sgf-csv", Title: "SGF in CSV", Extensions: []string{".csv", ".tsv"}, Generic: true, ByBytes: true,
			Recognise: func(h *format.Head) format.Certainty { return surely(isCSV(h)) },
			Owns:      isCSV,
			Whole:     isWholeCSV,
			Split: func(f *format.File) format.Splitter {
				r, in := f.Text()
				return newSplitter(f, in, newCSVCells(r, delimiter(f.Head.Text()), f.Most))
			},
		},
	}
}

func surely(is bool) format.Certainty {
	if is {
		return format.Sure
	}
	return format.No
}

// opening is what a cell begins with that holds a record; white space may be escaped.
var opening = lazy.Regexp(`^(?:\s|\\[nrt])*\((?:\s|\\[nrt])*;`)

// A badCell is why one cell was left out.
type badCell struct {
	line int
	err  error
}

func (b *badCell) Error() string { return fmt.Sprintf("line %d: %v", b.line, b.err) }

// cells are those of a table that hold records.
type cells interface {
	// next returns the next of them, without the table's escapes, and the line in which it
	// begins. The error is a *badCell if only this one cannot be read, and io.EOF at the end.
	// The text is valid until the next call.
	next() (text []byte, line int, err error)
	// broken reports whether a line's end in a cell is one of the file.
	broken() bool
}

// splitter cuts cells into games.
type splitter struct {
	cells
	in      store.Charset
	most    int
	scanner *sgfread.Scanner
	within  bool // the scanner is in a cell
	line    int  // in which it begins
	piece   format.Piece
	err     error // what ended the scan
	first   error // of the cells that were left out
	bad     int   // how many these are
}

func newSplitter(f *format.File, in store.Charset, c cells) *splitter {
	s := &splitter{cells: c, in: in, most: f.Most, scanner: f.Scanner}
	if s.scanner == nil {
		s.scanner = sgfread.NewScanner(bytes.NewReader(nil), nil)
	}
	return s
}

// Piece implements [format.Splitter].
func (s *splitter) Piece() format.Piece { return s.piece }

// Err implements [format.Splitter]. Cells that were left out are an error, too.
func (s *splitter) Err() error {
	switch {
	case s.err != nil && !errors.Is(s.err, io.EOF):
		return s.err
	case s.bad > 1:
		return fmt.Errorf("%w; this record and %d more were left out, all others read", s.first, s.bad-1)
	case s.bad == 1:
		return fmt.Errorf("%w; this record was left out, all others read", s.first)
	}
	return nil
}

// Scan implements [format.Splitter].
func (s *splitter) Scan() bool {
	for s.err == nil {
		if s.within {
			if s.scanner.Scan() {
				r, line := s.scanner.Record(), s.line
				if s.broken() {
					line += r.Line - 1
				}
				s.piece = format.Piece{Game: r.Tree, Line: line, Charset: s.in}
				return true
			}
			s.within = false
			if err := s.scanner.Err(); err != nil {
				s.leaveOut(&badCell{s.line, err})
			}
		}
		text, line, err := s.next()
		if bad, ok := errors.AsType[*badCell](err); ok {
			s.leaveOut(bad)
			continue
		}
		if s.err = err; err == nil {
			s.begin(text, line)
		}
	}
	return false
}

// begin begins to cut a cell.
func (s *splitter) begin(text []byte, line int) {
	name := s.in.Name
	if name == "" {
		name = charset.Detect(text, charset.Declared(text), nil).Name
	}
	s.scanner.Reset(bytes.NewReader(text), &sgfread.Options{MaxTree: s.most, Lead: sgfread.Lead(charset.TrailBytes(name))})
	s.within, s.line = true, line
}

func (s *splitter) leaveOut(bad *badCell) {
	if s.bad++; s.bad == 1 {
		s.first = bad
	}
}
