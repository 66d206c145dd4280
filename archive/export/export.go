package export

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/format"
	"kifudb/indexer"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// A RecordWriter writes the records of games one after the other, so that they are
// one file: as they came, or in a format. Close it with Finish.
type RecordWriter struct {
	b       *bufio.Writer
	options RecordOptions

	n       int // records written
	more    int // games in them beyond one each: of trees that several share
	from    *recordSource
	formats map[*format.Format]bool
	// charsets counts the records by the encoding that they are written in, but for
	// those in ASCII, which go with all.
	charsets    map[string]int
	losses      []RecordLoss
	unfit       []RecordLoss
	corrected   int
	uncorrected []string
	converted   []string

	// only is the first record as long as there is no other: by itself it may
	// lack a parenthesis.
	only []byte
	lead sgfread.Lead // of only

	trees *wholeTrees // nil: each game is written by itself
}

// A recordSource reads records, those of one segment after the other without much ado.
type recordSource struct {
	segment *store.Segment      // of the last game
	records *store.RecordReader // of the segment
}

func (s *recordSource) record(g *archive.Game) (store.Record, error) {
	if s.segment != g.Segment() {
		s.segment, s.records = g.Segment(), g.Segment().RecordReader()
	}
	return s.records.Record(g.Local())
}

// RecordOptions say how records are written. The zero options are byte for byte.
type RecordOptions struct {
	UTF8   bool          // and not in the encoding that they came in
	Split  bool          // games that share a record are written each by itself
	Format *RecordFormat // nil: as they came

	// Corrected puts what the user corrected into the records, which are then clean
	// SGF. It goes with UTF8, as a file has one encoding, or with a Format.
	Corrected bool
}

// Written says what was written, and what could not be.
type Written struct {
	Records int  `json:"records"`
	Files   int  `json:"files,omitempty"` // in a folder
	Mixed   bool `json:"mixed,omitempty"` // records of more than one format: programs may not read the file

	// Charsets are the encodings of what was written, the most frequent first, unless
	// it is all in one: programs read a file in one encoding.
	Charsets []CharsetCount `json:"charsets,omitempty"`

	Corrected   int      `json:"corrected,omitempty"`   // records with values that the user corrected
	Uncorrected []string `json:"uncorrected,omitempty"` // games as they came: they are not in SGF, or several share a record

	Converted []string `json:"converted,omitempty"` // games in SGF, as their records cannot stand alone

	Losses []RecordLoss `json:"losses,omitempty"` // what the format cannot hold
	Unfit  []RecordLoss `json:"unfit,omitempty"`  // why games were left out
}

// A CharsetCount is an encoding and how many records are written in it.
type CharsetCount struct {
	Name    string `json:"name"`
	Records int    `json:"records"`
}

// A RecordLoss is a kind of thing that a format cannot hold, and the games in which
// it was left out, by their names.
type RecordLoss struct {
	What  string   `json:"what"`
	Games []string `json:"games"`
}

// NewRecordWriter returns a writer of records.
func NewRecordWriter(w io.Writer, o RecordOptions) *RecordWriter {
	return &RecordWriter{b: bufio.NewWriterSize(w, 64<<10), options: o, formats: map[*format.Format]bool{}, charsets: map[string]int{}, from: &recordSource{}}
}

// NewSetWriter returns a writer of the records of a set. A tree that games share is written
// once, as it came, if all of its games are in the set and are to be written as they came.
func NewSetWriter(w io.Writer, vs *archive.Views, set *archive.GameSet, o RecordOptions) (r *RecordWriter, err error) {
	r = NewRecordWriter(w, o)
	r.trees, err = newWholeTrees(vs, set, o)
	return r, err
}

// Write writes the record of a game.
func (r *RecordWriter) Write(game *archive.Game) error {
	if tree := r.trees.of(game); tree != nil {
		if tree.first() != game.ID {
			return nil // it was written with that one
		}
		whole, ok, err := tree.record(r.from)
		if err == nil && ok {
			r.more += len(tree.games) - 1
			return r.writeRecord(game.Name(), whole)
		}
	}
	record, err := r.from.record(game)
	var info []store.Value // as corrected; nil as the record has it
	if err == nil && r.options.Corrected && len(game.Corrected) > 0 {
		record, info, err = r.mended(game, record)
	}
	if err == nil && r.options.Format != nil {
		err = r.writeIn(r.options.Format, game.Name(), record, info)
	} else if err == nil {
		err = r.writeRecord(game.Name(), record)
	}
	if err != nil {
		return fmt.Errorf("game %s: %w", game.Name(), err)
	}
	return nil
}

// mended returns the record of a game with what the user corrected, as far as its
// format is one that this is written in, and the values of the game.
func (r *RecordWriter) mended(game *archive.Game, record store.Record) (store.Record, []store.Value, error) {
	var values []store.Value
	for _, c := range game.Corrections() {
		values = append(values, store.Value{Ident: c.Property, Text: c.Text})
	}
	mended, ok, err := indexer.Mended(record, values)
	if ok || r.options.Format != nil {
		r.corrected++
	} else if err == nil {
		r.uncorrected = append(r.uncorrected, game.Name())
	}
	return mended, game.Segment().Info(game.Local()), err
}

