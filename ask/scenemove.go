package ask

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
)

// Board is a position as plain data, for programs that do not know the rules.
type Board = registry.Board

// Piece is what lies on a cell of a Board.
type Piece = registry.Piece

// BoardMove is a move on a Board.
type BoardMove = registry.Move

// Continued returns a continuation of the query as a move on the board of the scene:
// the cell that is taken, -1 for a pass, and what players call it.
func (s *Scene) Continued(m archive.Move) (BoardMove, error) {
	if s.Board.Cells != "points" {
		for _, legal := range s.Board.Moves {
			if legal.Text == m.Point {
				return legal, nil
			}
		}
		return BoardMove{}, errors.New(m.Point + " is not a move on the board")
	}
	if m.Point == "" {
		return BoardMove{Name: "pass", To: -1}, nil
	}
	x, y, ok := archive.Coordinates(m.Point)
	if s.Region != nil {
		x, y = x+s.Region.Left, y+s.Region.Top
	}
	if !ok || x >= s.Board.Cols || y >= s.Board.Rows {
		return BoardMove{}, errors.New(m.Point + " is not a point of the board")
	}
	return BoardMove{Text: archive.PointText(position.At(x, y)), Name: s.Board.Columns[x] + s.Board.Lines[y], To: y*s.Board.Cols + x}, nil
}

// Transposes reports whether a symmetry of a [archive.Hit] exchanges columns and rows.
func Transposes(symmetry int) bool { return position.Symmetry(symmetry).Transposes() }

// Played returns the query after a continuation: for the same position or region with
// the move made, for a sequence with one more move, and all else as it was.
func (s *Scene) Played(m archive.Move) (text string, err error) {
	switch {
	case s.term == nil || s.Kind == "then":
		return "", errors.New("moves can only be added to a query with one board")
	case s.asked.Position != nil:
		text, err = s.playOnPosition(m)
	default:
		text, err = s.playOnPattern(m)
	}
	if err != nil {
		return "", err
	}
	after := *s.term
	after.Text, after.File, after.Next = text, false, position.Empty
	after.Anchor, after.Within = "", 0 // the text says that
	parts := []string{after.HeadText()}
	if options := after.OptionText(); options != "" {
		parts = append(parts, options)
	}
	if s.Rest != "" {
		parts = append(parts, s.restAsTerm())
	}
	return strings.Join(parts, " "), nil
}

// restAsTerm is the rest of the query as it stands beside other terms.
func (s *Scene) restAsTerm() string {
	q, err := archive.ParseQuery(s.Rest)
	if _, ok := q.Root.(query.Or); ok && err == nil {
		return "(" + s.Rest + ")"
	}
	return s.Rest
}

func (s *Scene) playOnPosition(m archive.Move) (string, error) {
	after := s.asked.Position.Clone()
	mover, ok := after.(registry.Mover)
	if !ok {
		return "", errors.New("moves of " + s.Board.Game + " cannot be made here")
	}
	if p, ok := after.(*registry.Points); ok {
		color := position.Black
		if m.Color == position.White.Letter() {
			color = position.White
		}
		p.Goban.SetToPlay(color)
	}
	code, err := readMove(mover, m)
	if err != nil {
		return "", err
	}
	if fault, done := mover.Play(code); !done {
		return "", errors.New(fault)
	}
	// What people wrote goes on as they wrote it, if that means the same.
	reader := s.asked.Game.(registry.PositionReader)
	if !s.term.File && !isPlace(s.term.Text) {
		name := m.Point
		if s.Board.Cells == "points" && m.Point != "" {
			name = mover.Name(code, false)
		}
		texts := []string{s.term.Text + " " + name, s.term.Text + " moves " + name}
		if s.term.Text == s.asked.Game.About().Size.String() { // which moves alone mean, too
			texts = append([]string{name}, texts...)
		}
		for _, text := range texts {
			if p, err := reader.ReadPosition(text); err == nil && p.Equal(after) && p.ToPlay() == after.ToPlay() {
				return text, nil
			}
		}
	}
	return after.Text(), nil
}

// isPlace reports whether the text of a board term names a place in a game.
func isPlace(text string) bool {
	_, _, ok := query.ParsePlace(text)
	return ok
}

func readMove(mover registry.Mover, m archive.Move) (position.Point, error) {
	if m.Point == "" {
		return position.Pass, nil
	}
	return mover.ReadMove(m.Point)
}

// playOnPattern puts a stone into the region, and takes away what it captures there.
func (s *Scene) playOnPattern(m archive.Move) (string, error) {
	x, y, ok := archive.Coordinates(m.Point)
	if !ok {
		return "", errors.New("the move lies outside the region")
	}
	p := *s.asked.Pattern
	color := position.Black
	if m.Color == position.White.Letter() {
		color = position.White
	}
	if len(p.Sequence) > 0 {
		p.Sequence = append(slices.Clone(p.Sequence), position.Change{Point: position.At(x, y), Color: color})
		return p.String(), nil
	}
	stones, ok := s.asked.Game.(registry.Stones)
	if !ok {
		return "", archive.ErrNoBoard
	}
	board := stones.Rules().NewBoard(position.Size{Cols: s.Board.Cols, Rows: s.Board.Rows})
	at := func(q position.Point) position.Point { return position.At(q.X()+s.left(), q.Y()+s.top()) }
	single := map[position.Cell]position.Color{position.OnlyBlack: position.Black, position.OnlyWhite: position.White}
	for i, c := range p.Cells {
		if color, ok := single[c]; ok {
			board.Set(at(p.Size().At(i)), color)
		}
	}
	if fault := board.Play(position.Move{Color: color, Point: at(position.At(x, y))}); fault&position.OffBoard != 0 {
		return "", errors.New(fault.String())
	}
	p.Cells = slices.Clone(p.Cells)
	for i, c := range p.Cells {
		if _, ok := single[c]; ok || c == position.OnlyEmpty || i == y*p.Cols+x {
			p.Cells[i] = position.CellOf(board.At(at(p.Size().At(i))))
		}
	}
	return strings.Replace(p.String(), fmt.Sprintf("%dx%d[", p.Cols, p.Rows), "[", 1), nil
}

// left and top are where the region of a pattern begins.
func (s *Scene) left() int {
	if s.Region == nil {
		return 0
	}
	return s.Region.Left
}

func (s *Scene) top() int {
	if s.Region == nil {
		return 0
	}
	return s.Region.Top
}

// bindsToBoards reports whether a query has terms for moves or nodes, which hold where a board beside them is.
func bindsToBoards(root query.Node) bool {
	return query.HasTerm(root, func(n query.Node) bool {
		t, ok := n.(*query.Term)
		return ok && (t.OfMoves() || t.OfNodes() || t.InComments() || t.OfGrades())
	})
}

// FromStart returns a query with the position from which the game that it names, or
// Go, starts, on a board of the size that it names: what was played first in the games that it
// finds. A query that asks for a board is returned as it is.
func FromStart(q archive.Query) (archive.Query, error) {
	if query.HasBoards(q.Root) {
		return q, nil
	}
	text, err := startOf(q.Root, registry.Default())
	if err != nil {
		return q, &archive.RequestError{Part: "game", Err: err}
	}
	start, err := query.Parse(text)
	if err != nil || q.Root == nil {
		return start, err
	}
	if bindsToBoards(q.Root) { // what q asks for comes later in the games
		if start, err = withBoards(start, func(b *query.Board) { b.Apart = true }); err != nil {
			return q, err
		}
	}
	return query.Parse(archive.Query{Root: query.AllOf(q.Root, start.Root)}.String())
}
