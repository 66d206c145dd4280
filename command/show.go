package command

import (
	"context"

	"github.com/urfave/cli/v2"

	"kifudb/command/terminal"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show a game: its board at a move, its information, its comments",
		ArgsUsage: "GAME[@MOVE]|QUERY...",
		UsageText: `kifudb show 123                the end of game 123
kifudb show 123@45             the board after move 45
kifudb show 123@n678           the board at node 678, also in a variation
kifudb show 123@45 --svg > board.svg
kifudb show 123 --sgf          the raw record
kifudb show player:shusaku C:ear   the only game that a query finds, where it finds it
kifudb --archive A --archive B show 2:123@45   of several archives, the second`,
		Description: `Move numbers count the moves of the main line; node numbers count all nodes of the
record in file order from 0, as in lists and JSON.

Shows one game. ` + gamesHelp,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "svg", Usage: "print the board as an SVG picture"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw the board with ASCII characters only"},
			&cli.BoolFlag{Name: "kanji", Usage: "shogi: draw the pieces as kanji"},
			&cli.BoolFlag{Name: "sgf", Usage: "print the record as it came"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: action(newShowOptions, runShow),
	}
}

type showOptions struct {
	archives []string
	games    askedGames
	as       string // sgf, svg, or "" for people or JSON
	ascii    bool
	kanji    bool
}

func newShowOptions(c *cli.Context) (o showOptions, err error) {
	o.games, o.ascii, o.kanji = gamesAsked(c), c.Bool("ascii"), c.Bool("kanji")
	if o.games.none() {
		return o, usage("show needs one game, as ID, ID@MOVE or ID@nNODE, or a query")
	}
	if err := o.games.check("show"); err != nil {
		return o, err
	}
	switch {
	case c.Bool("sgf"):
		o.as = "sgf"
	case c.Bool("svg") && !c.Bool("json"):
		o.as = "svg"
	}
	o.archives, err = archivePaths(c)
	return o, err
}

func runShow(ctx context.Context, o showOptions, s streams) error {
	vs, done, err := openViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	ref, differs, err := o.games.one(ctx, vs, s)
	if err != nil {
		return err
	}
	n, err := vs.Node(ref)
	if err != nil {
		return err
	}
	n.Differs = differs
	sayNotices(s, n.Notices)
	switch {
	case o.as == "sgf":
		_, err = s.out.Write(append(n.Tree(), '\n'))
		return err
	case s.json:
		return terminal.PrintJSON(s.out, n)
	case o.as == "svg":
		return n.WriteSVG(s.out)
	}
	if err := printNode(s.out, n, o.ascii, o.kanji); err != nil {
		return err
	}
	return printOthers(ctx, s.out, vs, n.Game)
}
