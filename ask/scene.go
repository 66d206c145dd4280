package ask

import (
	"context"
	"errors"
	"slices"

	"kifudb/archive"
	"kifudb/book/user"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
)

// A Scene is the board in a query, as data to draw and change: a
// whole board, and the part of it that the query searches, if it searches a part.
type Scene struct {
	Query   string          `json:"query" doc:"The query in normal form."`
	Rest    string          `json:"rest" doc:"The query without the term that asks for a board."`
	Kind    string          `json:"kind" doc:"What the query asks for: pos, pat, seq or then. Empty if it asks for no board."`
	Options string          `json:"options" doc:"Options of that term as the query writes them, such as colors:either. Its place is not among them."`
	Board   *registry.Board `json:"board" doc:"The board to draw."`
	Region  *Region         `json:"region,omitempty" doc:"The part of the board that the pattern covers. Missing for whole boards."`
	Open    []OpenCell      `json:"open" doc:"Cells of the region that may hold several things."`
	Moves   []SceneMove     `json:"moves" doc:"Moves of the sequence, in order."`

	asked query.Asked
	term  *query.Board // nil if nothing is asked on the board
}

// Subject returns what a note on the position that is asked for is kept under, "" if
// no position is.
func (s *Scene) Subject() user.Position { return s.asked.Subject() }

// A Region is a rectangle of cells, counted from the upper left from 0, its ends
// included.
type Region struct {
	Left   int    `json:"left" doc:"Number of the first column, from 0 at the left."`
	Top    int    `json:"top" doc:"Number of the first row, from 0 at the top."`
	Right  int    `json:"right" doc:"Number of the last column."`
	Bottom int    `json:"bottom" doc:"Number of the last row."`
	Place  string `json:"place" doc:"Where the pattern may lie, such as NE or anywhere."`
	Edges  string `json:"edges" doc:"Edges of the board that belong to the pattern: letters of N, E, S and W."`
}

// An OpenCell is a cell of a pattern on which more than one thing may lie.
type OpenCell struct {
	Cell   int    `json:"cell" doc:"Number of the cell, row by row from 0 at the upper left."`
	Admits string `json:"admits" doc:"What may lie there, as one of these characters of diagrams: * x o ! _."`
}

// A SceneMove is a move of a sequence.
type SceneMove struct {
	Color string `json:"color" doc:"Who moves: B or W."`
	Cell  int    `json:"cell" doc:"Number of the cell, row by row from 0 at the upper left."`
}

