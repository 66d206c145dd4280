package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/internal/plaintext"
	"kifudb/web"
)

func openCommand() *cli.Command {
	return &cli.Command{
		Name:      "open",
		Usage:     "show files of records in the browser",
		ArgsUsage: "FILE...",
		UsageText: `kifudb open game.sgf                 shows the game, also if the archive does not have it
kifudb open title-match.pgn kif/*.kif
kifudb service desktop --install     lets a file manager open records so`,
		Description: `If the archive has the very record of a file, its page there is opened, with its
tags, notes and other records. A running 'kifudb serve' of the archive shows it; otherwise this
command serves the archive itself.

Other files are read into a temporary archive, which is served for reading only. The temporary archive is removed
at the end. 'kifudb import FILE' adds a file to your archive.

What this command serves, it serves to this machine alone. It ends when you interrupt it, or when no
browser has asked for an hour. A game of the archive is opened by 'kifudb show GAME --open'.`,
		Action: run.Action(newOpenOptions, runOpen),
	}
}

type openOptions struct {
	archive string
	files   []string
}

func newOpenOptions(c *cli.Context) (o openOptions, err error) {
	if !c.Args().Present() {
		return o, run.Usage("open needs a file of records")
	}
	for _, file := range c.Args().Slice() {
		file = archive.PathOf(file)
		_, err := os.Stat(file)
		switch {
		case errors.Is(err, fs.ErrNotExist) && archive.IsPlace(file):
			return o, run.Usage("there is no file %s; a game of the archive is opened by kifudb show %s --open", plaintext.Printable(file), plaintext.Printable(file))
		case err != nil:
			return o, err
		}
		if file, err = filepath.Abs(file); err != nil {
			return o, err
		}
		o.files = append(o.files, file)
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

// openIdle is how long a server that only shows files waits for a browser.
const openIdle = time.Hour

func runOpen(ctx context.Context, o openOptions, s run.Streams) error {
	if a, err := run.OpenArchive(o.archive, nil); err == nil {
		defer a.Close()
		id, ok, err := heldGame(ctx, a, o.files)
		if err != nil {
			return err
		}
		if ok {
			path := gamePath(fmt.Sprint(id))
			if running, ok := runningSite(o.archive); ok {
				showPage(running.page(path), s)
				return nil
			}
			return serveUntilLeft(ctx, a, &web.Options{}, path, openIdle, s)
		}
	} else if !errors.Is(err, archive.ErrNoArchive) {
		return err
	}
	return openApart(ctx, o.files, s)
}

// heldGame returns the game of an archive that has the only record of the only file.
func heldGame(ctx context.Context, a *archive.Archive, files []string) (archive.GameID, bool, error) {
	if len(files) != 1 {
		return 0, false, nil
	}
	v, err := a.View()
	if err != nil {
		return 0, false, err
	}
	defer v.Close()
	return v.HeldFile(ctx, files[0])
}

// openApart shows files that the archive does not have.
func openApart(ctx context.Context, files []string, s run.Streams) (err error) {
	dir, err := os.MkdirTemp("", "kifudb-open-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		return err
	}
	defer a.Close()
	said := problemLines{w: s.Err}
	done, err := a.Import(ctx, &archive.Import{Paths: files, Problem: said.print})
	said.end()
	if err != nil {
		return err
	}
	path := "/search"
	switch {
	case done.Added == 0:
		return errors.New("no record could be read")
	case done.Added == 1:
		path = gamePath("1")
	}
	if !s.Quiet {
		fmt.Fprintf(s.Err, "%s shown from a temporary archive; 'kifudb import' adds files to yours\n", phrase.Count(done.Added, "game"))
	}
	return serveUntilLeft(ctx, a, &web.Options{ReadOnly: true}, path, openIdle, s)
}
