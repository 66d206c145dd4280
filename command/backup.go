package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/store"
)

func backupCommand() *cli.Command {
	return &cli.Command{
		Name:      "backup",
		Usage:     "write the whole archive to one file, also while it is in use",
		ArgsUsage: "FILE",
		UsageText: `kifudb backup games.tar.zst             everything in one file
kifudb backup - | ssh host 'cat > x'    to standard output
kifudb --archive NEW restore games.tar.zst`,
		Description: `Writes the archive as of its last commit, with tags, notes and the ledger of
imports, to a tar file packed with zstd. An import may go on meanwhile. The file
appears under its name when it is whole, and not before.

'kifudb restore FILE' makes an archive of it again. Without kifudb, any tar that
knows zstd does: mkdir NEW && tar -xf FILE -C NEW. Then 'kifudb --archive NEW
check' says that it is whole.

Exit status 3: a file of the archive is damaged or missing; all of the rest is
in the backup.`,
		Flags: []cli.Flag{
			forceFlag(),
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: runBackup,
	}
}

func runBackup(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("backup needs the name of the file to be written, or - for standard output")
	}
	db, err := openOutdated(c)
	if err != nil {
		return err
	}
	defer db.Close()
	to := c.Args().First()
	report, finish := byteProgress(c.App.ErrWriter, "backup", c.Bool("quiet"))
	defer finish()
	if to == "-" {
		if isTerminal(c.App.Writer) {
			return usage("a backup is no text for a terminal; name a file, or send it through a pipe")
		}
		return incomplete(db.Backup(c.Context, c.App.Writer, report))
	}
	if err := backupPlace(db.Dir(), to); err != nil {
		return err
	}
	var lacks error
	size, err := writeFile(c, to, func(w io.Writer) error {
		err := db.Backup(c.Context, w, report)
		if errors.Is(err, store.ErrIncomplete) {
			lacks, err = err, nil
		}
		return err
	})
	finish()
	if err != nil {
		if c.Context.Err() != nil {
			return errors.New("interrupted: no backup was written")
		}
		return err
	}
	if !c.Bool("quiet") {
		if _, err := fmt.Fprintf(c.App.Writer, "%s written, %s bytes\n'kifudb --archive NEWFOLDER restore %s' makes an archive of it\n", to, number(int(size)), to); err != nil {
			return err
		}
	}
	return incomplete(lacks)
}

// incomplete gives a backup that lacks something its exit status.
func incomplete(err error) error {
	if errors.Is(err, store.ErrIncomplete) {
		return &exitError{ExitPartial, err}
	}
	return err
}

// backupPlace says why a backup cannot be written to a file.
func backupPlace(archive, to string) error {
	inside, err := filepath.Abs(archive)
	if err != nil {
		return err
	}
	path, err := filepath.Abs(to)
	if err == nil && strings.HasPrefix(path, inside+string(filepath.Separator)) {
		return fmt.Errorf("%s lies in the archive itself; write it elsewhere, best to another disk", to)
	}
	return err
}

func restoreCommand() *cli.Command {
	return &cli.Command{
		Name:      "restore",
		Usage:     "make an archive of a backup",
		ArgsUsage: "FILE",
		UsageText: `kifudb --archive NEW restore games.tar.zst
ssh host 'cat x' | kifudb --archive NEW restore -`,
		Description: `Makes the archive's folder, which must be empty or not there, of what 'kifudb
backup' wrote, and compares all files with their checksums. The folder is there
when it is whole, and not before. To bring back removed games, see 'kifudb remove
--undo'.

Exit status 3: a file of the backup is damaged; all of the rest is restored.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: runRestore,
	}
}

func runRestore(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("restore needs the file that 'kifudb backup' wrote, or - for standard input")
	}
	path, err := archivePath(c)
	if err != nil {
		return err
	}
	in := c.App.Reader
	report, finish := byteProgress(c.App.ErrWriter, "restore", c.Bool("quiet"))
	defer finish()
	if from := c.Args().First(); from != "-" {
		file, err := os.Open(from)
		if err != nil {
			return err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		in = &countingReader{file, 0, info.Size(), report}
	}
	err = store.Restore(c.Context, in, path)
	if errors.Is(err, store.ErrNotEmpty) {
		return fmt.Errorf("%w\n'kifudb --archive NEWFOLDER restore %s' makes an archive in a new folder", err, c.Args().First())
	}
	if errors.Is(err, store.ErrCorrupt) {
		if _, failed := os.Stat(path); failed == nil {
			return &exitError{ExitPartial, fmt.Errorf("%w\nthe rest is restored in %s; 'kifudb --archive %s check --repair' mends what can be mended", err, path, path)}
		}
	}
	if err != nil {
		return fmt.Errorf("%w\nnothing was restored", err)
	}
	finish()
	if c.Bool("quiet") {
		return nil
	}
	db, err := openOutdated(c)
	if err != nil {
		return err
	}
	defer db.Close()
	games, err := gamesIn(db)
	if errors.Is(err, store.ErrOlder) {
		_, err = fmt.Fprintf(c.App.Writer, "Archive %s: restored, all checksums agree; %v\n", path, store.ErrOlder)
		return err
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "Archive %s: %s restored, all checksums agree\n", path, countOf(games))
	return err
}

// countingReader tells how much of a file was read.
type countingReader struct {
	r           io.Reader
	done, total int64
	report      func(done, total int64)
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.done += int64(n)
	r.report(r.done, r.total)
	return n, err
}
