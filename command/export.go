package command

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/format"
	"kifudb/indexer"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write the records of games, byte for byte as they came",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb export player:dosaku -o dosaku.sgf
kifudb export id:17 > game.sgf
kifudb export --utf8 charset:gb18030 -o clean.sgf
kifudb --archive A --archive B export 2:17     game 17 of the second archive
kifudb export --split id:17                    the games that share the moves of a record
kifudb export --format western game:shogi      games of shogi in a notation`,
		Description: `Writes one collection: the game trees one after the other, each as it stood
in its file; those from files in UTF-16 or ISO-2022-JP, which had to be
converted before they could be read, in UTF-8. With --utf8 texts are converted
to UTF-8 and CA says so; all else stays as it is. A record that lacks a
parenthesis at its beginning or end gets it if others are written with it, as
it would take them in.

Several games may share a record: they begin with the same moves, and each has
its players and result where it leaves the others. --split writes each of them
by itself.

Games can be written in another format by --format: sgf, which is in UTF-8 and
has moves of shogi in USI; for shogi csa and usi, which have no variations;
western, japanese and kanji, which 'kifudb shogi convert' reads. What a format
cannot hold is left out and named on standard error.

Exit status 3: whole games were left out, as the format cannot hold them.`,
		Flags: append([]cli.Flag{
			outputFlag(),
			forceFlag(),
			&cli.BoolFlag{Name: "utf8", Usage: "convert texts to UTF-8"},
			&cli.BoolFlag{Name: "split", Usage: "write games that share a record as records of their own"},
		}, formatFlags()...),
		Action: action(newExportOptions, runExport),
	}
}

// exportOptions say which records are written, and how.
type exportOptions struct {
	archives []string
	games    []string // references to games of numbered archives; nil for those of the query
	query    archive.Query
	format   *chosenWriter // nil: as they came
	name     string        // of the format
	utf8     bool
	split    bool
	output   output
}

func newExportOptions(c *cli.Context) (o exportOptions, err error) {
	if !c.Args().Present() {
		return o, usage("export needs a query; '*' is every game")
	}
	args := c.Args().Slice()
	switch {
	case len(args) == 1 && args[0] == "*":
	case archive.AreReferences(args):
		o.games = args
	default:
		if o.query, err = parseQuery(args); err != nil {
			return o, err
		}
	}
	if o.format, err = chosenFormat(c); err != nil {
		return o, err
	}
	o.name, o.utf8, o.split, o.output = c.String("format"), c.Bool("utf8"), c.Bool("split"), chosenOutput(c)
	if o.format != nil && o.split {
		return o, usage("--split is for records of SGF as they are, and excludes --format")
	}
	o.archives, err = archivePaths(c)
	return o, err
}

func runExport(ctx context.Context, o exportOptions, s streams) error {
	vs, done, err := openViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	var records *recordWriter
	err = o.output.write(s, func(w io.Writer) (err error) {
		records, err = export(ctx, w, vs, o, s)
		return err
	})
	if err != nil {
		return err
	}
	if o.output.name != "" {
		if _, err := fmt.Fprintf(s.err, "%s written to %s\n", countOf(records.n), o.output.name); err != nil {
			return err
		}
	}
	return records.formatted.report(s.err, o.name)
}

func export(ctx context.Context, w io.Writer, vs *archive.Views, o exportOptions, s streams) (*recordWriter, error) {
	b := bufio.NewWriterSize(w, 64<<10)
	records := newRecordWriter(o.format, o.utf8)
	records.split = o.split
	write := func(g *archive.Game) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return records.write(b, vs, g)
	}
	if err := o.each(ctx, vs, write); err != nil {
		return nil, err
	}
	if err := records.finish(b, s.err); err != nil {
		return nil, err
	}
	return records, b.Flush()
}

// each calls write with the games that are asked for.
func (o *exportOptions) each(ctx context.Context, vs *archive.Views, write func(*archive.Game) error) error {
	if o.games == nil {
		_, err := vs.Each(ctx, &archive.Search{Query: o.query, Records: true, PerGame: 1}, write)
		return err
	}
	games, err := vs.Numbered(o.games)
	if err != nil {
		return err
	}
	for _, g := range games {
		if err := write(g); err != nil {
			return err
		}
	}
	return nil
}

// A recordWriter writes the records of games one after the other.
type recordWriter struct {
	chosen    *chosenWriter // nil: as they came
	formatted formatExport  // for a format
	inUTF8    bool
	split     bool // games that share a record
	n         int  // records written
	formats   map[*format.Format]bool
	segment   *store.Segment      // of the last game
	records   *store.RecordReader // of the segment
	// only is the first record as long as there is no other: by itself it may
	// lack a parenthesis.
	only []byte
	lead sgfread.Lead // of only
}

func newRecordWriter(chosen *chosenWriter, inUTF8 bool) *recordWriter {
	return &recordWriter{chosen: chosen, inUTF8: inUTF8, formats: map[*format.Format]bool{}}
}

// write writes the record of a game.
func (r *recordWriter) write(b *bufio.Writer, vs *archive.Views, game *archive.Game) error {
	g, local, ok := vs.View(game.Archive).Snapshot().Segment(game.ID)
	if !ok {
		return fmt.Errorf("there is no game %s in the archive", game.Name())
	}
	if r.segment != g {
		r.segment, r.records = g, g.RecordReader()
	}
	record, err := r.records.Record(local)
	if err != nil {
		return err
	}
	if r.chosen != nil {
		err = r.formatted.write(b, r.chosen, exportName(game), record)
		r.n = r.formatted.written
	} else {
		err = r.writeRecord(b, record)
	}
	if err != nil {
		return fmt.Errorf("game %s: %w", game.Name(), err)
	}
	return nil
}

func (r *recordWriter) writeRecord(b *bufio.Writer, record store.Record) error {
	if r.only != nil {
		if err := writeAmong(b, r.only, r.lead); err != nil {
			return err
		}
		r.only = nil
	}
	f := indexer.FormatOf(&record)
	r.formats[f] = true
	if r.n > 0 {
		b.WriteString(f.Separator)
	}
	text, lead := treeBytes(record), sgfread.Lead(charset.TrailBytes(record.Charset.Name))
	if r.inUTF8 {
		text, lead = indexer.UTF8(record), sgfread.NoLead
	}
	switch {
	case f.Binary:
		r.n++
		_, err := b.Write(text)
		return err
	case f.Derive != nil:
		r.n++
		return writeLine(b, text)
	case r.split:
		return r.writeGames(b, text, lead)
	}
	r.n++
	if r.n == 1 {
		r.only, r.lead = text, lead
		return nil
	}
	return writeAmong(b, text, lead)
}

// writeGames writes each of the games that share a record as one of its own.
func (r *recordWriter) writeGames(b *bufio.Writer, text []byte, lead sgfread.Lead) error {
	trees, err := sgfread.Parse(text, &sgfread.Options{Lead: lead})
	if err != nil {
		return err
	}
	for _, t := range trees {
		games := t.Games()
		for _, id := range games {
			game := t
			if len(games) > 1 {
				game = t.Extract(id)
			}
			if err := sgfread.FormatAmong(b, game); err != nil {
				return err
			}
			b.WriteByte('\n') // a bufio.Writer keeps its error
			r.n++
		}
	}
	return nil
}

// finish writes what is left, and says so if there is more than one kind of
// record.
func (r *recordWriter) finish(w, notes io.Writer) error {
	if len(r.formats) > 1 {
		fmt.Fprintln(notes, "kifudb: the records are of different kinds, such as SGF and CSA; programs that read one of them may not read the file")
	}
	if r.only == nil {
		return nil
	}
	return writeLine(w, r.only)
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

func treeBytes(r store.Record) []byte { return r.Raw[r.Tree[0]:r.Tree[1]] }
