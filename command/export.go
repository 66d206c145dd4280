package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"kifudb/indexer"
	"kifudb/query"
	"kifudb/store"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write the records of games, byte for byte as they came",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb export player:dosaku -o dosaku.sgf
kifudb export id:17 > game.sgf
kifudb export --utf8 charset:gb18030 -o clean.sgf`,
		Description: `Writes one collection: the game trees one after the other, each as it stood
in its file. With --utf8 texts are converted to UTF-8 and CA says so; all
else stays as it is.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE` instead of standard output"},
			&cli.BoolFlag{Name: "utf8", Usage: "convert texts to UTF-8"},
		},
		Action: runExport,
	}
}

func runExport(c *cli.Context) error {
	if !c.Args().Present() {
		return usage("export needs a query; '*' is every game")
	}
	args := c.Args().Slice()
	if len(args) == 1 && args[0] == "*" {
		args = nil
	}
	q, err := parseQuery(args)
	if err != nil {
		return err
	}
	s, done, err := openSnapshot(c)
	if err != nil {
		return err
	}
	defer done()

	if name := c.String("o"); name != "" {
		n, err := exportFile(c, s, q, name)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.App.ErrWriter, "%s games written to %s\n", number(n), name)
		return err
	}
	_, err = export(c.Context, c.App.Writer, s, q, c)
	return err
}

// exportFile writes to a file, which appears under its name only when it is
// complete.
func exportFile(c *cli.Context, s *store.Snapshot, q query.Query, name string) (n int, err error) {
	part := name + ".part"
	f, err := os.Create(part)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(part)
		}
	}()
	if n, err = export(c.Context, f, s, q, c); err != nil {
		return 0, err
	}
	if err = errors.Join(f.Sync(), f.Close()); err != nil {
		return 0, err
	}
	return n, os.Rename(part, name)
}

func export(ctx context.Context, w io.Writer, s *store.Snapshot, q query.Query, c *cli.Context) (int, error) {
	b := bufio.NewWriterSize(w, 64<<10)
	n := 0
	o := &query.Options{ReadFile: readPatternFile(c.App.Reader), PerGame: 1}
	for hit, err := range q.Run(ctx, s, o) {
		if err != nil {
			return n, queryError(err)
		}
		record, err := recordOf(s, hit.Game)
		if err != nil {
			return n, err
		}
		tree := treeBytes(record)
		if c.Bool("utf8") {
			tree = indexer.UTF8(record)
		}
		n++
		if _, err := b.Write(tree); err != nil {
			return n, err
		}
		if err := b.WriteByte('\n'); err != nil {
			return n, err
		}
	}
	return n, b.Flush()
}

func recordOf(s *store.Snapshot, id store.GameID) (store.Record, error) {
	g, local, ok := s.Segment(id)
	if !ok {
		return store.Record{}, fmt.Errorf("there is no game %d in the archive", id)
	}
	return g.Record(local)
}

func treeBytes(r store.Record) []byte { return r.Raw[r.Tree[0]:r.Tree[1]] }
