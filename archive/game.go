package archive

import (
	"strconv"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/search/match"
	"kifudb/store"
)

// A Game is a record as lists show it. Texts are those of the record, unless the
// user corrected them.
type Game struct {
	segment *store.Segment
	info    []store.Value // all of it, in the record's order
	local   int           // the game's number in the segment

	moveNodes []int32 // of the main line, by the number of the move; nil until needed

	Archive   int      `json:"archive,omitempty"` // its number, where several are asked
	ID        GameID   `json:"id"`
	Game      string   `json:"game"` // as in game:go
	Size      string   `json:"size"`
	Black     string   `json:"black,omitempty"`
	BlackRank string   `json:"blackrank,omitempty"`
	White     string   `json:"white,omitempty"`
	WhiteRank string   `json:"whiterank,omitempty"`
	Date      string   `json:"date,omitempty"`
	Event     string   `json:"event,omitempty"`
	Round     string   `json:"round,omitempty"`
	Place     string   `json:"place,omitempty"`
	Result    string   `json:"result,omitempty"`
	Komi      *float64 `json:"komi,omitempty"` // points, as understood
	Handicap  int      `json:"handicap,omitempty"`
	Moves     int      `json:"moves"`
	File      string   `json:"file"`
	Corrected []string `json:"corrected,omitempty"` // fields that are as the user says, not the record
	Hits      []Hit    `json:"hits,omitempty"`

	// Matched are the pieces of the texts above by which a search found the game, by
	// their keys in JSON, such as "black": byte offsets [from, to), ascending. Where
	// a player or an event is found under another name, it is all of it.
	Matched map[string][][2]int `json:"matched,omitempty"`
}

// A Hit is a place in a game.
type Hit struct {
	Ref      string      `json:"ref"` // finds the place again: 12@40, or 12@n57 off the main line
	Node     int         `json:"node"`
	Move     int         `json:"move"`
	Anchor   string      `json:"anchor,omitempty"` // SGF's letters
	Symmetry *int        `json:"symmetry,omitempty"`
	Swapped  bool        `json:"swapped,omitempty"`
	Next     []Move      `json:"next,omitempty"`
	Stood    int         `json:"stood,omitempty"`   // moves
	Differs  []Differing `json:"differs,omitempty"` // points that differ, of near:
	After    *Hit        `json:"after,omitempty"`   // what came before, of then(A, B)
	Property string      `json:"property,omitempty"`
	Text     string      `json:"text,omitempty"`
	Damaged  bool        `json:"damaged,omitempty"` // the text is a name, and a hit if its lost characters are those asked for
	Marks    [][2]int    `json:"marks,omitempty"`   // byte offsets in the text, [from, to)

	// MoreMarks is how many more pieces of the text were found than Marks has.
	MoreMarks int `json:"more_marks,omitempty"`
}

// A Move is a move in the coordinates of the question.
type Move struct {
	Color  string `json:"color"` // B or W
	Point  string `json:"point"` // SGF's letters, "" for a pass; swap-pieces and swap-sides in Hex; where moves are not points, as the game writes them
	Tenuki bool   `json:"tenuki,omitempty"`
}

// Game returns what lists show of a game. The error wraps [ErrNoGame] if there is none
// of the number; [WhyAbsent] says more.
func (v *View) Game(id GameID) (*Game, error) { return v.gameBy(id, (*store.Segment).Info) }

// gameBy is Game where info is read in a certain way.
func (v *View) gameBy(id GameID, info func(g *store.Segment, local int) []store.Value) (*Game, error) {
	g, local, ok := v.snapshot.Segment(id)
	if !ok {
		return nil, noGame{id, NeverThere}
	}
	facts := g.Facts(local)
	game := &Game{
		segment: g, local: local, ID: id, Game: registry.Of(int(facts.Game)).About().Name, Size: facts.Size.String(),
		Handicap: int(facts.Handicap), Moves: int(facts.Moves),
	}
	if facts.Komi != store.NoKomi {
		komi := float64(facts.Komi) / 100
		game.Komi = &komi
	}
	game.info = info(g, local)
	for _, value := range game.info {
		field := &game.File
		if shown, ok := shownTexts[value.Ident]; ok {
			field = shown.of(game)
		} else if value.Ident != "file" {
			continue
		}
		if *field == "" {
			*field = value.Text
		}
	}
	game.File = PathText(game.File)
	for _, c := range game.corrections() {
		game.Corrected = append(game.Corrected, c.Field)
	}
	return game, g.Err()
}

// shownTexts are the texts that lists show of a game, by their properties: their keys
// in JSON, and where they are.
var shownTexts = map[string]struct {
	key string
	of  func(*Game) *string
}{
	"PB": {"black", func(g *Game) *string { return &g.Black }},
	"BR": {"blackrank", func(g *Game) *string { return &g.BlackRank }},
	"PW": {"white", func(g *Game) *string { return &g.White }},
	"WR": {"whiterank", func(g *Game) *string { return &g.WhiteRank }},
	"DT": {"date", func(g *Game) *string { return &g.Date }},
	"EV": {"event", func(g *Game) *string { return &g.Event }},
	"RO": {"round", func(g *Game) *string { return &g.Round }},
	"PC": {"place", func(g *Game) *string { return &g.Place }},
	"RE": {"result", func(g *Game) *string { return &g.Result }},
}

