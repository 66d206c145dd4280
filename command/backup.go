package command

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
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
imports, to a tar file compressed with zstd. An import may be running. The file
appears under its name only when it is complete.

'kifudb restore FILE' turns it into an archive again. So does any tar that knows
zstd: mkdir NEW && tar -xf FILE -C NEW. Then 'kifudb --archive NEW check' says
whether it is whole.

Exit status 3: a file of the archive is damaged or missing; everything else is in
the backup.`,
		Flags: []cli.Flag{
			run.ForceFlag(),
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: run.Action(newBackupOptions, runBackup),
	}
}

type backupOptions struct {
	archive string
	to      string // "-" is standard output
	force   bool
}

func newBackupOptions(c *cli.Context) (o backupOptions, err error) {
	if c.NArg() != 1 {
		return o, run.Usage("backup needs the name of a file to write, or - for standard output")
	}
	o.to, o.force = c.Args().First(), c.Bool("force")
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runBackup(ctx context.Context, o backupOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, &archive.Options{Damaged: true})
	if err != nil {
		return err
	}
	defer a.Close()
	progress := run.NewProgress(ctx, s, "stopping")
	defer progress.Finish()
	if o.to == "-" {
		if s.Terminal() {
			return run.Usage("a backup is not text for a terminal; name a file, or send it through a pipe")
		}
		return incomplete(a.Backup(ctx, s.Out, progress.Job))
	}
	done, err := a.BackupFile(ctx, o.to, o.force, progress.Job)
	progress.Finish()
	switch {
	case errors.Is(err, archive.ErrExists):
		return fmt.Errorf("%w; --force replaces it", err)
	case errors.Is(err, context.Canceled):
		return run.Interrupted("no backup was written")
	case done != nil && !s.Quiet:
		_, printErr := fmt.Fprintf(s.Out, "%s written, %s bytes\n'kifudb --archive NEWFOLDER restore %s' makes an archive of it\n", o.to, phrase.Number(int(done.Bytes)), o.to)
		if printErr != nil {
			return printErr
		}
	}
	return incomplete(err)
}

// incomplete gives a backup that lacks something its exit status.
func incomplete(err error) error {
	if errors.Is(err, archive.ErrIncomplete) {
		return &run.Error{Status: run.ExitPartial, Err: err}
	}
	return err
}

func restoreCommand() *cli.Command {
	return &cli.Command{
		Name:      "restore",
		Usage:     "make an archive from a backup",
		ArgsUsage: "FILE",
		UsageText: `kifudb --archive NEW restore games.tar.zst
ssh host 'cat x' | kifudb --archive NEW restore -`,
		Description: `Makes an archive from a file that 'kifudb backup' wrote, in a folder that must be empty or
not exist yet, and verifies the checksums of all files. The folder appears only
when it is complete. To bring back removed games, see 'kifudb remove --undo'.

An archive in an object store is restored in two steps, into a folder and from there:
kifudb --archive NEW restore FILE, then kifudb copy NEW s3://BUCKET/PREFIX.

Exit status 3: a file of the backup is damaged; everything else was restored.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: run.Action(newRestoreOptions, runRestore),
	}
}

type restoreOptions struct {
	archive string
	from    string // "-" is standard input
}

func newRestoreOptions(c *cli.Context) (o restoreOptions, err error) {
	if c.NArg() != 1 {
		return o, run.Usage("restore needs the file that 'kifudb backup' wrote, or - for standard input")
	}
	o.from = c.Args().First()
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runRestore(ctx context.Context, o restoreOptions, s run.Streams) error {
	if archive.InStore(o.archive) {
		return run.Usage("a backup is restored into a folder, which is then copied into the store:\n  kifudb --archive NEWFOLDER restore '%s'\n  kifudb copy NEWFOLDER '%s'", o.from, o.archive)
	}
	progress := run.NewProgress(ctx, s, "stopping")
	defer progress.Finish()
	restore := archive.Restore{Backup: s.In, Dir: o.archive}
	if o.from != "-" {
		file, err := os.Open(o.from)
		if err != nil {
			return err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		restore.Backup, restore.Size, restore.Report = file, info.Size(), progress.Job
	}
	done, err := restore.Run(ctx)
	progress.Finish()
	switch {
	case errors.Is(err, archive.ErrNotEmpty):
		return fmt.Errorf("%w\n'kifudb --archive NEWFOLDER restore %s' makes an archive in a new folder", err, o.from)
	case done != nil && err != nil:
		return &run.Error{Status: run.ExitPartial, Err: fmt.Errorf("%w\nthe rest is restored in %s; 'kifudb --archive %s check --repair' repairs it as far as possible", err, o.archive, o.archive)}
	case err != nil:
		return fmt.Errorf("%w\nnothing was restored", err)
	case s.Quiet:
		return nil
	}
	_, err = fmt.Fprintf(s.Out, "Archive %s: %s restored, all checksums agree\n", done.Archive, phrase.Games(done.Games))
	return err
}
