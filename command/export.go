package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/archive/export"
	"kifudb/ask/dataset"
	"kifudb/command/phrase"
	"kifudb/command/run"
)

func exportCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "export",
		Usage:     "write the records of games, byte for byte as they came",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb export player:dosaku -o dosaku.sgf
kifudb export 17 > game.sgf
kifudb search --ids C:ladder | kifudb export - -o ladders.sgf
kifudb export --utf8 charset:gb18030 -o clean.sgf
kifudb export --tree --utf8 '*' -o clean/      a file for each game, in folders as they were
kifudb export C:ladder -o ladders/ --name '{event}/{date} {black} - {white}'
kifudb --archive A --archive B export 2:17     game 17 of the second archive
kifudb export --split 17                       the games of a merged tree, each by itself
kifudb export --format western game:shogi      games of shogi in a notation
kifudb export --format parquet '*' -o tables/  tables for DuckDB, pandas and others
kifudb export --format npz size:19x19 game:go -o data/  positions to learn from`,
		Description: `Writes one collection: the game trees one after the other, each as it was in its
file. Records from files in UTF-16 or ISO-2022-JP had to be converted in order to
be read, and are written in UTF-8. With --utf8 all texts are converted to UTF-8,
and CA says so; everything else stays as it is. A record that lacks a parenthesis
at its beginning or end gets one if other records are written with it, as it would
swallow them otherwise.

Several games may share a tree: they begin with the same moves, and each has
its players and result where it leaves the others. Each is a game of the archive.
If all games of a tree are written, the tree is written once, as it came; --split
writes each game as a tree of its own.

` + run.GamesHelp + `

For each game that a query finds, the record that 'kifudb search' shows is
written; --records writes all records that match.

-o FOLDER/ writes each record to a file of its own. Files are named after dates
and players, or as --name says: by text, fields as for 'kifudb search --fields',
and slashes, which make folders. Names are safe on every system, at most 120 bytes
long, and numbered if they would be the same. --tree recreates the folders and
containers that the records came from, below what they all have in common. If
any of the files exists, nothing is written, unless --force is given.

With --corrected, records that you corrected are written as clean FF[4] with your
values, and their number is printed. An archive identifies a record by its bytes,
so importing such a file adds a second record of the same game.

Games can be written in another format by --format: sgf, which is in UTF-8 and
has moves of shogi in USI; for shogi kif, ki2 and jkf, usen, which is moves and
variations, csa and usi, which have no variations; for chess pgn, for Othello ggf;
western, japanese and kanji, which 'kifudb shogi convert' reads. What a format
cannot hold is left out and named on standard error.

--format parquet writes tables to FOLDER/, a file in Parquet for each: of games,
values of their records, tags, moves, positions, evaluations and comments, and
of a query also its hits and what was played next. --tables chooses some.
doc/PARQUET.md describes them.

--format npz writes positions of the main lines to FOLDER/ for programs that
learn: arrays of NumPy with planes of stones, the next move and the result, of
games that put stones or discs on points. --format positions writes them as
lines of JSON, of all games. Games are split over training, validation and test
by --shares and --seed, and no game has records on two sides. doc/LEARNING.md
describes both.

