package command

import (
	"fmt"
	"io"
	"strings"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/query"
	"kifudb/store"
)

// A foundGame is a game as lists and JSON show it.
type foundGame struct {
	segment *store.Segment
	local   int // the game's number in the segment

	ID        store.GameID `json:"id"`
	Black     string       `json:"black,omitempty"`
	BlackRank string       `json:"blackRank,omitempty"`
	White     string       `json:"white,omitempty"`
	WhiteRank string       `json:"whiteRank,omitempty"`
	Date      string       `json:"date,omitempty"`
	Event     string       `json:"event,omitempty"`
	Round     string       `json:"round,omitempty"`
	Place     string       `json:"place,omitempty"`
	Result    string       `json:"result,omitempty"`
	Game      int          `json:"game"` // SGF's GM
	Size      string       `json:"size"`
	Moves     int          `json:"moves"`
	File      string       `json:"file"`
	Hits      []foundHit   `json:"hits,omitempty"`
}

// A foundHit is a place in a game.
type foundHit struct {
	Node     int        `json:"node"`
	Move     int        `json:"move"`
	Anchor   string     `json:"anchor,omitempty"`
	Symmetry *int       `json:"symmetry,omitempty"`
	Swapped  bool       `json:"swapped,omitempty"`
	Next     []nextMove `json:"next,omitempty"`
	Stood    int        `json:"stood,omitempty"` // moves
	After    *foundHit  `json:"after,omitempty"` // what came before, of then(A, B)
	Property string     `json:"property,omitempty"`
	Text     string     `json:"text,omitempty"`
	Marks    [][2]int   `json:"marks,omitempty"` // byte offsets in text, [from, to)
}

// nextMove is a continuation in the coordinates of the question.
type nextMove struct {
	Color  string `json:"color"`
	Point  string `json:"point"` // in SGF coordinates, "" for a pass; of shogi the move in USI
	Tenuki bool   `json:"tenuki,omitempty"`
}

// newNextMove returns a continuation in a game of SGF's number.
func newNextMove(game int, r query.Reply) nextMove {
	m := nextMove{r.Move.Color.Letter(), sgfPoint(r.Move.Point), r.Tenuki}
	if game == gameShogi {
		move, _ := shogi.MoveOf(uint16(r.Move.Point))
		m.Point = move.String()
	}
	return m
}

// newFoundGame reads what lists show of a game.
func newFoundGame(s *store.Snapshot, id store.GameID) (*foundGame, error) {
	game, err := describe(s, id)
	return &game, err
}

// add adds a hit that says more than that the game was found.
func (g *foundGame) add(s *store.Snapshot, hit query.Hit) error {
	found, ok, err := describeHit(s, g.Game, hit)
	if ok && err == nil {
		g.Hits = append(g.Hits, found)
	}
	return err
}

// describe reads what lists show of a game.
func describe(s *store.Snapshot, id store.GameID) (foundGame, error) {
	g, local, ok := s.Segment(id)
	if !ok {
		return foundGame{}, fmt.Errorf("there is no game %d in the archive", id)
	}
	facts := g.Facts(local)
	game := foundGame{
		segment: g, local: local, ID: id, Game: int(facts.Game), Size: facts.Size.String(), Moves: int(facts.Moves),
	}
	fields := map[string]*string{
		"PB": &game.Black, "BR": &game.BlackRank, "PW": &game.White, "WR": &game.WhiteRank,
		"DT": &game.Date, "EV": &game.Event, "RO": &game.Round, "PC": &game.Place,
		"RE": &game.Result, "file": &game.File,
	}
	for _, v := range g.Info(local) {
		if field := fields[v.Ident]; field != nil && *field == "" {
			*field = v.Text
		}
	}
	return game, nil
}

// describeHit leaves out a hit that says no more than that the game was found.
func describeHit(s *store.Snapshot, game int, hit query.Hit) (foundHit, bool, error) {
	found := foundHit{Node: hit.Node, Move: hit.MoveNumber}
	switch {
	case hit.Board != nil:
		symmetry := int(hit.Board.Symmetry)
		found.Symmetry, found.Swapped = &symmetry, hit.Board.Swapped
		found.Anchor = sgfPoint(hit.Board.Anchor)
		for _, reply := range hit.Board.Next {
			found.Next = append(found.Next, newNextMove(game, reply))
		}
		found.Stood = hit.Board.Stood
		if hit.After != nil {
			after, _, err := describeHit(s, game, *hit.After)
			if err != nil {
				return found, false, err
			}
			found.After = &after
		}
	case hit.Comment != nil:
		text, marks, err := hit.Comment.Text(s, hit.Game)
		if err != nil {
			return found, false, err
		}
		found.Property, found.Text, found.Marks = hit.Comment.Ident, text, marks
	default:
		return found, false, nil
	}
	return found, true, nil
}

// sgfPoint writes a point as SGF does, "" for a pass.
func sgfPoint(p position.Point) string {
	if p == position.Pass {
		return ""
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if p.X() >= len(letters) || p.Y() >= len(letters) {
		return ""
	}
	return letters[p.X():p.X()+1] + letters[p.Y():p.Y()+1]
}

// printGames prints a list that fits the terminal.
func printGames(w io.Writer, games []foundGame) error {
	t := newTable("game", "date", "black", "white", "result", "moves", "event", "found")
	t.alignRight(0, 5)
	width := terminalWidth(w)
	names, event, found := 40, 60, 70
	if width > 0 {
		room := max(width-44, 40) // what date, result and numbers leave
		names, event, found = room/4, room/4, room/4
	}
	t.limit(1, 24)
	t.limit(2, names)
	t.limit(3, names)
	t.limit(4, 16)
	t.limit(6, event)
	t.limit(7, found)
	for _, g := range games {
		t.row(fmt.Sprint(g.ID), g.Date, person(g.Black, g.BlackRank), person(g.White, g.WhiteRank),
			g.Result, fmt.Sprint(g.Moves), joined(g.Event, g.Round), hitWords(g.Hits))
	}
	return t.print(w)
}

func person(name, rank string) string { return joined(name, rank) }

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// hitWords says where in a game the first hits are.
func hitWords(hits []foundHit) string {
	const most = 3
	var words []string
	for i, h := range hits {
		if i == most {
			words = append(words, fmt.Sprintf("+%d", len(hits)-most))
			break
		}
		at := fmt.Sprintf("@%d", h.Move)
		if h.Text != "" {
			at += " " + snippet(h.Text, h.Marks)
		}
		words = append(words, at)
	}
	return strings.Join(words, " ")
}

// snippet shows what was found in a text, in guillemets, with some words
// around it.
func snippet(text string, marks [][2]int) string {
	const before, after = 20, 40 // characters
	if len(marks) == 0 {
		return text
	}
	from, to := marks[0][0], marks[0][1]
	head, tail := []rune(text[:from]), []rune(text[to:])
	s := "«" + text[from:to] + "»"
	if len(head) > before {
		s = "…" + string(head[len(head)-before:]) + s
	} else {
		s = string(head) + s
	}
	if len(tail) > after {
		return s + string(tail[:after]) + "…"
	}
	return s + string(tail)
}