func (r *RecordWriter) writeRecord(name string, record store.Record) error {
	f := writtenIn(&record)
	if indexer.FormatOf(&record) != f {
		r.converted = append(r.converted, name)
		text, err := convert(f, record)
		if err != nil {
			return err
		}
		record = store.Record{Raw: text, Tree: [2]int{0, len(text)}, Source: record.Source, Charset: store.Charset{Name: charset.UTF8, Confidence: 1}}
	}
	if r.only != nil {
		if err := writeAmong(r.b, r.only, r.lead); err != nil {
			return err
		}
		r.only = nil
	}
	r.formats[f] = true
	if r.n > 0 {
		r.b.WriteString(f.Separator) // a bufio.Writer keeps its error
	}
	text, lead := record.Raw[record.Tree[0]:record.Tree[1]], sgfread.Lead(charset.TrailBytes(record.Charset.Name))
	if r.options.UTF8 {
		text, lead = indexer.UTF8(record), sgfread.NoLead
	} else if !indexer.ReadsAlike(record) {
		r.charsets[record.Charset.Name]++
	}
	switch {
	case f.Derive != nil:
		r.n++
		return writeLine(r.b, text)
	case r.options.Split:
		return r.writeGames(text, lead)
	}
	r.n++
	if r.n == 1 {
		r.only, r.lead = text, lead
		return nil
	}
	return writeAmong(r.b, text, lead)
}

// writtenIn returns the format in which a record is written as it came. A record of a file of
// fixed places, such as WTHOR, is nothing without the file and the tables beside it: it is written
// in SGF.
func writtenIn(record *store.Record) *format.Format {
	if f := indexer.FormatOf(record); !f.Binary {
		return f
	}
	return indexer.Formats()[0]
}

// Alone returns a record as it came, and how the name of a file with it ends; or in SGF, if it
// cannot stand alone.
func Alone(record store.Record) (text []byte, ending string, err error) {
	f := writtenIn(&record)
	if len(f.Extensions) > 0 {
		ending = f.Extensions[0]
	}
	if f != indexer.FormatOf(&record) {
		text, err = convert(f, record)
		return text, ending, err
	}
	return record.Raw[record.Tree[0]:record.Tree[1]], ending, nil
}

// convert returns a record in another format, the first writer of which has all that it says.
func convert(f *format.Format, record store.Record) ([]byte, error) {
	game, err := indexer.Derive(record)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	err = f.Writers[0].Write(&text, &format.Written{Game: game, From: indexer.FormatOf(&record), Lost: func(format.Loss) {}})
	return []byte(strings.TrimSpace(text.String())), err
}

// writeGames writes each of the games that share a record as one of its own.
func (r *RecordWriter) writeGames(text []byte, lead sgfread.Lead) error {
	shared := sgfread.SharedGames(text, &sgfread.Options{Lead: lead}).Games
	if shared == nil {
		r.n++
		return writeAmong(r.b, text, lead)
	}
	for _, game := range shared {
		r.n++
		if err := writeAmong(r.b, game.AppendTo(nil, text), lead); err != nil {
			return err
		}
	}
	return nil
}

// Finish writes what is left, and says what was written.
func (r *RecordWriter) Finish() (*Written, error) {
	if r.only != nil {
		if err := writeLine(r.b, r.only); err != nil {
			return nil, err
		}
	}
	written := &Written{Records: r.n + r.more, Mixed: len(r.formats) > 1, Corrected: r.corrected, Uncorrected: r.uncorrected, Converted: r.converted, Losses: r.losses, Unfit: r.unfit}
	if len(r.charsets) > 1 {
		for name, records := range r.charsets {
			written.Charsets = append(written.Charsets, CharsetCount{name, records})
		}
		slices.SortFunc(written.Charsets, func(a, b CharsetCount) int {
			return cmp.Or(b.Records-a.Records, strings.Compare(a.Name, b.Name))
		})
	}
	return written, r.b.Flush()
}

// writeAmong writes a record that has others beside it.
func writeAmong(b *bufio.Writer, text []byte, lead sgfread.Lead) error {
	trees, err := sgfread.Parse(text, &sgfread.Options{Lead: lead})
	if err != nil {
		return err
	}
	if err := sgfread.FormatAmong(b, trees...); err != nil {
		return err
	}
	return b.WriteByte('\n')
}

// writeLine writes a record as it came, on lines of its own.
func writeLine(w io.Writer, text []byte) error {
	if !bytes.HasSuffix(text, []byte("\n")) && !bytes.HasSuffix(text, []byte("\r")) {
		text = append(slices.Clip(text), '\n')
	}
	_, err := w.Write(text)
	return err
}