Exit status 3: whole games were left out, as the format cannot hold them.`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`, or a file for each game to FOLDER/"},
			run.ForceFlag(),
			&cli.StringFlag{Name: "name", Usage: "names of files in FOLDER/ by a `TEMPLATE`", DefaultText: export.DefaultFileName},
			&cli.BoolFlag{Name: "tree", Usage: "in FOLDER/, keep the folders that records came from"},
			&cli.BoolFlag{Name: "records", Usage: "write each record of a game, including duplicates"},
			run.FailFlag(),
			&cli.StringFlag{Name: "shares", Usage: "of --format npz and positions, `SHARES` of the games for training, validation and test", DefaultText: "0.9,0.05,0.05"},
			&cli.Uint64Flag{Name: "seed", Usage: "of --format npz and positions, choose games and positions by `NUMBER`", Value: 1},
			&cli.IntFlag{Name: "per-game", Usage: "of --format npz and positions, write `N` positions of each game", DefaultText: "all"},
			&cli.StringFlag{Name: "tables", Usage: "of --format parquet, some `TABLES` of " + strings.Join(dataset.TableNames(), ", "), DefaultText: "all"},
			&cli.BoolFlag{Name: "utf8", Usage: "convert texts to UTF-8"},
			&cli.BoolFlag{Name: "corrected", Usage: "write what you corrected into the records, as clean SGF; implies --utf8"},
			&cli.BoolFlag{Name: "split", Usage: "write games that share a tree as separate trees"},
		}, formatFlags()...),
		Action: run.Action(newExportOptions, runExport),
	})
}

// exportOptions say which records are written, and how.
type exportOptions struct {
	archives []string
	games    run.Selection
	all      bool // records of a game
	fail     bool // if no game is found
	records  export.RecordOptions
	format   string // its name, "" for records as they came
	output   run.Output
	folder   *export.FolderExport // nil for one file
	parquet  *dataset.Parquet     // nil for records
	learning *dataset.Learning    // nil for records
}

func newExportOptions(c *cli.Context) (o exportOptions, err error) {
	o.games, o.all, o.fail = run.Selected(c), c.Bool("records"), c.Bool("fail")
	if o.games.None() {
		return o, run.Usage("export needs games or a query; '*' is every game")
	}
	if err := o.games.Check("export"); err != nil {
		return o, err
	}
	switch c.String("format") {
	case dataset.AsArrays, dataset.AsLines:
		if o.learning, err = chosenLearning(c); err != nil {
			return o, err
		}
		o.output = run.ChosenOutput(c)
		o.archives, err = run.ArchivePaths(c)
		return o, err
	case parquetFormat:
		if o.parquet, err = chosenTables(c); err != nil {
			return o, err
		}
		o.output = run.ChosenOutput(c)
		o.archives, err = run.ArchivePaths(c)
		return o, err
	}
	if c.IsSet("tables") {
		return o, run.Usage("--tables belongs to --format parquet")
	}
	for _, name := range learningFlags {
		if c.IsSet(name) {
			return o, run.Usage("--%s belongs to --format %s and %s", name, dataset.AsArrays, dataset.AsLines)
		}
	}
	if o.records.Format, err = chosenFormat(c); err != nil {
		return o, err
	}
	o.format, o.records.UTF8, o.records.Split, o.output = c.String("format"), c.Bool("utf8"), c.Bool("split"), run.ChosenOutput(c)
	if o.records.Corrected = c.Bool("corrected"); o.records.Corrected && o.format == "" {
		o.records.UTF8 = true // a file has one encoding
	}
	if o.format != "" && o.records.Split {
		return o, run.Usage("--split is for records of SGF as they are, and excludes --format")
	}
	switch {
	case o.output.Name != "" && run.IsFolder(o.output.Name):
		o.folder = &export.FolderExport{
			Dir: o.output.Name, Name: c.String("name"), Tree: c.Bool("tree"), Replace: o.output.Force, Records: o.records,
		}
		if err := o.folder.Check(); err != nil {
			return o, err
		}
	case c.IsSet("name"), c.IsSet("tree"):
		return o, run.Usage("--name and --tree are for a folder of files: -o FOLDER/")
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runExport(ctx context.Context, o exportOptions, s run.Streams) error {
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	choice, err := o.games.Choice(s)
	if err != nil {
		return err
	}
	choice.Records = o.all
	chosen, err := vs.Choose(ctx, choice)
	if err != nil {
		return o.games.Meant(err)
	}
	run.SayNotices(s, chosen.Notices)
	if chosen.Len() == 0 {
		fmt.Fprintln(s.Err, "kifudb: no game matches; nothing was written")
		return run.FailIfNone(o.fail, 0)
	}
	if o.parquet != nil {
		o.parquet.Query = choice.Query
		return o.writeTables(ctx, vs, chosen, s)
	}
	if o.learning != nil {
		return o.writeLearning(ctx, vs, chosen, s)
	}
	written, err := o.write(ctx, vs, chosen.GameSet, s)
	if err != nil {
		return err
	}
	return o.say(ctx, vs, chosen, written, s)
}

// write writes the records to where they are wanted.
func (o *exportOptions) write(ctx context.Context, vs *archive.Views, games *archive.GameSet, s run.Streams) (written *export.Written, err error) {
	if o.folder != nil {
		progress := run.NewProgress(ctx, s, "stopping; the files written so far stay")
		o.folder.Report = progress.Job
		written, err = o.folder.Write(ctx, vs, games)
		progress.Finish()
		if errors.Is(err, archive.ErrExists) {
			err = fmt.Errorf("%w; --force replaces it", err)
		}
		return written, err
	}
	err = o.output.Write(s, func(w io.Writer) (err error) {
		records, err := export.NewSetWriter(w, vs, games, o.records)
		if err != nil {
			return err
		}
		for g, err := range vs.GamesIn(games) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = records.Write(g)
			}
			if err != nil {
				return err
			}
		}
		written, err = records.Finish()
		return err
	})
	return written, err
}

