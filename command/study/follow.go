package study

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// FollowCommand is the command follow.
func FollowCommand() *cli.Command {
	return run.Reaching(run.Nodes, &cli.Command{
		Name:      "follow",
		Usage:     "show how games follow a tree of moves: a repertoire, a dictionary of joseki",
		ArgsUsage: "TREE [QUERY...]",
		UsageText: `kifudb follow repertoire.sgf player:me date:>=2020
kifudb follow joseki.sgf --region corner --colors either
kifudb follow joseki.sgf --region NE8x8 --limit 50 rank:>=9p
kifudb follow 定跡.kif player:羽生                 also openings.pgn, in any format`,
		Description: `TREE is one record with variations, in any format that kifudb imports. For each node you see in how many games
its position came up, how they ended, and where and by whose move they left the
tree for good; then the lines that nobody played, and the games that followed it
longest. Positions are compared by their stones, whatever the order of the moves,
however the board is turned, and even if a game left the tree in between. Where pieces
move or discs are turned, whole positions are compared, with hands and whose turn it
is. Only the main lines of games are compared.

--region says which part of the board the tree is about: board; corner, which is
half of the board each way; or a size such as 8x8 or NE8x8. The default is the
view (VW) of the root, as 'kifudb tree' writes it, or else the whole board. Moves
outside the region do not matter, and each corner of a game is compared on its
own.`,
		Flags: append(run.FlagsOf(ask.FollowOptions{}),
			&cli.BoolFlag{Name: "all", Usage: "show all nodes of the tree, including those that nobody plays, and all such lines"},
			run.RecordsFlag(),
			run.FailFlag(),
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		),
		Action: run.Action(newFollowOptions, runFollow),
	})
}

type followOptions struct {
	archives []string
	file     string
	search   archive.Search
	follow   ask.FollowOptions
	all      bool
	fail     bool
}