// Scene returns what a query asks for on the board. Without a board term it is the
// board from which the default game starts. Errors are those of [Views.Search]; a
// query with several board terms has Kind "" and all of it in Rest.
func (vs *Views) Scene(ctx context.Context, q archive.Query) (*Scene, error) {
	s := &Scene{Query: q.String(), Rest: q.String(), Open: []OpenCell{}, Moves: []SceneMove{}}
	term, err := query.OneBoard(q.Root)
	if errors.Is(err, query.ErrNoBoard) {
		start, err := registry.Start(vs.AssumedGame())
		if err != nil {
			return nil, err
		}
		s.Board = start.(registry.Shown).Data()
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	resolved, err := vs.question(ctx, &archive.Search{Query: q, Records: true, Also: map[string]search.Aggregation{askNext: &search.Continuations{}}})
	if err != nil {
		return nil, err
	}
	asked, ok := resolved.Asked()
	if !ok {
		return nil, query.ErrNoBoard
	}
	s.term = term
	rest := query.Without(q.Root, term)
	s.Rest, s.Kind, s.Options = query.Query{Root: rest}.String(), term.Kind, term.OptionText()
	if rest == nil {
		s.Rest = ""
	}
	for n := range query.Terms(q.Root) {
		if then, ok := n.(*query.Then); ok && (then.First == term || then.Second == term) {
			s.Kind = "then"
		}
	}
	return s, s.lay(asked)
}

// lay puts what a term asks for on the board of the scene.
func (s *Scene) lay(asked query.Asked) error {
	s.asked = asked
	if asked.Position == nil {
		return s.readPattern(asked)
	}
	shown, ok := asked.Position.(registry.Shown)
	if !ok {
		return registry.ErrNoRules
	}
	s.Board = shown.Data()
	return nil
}

// layPattern puts a pattern on a board of the usual size of its game, where it comes
// to lie first; one that may lie anywhere in the middle. It returns the board with what
// must lie on it, and the pattern as it lies with its upper left point.
func layPattern(asked query.Asked) (board *position.Board, lies position.Image, corner position.Point, err error) {
	size := asked.Game.About().Size
	if size == (position.Size{}) {
		size = position.Square(19)
	}
	p := asked.Pattern
	size = position.Size{Cols: max(size.Cols, p.Cols), Rows: max(size.Rows, p.Rows)}
	images := p.Images(size, position.ImageOptions{NoSymmetry: true})
	if len(images) == 0 {
		return nil, lies, 0, errors.New("the pattern does not fit on the board")
	}
	rules := position.Rules{}
	if stones, ok := asked.Game.(registry.Stones); ok {
		rules = stones.Rules()
	}
	board, lies = rules.NewBoard(size), images[0]
	corner = position.At((lies.Left+lies.Right)/2, (lies.Top+lies.Bottom)/2)
	for i, cell := range lies.Cells {
		point := beside(corner, lies.Size().At(i))
		switch cell {
		case position.CellOf(position.Black):
			board.Set(point, position.Black)
		case position.CellOf(position.White):
			board.Set(point, position.White)
		}
	}
	return board, lies, corner, nil
}

// beside returns a point of a pattern on the board, given where its upper left lies.
func beside(corner, q position.Point) position.Point {
	return position.At(corner.X()+q.X(), corner.Y()+q.Y())
}

// readPattern puts a pattern on a board, see layPattern.
func (s *Scene) readPattern(asked query.Asked) error {
	board, m, corner, err := layPattern(asked)
	if err != nil {
		return err
	}
	p, size := asked.Pattern, board.Size()
	for i, cell := range m.Cells {
		switch cell {
		case position.OnlyEmpty, position.CellOf(position.Black), position.CellOf(position.White):
		default:
			s.Open = append(s.Open, OpenCell{size.Index(beside(corner, m.Size().At(i))), cell.Letter()})
		}
	}
	for _, c := range p.Sequence {
		s.Moves = append(s.Moves, SceneMove{c.Color.Letter(), size.Index(beside(corner, c.Point))})
	}
	if s.Board, err = patternBoard(asked.Game, board); err != nil {
		return err
	}
	if p.Place.Edges != position.AllEdges || p.Place.Kind != position.AtEdges {
		left, top := corner.X(), corner.Y()
		s.Region = &Region{Left: left, Top: top, Right: left + p.Cols - 1, Bottom: top + p.Rows - 1, Place: placeName(p.Place), Edges: ""}
		s.Region.Edges = s.Region.touched(p.Place, size)
	}
	return nil
}

// patternBoard returns the board on which a pattern was laid as the game's boards look.
func patternBoard(g registry.Game, laid *position.Board) (*Board, error) {
	b := registry.OnPoints(laid).Data()
	if _, ok := g.(registry.Stones); ok {
		return b, nil
	}
	start, err := registry.Start(g)
	if err != nil {
		return nil, err
	}
	own := start.(registry.Shown).Data()
	if own.Cols != b.Cols || own.Rows != b.Rows {
		return nil, errors.New("the pattern does not fit on the board")
	}
	own.Pieces, own.Text, own.Moves = b.Pieces, "", []registry.Move{}
	return own, nil
}

// Moved returns the scene with its region elsewhere, its upper left cell at a column and a
// row, if it may lie anywhere and has room there; otherwise the scene as it is.
func (s *Scene) Moved(left, top int) *Scene {
	r := s.Region
	if r == nil || r.Place != floatingPlace || left < 0 || top < 0 || left+r.Right-r.Left >= s.Board.Cols || top+r.Bottom-r.Top >= s.Board.Rows {
		return s
	}
	by := (top-r.Top)*s.Board.Cols + left - r.Left
	moved, board, region := *s, *s.Board, *r
	region.Left, region.Right = left, left+r.Right-r.Left
	region.Top, region.Bottom = top, top+r.Bottom-r.Top
	board.Pieces = slices.Clone(board.Pieces)
	for i := range board.Pieces {
		board.Pieces[i].Cell += by
	}
	moved.Open = slices.Clone(s.Open)
	for i := range moved.Open {
		moved.Open[i].Cell += by
	}
	moved.Moves = slices.Clone(s.Moves)
	for i := range moved.Moves {
		moved.Moves[i].Cell += by
	}
	if board.Text != "" { // it says where stones lie, too
		if laid, err := archive.Arrange(&board); err == nil {
			board = *laid
		}
	}
	moved.Board, moved.Region = &board, &region
	return &moved
}

// floatingPlace is the place of what may lie anywhere.
const floatingPlace = "anywhere"

func placeName(p position.Place) string {
	if p.Kind == position.Floating {
		return floatingPlace
	}
	return p.String()
}

// touched returns the edges that belong to the region at a place.
func (r *Region) touched(p position.Place, size position.Size) string {
	edges := p.Edges
	if p.Kind == position.AnyCorner || p.Kind == position.AnySide {
		edges = 0
		for _, e := range []struct {
			edge position.Edges
			is   bool
		}{{position.North, r.Top == 0}, {position.East, r.Right == size.Cols-1}, {position.South, r.Bottom == size.Rows-1}, {position.West, r.Left == 0}} {
			if e.is {
				edges |= e.edge
			}
		}
	}
	letters := ""
	for i, letter := range "NESW" {
		if edges&(1<<i) != 0 {
			letters += string(letter)
		}
	}
	return letters
}
