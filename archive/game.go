package archive

import (
	"sort"
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
	kind    registry.Game // also known when the view is closed
	beside  *beside       // nil if nothing is kept beside its record

	moveNodes []int32 // of the main line, by the number of the move; nil until needed

	Archive   int      `json:"archive,omitempty" doc:"Number of the archive, from 1. Missing if only one archive is asked."`
	ID        GameID   `json:"id" doc:"Number of the game in its archive. It is never reused."`
	Game      string   `json:"game" doc:"Name of the game, such as go."`
	Size      string   `json:"size" doc:"Size of the board, such as 19x19."`
	Black     string   `json:"black,omitempty" doc:"Name of Black, or of both players of a team. Missing if unknown."`
	BlackRank string   `json:"blackrank,omitempty" doc:"Rank of Black, as the record has it. Missing if unknown."`
	White     string   `json:"white,omitempty" doc:"Name of White, or of both players of a team. Missing if unknown."`
	WhiteRank string   `json:"whiterank,omitempty" doc:"Rank of White, as the record has it. Missing if unknown."`
	Date      string   `json:"date,omitempty" doc:"Date of the game, as the record has it. Missing if unknown."`
	Event     string   `json:"event,omitempty" doc:"Name of the event. Missing if unknown."`
	Round     string   `json:"round,omitempty" doc:"Round of the event. Missing if unknown."`
	Place     string   `json:"place,omitempty" doc:"Place where the game was played. Missing if unknown."`
	Result    string   `json:"result,omitempty" doc:"Result, as the record has it, such as B+R or W+2.5. Missing if unknown."`
	Komi      *float64 `json:"komi,omitempty" doc:"Komi in points, as kifudb understands the record. Missing if unknown."`
	Handicap  int      `json:"handicap,omitempty" doc:"Number of handicap stones. Missing if there are none."`
	Moves     int      `json:"moves" doc:"Number of moves of the main line."`
	File      string   `json:"file" doc:"Path of the file, and of the member after \"!/\" if it is in a container."`
	Corrected []string `json:"corrected,omitempty" doc:"Fields that have the user's value and not the record's. Missing if there are none."`
	Hits      []Hit    `json:"hits,omitempty" doc:"Places where the game matches the query. Missing if the query asks for no places."`

	Matched map[string][][2]int `json:"matched,omitempty" doc:"For each text above that matches the query, by its key such as black: the pieces that match, as byte offsets [from, to) in ascending order. A player or event that is found by another name matches as a whole."`
}

// A Hit is a place in a game.
type Hit struct {
	Ref      string      `json:"ref" doc:"The place: 12@40 after a move of the main line, 12@n57 at a node."`
	Node     int         `json:"node" doc:"Number of the node. The root is 0."`
	Move     int         `json:"move" doc:"Number of moves to the node."`
	Anchor   string      `json:"anchor,omitempty" doc:"Point of the upper left corner of the pattern, as two letters in SGF. Missing for whole boards."`
	Symmetry *int        `json:"symmetry,omitempty" doc:"How the position or pattern is turned or mirrored here, from 0 (not at all) to 7. Missing for hits in texts."`
	Swapped  bool        `json:"swapped,omitempty" doc:"True if colors are exchanged here. Otherwise missing."`
	Next     []Move      `json:"next,omitempty" doc:"The next move, in the coordinates and colors of the query. Missing if there is none."`
	Stood    int         `json:"stood,omitempty" doc:"Number of moves before the position or pattern changed or the line ended. Missing if 0."`
	Differs  []Differing `json:"differs,omitempty" doc:"Points that differ from the position or pattern, of a search with near:. Missing if none differs."`
	After    *Hit        `json:"after,omitempty" doc:"The earlier hit of then(A, B). Missing for other queries."`
	Feature  *Feature    `json:"feature,omitempty" doc:"What the move does on the board. Missing for other hits."`
	Property string      `json:"property,omitempty" doc:"SGF property with the text that matches, such as C. Missing for hits on boards."`
	Text     string      `json:"text,omitempty" doc:"The text that matches, or a part of it. Missing for hits on boards."`
	Damaged  bool        `json:"damaged,omitempty" doc:"True if the text is a name with lost characters, which may match. Otherwise missing."`
	Marks    [][2]int    `json:"marks,omitempty" doc:"Pieces of the text that match, as byte offsets [from, to). Missing for hits on boards."`

	MoreMarks int `json:"more_marks,omitempty" doc:"Number of further pieces of the text that match. Missing if there are none."`
}

// A Feature is what a move does on the board.
type Feature struct {
	Name   string   `json:"name" doc:"Name of the feature: captures, ladder."`
	Value  string   `json:"value" doc:"A number, or a word such as works."`
	By     string   `json:"by" doc:"The player who did it: B or W."`
	Points []string `json:"points,omitempty" doc:"Points that it is about, such as the captured stones: two letters as in SGF. Missing if there are none."`
}

