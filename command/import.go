package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
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
Files are recognised by their content. Besides SGF, games of Go may be in GIB,
NGF, UGF, UGI or the JSON of OGS, as Go servers save them; games of shogi in
KIF, KI2, JKF, CSA, USI or the notations of 'kifudb shogi convert', in UTF-8 or
a Japanese encoding; games of chess in PGN. Opening books of shogi engines hold
no games: they are counted as files that could not be read. Tables with SGF in
their cells, as JSON
or CSV, are read, too; their other cells are not kept.

A file whose name claims a format, such as game.kif or game.kif.gz, and that
holds no game has failed. Any other file must be a record throughout: source
code, manuals and logs with records in them are passed over. 'kifudb imports
show --passed' lists such files with the reasons; to import one nevertheless,
name it as a record.

A ledger keeps the outcome for every file and every game; see 'kifudb help
imports'. You can therefore repeat an import: files whose size and time have not
changed are not opened (--reread opens them anyway); records that the archive
already has, byte for byte, are not added again; a record that was edited
replaces the old one and keeps its number, tags and notes. Games that have
disappeared from their files are reported, and with --prune removed unless
another file has them. Games that you removed stay removed.

The archive is the folder given by --archive or KIFUDB_ARCHIVE, otherwise
"kifudb" where your system keeps user data. It is created if it does not exist.
If you interrupt an import, what has been read so far is kept.

Only one program at a time can import. If 'kifudb serve' or another import is
busy, this one says so and stops, or with --wait begins when the other has
finished. All other commands work meanwhile: they see the archive as it was
before, and what they add, such as tags and notes, is visible at once.

Exit status 3: some files could not be read; the others were imported. The same
import keeps reporting them until they change, or until you accept them with
'kifudb imports accept'.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "reread", Usage: "also open files that have not changed"},
			&cli.BoolFlag{Name: "prune", Usage: "remove games that their files no longer hold"},
			&cli.BoolFlag{Name: "watch", Usage: "keep importing what changes until interrupted"},
			&cli.BoolFlag{Name: "wait", Usage: "wait while another program changes the archive, such as kifudb serve"},
			&cli.BoolFlag{Name: "problems", Usage: "print every problem found in a record to standard error"},
			&cli.BoolFlag{Name: "json", Usage: "print the summary as JSON"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "no progress and no summary"},
		},
		Action: run.Action(newImportOptions, runImport),
	}
}

type importOptions struct {
	archive  string
	paths    []string
	reread   bool
	prune    bool
	watch    bool
	wait     bool
	problems bool
}

