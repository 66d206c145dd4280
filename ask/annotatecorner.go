package ask

import (
	"context"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/study"
)

// AnnotationCorner is a corner of the board against what was known of corners, whichever
// they were and whoever was Black: which joseki it is, and where it left what is known.
// A corner is what lies nearer to it than to the others, up to the middle lines, which
// belong to none.
type AnnotationCorner struct {
	Corner    string       `json:"corner" doc:"Which corner: NE, NW, SE or SW."`
	Moves     []CornerMove `json:"moves" doc:"Moves that changed the corner, from its second stone until its position was no longer known."`
	LastKnown int          `json:"last_known" doc:"Number of the last move that left the corner in a known position. 0 if there is none."`
	Games     ByTime       `json:"games" doc:"Number of games with that position of the corner."`
	Left      int          `json:"left" doc:"Number of the first move in the corner after that. 0 if none followed."`
	Rows      []string     `json:"rows" doc:"The last known position of the corner: a string for each row, of B, W and dots."`
	Last      *Seen        `json:"last,omitempty" doc:"The latest earlier game with that position of the corner. Missing if there is none."`

	Known  *position.Pattern `json:"-"` // to be drawn
	LeftAt position.Point    `json:"-"` // where Left was played in it; Pass if it was not
}

// CornerMove is a move that changed a corner.
type CornerMove struct {
	Number int    `json:"number" doc:"Number of the move in the game."`
	Name   string `json:"name" doc:"The move as players call it."`
	Stones int    `json:"stones" doc:"Number of stones in the corner after the move."`
	Games  ByTime `json:"games" doc:"Number of games with this position of the corner."`
}

// leastCorners is the least number of lines of a board whose corners are compared: on
// smaller ones they are half of the game.
const leastCorners = 13

// cornersOf are the corners, in the order in which games are played in them.
var cornersOf = []struct {
	name  string
	edges position.Edges
}{
	{"NE", position.North | position.East}, {"NW", position.North | position.West},
	{"SE", position.South | position.East}, {"SW", position.South | position.West},
}

// cornerBoard is what the four corners look like after a move.
type cornerBoard [4]*position.Pattern

// comparesCorners reports whether the corners of a position are compared.
func (s *annotating) comparesCorners(p registry.Position) bool {
	points, ok := p.(*registry.Points)
	return ok && min(points.Goban.Size().Cols, points.Goban.Size().Rows) >= leastCorners
}

// cornersIn cuts the corners out of a board.
func cornersIn(p registry.Position) (board cornerBoard) {
	goban := p.(*registry.Points).Goban
	part := position.Size{Cols: (goban.Size().Cols - 1) / 2, Rows: (goban.Size().Rows - 1) / 2}
	for i, c := range cornersOf {
		board[i] = position.CutPattern(goban, position.Place{Kind: position.AtEdges, Edges: c.edges}, part)
	}
	return board
}

// A cornerChange is a move that changed a corner.
type cornerChange struct {
	move    int // its index
	pattern *position.Pattern
	stones  int
	found   *study.AnnotationFound
}

// changes returns the moves that changed a corner, once two stones stand in it.
func (s *annotating) changes(corner int) []cornerChange {
	if len(s.boards) == 0 {
		return nil
	}
	var list []cornerChange
	last := s.start[corner].String()
	for i, board := range s.boards {
		text := board[corner].String()
		if text == last {
			continue
		}
		last = text
		stones := 0
		for _, cell := range board[corner].Cells {
			if cell != position.OnlyEmpty {
				stones++
			}
		}
		if stones >= 2 {
			list = append(list, cornerChange{move: i, pattern: board[corner], stones: stones})
		}
	}
	return list
}

// cornerRound is how many changes of each corner are asked about at once. After a round
// in which nothing of a corner was known, no more are: moves in another order lead back
// to what is known within a few.
const cornerRound = 6

