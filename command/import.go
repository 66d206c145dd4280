package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/indexer"
)

func importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "put game records into the archive",
		ArgsUsage: "PATH...",
		UsageText: `kifudb import ~/games                      a folder with everything below it
kifudb import game.sgf more.zip big.7z     files and containers
curl ... | kifudb import -                 standard input
kifudb import --watch ~/games              keep a folder imported`,
		Description: `Takes SGF files with one or many games, in any encoding, in folders and in
.zip .7z .rar .tar .gz .bz2 .xz .zst containers, which are read as they are.
Files are recognised by their content; games of shogi may also be in CSA, USI
or the notations of 'kifudb shogi convert', in UTF-8 or Japanese encodings.
Files in other formats of game records, such as KIF or PGN, cannot be read yet:
they fail and are counted by format.

What became of every file and every game is kept in a ledger; see 'kifudb help
imports'. So the same import can be repeated: files that have not changed since,
by size and time, are not opened (--reread opens them); records that the
archive has already, byte for byte, are not added again; a record that was
edited takes the place of the old one, with its number, tags and notes. Games
that their files do not hold any more are reported, and removed only with
--prune, unless another file holds them; games that you have removed stay so.

The archive is the folder given by --archive or KIFUDB_ARCHIVE, otherwise
"kifudb" in the place where the system keeps a user's data. It is created if
it does not exist. Interrupting keeps what has been read so far.

Exit status 3: some files could not be read; the others were imported.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "reread", Usage: "open files too that have not changed"},
			&cli.BoolFlag{Name: "prune", Usage: "remove games that their files do not hold any more"},
			&cli.BoolFlag{Name: "watch", Usage: "keep the paths imported until interrupted"},
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
	if c.Bool("watch") && slices.Contains(c.Args().Slice(), "-") {
		return usage("--watch needs files or folders; standard input is read once")
	}
	path, err := archivePath(c)
	if err != nil {
		return err
	}
	a, err := archive.Open(path, &archive.Options{Create: true})
	if err != nil {
		return err
	}
	defer a.Close()
	if c.Bool("watch") {
		return watch(c, a)
	}
	done, err := importPaths(c, a, &archive.Import{Reread: c.Bool("reread")})
	if done != nil && !c.Bool("quiet") {
		if printErr := printImport(c.App.Writer, c.Bool("json"), done); printErr != nil {
			return errors.Join(err, printErr)
		}
	}
	if compare, ok := errors.AsType[*archive.CompareError](err); ok {
		fmt.Fprintf(c.App.ErrWriter, "kifudb: %s\n", printable(compare.Error()))
		err = nil
	}
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted: what was read so far is in the archive; run the same import again to go on")
	case err != nil:
		return err
	case done.Failed > 0:
		return &exitError{status: ExitPartial}
	}
	return nil
}

// importPaths imports the paths of the command line, as its flags say.
func importPaths(c *cli.Context, a *archive.Archive, i *archive.Import) (*archive.Imported, error) {
	errw, quiet := c.App.ErrWriter, c.Bool("quiet")
	var finish, finishIndexing func()
	i.Paths, i.Stdin, i.Prune = c.Args().Slice(), c.App.Reader, c.Bool("prune")
	i.Progress, finish = importProgress(errw, quiet)
	i.Indexing, finishIndexing = textProgress(errw, quiet, finish)
	i.Problem = func(p indexer.Problem) {
		if p.Format != "" && !quiet && !c.Bool("problems") {
			return // the summary counts these
		}
		if p.Code == "" || c.Bool("problems") {
			fmt.Fprintln(errw, printable(p.Error()))
		}
	}
	defer finishIndexing()
	defer finish()
	return a.Import(c.Context, i)
}

func printImport(w io.Writer, asJSON bool, s *archive.Imported) error {
	if asJSON {
		return printJSON(w, s)
	}
	took := time.Duration(s.Seconds * float64(time.Second))
	problems := 0
	for _, n := range s.Problems {
		problems += n
	}
	rate := float64(s.Games) / max(took.Seconds(), 1e-9)
	fmt.Fprintf(w, "Archive %s: %s games in %s (%s games/s)\n", s.Archive, number(s.Games), roundDuration(took), number(int(rate)))
	t := newTable("", "", "")
	t.alignRight(1)
	t.row("files read", number(s.Files), "")
	t.rowIf(s.Unchanged > 0, "files unchanged", number(s.Unchanged), "since they were last imported")
	t.rowIf(s.Dropped > 0, "files read again", number(s.Dropped), "the archive does not have what the ledger said of them")
	t.rowIf(s.Passed > 0, "files passed over", number(s.Passed), "hold no game records")
	t.rowIf(s.Failed > 0, "files failed", number(s.Failed), "kifudb imports show --failed")
	for _, name := range sortedByCount(s.NotRead) {
		f := indexer.Formats().Named(name)
		t.row("  "+f.Title, number(s.NotRead[name]), f.Why)
	}
	t.row("games added", number(s.Added), "")
	t.rowIf(s.Changed > 0, "games changed", number(s.Changed), "replaced under their numbers")
	t.row("games known", number(s.Known), "in the archive already, byte for byte")
	t.rowIf(s.Removed > 0, "games left out", number(s.Removed), "you have removed them; see kifudb remove --list")
	t.rowIf(s.Missing > 0, "games missing", number(s.Missing), "from their files; import --prune removes them")
	t.rowIf(s.Pruned > 0, "games pruned", number(s.Pruned), "their files do not hold them any more")
	t.row("problems", number(problems), "")
	for _, code := range sortedByCount(s.Problems) {
		t.row("  "+code, number(s.Problems[code]), "kifudb search problem:"+code)
	}
	if err := t.print(w); err != nil || s.Duplicates == 0 {
		return err
	}
	verb := "have"
	if s.Duplicates == 1 {
		verb = "has"
	}
	_, err := fmt.Fprintf(w, "%s %s more than one record: kifudb dup list\n", gamesWord(s.Duplicates), verb)
	return err
}