func newImportOptions(c *cli.Context) (o importOptions, err error) {
	o = importOptions{
		paths: slices.Clone(c.Args().Slice()), reread: c.Bool("reread"),
		prune: c.Bool("prune"), watch: c.Bool("watch"), wait: c.Bool("wait"), problems: c.Bool("problems"),
	}
	switch {
	case len(o.paths) == 0:
		return o, run.Usage("import needs the path of a file or folder")
	case o.watch && slices.Contains(o.paths, "-"):
		return o, run.Usage("--watch needs files or folders; standard input is read once")
	}
	for i, path := range o.paths {
		o.paths[i] = archive.PathOf(path)
	}
	if err := lookForPaths(o.paths, o.watch); err != nil {
		return o, err
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

// lookForPaths returns an error if nothing of what is to be imported is there, so
// that an archive is not made for a slip of the pen; all must be there to be watched.
// If only some are missing, the import says which.
func lookForPaths(paths []string, all bool) error {
	var missing []string
	for _, path := range paths {
		if path == "-" {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			missing = append(missing, path)
		}
	}
	if len(missing) == len(paths) || all && len(missing) > 0 {
		return fmt.Errorf("no such file or folder: %s; nothing was imported", plaintext.Printable(strings.Join(missing, ", ")))
	}
	return nil
}

func runImport(ctx context.Context, o importOptions, s run.Streams) error {
	a, err := openInTurn(ctx, o.archive, o.wait)
	if err != nil {
		return err
	}
	defer a.Close()
	progress := run.NewProgress(ctx, s, "stopping, saving what was read")
	defer progress.Finish()
	i := &archive.Import{
		Paths: o.paths, Stdin: s.In, Prune: o.prune, Report: progress.Job,
	}
	said := problemLines{w: s.Err, all: o.problems, counted: !s.Quiet && !o.watch}
	i.Problem = said.print
	if o.watch {
		return watch(ctx, a, i, func() { progress.Wipe(); said.end() }, s)
	}
	i.Reread = o.reread
	done, err := importInTurn(ctx, a, i, o.wait, s)
	progress.Finish()
	said.end()
	if done != nil && !s.Quiet {
		if printErr := printImport(done, s); printErr != nil {
			return errors.Join(err, printErr)
		}
	}
	if compare, ok := errors.AsType[*archive.CompareError](err); ok && !errors.Is(err, context.Canceled) {
		fmt.Fprintf(s.Err, "kifudb: %s\n", plaintext.Printable(compare.Error()))
		err = nil
	}
	switch {
	case errors.Is(err, context.Canceled):
		return run.Interrupted("what was read so far is in the archive; run the same import again to go on")
	case err != nil:
		return err
	case done.Failed+done.Still > 0:
		if s.Quiet && done.Still > 0 {
			fmt.Fprintf(s.Err, "kifudb: %s still cannot be read: kifudb imports show --failed\n", phrase.Count(done.Still, "file"))
		}
		return &run.Error{Status: run.ExitPartial}
	}
	return nil
}

// problemLines prints what is wrong with files, and with records if all problems are wanted. Of
// many files the first ones are named, and the others counted: the ledger has them all.
type problemLines struct {
	w       io.Writer
	all     bool // problems of records, too
	counted bool // the summary counts files in formats that are not read
	listed  int
	more    int
}

// saidFiles is how many files are named that could not be read.
const saidFiles = 10

func (l *problemLines) print(p archive.ImportProblem) {
	switch {
	case l.all:
	case p.Code != "", p.Format != "" && l.counted:
		return
	case l.listed == saidFiles:
		l.more++
		return
	}
	l.listed++
	p.Path = phrase.NearFile(p.Path)
	fmt.Fprintln(l.w, plaintext.Printable(p.Error()))
}

// end says how many files were not named, and begins anew.
func (l *problemLines) end() {
	if l.more > 0 {
		fmt.Fprintf(l.w, "and %s more: kifudb imports show --failed\n", phrase.Number(l.more))
	}
	l.listed, l.more = 0, 0
}

func printImport(s *archive.Imported, to run.Streams) error {
	if to.JSON {
		return terminal.PrintJSON(to.Out, s)
	}
	w := to.Out
	took := time.Duration(s.Seconds * float64(time.Second))
	problems := 0
	for _, n := range s.Problems {
		problems += n
	}
	rate := float64(s.Games) / max(took.Seconds(), 1e-9)
	fmt.Fprintf(w, "Archive %s: %s in %s (%s games/s)\n", s.Archive, phrase.Games(s.Games), phrase.Duration(took), phrase.Number(int(rate)))
	t := table.New("", "", "")
	t.AlignRight(1)
	t.Row("files read", phrase.Number(s.Files), "")
	t.RowIf(s.Unchanged > 0, "files unchanged", phrase.Number(s.Unchanged), "since they were last imported")
	t.RowIf(s.Same > 0, "files the same", phrase.Number(s.Same), "byte for byte as another computer has imported them: not read")
	t.RowIf(s.Dropped > 0, "files read again", phrase.Number(s.Dropped), "the archive lacks games that the ledger names")
	t.RowIf(s.Passed > 0, "files passed over", phrase.Number(s.Passed), "hold no game records; kifudb imports show --passed")
	t.RowIf(s.Failed > 0, "files failed", phrase.Number(s.Failed), "kifudb imports show --failed")
	t.RowIf(s.Still > 0, "files still failing", phrase.Number(s.Still), "unchanged; kifudb imports accept FILE stops reporting them")
	t.RowIf(s.Accepted > 0, "files accepted", phrase.Number(s.Accepted), "cannot be read, as you accepted")
	for _, name := range phrase.ByCount(s.NotRead) {
		title, why := archive.FormatNotRead(name)
		t.Row("  "+title, phrase.Number(s.NotRead[name]), why)
	}
	t.Row("games added", phrase.Number(s.Added), "")
	t.RowIf(s.Changed > 0, "games changed", phrase.Number(s.Changed), "replaced under their numbers")
	t.Row("games known", phrase.Number(s.Known), "in the archive already, byte for byte")
	t.RowIf(s.Removed > 0, "games left out", phrase.Number(s.Removed), "you have removed them; see kifudb remove --list")
	t.RowIf(s.Missing > 0, "games missing", phrase.Number(s.Missing), "from their files; import --prune removes them")
	t.RowIf(s.Pruned > 0, "games pruned", phrase.Number(s.Pruned), "their files no longer hold them")
	t.Row("problems", phrase.Number(problems), "")
	for _, code := range phrase.ByCount(s.Problems) {
		in := ""
		if n := s.ProblemGames[code]; n > 0 {
			in = "in " + phrase.Games(n) + "; "
		}
		t.Row("  "+code, phrase.Number(s.Problems[code]), in+"kifudb search problem:"+code)
	}
	if err := t.Print(w); err != nil || s.Duplicates == 0 {
		return err
	}
	verb := "have"
	if s.Duplicates == 1 {
		verb = "has"
	}
	_, err := fmt.Fprintf(w, "%s %s more than one record: kifudb dup list\n", phrase.Games(s.Duplicates), verb)
	return err
}