// match notes by which pieces of its texts the game was found. A piece that is not in
// its text is not marked: the answer may have come from elsewhere.
func (g *Game) match(matches match.Matches) {
	for ident, pieces := range matches {
		shown, ok := shownTexts[ident]
		if !ok || len(pieces) == 0 || pieces[len(pieces)-1][1] > len(*shown.of(g)) {
			continue
		}
		if g.Matched == nil {
			g.Matched = map[string][][2]int{}
		}
		g.Matched[shown.key] = pieces[:min(len(pieces), match.MaxFound)]
	}
}

// Games returns what lists show of games.
func (v *View) Games(ids []GameID) ([]*Game, error) {
	games := make([]*Game, 0, len(ids))
	for _, id := range ids {
		game, err := v.Game(id)
		if err != nil {
			return nil, err
		}
		games = append(games, game)
	}
	return games, nil
}

// Name is how the game is referred to: by its number, 12, and where several archives
// are asked by that of its archive, too, 2:12.
func (g *Game) Name() string { return refTo(g.Archive, strconv.FormatUint(uint64(g.ID), 10)) }

// Sized reports whether the game is played on boards of several sizes.
func (g *Game) Sized() bool { return !g.kind().About().Fixed }

// MovesPieces reports whether a game of this name is played with pieces that have a direction,
// which stand for the sides in lists, too; stones do for all others.
func MovesPieces(game string) bool {
	kind, ok := registry.Named(game)
	return ok && kind.About().Signs != [2]string{}
}

// WhiteBegins reports whether White has the first move, as in chess.
func (g *Game) WhiteBegins() bool { return g.kind().About().WhiteAhead }

// kind returns the game that was played.
func (g *Game) kind() registry.Game { return registry.Of(int(g.segment.Facts(g.local).Game)) }

// add adds a hit, unless it says no more than that the game was found.
func (g *Game) add(s *store.Snapshot, hit match.Hit) error {
	found, ok, err := g.hit(s, hit)
	if ok && err == nil {
		g.Hits = append(g.Hits, found)
	}
	return err
}

func (g *Game) hit(s *store.Snapshot, hit match.Hit) (Hit, bool, error) {
	found := Hit{Node: hit.Node, Move: hit.MoveNumber}
	switch {
	case hit.Board != nil:
		symmetry := int(hit.Board.Symmetry)
		found.Symmetry, found.Swapped = &symmetry, hit.Board.Swapped
		found.Anchor = sgfPoint(hit.Board.Anchor)
		for _, reply := range hit.Board.Next {
			found.Next = append(found.Next, newMove(g.kind(), reply))
		}
		found.Stood = hit.Board.Stood
		for _, d := range hit.Board.Differs {
			found.Differs = append(found.Differs, newDiffering(d))
		}
		if hit.After != nil {
			after, _, err := g.hit(s, *hit.After)
			if err != nil {
				return found, false, err
			}
			found.After = &after
		}
	case hit.Comment != nil:
		text, marks, more, err := hit.Comment.Text(s, hit.Game)
		if err != nil {
			return found, false, err
		}
		found.MoreMarks, found.Property, found.Text, found.Marks, found.Damaged = more, hit.Comment.Ident, text, marks, hit.Comment.Damaged
	default:
		return found, false, nil
	}
	var err error
	found.Ref, err = g.ref(hit.Node, hit.MoveNumber)
	return found, err == nil, err
}

// ref returns what finds a node again: by the number of its move if that leads
// there, which people understand, otherwise by its own number.
func (g *Game) ref(node, move int) (string, error) {
	if g.moveNodes == nil {
		script, err := g.segment.Script(g.local)
		if err != nil {
			return "", err
		}
		g.moveNodes = script.MoveNodes()
	}
	at := strconv.Itoa(move)
	if move >= len(g.moveNodes) || int(g.moveNodes[move]) != node {
		at = "n" + strconv.Itoa(node)
	}
	return g.Name() + "@" + at, nil
}

// newMove returns a continuation.
func newMove(kind registry.Game, r match.Reply) Move {
	if reader, ok := kind.(registry.MoveReader); ok {
		return Move{r.Move.Color.Letter(), reader.MoveText(r.Move.Point), r.Tenuki}
	}
	text := sgfPoint(r.Move.Point)
	if rules := rulesOf(kind); rules != nil && rules.Hexes && r.Move.Point >= position.SwapsStone {
		text = rules.PointName(rules.Usual, r.Move.Point)
	}
	return Move{r.Move.Color.Letter(), text, r.Tenuki}
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
