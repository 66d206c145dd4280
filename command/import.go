package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/indexer"
	"kifudb/store"
)

func importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "put game records into the archive",
		ArgsUsage: "PATH...",
		UsageText: `kifudb import ~/games                      a folder with everything below it
kifudb import game.sgf more.zip big.7z     files and containers
curl ... | kifudb import -                 standard input`,
		Description: `Takes SGF files with one or many games, in any encoding, in folders and in
.zip .7z .rar .tar .gz .bz2 .xz .zst containers, which are read as they are.
Files are recognised by their content; games of shogi may also be in CSA, USI
or the notations of 'kifudb shogi convert', in UTF-8 or Japanese encodings.
Records that the archive has already, byte for byte, are not added again: the
same import can be repeated.

The archive is the folder given by --archive or KIFUDB_ARCHIVE, otherwise
"kifudb" in the place where the system keeps a user's data. It is created if
it does not exist. Interrupting keeps what has been read so far.

Exit status 3: some files could not be read; the others were imported.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "problems", Usage: "print every problem found in a record to standard error"},
			&cli.BoolFlag{Name: "json", Usage: "print the summary as JSON"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "no progress and no summary"},
		},
		Action: runImport,
	}
}

func runImport(c *cli.Context) error {
	if !c.Args().Present() {
		return usage("import needs the path of a file or folder")
	}
	path, err := archivePath(c)
	if err != nil {
		return err
	}
	db, err := store.Open(path, &store.Options{Create: true})
	if err != nil {
		return err
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		return err
	}
	defer w.Close()

	start := time.Now()
	errw := c.App.ErrWriter
	report, done := importProgress(errw, c.Bool("quiet"))
	summary, err := indexer.Import(c.Context, w, c.Args().Slice(), &indexer.Options{
		Stdin:    c.App.Reader,
		Progress: report,
		Problem: func(p indexer.Problem) {
			if p.Code == "" || c.Bool("problems") {
				fmt.Fprintln(errw, printable(p.Error()))
			}
		},
	})
	done()
	if err == nil {
		err = indexComments(c.Context, w, errw, c.Bool("quiet"))
	}
	// A summary of what could not be written would be a lie.
	if (err == nil || errors.Is(err, context.Canceled)) && !c.Bool("quiet") {
		if printErr := printImport(c.App.Writer, c.Bool("json"), path, summary, time.Since(start)); printErr != nil {
			return errors.Join(err, printErr)
		}
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted: what was read so far is in the archive; run the same import again to go on")
	case err != nil:
		return err
	case summary.Failed > 0:
		return &exitError{status: ExitPartial}
	}
	return nil
}

// indexComments makes the comments of the new games searchable.
func indexComments(ctx context.Context, w *store.Writer, stderr io.Writer, quiet bool) error {
	report, done := textProgress(stderr, quiet)
	defer done()
	return w.IndexComments(ctx, report)
}

func printImport(w io.Writer, asJSON bool, path string, s *indexer.Summary, took time.Duration) error {
	if asJSON {
		return printJSON(w, map[string]any{
			"archive": path, "files": s.Files, "passed": s.Passed, "failed": s.Failed,
			"games": s.Games, "added": s.Added, "known": s.Known,
			"problems": s.Problems, "bytes": s.Bytes, "seconds": took.Seconds(),
		})
	}
	problems := 0
	for _, n := range s.Problems {
		problems += n
	}
	rate := float64(s.Games) / max(took.Seconds(), 1e-9)
	fmt.Fprintf(w, "Archive %s: %s games in %s (%s games/s)\n", path, number(s.Games), roundDuration(took), number(int(rate)))
	t := newTable("", "", "")
	t.alignRight(1)
	t.row("files read", number(s.Files), "")
	t.rowIf(s.Passed > 0, "files passed over", number(s.Passed), "hold no game records")
	t.rowIf(s.Failed > 0, "files failed", number(s.Failed), "see the messages above")
	t.row("games added", number(s.Added), "")
	t.row("games known", number(s.Known), "in the archive already, byte for byte")
	t.row("problems", number(problems), "")
	for _, code := range sortedByCount(s.Problems) {
		t.row("  "+code, number(s.Problems[code]), "kifudb search problem:"+code)
	}
	return t.print(w)
}
