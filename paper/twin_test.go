package paper_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/paper"
	"kifudb/testdata"
)

// A playedMove is a move of a record, with its number on paper.
type playedMove struct {
	number int
	color  string
	cell   int // -1 for a pass
}

// linesOf reads the lines of a record the slow way: the main line, and each variation where it leaves
// another one, with numbers that begin anew there.
func linesOf(t *testing.T, v *archive.View, id archive.GameID) (lines [][]playedMove) {
	tree, err := v.GameTree(id, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	numbers := make([]int, tree.Total)
	for i := range numbers {
		numbers[i] = i
	}
	nodes, err := v.Nodes(id, numbers)
	if err != nil {
		t.Fatal(err)
	}
	children := map[int][]int{}
	for _, n := range tree.Nodes {
		children[n.Parent] = append(children[n.Parent], n.Node)
	}
	var begins []int
	for _, n := range tree.Nodes {
		if children[n.Parent][0] != n.Node || n.Parent < 0 {
			begins = append(begins, n.Node)
		}
	}
	for _, node := range begins {
		var line []playedMove
		number := 0
		for {
			if n := nodes[node]; n.Last != nil {
				if number++; n.Printing.Number > 0 {
					number = n.Printing.Number
				}
				m := playedMove{number, n.Last.Color, -1}
				board, err := n.Data()
				if err != nil {
					t.Fatal(err)
				}
				if x, y, ok := archive.Coordinates(n.Last.Point); ok && x < board.Cols && y < board.Rows {
					m.cell = y*board.Cols + x
				}
				for cell := range board.Cols * board.Rows { // of other games than Go
					if board.Columns[cell%board.Cols]+board.Lines[cell/board.Cols] == n.Last.Point {
						m.cell = cell
					}
				}
				line = append(line, m)
			}
			if len(children[node]) == 0 {
				break
			}
			node = children[node][0]
		}
		lines = append(lines, line)
	}
	return lines
}

// shownOn returns the moves that figures show with numbers, and those that their notes say.
func shownOn(t *testing.T, figures []*paper.Figure) (moves []playedMove) {
	for _, f := range figures {
		colors := map[int]string{}
		for _, p := range f.Board.Pieces {
			colors[p.Cell] = p.Color
		}
		at := map[string]int{} // what notes refer to
		for cell, n := range f.Marks.Numbers {
			moves = append(moves, playedMove{n, colors[cell], cell})
			at[strconv.Itoa(n)] = cell
		}
		for cell, letter := range f.Marks.Letters {
			at[letter] = cell
		}
		for _, note := range f.Notes {
			words := strings.Fields(note)
			number, err := strconv.Atoi(words[0])
			switch {
			case err != nil || len(words) == 1 || words[1] == "=": // about a mark
			case words[1] == "pass":
				moves = append(moves, playedMove{number, "", -1})
			default:
				cell, ok := at[words[2]]
				if !ok {
					t.Errorf("%s: the note %q refers to nothing", f.Caption, note)
				}
				moves = append(moves, playedMove{number, "", cell})
			}
		}
	}
	return moves
}

// Each move of each line of each record is once in a figure or its notes, with its number and on its point,
// however the figures are cut.
func TestEachMoveIsOnce(t *testing.T) {
	var records []string
	err := fs.WalkDir(testdata.Collection(), ".", func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".sgf") {
			var data []byte
			data, err = fs.ReadFile(testdata.Collection(), path)
			records = append(records, string(data))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	v := archivetest.OfImports(t, records)
	lines := map[archive.GameID][][]playedMove{}
	count, moves := 0, 0
	for n := range v.Len() {
		id := archive.GameID(n + 1)
		lines[id] = linesOf(t, v, id)
		count += len(lines[id])
		for _, line := range lines[id] {
			moves += len(line)
		}
	}
	if count < 80 || moves < 5000 {
		t.Errorf("only %d moves of %d lines", moves, count)
	}
	for _, o := range []paper.Options{{}, {Moves: 10}, {Moves: 3, CutTaken: true}} {
		for part, err := range document(t, v.Views, o).Parts {
			if err != nil {
				t.Fatal(err)
			}
			id, _ := strconv.Atoi(strings.TrimPrefix(part.Anchor, "g"))
			want := map[string]int{}
			for _, line := range lines[archive.GameID(id)] {
				for _, m := range line {
					want[fmt.Sprint(m.number, m.cell)]++
				}
			}
			var figures []*paper.Figure
			for _, block := range part.Blocks {
				if f, ok := block.(*paper.Figure); ok {
					figures = append(figures, f)
					checkTaken(t, f, o)
				}
			}
			for _, m := range shownOn(t, figures) {
				want[fmt.Sprint(m.number, m.cell)]--
			}
			for move, n := range want {
				if n != 0 {
					t.Fatalf("game %d, %d moves, cut %t: move and cell %s are shown %d times too few", id, o.Moves, o.CutTaken, move, n)
				}
			}
		}
	}
}

// checkTaken checks that no move is noted that begins a figure, and that figures are no longer than they may be.
func checkTaken(t *testing.T, f *paper.Figure, o paper.Options) {
	if o.CutTaken && slices.ContainsFunc(f.Notes, func(n string) bool { return strings.Contains(n, " at ") }) {
		t.Errorf("%s: notes %q", f.Caption, f.Notes)
	}
	if len(f.Marks.Numbers) > max(o.Moves, 50) && f.Board.Captured != nil {
		t.Errorf("%s has %d moves", f.Caption, len(f.Marks.Numbers))
	}
}
