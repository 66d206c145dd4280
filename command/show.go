package command

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show a game: its board at a move, its information, its comments",
		ArgsUsage: "ID[@MOVE]",
		UsageText: `kifudb show 123                the end of game 123
kifudb show 123@45             the board after move 45
kifudb show 123@n678           the board at node 678, also in a variation
kifudb show 123@45 --svg > board.svg
kifudb show 123 --sgf          the raw record`,
		Description: `Move numbers count the moves of the main line, node numbers all nodes of the
record in file order from 0, as lists and JSON give them.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "svg", Usage: "print the board as an SVG picture"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw the board with ASCII characters only"},
			&cli.BoolFlag{Name: "kanji", Usage: "shogi: draw the pieces as kanji"},
			&cli.BoolFlag{Name: "sgf", Usage: "print the record as it came"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: runShow,
	}
}

func runShow(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("show needs one game, as ID, ID@MOVE or ID@nNODE")
	}
	v, done, err := openView(c)
	if err != nil {
		return err
	}
	defer done()
	n, err := v.Node(c.Args().First())
	if err != nil {
		return err
	}
	sayNotices(c, n.Notices)
	switch {
	case c.Bool("sgf"):
		_, err = c.App.Writer.Write(append(n.Tree(), '\n'))
	case c.Bool("json"):
		err = printJSON(c.App.Writer, n)
	case c.Bool("svg"):
		d := n.Diagram()
		if d == nil {
			return fmt.Errorf("game %d is not a game of Go, for which there are pictures", n.Game.ID)
		}
		err = d.WriteSVG(c.App.Writer)
	default:
		err = printNode(c.App.Writer, n, c.Bool("ascii"), c.Bool("kanji"))
		if err == nil {
			err = printOthers(c, v, n.Game.ID)
		}
	}
	return err
}
