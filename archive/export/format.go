package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/format"
	"kifudb/game"
	"kifudb/game/notation"
	"kifudb/indexer"
	"kifudb/store"
)

// A RecordFormat is a format in which games are written.
type RecordFormat struct {
	format *format.Format
	writer *format.Writer
	width  int
}

// The widths of lines that a format may be asked for.
const (
	MinWidth = notation.MinWidth
	MaxWidth = notation.MaxWidth
)

// AnyGame is the game of formats that hold records of any.
const AnyGame = "any"

// A ReadFormat is a format beside SGF from which records are imported, and the game
// that it records.
type ReadFormat struct{ Game, Title string }

// ReadFormats returns the formats beside SGF from which records are imported, by
// game and title.
func ReadFormats() []ReadFormat {
	var list []ReadFormat
	for i, f := range indexer.Formats() {
		if !f.Read() || f.Table {
			continue
		}
		if i > 0 && f.Games == nil { // the first is SGF
			list = append(list, ReadFormat{AnyGame, f.Title})
		}
		for _, g := range f.Games {
			list = append(list, ReadFormat{game.Of(g).About().Name, f.Title})
		}
	}
	slices.SortFunc(list, func(a, b ReadFormat) int {
		return cmp.Or(strings.Compare(a.Game, b.Game), strings.Compare(a.Title, b.Title))
	})
	return list
}

// RecordFormats returns the names of the formats in which games can be written,
// those that have a layout of lines if wide is set.
func RecordFormats(wide bool) []string {
	var names []string
	for _, f := range indexer.Formats() {
		for i := range f.Writers {
			if w := &f.Writers[i]; w.Wide || !wide {
				names = append(names, w.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// Other returns the name of the format beside its own in which every record can be written, which
// is SGF; ok is false for records that came in it.
func Other(record *store.Record) (name string, ok bool) {
	name = indexer.Formats()[0].Name
	return name, indexer.FormatOf(record).Name != name
}

// RecordFormatsOf returns the names of the formats in which a game can be written, given its
// number in SGF, without those of any game.
func RecordFormatsOf(number int) []string {
	var names []string
	for _, f := range indexer.Formats() {
		if slices.Contains(f.Games, number) {
			for _, w := range f.Writers {
				names = append(names, w.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// RecordFormatNamed returns a format in which games can be written, with lines of
// a width in characters where it has a layout; 0 is a line for each pair of moves.
func RecordFormatNamed(name string, width int) (*RecordFormat, error) {
	f, w := indexer.Formats().Writer(name)
	switch {
	case w == nil:
		return nil, badRequest("format", "there is no format %q; expected one of %s", name, strings.Join(RecordFormats(false), ", "))
	case width != 0 && !w.Wide:
		return nil, badRequest("width", "only %s have a line width", strings.Join(RecordFormats(true), ", "))
	case width != 0 && (width < MinWidth || width > MaxWidth):
		return nil, badRequest("width", "expected %d to %d characters, not %d", MinWidth, MaxWidth, width)
	}
	return &RecordFormat{f, w, width}, nil
}

// writeIn writes a game in a format, with other values than its record's if they are
// not nil, and notes what that cannot hold.
func (r *RecordWriter) writeIn(f *RecordFormat, name string, record store.Record, info []store.Value) error {
	game, err := indexer.Derive(record)
	if err != nil {
		return err
	}
	if info != nil {
		game.Info = info
	}
	var text strings.Builder
	err = f.writer.Write(&text, &format.Written{
		Game: game, From: indexer.FormatOf(&record), Width: f.width,
		Lost: func(what format.Loss) { r.losses = lose(r.losses, string(what), name) },
	})
	if unfit, ok := errors.AsType[*format.UnfitError](err); ok {
		r.unfit = lose(r.unfit, unfit.Why, name)
		return nil
	}
	if err != nil {
		return err
	}
	if r.n > 0 {
		r.b.WriteString(f.format.Separator) // a bufio.Writer keeps its error
	}
	r.n++
	_, err = r.b.WriteString(text.String())
	return err
}

func lose(losses []RecordLoss, what, game string) []RecordLoss {
	for i := range losses {
		l := &losses[i]
		if l.What == what {
			if l.Games[len(l.Games)-1] != game {
				l.Games = append(l.Games, game)
			}
			return losses
		}
	}
	return append(losses, RecordLoss{what, []string{game}})
}

// RecordFormatOf returns the format of a file by its extension, nil if games are written
// in none of that extension.
func RecordFormatOf(path string) *RecordFormat {
	extension := strings.ToLower(filepath.Ext(path))
	for _, f := range indexer.Formats() {
		if slices.Contains(f.Extensions, extension) && len(f.Writers) > 0 {
			return &RecordFormat{f, &f.Writers[0], 0}
		}
	}
	return nil
}

// Name returns the name of the format.
func (f *RecordFormat) Name() string { return f.writer.Name }

// WriteAs writes what is written in SGF in another format, and says what that cannot
// hold.
func WriteAs(w io.Writer, f *RecordFormat, write func(io.Writer) error) (*Written, error) {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return nil, err
	}
	from, records, err := indexer.Records(context.Background(), "tree.sgf", text.Bytes())
	if err == nil && (from == nil || len(records) != 1) {
		err = fmt.Errorf("%w: it is %d records in SGF", archive.ErrNoForm, len(records))
	}
	if err != nil {
		return nil, err
	}
	out := NewRecordWriter(w, RecordOptions{Format: f})
	if err := out.writeIn(f, "tree", records[0], nil); err != nil {
		return nil, err
	}
	return out.Finish()
}

// badRequest returns the error of a request of which a part cannot be understood.
func badRequest(part, format string, args ...any) error {
	return &archive.RequestError{Part: part, Err: fmt.Errorf(format, args...)}
}