func newFollowOptions(c *cli.Context) (o followOptions, err error) {
	if c.NArg() == 0 {
		return o, run.Usage("follow needs a tree: a record with variations in a file")
	}
	o.file = c.Args().First()
	if o.search.Query, err = run.OnlyQuery(c, c.Args().Tail()); err != nil {
		return o, err
	}
	o.search.Records, o.all, o.fail = c.Bool("records"), c.Bool("all"), c.Bool("fail")
	run.SetOptions(c, &o.follow)
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runFollow(ctx context.Context, o followOptions, s run.Streams) error {
	mine, err := ask.ReadOwnTree(o.file)
	if err != nil {
		return err
	}
	found, done, err := run.Ask(ctx, s, run.Question[*ask.Follow]{
		Archives: o.archives, Search: &o.search, Watch: &o.follow.Watch, SoFar: followedSoFar,
		Ask: func(vs *ask.Views) (*ask.Follow, error) { return vs.Follow(ctx, &o.search, mine, &o.follow) },
	})
	if err != nil {
		return err
	}
	defer done()
	if s.JSON {
		err = terminal.PrintJSON(s.Out, found)
	} else {
		err = printFollowed(s.Out, found, o.all)
	}
	if err != nil {
		return err
	}
	return run.FailIfNone(o.fail, found.Follow)
}

// followedSoFar returns the line that a terminal shows while games are still followed.
func followedSoFar(f *ask.Follow) string {
	return fmt.Sprintf("%s, %s of which follow the tree", run.SoFar(f.Games, nil), phrase.Number(f.Follow))
}

// printFollowed prints the tree as far as games go, then the lines that nobody plays,
// and the games that follow it longest.
func printFollowed(w io.Writer, f *ask.Follow, all bool) error {
	if f.Games == 0 {
		_, err := fmt.Fprintln(w, "nothing found: no game that matches contains the beginning of the tree")
		return err
	}
	deep := 0
	for i := range f.Nodes {
		deep = max(deep, f.Nodes[i].Depth)
	}
	t := table.New("move", "games", "share", "black won", "white won", "decided", "B left", "W left", "ended", "most often with")
	t.AlignRight(1, 2, 3, 4, 5, 6, 7, 8)
	t.Whole(0)
	t.Spare(8, 4, 5, 9, 2)
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if n.Games == 0 && !all || i > 0 && n.Move == nil {
			continue
		}
		name := "(the beginning)"
		if i > 0 {
			name = lineName(n.Depth, deep, n.Move.Color, n.Name)
		}
		if n.SameAs != nil {
			t.Row(name, phrase.Number(n.Games), percentShare(n.Share), "", "", "", "", "", "", "as "+afterLine(f, *n.SameAs))
			continue
		}
		with := ""
		if len(n.Left) > 0 {
			d := n.Left[0]
			with = fmt.Sprintf("%s %s, %s", d.Move.Color, d.Name, phrase.Number(d.Hits))
		}
		t.Row(name, phrase.Number(n.Games), percentShare(n.Share), phrase.Percent(n.Won.Black, n.Won.Decided), phrase.Percent(n.Won.White, n.Won.Decided), phrase.Number(n.Won.Decided),
			phrase.Number(n.LeftBlack), phrase.Number(n.LeftWhite), phrase.Number(n.Ended+n.Done), with)
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if err := printUnplayed(w, f, all); err != nil {
		return err
	}
	if err := printFollowing(w, f); err != nil {
		return err
	}
	where := ""
	if f.Hits != f.Games {
		where = ", " + phrase.Number(f.Hits) + " times"
	}
	back := ""
	if f.Transposed > 0 {
		back = fmt.Sprintf("; after leaving it, %s came back by other moves", phrase.Count(f.Transposed, "game"))
		if f.Hits != f.Games {
			back = fmt.Sprintf("; after leaving it, games came back by other moves %s", phrase.Times(f.Transposed))
		}
	}
	outside := ""
	if f.Outside > 0 {
		outside = fmt.Sprintf("; %s of the tree outside of the region left out", phrase.Count(f.Outside, "move"))
	}
	_, err := fmt.Fprintf(w, "the tree begins in %s%s, and %s in it%s%s%s\n", phrase.Games(f.Games), where, goOn(f.Follow), back, outside, foldedSuffix(f.Folded))
	return err
}

// afterLine says which node is meant by the moves that lead to it.
func afterLine(f *ask.Follow, node int) string {
	if line := f.Line(node); len(line) > 0 {
		return "after " + strings.Join(line, " ")
	}
	return "at the beginning"
}

// unplayedLine is a line that nobody plays. It may end with stones that the tree sets up, which
// have no name.
func unplayedLine(f *ask.Follow, node int) string {
	line := strings.Join(f.Line(node), " ")
	if f.Nodes[node].Move == nil {
		line = strings.TrimSpace(line + " (stones that are set up)")
	}
	return line
}

func goOn(games int) string {
	if games == 1 {
		return "1 game goes on"
	}
	return phrase.Games(games) + " go on"
}

// printUnplayed lists where lines begin that nobody plays: some of them, or all.
func printUnplayed(w io.Writer, f *ask.Follow, all bool) error {
	if len(f.Unplayed) > 0 {
		fmt.Fprintln(w, "\nNobody plays")
	}
	shown := f.Unplayed
	if !all && len(shown) > answer.DefaultLimit {
		shown = shown[:answer.DefaultLimit]
	}
	for _, node := range shown {
		if _, err := fmt.Fprintf(w, "  %s\n", plaintext.Printable(unplayedLine(f, node))); err != nil {
			return err
		}
	}
	if n := len(f.Unplayed); len(shown) < n {
		fmt.Fprintf(w, "  %s of %s lines shown (--all)\n", phrase.Number(len(shown)), phrase.Number(n))
	}
	_, err := fmt.Fprintln(w)
	return err
}

// printFollowing lists the games that follow the tree longest.
func printFollowing(w io.Writer, f *ask.Follow) error {
	if len(f.Best) == 0 {
		return nil
	}
	t := table.New("game", "date", "black", "white", "result", "in the tree", "left at", "with")
	t.AlignRight(0, 5, 6)
	t.Spare(1, 4)
	for _, g := range f.Best {
		left, with := "", "the game ends"
		switch {
		case g.By != "":
			left, with = phrase.Number(g.MoveNumber+1), g.By+" "+g.With
		case f.Nodes[g.Node].Done > 0:
			with = "the tree ends"
		}
		t.Row(g.Name(), g.Date, g.Black, g.White, g.Result, phrase.Count(g.Depth, "move"), left, with)
	}
	return t.Print(w)
}