// A Move is a move in the coordinates of the question.
type Move struct {
	Color  string `json:"color" doc:"Who moves: B or W."`
	Point  string `json:"point" doc:"Where: two letters as in SGF, and empty for a pass. In games that move pieces, the move in the game's notation. In Hex also swap-pieces and swap-sides."`
	Tenuki bool   `json:"tenuki,omitempty" doc:"True if moves elsewhere on the board came before it. Otherwise missing."`
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
	kind := registry.Of(int(facts.Game))
	game := &Game{
		segment: g, local: local, kind: kind, beside: v.beside, ID: id, Game: kind.About().Name, Size: facts.Size.String(),
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
	for _, c := range game.Corrections() {
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

// Segment returns the segment that holds the game.
func (g *Game) Segment() *store.Segment { return g.segment }

// Local returns the game's number in its segment.
func (g *Game) Local() int { return g.local }

// Values returns the values that are about the game as a whole, in the order of the record and
// with the user's corrections: properties, and what the archive knows under words of its own.
func (g *Game) Values() []Value { return values(withoutCourses(g.info)) }

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
func (g *Game) Sized() bool { return !g.Kind().About().Fixed }

// MovesPieces reports whether a game of this name is played with pieces that have a direction,
// which stand for the sides in lists, too; stones do for all others.
func MovesPieces(game string) bool {
	kind, ok := registry.Named(game)
	return ok && kind.About().Signs != [2]string{}
}

// WhiteBegins reports whether White has the first move, as in chess.
func (g *Game) WhiteBegins() bool { return g.Kind().About().WhiteAhead }

func kindOf(g *store.Segment, local int) registry.Game { return registry.Of(int(g.Facts(local).Game)) }

// Kind returns the game that was played.
func (g *Game) Kind() registry.Game { return g.kind }

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
		found.Anchor = PointText(hit.Board.Anchor)
		for _, reply := range hit.Board.Next {
			found.Next = append(found.Next, NewMove(g.Kind(), reply))
		}
		found.Stood = hit.Board.Stood
		for _, d := range hit.Board.Differs {
			found.Differs = append(found.Differs, NewDiffering(d))
		}
	case hit.Feature != nil:
		found.Feature = newFeature(hit.Feature.Name, hit.Feature.Value, hit.Feature.By, hit.Feature.Points)
		found.Text = found.Feature.String()
	case hit.Comment != nil:
		text, marks, more, err := hit.Comment.Text(s, hit.Game)
		if err != nil {
			return found, false, err
		}
		found.MoreMarks, found.Property, found.Text, found.Marks, found.Damaged = more, hit.Comment.Ident, text, marks, hit.Comment.Damaged
	default:
		return found, false, nil
	}
	if hit.After != nil {
		after, _, err := g.hit(s, *hit.After)
		if err != nil {
			return found, false, err
		}
		found.After = &after
	}
	var err error
	found.Ref, err = g.Ref(hit.Node, hit.MoveNumber)
	return found, err == nil, err
}

// Ref returns what finds a node again: by the number of its move if that leads
// there, which people understand, otherwise by its own number.
func (g *Game) Ref(node, move int) (string, error) {
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

// NewMove returns a continuation.
func NewMove(kind registry.Game, r match.Reply) Move {
	if reader, ok := kind.(registry.MoveReader); ok {
		return Move{r.Move.Color.Letter(), reader.MoveText(r.Move.Point), r.Tenuki}
	}
	text := PointText(r.Move.Point)
	if rules := registry.RulesOf(kind); rules != nil && rules.Hexes && r.Move.Point >= position.SwapsStone {
		text = rules.PointName(rules.Usual, r.Move.Point)
	}
	return Move{r.Move.Color.Letter(), text, r.Tenuki}
}

// PointText writes a point as SGF does, "" for a pass.
func PointText(p position.Point) string {
	if p == position.Pass {
		return ""
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if p.X() >= len(letters) || p.Y() >= len(letters) {
		return ""
	}
	return letters[p.X():p.X()+1] + letters[p.Y():p.Y()+1]
}

// RefAt returns what finds a node again, see [Hit].
func (g *Game) RefAt(node int) (string, error) {
	if _, err := g.Ref(node, 0); err != nil { // reads the nodes of the moves
		return "", err
	}
	move := sort.Search(len(g.moveNodes), func(i int) bool { return int(g.moveNodes[i]) >= node })
	return g.Ref(node, move)
}

// Coordinates reads a point in SGF's letters, as in an anchor: from 0 at the upper
// left.
func Coordinates(text string) (x, y int, ok bool) {
	if len(text) != 2 {
		return 0, 0, false
	}
	x, y = letterAt(text[0]), letterAt(text[1])
	return x, y, x >= 0 && y >= 0
}

func letterAt(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c - 'a')
	case 'A' <= c && c <= 'Z':
		return int(c-'A') + 26
	}
	return -1
}
