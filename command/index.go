package command

import (
	"context"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
)

func indexCommand() *cli.Command {
	return &cli.Command{
		Name:  "index",
		Usage: "make questions about the board fast",
		UsageText: `kifudb index --board         index what moves do on the board
kifudb index --board --drop  delete this index`,
		Description: `Replays all games once and keeps what their moves do on the board: captures,
ko, shapes, forks and whatever else the terms of 'kifudb help board' name.
Searches for these terms then read the index. Without it they replay the games,
which is slow and gives the same answers.

From then on import, rebuild, compact, recode and check --repair keep the index
up to date, which takes them longer. A new version of kifudb may define some
terms differently; it replays the games for these until you run this command
again. 'kifudb info' shows how many games are indexed. Backups leave the index
out.

You can interrupt it at any time, and search meanwhile: the next run continues.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "board", Usage: "index what moves do on the board"},
			&cli.BoolFlag{Name: "drop", Usage: "delete the index"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: run.Action(newIndexOptions, runIndex),
	}
}

type indexOptions struct {
	archive string
	drop    bool
}

func newIndexOptions(c *cli.Context) (o indexOptions, err error) {
	if !c.Bool("board") {
		return o, run.Usage("say what to index: --board")
	}
	o.drop = c.Bool("drop")
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runIndex(ctx context.Context, o indexOptions, s run.Streams) error {
	job := (*archive.Archive).IndexBoard
	if o.drop {
		job = func(a *archive.Archive, _ context.Context, _ func(archive.JobProgress)) (*archive.BoardIndex, error) {
			return a.DropBoardIndex()
		}
	}
	b, said, err := runJob(ctx, o.archive, s, job)
	switch {
	case said || err != nil:
		return err
	case o.drop:
		_, err = fmt.Fprintln(s.Out, "The index of the board is deleted.")
		return err
	case b.New == 0:
		_, err = fmt.Fprintf(s.Out, "%s in the index of the board, %s bytes; it is up to date\n", phrase.Games(b.Indexed), phrase.Number(int(b.Bytes)))
		return err
	}
	took := time.Duration(b.Seconds * float64(time.Second))
	_, err = fmt.Fprintf(s.Out, "%s indexed in %s (%s games/s); the index has %s bytes, %s\n", phrase.Games(b.New), phrase.Duration(took),
		phrase.Number(int(float64(b.New)/max(b.Seconds, 1e-9))), phrase.Number(int(b.Bytes)), perGame(b.Bytes, b.Indexed))
	return err
}
