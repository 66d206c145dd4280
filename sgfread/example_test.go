package sgfread_test

import (
	"fmt"
	"os"
	"strings"

	"kifudb/sgfread"
)

// counter counts what a collection holds, without building anything.
type counter struct{ depth, trees, variations, nodes, moves int }

func (c *counter) Open(int64) {
	if c.depth++; c.depth == 1 {
		c.trees++
	} else {
		c.variations++
	}
}

func (c *counter) Close(int64) { c.depth-- }

func (c *counter) Node(n *sgfread.Node) {
	c.nodes++
	for p := range n.Properties() {
		if id := p.Ident(); id == sgfread.IdentB || id == sgfread.IdentW {
			c.moves++
		}
	}
}

func ExampleWalk() {
	var c counter
	text := "(;SZ[9];B[ee];W[ec](;B[gc])(;B[cc]))(;SZ[9]AB[cc];W[gg])"
	if err := sgfread.Walk([]byte(text), &c, nil); err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%d trees, %d variations, %d nodes, %d moves\n", c.trees, c.variations, c.nodes, c.moves)
	// Output: 2 trees, 2 variations, 7 nodes, 5 moves
}

func ExampleScanner() {
	s := sgfread.NewScanner(strings.NewReader("two games:\n(;PB[Ito];B[cc])\n\n(;PB[Honda];B[dd])"), nil)
	for s.Scan() {
		r := s.Record()
		fmt.Printf("line %d: %s\n", r.Line, r.Tree)
	}
	if err := s.Err(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// line 2: (;PB[Ito];B[cc])
	// line 4: (;PB[Honda];B[dd])
}

func ExampleEvents() {
	text := []byte("(;PB[Ito]PW[Honda];B[pd];W[dp];B[tt])")
	for ev := range sgfread.Events(text, nil) {
		if ev.Kind != sgfread.NodeEvent {
			continue
		}
		for p := range ev.Node.Properties() {
			switch id := p.Ident(); id {
			case sgfread.IdentPB, sgfread.IdentPW:
				fmt.Printf("%v is %s\n", id, sgfread.AppendSimpleText(nil, p.Value(0), sgfread.NoLead))
			case sgfread.IdentB, sgfread.IdentW:
				point, kind := sgfread.ParseMove(p.Value(0), sgfread.Size{Cols: 19, Rows: 19})
				if kind == sgfread.PassMove {
					fmt.Println(id, "passes")
				} else {
					fmt.Printf("%v plays in column %d, row %d\n", id, point.X+1, point.Y+1)
				}
			}
		}
	}
	// Output:
	// PB is Ito
	// PW is Honda
	// B plays in column 16, row 4
	// W plays in column 4, row 16
	// B passes
}

func ExampleCheck() {
	text := []byte("(;GM[1]KM[750]C[Ito [3d]: hello];B[pd]\n;W[dp]!;B[zz])")
	for _, p := range sgfread.Check(text, nil) {
		line, column := sgfread.Position(text, p.Offset)
		fmt.Printf("game.sgf:%d:%d: %v\n", line, column, p)
	}
	// Output:
	// game.sgf:1:11: komi-times-100: a komi a hundred times too large ("750"); kept
	// game.sgf:1:24: unescaped-bracket: a closing bracket in a text is not escaped ("]:"); read as part of the text
	// game.sgf:2:7: junk: characters that are no SGF ("!"); skipped
	// game.sgf:2:11: off-board: a point beside the board ("zz"); kept
}

func ExampleFormatNormalized() {
	trees, err := sgfread.Parse([]byte("( ;GaMe[1]  SiZe[9];Black[ee] White[ec] ;\nB [gc])"), nil)
	if err != nil {
		fmt.Println(err)
	}
	if err := sgfread.FormatNormalized(os.Stdout, nil, trees...); err != nil {
		fmt.Println(err)
	}
	// Output: (;FF[4]CA[UTF-8]GM[1]SZ[9];B[ee];W[ec];B[gc])
}

func ExampleSharedGames() {
	text := []byte("(;SZ[19];B[pd](;W[dp]PB[Ito]PW[Honda];B[dd])(;W[dd]PB[Sato]PW[Abe]))")
	for _, game := range sgfread.SharedGames(text, nil).Games {
		fmt.Println(string(game.AppendTo(nil, text)))
	}
	// Output:
	// (;SZ[19];B[pd];W[dp]PB[Ito]PW[Honda];B[dd])
	// (;SZ[19];B[pd];W[dd]PB[Sato]PW[Abe])
}

// outline is a Listener that writes a tree as an indented list.
type outline struct{ depth int }

func (o *outline) TreeStart(int64) { o.depth++ }
func (o *outline) TreeEnd(int64)   { o.depth-- }
func (o *outline) NodeStart(int64) { fmt.Printf("%*s", 2*o.depth, "-") }
func (o *outline) NodeEnd()        { fmt.Println() }

func (o *outline) Property(p sgfread.Property) {
	fmt.Printf(" %s", p.AppendName(nil))
	for v := range p.Values() {
		fmt.Printf("[%s]", sgfread.AppendText(nil, v, sgfread.NoLead))
	}
}

// The comment follows a variation: it comes after the end of the variation, outside of
// any node, and belongs to the node before, which is Black's first move.
func ExampleListener() {
	text := "(;SZ[9];B[ee](;W[cc];B[gc])C[the first move](;W[gg]))"
	if err := sgfread.Walk([]byte(text), sgfread.Listen(new(outline)), nil); err != nil {
		fmt.Println(err)
	}
	// Output:
	//  - SZ[9]
	//  - B[ee]
	//    - W[cc]
	//    - B[gc]
	//  C[the first move]   - W[gg]
}
