package command

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/indexer"
)

func compactCommand() *cli.Command {
	return &cli.Command{
		Name:      "compact",
		Usage:     "delete removed games for good and win their space",
		UsageText: "kifudb compact",
		Description: `Builds the parts of the archive anew in which games were removed, without
them: their records, and all that was derived of them. After that 'kifudb
remove --undo' cannot bring them back. Small segments are merged, too.

It can be interrupted at any time; searches go on meanwhile.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: runCompact,
	}
}

func runCompact(c *cli.Context) error {
	db, err := openArchive(c)
	if err != nil {
		return err
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		return err
	}
	defer w.Close()
	before, err := archive.FolderSize(db.Dir())
	if err != nil {
		return err
	}
	s, err := db.Snapshot()
	if err != nil {
		return err
	}
	removed := 0
	for _, g := range s.Segments() {
		removed += int(g.Removed().GetCardinality())
	}
	if err := s.Close(); err != nil {
		return err
	}
	err = w.Compact(c.Context)
	if err == nil {
		err = w.Merge(c.Context)
	}
	// What was replaced is deleted when the writer ends.
	if err := errors.Join(err, w.Close()); err != nil {
		if c.Context.Err() != nil {
			return errors.New("interrupted: the archive is whole; run it again to go on")
		}
		return err
	}
	after, err := archive.FolderSize(db.Dir())
	if err != nil || c.Bool("quiet") {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]any{"deleted": removed, "bytesBefore": before, "bytes": after})
	}
	deleted := "no games were removed"
	if removed > 0 {
		deleted = countOf(removed) + " deleted for good"
	}
	switch {
	case after < before:
		_, err = fmt.Fprintf(c.App.Writer, "%s; %s bytes won, %s are left\n", deleted, number(int(before-after)), number(int(after)))
	default:
		_, err = fmt.Fprintf(c.App.Writer, "%s; the archive has %s bytes\n", deleted, number(int(after)))
	}
	return err
}
