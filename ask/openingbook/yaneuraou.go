package openingbook

import (
	"bufio"
	"fmt"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/shogi"
)

// A book of YaneuraOu's is text, as its author described it in 2016 under the name "standard book format":
// a first line with the version; then for each position a line with its SFEN, and a line for each
// of its moves, the best first: the move and the expected reply in USI, what an engine thinks of
// the move and how deep it looked, and how often the move was played. Programs that look into a
// file without reading it whole want the positions in the order of their bytes, with the
// number of the move 1. A reply that nobody knows is "none". A value that nobody knows is 0 with
// a depth of 0, because programs read numbers there.
var yaneuraou = Format{
	Name: "yaneuraou", ending: ".db", Number: 8, weight: ByGames,
	key: func(dst []byte, p game.Position) ([]byte, bool) {
		return append(dst, p.(game.Pieces).Shogi.SFEN()...), true
	},
	code:  func(_ game.Position, m position.Point) uint16 { return uint16(m) },
	begin: func(w *bufio.Writer, _ *Options) positionWriter { return &yaneuraouWriter{w: w} },
}

type yaneuraouWriter struct {
	w     *bufio.Writer
	begun bool
}

func (*yaneuraouWriter) twice() bool         { return false }
func (*yaneuraouWriter) look([]byte, []move) {}

func (y *yaneuraouWriter) write(key []byte, moves []move) error {
	if !y.begun {
		y.begun = true
		if _, err := y.w.WriteString("#YANEURAOU-DB2016 1.00\n"); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(y.w, "sfen %s\n", key); err != nil {
		return err
	}
	for i := range moves {
		m, _ := shogi.MoveOf(moves[i].code)
		if _, err := fmt.Fprintf(y.w, "%s none 0 0 %d\n", m, moves[i].weight); err != nil {
			return err
		}
	}
	return nil
}
