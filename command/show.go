package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/indexer"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/store"
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
	db, s, done, err := openUser(c)
	if err != nil {
		return err
	}
	defer done()
	v, err := openView(s, c.Args().First())
	if err != nil {
		return err
	}
	if err := v.own.read(db, v); err != nil {
		warnOwn(c.App.ErrWriter, err)
	}
	switch {
	case c.Bool("sgf"):
		_, err = c.App.Writer.Write(append(treeBytes(v.record), '\n'))
	case c.Bool("json"):
		err = printJSON(c.App.Writer, v.json())
	case c.Bool("svg"):
		if v.board == nil {
			return fmt.Errorf("game %d is no game of Go, for which there are pictures", v.game.ID)
		}
		err = v.diagram().WriteSVG(c.App.Writer)
	default:
		err = v.print(c.App.Writer, c.Bool("ascii"), c.Bool("kanji"))
		if err == nil {
			err = printOthers(c, s, v.game.ID)
		}
	}
	return err
}

// The numbers that SGF gives to games.
const (
	gameGo    = 1
	gameShogi = 8
)

// A view is a game at one of its nodes.
type view struct {
	game   foundGame
	info   []store.Value
	record store.Record
	facts  store.Facts
	step   position.Step
	board  *position.Board // nil for games other than Go
	shogi  *shogiView      // nil for games other than shogi
	node   int
	notes  []store.Value // the node's own texts
	labels map[position.Point]string
	games  int // that share the record
	own    own
}

// openView finds a game and a node of it by a word like 123, 123@45 or 123@n678.
func openView(s *store.Snapshot, word string) (*view, error) {
	id, at, found := strings.Cut(word, "@")
	if !found {
		at = "end"
	}
	number, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return nil, usage("%q is not the number of a game", id)
	}
	v := &view{labels: map[position.Point]string{}}
	if v.game, err = describe(s, store.GameID(number)); err != nil {
		return nil, err
	}
	g, local, _ := s.Segment(store.GameID(number))
	v.info, v.facts = g.Info(local), g.Facts(local)
	if v.record, err = g.Record(local); err != nil {
		return nil, err
	}
	script, err := g.Script(local)
	if err != nil {
		return nil, err
	}
	if v.node, err = nodeAt(script, at); err != nil {
		return nil, err
	}
	switch v.facts.Game {
	case gameGo:
		var r position.Replayer
		r.Start(v.facts.Size, script)
		for event := r.Next(); event != position.End; event = r.Next() {
			if event == position.AtNode && r.Step().Node == v.node {
				v.board, v.step = r.Board(), *r.Step()
				break
			}
		}
	case gameShogi:
		return v, v.openShogi(script)
	}
	return v, v.readNode()
}

// nodeAt finds a node by the number of a move of the main line, by "n" and its
// own number, or by "end", the last one of the main line. Queries name places
// in games in the same way.
func nodeAt(script position.Script, at string) (int, error) {
	if at == "end" {
		return lastNode(script), nil
	}
	digits, isNode := strings.CutPrefix(at, "n")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 {
		return 0, usage("%q is no place in a game; expected the number of a move, n and the number of a node, or end", at)
	}
	if isNode {
		if nodes := script.Nodes(); n >= nodes {
			return 0, fmt.Errorf("the game has %d nodes, numbered from 0", nodes)
		}
		return n, nil
	}
	if moves := script.Moves(); n > moves {
		return 0, fmt.Errorf("the main line has %d moves", moves)
	}
	return script.NodeAt(n), nil
}

// lastNode is the end of the main line.
func lastNode(script position.Script) int {
	last := 0
	var r position.Replayer
	r.Start(position.Square(1), script) // where stones fall does not matter here
	for event := r.Next(); event == position.AtNode || event == position.Opened; event = r.Next() {
		last = r.Step().Node
	}
	return last
}

// readNode reads the texts and the labels of the view's node.
func (v *view) readNode() error {
	trees, err := sgfread.Parse(indexer.UTF8(v.record), nil)
	if err != nil {
		return err
	}
	if len(trees) == 0 || v.node >= trees[0].Len() {
		return errors.New("the record has no such node")
	}
	v.games = len(trees[0].Games())
	for _, p := range trees[0].Properties(sgfread.NodeID(v.node)) {
		switch p.Name {
		case "C", "N", "GC":
			for _, raw := range p.Values {
				v.notes = append(v.notes, store.Value{Ident: p.Name, Text: string(sgfread.AppendText(nil, raw, 0))})
			}
		case "LB", "TR", "SQ", "CR", "MA", "L", "M", "SL":
			v.label(p)
		}
	}
	return nil
}
