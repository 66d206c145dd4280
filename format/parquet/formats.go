package parquet

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"kifudb/format"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// magic begins and ends a file in Parquet, or one whose metadata is encrypted.
const (
	magic     = "PAR1"
	encrypted = "PARE"
)

// Formats are the formats of this package. Cells may be in those of the texts given. Moves is
// the one of them whose records may be moves alone, behind tags: PGN.
func Formats(texts format.List, moves string) []*format.Format {
	return []*format.Format{{
		Name: "games-parquet", Title: "Parquet", Extensions: []string{".parquet", ".pq"}, Generic: true, Binary: true, Seeks: true,
		Recognise: func(h *format.Head) format.Certainty {
			if text := string(h.Bytes[:min(len(h.Bytes), len(magic))]); text == magic || text == encrypted {
				return format.Sure
			}
			return format.No
		},
		Owns: func(*format.Head) bool { return true }, // trees in it are in cells
		Split: func(f *format.File) format.Splitter {
			return &splitter{file: f, texts: texts, moves: texts.Named(moves)}
		},
	}}
}

// splitter takes the records of a column.
type splitter struct {
	file  *format.File
	texts format.List
	moves *format.Format

	table  *table
	column int        // the one with records
	bare   bool       // they are moves alone
	ahead  [][]string // rows that were read to choose the column

	inner  format.Splitter // of the cell at hand
	in     *format.Format  // its format
	piece  format.Piece
	err    error
	first  error // of the rows that were left out
	bad    int   // how many these are
	row    int64
	begun  bool
	closed bool
}

// looked is how many rows are read to find the column with records.
const looked = 200

// usual are names of columns that hold records, the surest first.
var usual = []string{"sgf", "pgn", "movetext", "moves", "kif", "csa", "usi", "record", "game", "text"}

// exported is the key of the metadata of tables that kifudb writes.
const exported = "kifudb.table"

// open opens the table and chooses the column.
func (s *splitter) open() error {
	if string(s.file.Head.Bytes[:4]) == encrypted {
		return errors.New("the table is encrypted: decrypt it first")
	}
	t, err := openTable(s.file.At, s.file.Size)
	if err != nil {
		return err
	}
	s.table = t
	if _, ok := t.file.Lookup(exported); ok {
		return errNoColumn // comments in it may look like records
	}
	for len(s.ahead) < looked {
		cells, err := t.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		s.ahead = append(s.ahead, cells)
	}
	if !s.choose() {
		return errNoColumn
	}
	return nil
}

// errNoColumn ends a table that holds no records.
var errNoColumn = errors.New("no column holds records of games")