// say says what was written, and what was left out.
func (o *exportOptions) say(ctx context.Context, vs *archive.Views, chosen *archive.Chosen, written *export.Written, s run.Streams) error {
	run.SayMixed(written, s)
	if o.output.Name != "" {
		games, notices := vs.CountGames(ctx, chosen.GameSet)
		run.SayNotices(s, notices)
		count := phrase.RecordsOfGames(chosen.Len(), games)
		switch {
		case o.records.Split && written.Records != chosen.Len():
			count = fmt.Sprintf("%s from %s", phrase.Games(written.Records), phrase.Records(chosen.Len()))
		case written.Records != chosen.Len(): // the format cannot hold the others
			count = phrase.Records(written.Records)
		}
		if o.folder != nil {
			count = fmt.Sprintf("%s in %s", count, phrase.Count(written.Files, "file"))
		}
		fmt.Fprintf(s.Err, "%s written to %s\n", count, o.output.Name)
	}
	if o.records.Corrected {
		fmt.Fprintf(s.Err, "kifudb: %s written with your corrections; the others are as they came, in UTF-8\n", phrase.Records(written.Corrected))
	}
	if n := len(written.Uncorrected); n > 0 {
		fmt.Fprintf(s.Err, "kifudb: %s not in SGF, or shared by several games, and written without your corrections (%s)\n", phrase.Records(n), strings.Join(written.Uncorrected[:min(n, 5)], ","))
	}
	if chosen.Folded > 0 {
		fmt.Fprintf(s.Err, "kifudb: %s of these games not written (--records writes all)\n", phrase.Count(chosen.Folded, "duplicate record"))
	}
	printLosses(s.Err, fmt.Sprintf("left out, as %s cannot hold it or it could not be read", o.format), written.Losses)
	printLosses(s.Err, fmt.Sprintf("games left out, as %s cannot hold them", o.format), written.Unfit)
	if len(written.Unfit) > 0 {
		return &run.Error{Status: run.ExitPartial}
	}
	return nil
}

func printLosses(w io.Writer, heading string, losses []export.RecordLoss) {
	if len(losses) == 0 {
		return
	}
	const most = 5
	fmt.Fprintf(w, "kifudb: %s:\n", heading)
	for _, l := range losses {
		games := strings.Join(l.Games[:min(len(l.Games), most)], ",")
		if len(l.Games) > most {
			games += ",…"
		}
		fmt.Fprintf(w, "  %s: %s (%s)\n", l.What, phrase.Games(len(l.Games)), games)
	}
}
