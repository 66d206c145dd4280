package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
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
	records  archive.RecordOptions
	format   string // its name, "" for records as they came
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
	if o.records.Format, err = chosenFormat(c); err != nil {
		return o, err
	}
	o.format, o.records.UTF8, o.records.Split, o.output = c.String("format"), c.Bool("utf8"), c.Bool("split"), chosenOutput(c)
	if o.format != "" && o.records.Split {
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
	var written *archive.Written
	err = o.output.write(s, func(w io.Writer) (err error) {
		records := archive.NewRecordWriter(w, o.records)
		if err := o.each(ctx, vs, func(g *archive.Game) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return records.Write(vs, g)
		}); err != nil {
			return err
		}
		written, err = records.Finish()
		return err
	})
	if err != nil {
		return err
	}
	sayMixed(written, s)
	if o.output.name != "" {
		if _, err := fmt.Fprintf(s.err, "%s written to %s\n", countOf(written.Records), o.output.name); err != nil {
			return err
		}
	}
	printLosses(s.err, fmt.Sprintf("left out, as %s cannot hold it or it could not be read", o.format), written.Losses)
	printLosses(s.err, fmt.Sprintf("games left out, as %s cannot hold them", o.format), written.Unfit)
	if len(written.Unfit) > 0 {
		return &exitError{status: ExitPartial}
	}
	return nil
}

// sayMixed says that what was written is of more than one kind.
func sayMixed(w *archive.Written, s streams) {
	if w.Mixed {
		fmt.Fprintln(s.err, "kifudb: the records are of different kinds, such as SGF and CSA; programs that read one of them may not read the file")
	}
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

func printLosses(w io.Writer, heading string, losses []archive.RecordLoss) {
	if len(losses) == 0 {
		return
	}
	const most = 5
	fmt.Fprintf(w, "kifudb: %s:\n", heading)
	for _, l := range losses {
		games := strings.Join(l.Games[:min(len(l.Games), most)], ",")
		if !strings.Contains(games, ":") { // of the only archive: as 'kifudb export' is told of them
			games = "id:" + games
		}
		if len(l.Games) > most {
			games += ",…"
		}
		fmt.Fprintf(w, "  %s: %s (%s)\n", l.What, countOf(len(l.Games)), games)
	}
}