// corners asks about the corners, round by round.
func (s *annotating) corners(ctx context.Context) error {
	if len(s.boards) == 0 {
		return nil
	}
	var changes [4][]cornerChange
	var open [4]bool
	for c := range changes {
		changes[c], open[c] = s.changes(c), true
	}
	for from := 0; ; from += cornerRound {
		var batch []asking
		var asked []*cornerChange
		for c := range changes {
			for i := from; open[c] && i < min(from+cornerRound, len(changes[c])); i++ {
				change := &changes[c][i]
				board := &query.Board{Kind: "pat", Text: change.pattern.String(), SwapColors: true, MainLine: true}
				batch = append(batch, asking{board, &study.Annotation{Limit: 1}})
				asked = append(asked, change)
			}
		}
		if len(batch) == 0 {
			break
		}
		answers, err := s.askAll(ctx, batch, nil)
		if err != nil {
			return err
		}
		for i, a := range answers {
			asked[i].found = a.Found[askAnnotation].(*study.AnnotationFound)
		}
		for c := range changes {
			known := false
			for i := from; i < min(from+cornerRound, len(changes[c])) && open[c]; i++ {
				known = known || changes[c][i].found.Games[study.Earlier] > 0
			}
			open[c] = known
		}
	}
	for c := range changes {
		corner, err := s.corner(c, changes[c])
		if err != nil {
			return err
		}
		s.found.Corners = append(s.found.Corners, *corner)
	}
	return nil
}

// corner says what is known of a corner.
func (s *annotating) corner(number int, changes []cornerChange) (*AnnotationCorner, error) {
	corner := &AnnotationCorner{Corner: cornersOf[number].name, Moves: []CornerMove{}, Rows: []string{}, LeftAt: position.Pass}
	for i, c := range changes {
		if c.found == nil {
			break
		}
		corner.Moves = append(corner.Moves, CornerMove{c.move + 1, s.moves[c.move].name, c.stones, newByTime(c.found.Games)})
		if c.found.Games[study.Earlier] == 0 {
			continue
		}
		corner.LastKnown, corner.Games, corner.Left = c.move+1, newByTime(c.found.Games), 0
		corner.LeftAt = position.Pass
		if i+1 < len(changes) {
			corner.Left = changes[i+1].move + 1
			corner.LeftAt = inCorner(s.moves[corner.Left-1].move.Point, cornersOf[number].edges, c.pattern.Size(), s.boardSize())
		}
		corner.Known = c.pattern
		if len(c.found.Latest) > 0 {
			seen, err := s.cornerSeen(c.found.Latest[0])
			if err != nil {
				return nil, err
			}
			corner.Last = seen
		}
	}
	if p := corner.Known; p != nil {
		for y := range p.Rows {
			row := ""
			for x := range p.Cols {
				row += map[position.Cell]string{position.OnlyEmpty: ".", position.OnlyBlack: "B", position.OnlyWhite: "W"}[p.At(position.At(x, y))]
			}
			corner.Rows = append(corner.Rows, row)
		}
	}
	return corner, nil
}

// boardSize is that of the game.
func (s *annotating) boardSize() position.Size {
	return s.subject.game.Segment().Facts(s.subject.game.Local()).Size
}

// inCorner returns a point counted from the upper left of a corner of a size, Pass if it
// does not lie there.
func inCorner(p position.Point, edges position.Edges, part, board position.Size) position.Point {
	x, y := p.X(), p.Y()
	if edges&position.East != 0 {
		x -= board.Cols - part.Cols
	}
	if edges&position.South != 0 {
		y -= board.Rows - part.Rows
	}
	if p == position.Pass || x < 0 || y < 0 || x >= part.Cols || y >= part.Rows {
		return position.Pass
	}
	return position.At(x, y)
}

// cornerSeen returns the game with a corner, at its beginning: where it came up was not
// asked.
func (s *annotating) cornerSeen(one study.Sighting) (*Seen, error) {
	game, err := s.views.GameOf(search.PageGame{ID: one.Game})
	if err != nil {
		return nil, err
	}
	return &Seen{Game: game, Ref: game.Name(), Date: dateWords(one.Lo, one.Hi)}, nil
}