// choose finds the column with records: one whose first cell that is not empty is recognised. Columns
// with usual names are asked first.
func (s *splitter) choose() bool {
	var order []int
	for _, name := range usual {
		for i, c := range s.table.columns {
			if strings.EqualFold(c.name, name) {
				order = append(order, i)
			}
		}
	}
	named := len(order)
	for i := range s.table.columns {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	for n, i := range order {
		if !s.table.columns[i].text {
			continue
		}
		for _, row := range s.ahead {
			if strings.TrimSpace(row[i]) == "" {
				continue
			}
			if s.column = i; s.formatOf(row[i]) != nil {
				return true
			}
			if n < named && s.moves != nil && s.moves.Recognise(format.NewHead([]byte(row[i]), int64(len(row[i])))) == format.Maybe {
				s.bare = true
				return true
			}
			break
		}
	}
	return false
}

// formatOf returns the format of a cell, nil if none is sure of it.
func (s *splitter) formatOf(cell string) *format.Format {
	head := format.NewHead([]byte(cell[:min(len(cell), format.HeadSize)]), int64(len(cell)))
	for i, f := range s.texts {
		if f.Read() && !f.Binary && !f.Table && f.Derive != nil && f.Is(head) || i == 0 && f.Recognise(head) == format.Sure {
			return f
		}
	}
	return nil
}

// Scan implements [format.Splitter].
func (s *splitter) Scan() bool {
	if !s.begun {
		s.begun = true
		s.err = s.open()
	}
	for s.err == nil {
		if s.inner != nil {
			if s.inner.Scan() {
				s.piece = s.inner.Piece()
				s.piece.Format, s.piece.Line = s.in, int(s.row)
				return true
			}
			if err := s.inner.Err(); err != nil {
				s.leaveOut(err)
			}
			s.inner = nil
		}
		var cells []string
		if len(s.ahead) > 0 {
			cells, s.ahead = s.ahead[0], s.ahead[1:]
		} else if cells, s.err = s.table.next(); s.err != nil {
			break
		}
		s.row++
		s.begin(cells)
	}
	if s.table != nil && !s.closed {
		s.closed = true
		s.table.close()
	}
	return false
}

// begin begins to cut the record of a row.
func (s *splitter) begin(cells []string) {
	text := cells[s.column]
	switch f := s.formatOf(text); {
	case strings.TrimSpace(text) == "" && !s.bare:
		return
	case len(text) > s.file.Most:
		s.leaveOut(fmt.Errorf("its record has more than %d bytes", s.file.Most))
		return
	case f != nil:
		s.in = f
	case s.bare:
		s.in, text = s.moves, s.tags(cells)+text+"\n"
	default:
		s.leaveOut(errors.New("its record is in no format that is known"))
		return
	}
	r := strings.NewReader(text)
	s.inner = s.in.Split(&format.File{
		Head: format.NewHead([]byte(text[:min(len(text), format.HeadSize)]), int64(len(text))), R: bufio.NewReaderSize(r, format.HeadSize),
		Path: s.file.Path, Scanner: s.file.Scanner, Most: s.file.Most,
	})
}

// roster are the tags with which records in PGN begin.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// tags returns the other cells of a row as tags.
func (s *splitter) tags(cells []string) string {
	var b strings.Builder
	put := func(i int, name string) {
		if i != s.column && cells[i] != "" {
			value := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", " ", "\n", " ").Replace(cells[i])
			fmt.Fprintf(&b, "[%s \"%s\"]\n", name, value)
		}
	}
	for _, name := range roster {
		for i, c := range s.table.columns {
			if strings.EqualFold(c.name, name) {
				put(i, name)
				break
			}
		}
	}
	for i, c := range s.table.columns {
		if !slices.ContainsFunc(roster, func(name string) bool { return strings.EqualFold(c.name, name) }) {
			put(i, tagName(c.name))
		}
	}
	return b.String() + "\n"
}

// tagName returns the name of a tag for a column: PGN has letters, digits and underscores.
func tagName(column string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
			return r
		}
		return '_'
	}, column)
	if name == "" || name[0] < 'A' || name[0] == '_' {
		name = "Column" + name
	}
	return name
}

// Piece implements [format.Splitter].
func (s *splitter) Piece() format.Piece {
	p := s.piece
	if p.Charset.Name == "" {
		p.Charset = store.Charset{Name: charset.UTF8, Confidence: 1, Reason: charset.ReasonValid}
	}
	return p
}

// Err implements [format.Splitter]. Rows that were left out are an error, too.
func (s *splitter) Err() error {
	switch {
	case errors.Is(s.err, errNoColumn):
		return nil
	case s.err != nil && !errors.Is(s.err, io.EOF):
		return s.err
	case s.bad > 1:
		return fmt.Errorf("%w; this row and %d more were left out, all others read", s.first, s.bad-1)
	case s.bad == 1:
		return fmt.Errorf("%w; this row was left out, all others read", s.first)
	}
	return nil
}

func (s *splitter) leaveOut(err error) {
	if s.bad++; s.bad == 1 {
		s.first = fmt.Errorf("row %d: %w", s.row, err)
	}
}
