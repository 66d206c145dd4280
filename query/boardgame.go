package query

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kifudb/game"
	"kifudb/position"
)

// A board term is about the board of one game: of the one that its text shows,
// SFEN or SGF with GM, or else of the one that a game: beside it names, or else
// of the one that records mean which name none. So the stones of one game are not
// found in another.

// severalGames is the Game of a board term beside which a game: names several.
const severalGames = -1

// gamesBeside returns for each board term of a condition the game that it is
// bound to: that of the innermost conjunction around it that has a game:.
func gamesBeside(root Node) map[*Board]int {
	bound := map[*Board]int{}
	eachBeside(root, func(n Node, number int) {
		_, _ = ReplaceBoards(n, func(b *Board) (*Board, error) { bound[b] = number; return b, nil })
	})
	return bound
}

// featuresBeside returns the same for each term for what moves do.
func featuresBeside(root Node) map[*Term]int {
	bound := map[*Term]int{}
	eachBeside(root, func(n Node, number int) {
		list := []Node{n}
		if then, ok := n.(*Then); ok {
			list = []Node{then.First, then.Second}
		}
		for _, n := range list {
			if t, ok := n.(*Term); ok && t.OfMoves() {
				bound[t] = number
			}
		}
	})
	return bound
}

// eachBeside calls visit for each term of a condition with the game that it is bound to, 0 for none.
func eachBeside(root Node, visit func(term Node, number int)) {
	var walk func(n Node, number int)
	walk = func(n Node, number int) {
		nodes, joins := parts(n)
		if !joins {
			visit(n, number)
			return
		}
		if _, ok := n.(And); ok {
			for _, child := range nodes {
				if named := gameNamed(child); named != 0 {
					number = named
				}
			}
		}
		for _, child := range nodes {
			walk(child, number)
		}
	}
	if root != nil {
		walk(root, 0)
	}
}

// gameNamed returns the number of the game that a node demands, 0 for none.
func gameNamed(n Node) int {
	t, ok := n.(*Term)
	if !ok || t.Field != "game" {
		return 0
	}
	if len(t.Values) != 1 {
		return severalGames
	}
	number, err := t.Values[0].GameNumber()
	if err != nil {
		return 0 // what is wrong with it is said elsewhere
	}
	return number
}

// NamesGame reports whether a condition says in any place which game it is about: by game:, or
// by a board whose text shows it.
func NamesGame(root Node) bool {
	return HasTerm(root, func(n Node) bool {
		if t, ok := n.(*Term); ok {
			return t.Field == "game"
		}
		named := false
		_, _ = ReplaceBoards(n, func(b *Board) (*Board, error) {
			named = named || b.Game != 0 || b.told() != nil
			return b, nil
		})
		return named
	})
}

// withGames returns the condition with its board terms bound to their games.
func withGames(root Node) (Node, error) {
	bound := gamesBeside(root)
	return Replace(root, func(n Node) (Node, error) {
		return ReplaceBoards(n, func(b *Board) (*Board, error) {
			if number := bound[b]; number != 0 && number != b.Game {
				c := *b
				c.Game = number
				return &c, nil
			}
			return b, nil
		})
	})
}

// On returns the game on whose board the term looks, and what is wrong with that.
func (b *Board) On() (game.Game, error) {
	if told := b.told(); told != nil {
		if number := told.About().Number; b.Game > 0 && b.Game != number {
			return nil, fmt.Errorf("this is %s, but the query has %s", told.About().Name, GameTerm(b.Game))
		}
		return told, nil
	}
	switch b.Game {
	case 0:
		return game.Default(), nil
	case severalGames:
		return nil, errors.New("a board belongs to one game; search each game separately, as in (game:go …) or (game:gomoku …)")
	}
	g := game.Of(b.Game)
	return g, game.HasRules(g)
}

// told returns the game that the text shows, nil if it shows none.
func (b *Board) told() game.Game {
	if r := game.Recognize(b.Text); r != nil && b.Kind != "pat" {
		return r
	}
	if r := game.Sketched(b.Text); r != nil && b.Kind != "seq" {
		return r
	}
	return nil
}

// readPosition returns the position that the text of a pos: term is of.
func (b *Board) readPosition() (game.Position, error) {
	if f := b.Found; f != nil && f.Text == b.Text && f.Position.Game().About().Number == b.Game {
		return f.Position.Clone(), nil
	}
	g, err := b.On()
	if err != nil {
		return nil, err
	}
	reader, ok := g.(game.PositionReader)
	if !ok {
		return nil, fmt.Errorf("positions of %s cannot be written yet; name a place in a game, as in 12@40", g.About().Name)
	}
	p, err := game.Read(reader, b.Text)
	if err != nil {
		if part, ok := g.(game.PartialReader); ok {
			if _, no := part.ReadPartial(b.Text, game.PartialOptions{}); no == nil {
				err = errors.New("this is a part of a position; pat: searches it")
			}
		}
		return nil, err
	}
	return p, nil
}

// askedPosition returns the position that a pos: term asks for.
func (b *Board) askedPosition() (Asked, error) {
	p, err := b.readPosition()
	if err != nil {
		return Asked{}, err
	}
	g := p.Game()
	if b.Hands == "least" {
		return b.askedPart(g, p.Text())
	}
	if _, ok := g.(game.PartialReader); b.Hands != "" && !ok {
		return Asked{}, noHands(g)
	}
	a := Asked{Game: g, Position: p}
	switch board := a.Goban(); {
	case b.Near > 0 && board == nil:
		err = fmt.Errorf("near: counts differing points, but the pieces of %s move; leave out near: and search the position", g.About().Name)
	case b.Near > 0 && b.Ko != "":
		err = errors.New("ko: cannot be combined with near:, since what ko forbids may differ, too")
	case b.Near > 0:
		err = b.checkNear(position.BoardPattern(board))
	case board != nil:
		_, err = b.Barred(board)
	case b.Ko != "":
		err = errors.New("ko: belongs to positions of Go")
	case b.Next != position.Empty && b.Next != p.ToPlay():
		err = fmt.Errorf("next:%s: the position says that %s is to move", b.printNext(), p.ToPlay())
	}
	return a, err
}

