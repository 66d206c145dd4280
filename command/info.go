package command

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

func infoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "say what is in the archive and how large it is",
		UsageText: "kifudb info [--json]",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print JSON"}},
		Action: func(c *cli.Context) error {
			path, err := archivePath(c)
			if err != nil {
				return err
			}
			s, done, err := openSnapshot(c)
			if err != nil {
				return err
			}
			defer done()
			bytes, err := folderSize(path)
			if err != nil {
				return err
			}
			text := s.Text()
			if c.Bool("json") {
				return printJSON(c.App.Writer, map[string]any{
					"archive": path, "games": s.Len(), "segments": len(s.Segments()),
					"bytes": bytes, "commentsIndexed": text.Indexed, "generation": s.Generation(),
				})
			}
			t := newTable("", "", "")
			t.alignRight(1)
			t.row("games", number(s.Len()), "")
			t.row("segments", number(len(s.Segments())), "")
			t.row("bytes", number(int(bytes)), perGame(bytes, s.Len()))
			t.rowIf(text.Indexed < text.Games, "comments indexed", number(text.Indexed), "games; the next import goes on")
			fmt.Fprintf(c.App.Writer, "Archive %s\n", path)
			return t.print(c.App.Writer)
		},
	}
}

func perGame(bytes int64, games int) string {
	if games == 0 {
		return ""
	}
	return fmt.Sprintf("%s a game", number(int(bytes)/games))
}

func folderSize(path string) (int64, error) {
	var total int64
	err := filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	return total, err
}
