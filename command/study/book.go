package study

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask/openingbook"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
)

// BookCommand is the command book.
func BookCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "book",
		Usage:     "write an opening book for engines from the moves that were played",
		ArgsUsage: "[QUERY...]",
		UsageText: `kifudb book -o chess.bin game:chess                  a Polyglot book
kifudb book -o mine.bin --min 1 --side white 'game:chess white:me'
kifudb book -o shogi.db --moves 40 game:shogi        for YaneuraOu and ShogiHome
kifudb book -o othello.txt game:othello              for Edax`,
		Description: `A book has positions with the moves that your games have there, and a weight for
each. A position counts with all games that reach it, in whatever order of moves. In
a game it counts where it first comes up on a line, variations included, as in
'kifudb next'. Without --to, the ending of the file decides:

polyglot    .bin   chess: engines and boards
yaneuraou   .db    shogi: YANEURAOU-DB2016
edax        .txt   Othello: text that Edax reads by 'book import'

--weight score gives a move two for each game that its player won and one for each
draw; a move that never scored is left out. It is usual for polyglot. --weight games
gives one for each game. If a weight is larger than the format can hold, all weights
of the position shrink by one factor. Edax has no weights, but a mean of final discs.

The same games give the same bytes, in whatever order they were imported. Large books
are sorted in a temporary file. A tree of moves in SGF is written by 'kifudb tree -o'.

Exit status: 1 if no game of the query fits the format.`,
		Flags: append(run.FlagsOf(openingbook.Options{}),
			run.RecordsFlag(),
			run.OutputFlag(), run.ForceFlag(),
			&cli.BoolFlag{Name: "json", Usage: "with -o, print JSON about the book"},
		),
		Action: run.Action(newBookOptions, runBook),
	})
}

type bookOptions struct {
	archives []string
	query    archive.Query
	records  bool
	output   run.Output
	openingbook.Options
}

func newBookOptions(c *cli.Context) (o bookOptions, err error) {
	if o.query, err = run.OnlyQuery(c, c.Args().Slice()); err != nil {
		return o, err
	}
	run.SetOptions(c, &o.Options)
	o.records, o.output = c.Bool("records"), run.ChosenOutput(c)
	if o.Format == "" {
		o.Format = openingbook.Ending(o.output.Name)
	}
	switch {
	case o.Format == "":
		return o, run.Usage("book needs --to, or a file whose ending says it: -o chess.bin")
	case c.Bool("json") && o.output.Name == "":
		return o, run.Usage("--json is about a file: -o FILE")
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runBook(ctx context.Context, o bookOptions, s run.Streams) error {
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	chosen, err := vs.Choose(ctx, &archive.Choice{Query: o.query, Records: o.records})
	if err != nil {
		return err
	}
	progress := run.NewProgress(ctx, s, "stopping; nothing is written")
	o.Report = func(games int) {
		progress.Job(archive.JobProgress{Stage: "reading", Done: int64(games), Total: int64(chosen.Len())})
	}
	var book *openingbook.Book
	err = o.output.Write(s, func(w io.Writer) (err error) {
		if book, err = openingbook.Write(ctx, vs, chosen.GameSet, &o.Options, w); err == nil && book.Games == 0 {
			err = fmt.Errorf("no game of %s matches; nothing was written", book.Game)
		}
		return err
	})
	progress.Finish()
	if err != nil {
		return err
	}
	book.Folded = chosen.Folded
	if s.JSON {
		book.Notices = chosen.Notices
		return terminal.PrintJSON(s.Out, book)
	}
	run.SayNotices(s, chosen.Notices)
	return sayBook(s.Err, &o, book)
}

// sayBook says what was written, and what was left out.
func sayBook(w io.Writer, o *bookOptions, b *openingbook.Book) error {
	var left []string
	for _, n := range []struct {
		n    int
		noun string
		why  string
	}{
		{b.Rare, "move", fmt.Sprintf("played in fewer than %s (--min)", phrase.Games(b.MinGames))},
		{b.Weightless, "move", "that never scored (--weight games keeps them)"},
		{b.Further, "move", fmt.Sprintf("beyond %d of a position (--max-moves)", o.MaxMoves)},
		{b.Illegal, "move", "against the rules"},
		{b.Others, "game", "of other games than " + b.Game},
		{b.Unread, "game", "whose positions are not known"},
	} {
		if n.n > 0 {
			left = append(left, fmt.Sprintf("%s %s", phrase.Count(n.n, n.noun), n.why))
		}
	}
	more := ""
	if b.Folded > 0 {
		more = "; " + answer.FoldedWords(b.Folded)
	}
	where := ""
	if o.output.Name != "" {
		where = " written to " + o.output.Name
	}
	if _, err := fmt.Fprintf(w, "%s and %s from %s%s%s\n", phrase.Count(b.Positions, "position"), phrase.Count(b.Moves, "move"), phrase.Games(b.Games), where, more); err != nil {
		return err
	}
	for _, line := range slices.Sorted(slices.Values(left)) {
		if _, err := fmt.Fprintf(w, "kifudb: left out: %s\n", strings.TrimSpace(line)); err != nil {
			return err
		}
	}
	return nil
}
