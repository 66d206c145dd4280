package gtp

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"kifudb/position"
)

// The sizes of boards: columns have one letter.
const (
	minSize = 2
	maxSize = 25
)

// maxMoves bounds the moves of a session. No record in any collection comes near.
const maxMoves = 5000

// A track is the game that is played: one board for each move, so that moves can be taken back.
type track struct {
	boards  []*position.Board // the first is the one before all moves
	seen    map[position.Key]int
	repeats bool // moves may repeat a whole board
}

var (
	errIllegal  = errors.New("illegal move")
	errTooLong  = fmt.Errorf("a game has at most %d moves", maxMoves)
	errNotEmpty = errors.New("board not empty")
)

// begin starts anew from a board.
func (t *track) begin(b *position.Board) {
	t.boards = append([]*position.Board{}, b)
	t.seen = map[position.Key]int{b.Key(): 1}
}

// now returns the board as it is.
func (t *track) now() *position.Board { return t.boards[len(t.boards)-1] }

// after returns the board after a move. What the rules forbid is errIllegal: an occupied point, suicide, retaking a
// ko at once, and repeating any earlier board. Players may move twice.
func (t *track) after(m position.Move) (*position.Board, error) {
	b := t.now().Clone()
	if b.Play(m) != 0 {
		return nil, errIllegal
	}
	if m.Point != position.Pass && !t.repeats && t.seen[b.Key()] > 0 {
		return nil, errIllegal
	}
	return b, nil
}

// play plays a move.
func (t *track) play(m position.Move) error {
	if len(t.boards) > maxMoves {
		return errTooLong
	}
	b, err := t.after(m)
	if err != nil {
		return err
	}
	t.push(b)
	return nil
}

func (t *track) push(b *position.Board) {
	t.boards = append(t.boards, b)
	t.seen[b.Key()]++
}

// undo takes the last move back. It reports false if there is none.
func (t *track) undo() bool {
	if len(t.boards) == 1 {
		return false
	}
	t.seen[t.now().Key()]--
	t.boards = t.boards[:len(t.boards)-1]
	return true
}

// place puts handicap stones on the empty board.
func (t *track) place(points []position.Point) error {
	if len(t.boards) > 1 || t.now().Stones(position.Black)+t.now().Stones(position.White) > 0 {
		return errNotEmpty
	}
	b := t.now().Clone()
	for _, p := range points {
		b.Set(p, position.Black)
	}
	b.SetToPlay(position.White)
	t.begin(b)
	return nil
}

// fixedHandicap returns the points of so many handicap stones on a board by section 4.1.1 of the specification,
// nil if the board has no such handicap.
func fixedHandicap(size position.Size, n int) []position.Point {
	side := size.Cols
	most := 9
	switch {
	case size.Cols != size.Rows || side < 7:
		return nil
	case side%2 == 0 || side == 7:
		most = 4
	}
	if n < 2 || n > most {
		return nil
	}
	near := 3 // from the edge, counted from 0
	if side < 13 {
		near = 2
	}
	far, mid := side-1-near, side/2
	at := func(x, y int) position.Point { return position.At(x, side-1-y) } // y from below
	points := []position.Point{at(near, near), at(far, far), at(near, far), at(far, near)}[:min(n, 4)]
	if n >= 6 {
		points = append(points, at(near, mid), at(far, mid))
	}
	if n >= 8 {
		points = append(points, at(mid, near), at(mid, far))
	}
	if n > 4 && n%2 == 1 {
		points = append(points, at(mid, mid))
	}
	return points
}

// load replaces the game by the main line of a file in SGF, up to before a move, if that is not 0.
func (t *track) load(name string, before int) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return err
	}
	if len(text) > most || !strings.Contains(string(text), ";") {
		return errors.New("not a record in SGF")
	}
	setup, err := position.ParsePosition(string(text))
	if err != nil {
		return err
	}
	if !validSize(setup.Size) {
		return errors.New("unacceptable size")
	}
	var r position.Replayer
	var boards []*position.Board
	r.Replay(setup.Size, setup.Script, func(b *position.Board, s *position.Step) bool {
		if s.Moved && (before > 0 && s.MoveNumber >= before || len(boards) > maxMoves) {
			return false
		}
		if len(boards) == 0 && s.Moved {
			boards = append(boards, position.NewBoard(setup.Size))
		}
		if len(boards) > 0 && !s.Moved { // stones set up belong to the move before
			boards[len(boards)-1] = b.Clone()
			return true
		}
		boards = append(boards, b.Clone())
		return true
	})
	if len(boards) == 0 {
		return errors.New("not a record in SGF")
	}
	t.begin(boards[0])
	for _, b := range boards[1:] {
		t.push(b)
	}
	return nil
}

func validSize(s position.Size) bool {
	return min(s.Cols, s.Rows) >= minSize && max(s.Cols, s.Rows) <= maxSize
}

// vertex returns the name of a point, as D4 or pass.
func vertex(size position.Size, p position.Point) string { return size.Name(p) }

// parseVertex reads the name of a point or pass.
func parseVertex(size position.Size, word string) (position.Point, error) {
	p, err := size.ParseName(word)
	if err != nil {
		return 0, errors.New("invalid vertex " + strconv.Quote(word))
	}
	return p, nil
}

// parseColor reads the name of a color.
func parseColor(word string) (position.Color, bool) {
	switch strings.ToLower(word) {
	case "b", "black":
		return position.Black, true
	case "w", "white":
		return position.White, true
	}
	return position.Empty, false
}