// askedPattern returns what a pat: or seq: term asks for.
func (b *Board) askedPattern() (Asked, error) {
	g, err := b.On()
	if err != nil {
		return Asked{}, err
	}
	if _, ok := g.(game.PartialReader); ok && b.Kind == "pat" {
		return b.askedPart(g, b.Text)
	}
	if b.Hands != "" {
		return Asked{}, noHands(g)
	}
	var rules position.Rules
	if stones, ok := g.(game.Stones); ok {
		rules = stones.Rules()
	} else if !game.HasPatterns(g) {
		return Asked{}, fmt.Errorf("patterns need stones that stay on their points, and %s has none; use pos: instead", g.About().Name)
	} else if err := b.checkTurning(g); err != nil {
		return Asked{}, err
	}
	p, err := parsePattern(b, rules, b.Text)
	switch _, stay := g.(game.Stones); {
	case err == nil && !stay && len(p.Sequence) > 0:
		err = errTurning(g, "patterns with a sequence of moves are")
	case err == nil:
		err = b.checkNear(p)
	}
	return Asked{Game: g, Pattern: p}, err
}

// askedPart returns the part of a position that a term asks for.
func (b *Board) askedPart(g game.Game, text string) (Asked, error) {
	reader, ok := g.(game.PartialReader)
	switch {
	case !ok:
		return Asked{}, noHands(g)
	case b.Near > 0:
		return Asked{}, fmt.Errorf("near: counts differing points, but the pieces of %s move; leave out the squares that may differ", g.About().Name)
	case b.Anchor != "":
		return Asked{}, fmt.Errorf("anchor: and corners work only for stones on points; a part of a position of %s names its squares, so leave them out", g.About().Name)
	case b.Stood != (Window{}):
		return Asked{}, fmt.Errorf("stood: belongs to stones on points, and not to %s", g.About().Name)
	case b.Ko != "":
		return Asked{}, errors.New("ko: belongs to positions of Go")
	}
	p, err := reader.ReadPartial(unwrap(text), game.PartialOptions{ExactHands: b.Hands == "exact", ToPlay: b.Next})
	if err != nil {
		return Asked{}, err
	}
	return Asked{Game: g, Position: p}, nil
}

// noHands is the error about hands in a game that has none.
func noHands(g game.Game) error {
	return fmt.Errorf("hands: belongs to games whose players hold pieces, and those of %s do not", g.About().Name)
}

// checkTurning says which options of a pattern are not understood of a game whose discs
// do not stay as they were put.
func (b *Board) checkTurning(g game.Game) error {
	switch {
	case b.Kind == "seq":
		return errTurning(g, "sequences are")
	case b.Near > 0:
		return errTurning(g, "near: is")
	case b.Stood != Window{}:
		return errTurning(g, "stood: is")
	}
	return nil
}

func errTurning(g game.Game, what string) error {
	return fmt.Errorf("the pieces of %s do not stay as they are put, so %s not searched; search a pattern alone, or with pos: the moves from the start", g.About().Name, what)
}

// checkNear says what is wrong with a pattern of which some points may differ. Where
// as many may as there are stones, the empty board is near enough.
func (b *Board) checkNear(p *position.Pattern) error {
	switch stones := p.Stones(); {
	case b.Near == 0:
		return nil
	case len(p.Sequence) > 0:
		return errors.New("near: belongs to patterns without a sequence of moves")
	case b.Near >= stones:
		return fmt.Errorf("near:%d is too many for a position or pattern of %d stones, as all of them could be missing; at most %d may differ", b.Near, stones, max(stones-1, 0))
	}
	return p.CheckNear(b.Near)
}

// asItLies reports whether a term may ask for a position that is found as it lies
// unless the term says otherwise: it is of such a game, or names a file or a place
// in a game that may hold one.
func (b *Board) asItLies() bool {
	if b.Kind == "pat" {
		r := game.Sketched(b.Text)
		return r != nil && r.About().AsIs || b.Game > 0 && game.Of(b.Game).About().AsIs
	}
	if b.Kind != "pos" {
		return false
	}
	_, _, isPlace := ParsePlace(b.Text)
	if b.File || isPlace {
		return true
	}
	if r := game.Recognize(b.Text); r != nil {
		return r.About().AsIs
	}
	return b.Game > 0 && game.Of(b.Game).About().AsIs
}

// GameValue returns the value by which the game of SGF's number is asked for.
func GameValue(number int) string {
	if g := game.Of(number); g.About().Listed() {
		return g.About().Name
	}
	return strconv.Itoa(number)
}

// GameTerm returns the term that asks for the game of SGF's number: game:othello,
// game:"lines of action".
func GameTerm(number int) string {
	value := GameValue(number)
	if strings.ContainsRune(value, ' ') {
		value = strconv.Quote(value)
	}
	return "game:" + value
}

// GameNumber returns the number of the game that a value names, by number or by
// one of its names.
func (v Value) GameNumber() (int, error) {
	if v.Kind == Word || v.Kind == Phrase {
		if g, ok := game.Named(v.Text); ok {
			return g.About().Number, nil
		}
	}
	return 0, fmt.Errorf("%s is not a game; expected one such as %s, or SGF's number", v, game.Examples())
}
