package match

import (
	"errors"
	"fmt"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// A withoutRules error names the game of a record whose positions are asked for in vain.
type withoutRules struct{ game.Game }

func (w withoutRules) Error() string {
	return fmt.Sprintf("is a game of %s, whose rules kifudb does not know, so its positions cannot be searched", w.About().Name)
}

func (w withoutRules) Unwrap() error { return game.ErrNoRules }

// FillIn puts the position at a place in a game into a term as its text, and
// whatever of its options only the game tells. Its errors continue "game 12".
func FillIn(b *query.Board, s *store.Segment, local int, at query.MoveRef) error {
	g := game.Of(int(s.Facts(local).Game))
	if _, ok := g.(game.Replayer); !ok {
		return withoutRules{g}
	}
	if b.Game > 0 && b.Game != g.About().Number {
		return fmt.Errorf("is one of %s, but the query has %s", g.About().Name, query.GameTerm(b.Game))
	}
	if err := derived(s, g); err != nil {
		return fmt.Errorf("is one of these: %w", err)
	}
	if _, ok := g.(game.Stones); ok {
		return fillInBoard(b, s, local, at)
	}
	p, err := positionAt(s, local, at)
	if err != nil {
		return err
	}
	b.Text, b.Game = p.Text(), g.About().Number
	return nil
}

// fillInBoard is FillIn for games whose stones are put on points and stay.
func fillInBoard(b *query.Board, s *store.Segment, local int, at query.MoveRef) error {
	room := replayRooms.Get().(*replayRoom)
	defer replayRooms.Put(room)
	script, err := s.ScriptIn(&room.script, local)
	if err != nil {
		return err
	}
	facts := s.Facts(local)
	g := game.Of(int(facts.Game))
	room.replayer.Rules = g.(game.Stones).Rules()
	var found *position.Board
	ko, barred := position.Pass, false
	room.replayer.Replay(facts.Size, script, func(board *position.Board, step *position.Step) bool {
		here, more := visits(at, step.Node, step.MainLine, step.MoveNumber)
		if here {
			found = board.AsSetup()
			ko, barred = board.Ko()
		}
		return more
	})
	if found == nil {
		return at.Missing()
	}
	b.Text, b.Game = found.SetupSGF(), g.About().Number
	b.Found = &query.Found{Text: b.Text, Position: game.OnPoints(found)}
	if b.Ko == "same" { // a setup has none
		b.Ko = "none"
		if barred {
			b.Ko = ko.String()
		}
	}
	return nil
}

// visits reports of a node of a game whether it may be the one at a place, of which the last counts,
// and whether one behind it may be. A move's place is its own node, also if the board is set up
// anew before the next move; place 0 is the last node before the first move.
func visits(at query.MoveRef, node int, mainLine bool, moveNumber int) (here, more bool) {
	switch {
	case at.Node >= 0:
		return node == at.Node, node < at.Node
	case !mainLine || at.Move >= 0 && moveNumber > at.Move:
		return false, false
	}
	here = at.Move < 0 || moveNumber == at.Move
	return here, !here || at.Move <= 0
}

// positionAt returns the position at a place in a game.
func positionAt(s *store.Segment, local int, at query.MoveRef) (game.Position, error) {
	var found game.Position
	err := Replay(s, local, func(step *game.Step) bool {
		here, more := visits(at, step.Node, step.MainLine, step.MoveNumber)
		if here {
			found = step.Position.Clone()
		}
		return more
	})
	if err == nil && found == nil {
		err = at.Missing()
	}
	return found, err
}

// Replay replays a game whose rules are known, as long as visit wants. Of a game of
// which nobody knows how it starts there are no positions.
func Replay(s *store.Segment, local int, visit func(*game.Step) bool) error {
	return replayIf(s, local, nil, visit)
}

// replayIf is Replay of a game if its start and script are worth it; nil is always.
func replayIf(s *store.Segment, local int, worth func(start game.Position, script position.Script) bool, visit func(*game.Step) bool) error {
	rules := game.Of(int(s.Facts(local).Game)).(game.Replayer)
	start, script, known, err := startOf(s, local, rules)
	if err != nil || !known || worth != nil && !worth(start, script) {
		return err
	}
	for step := range rules.Replay(start, script) {
		if !visit(step) {
			break
		}
	}
	return nil
}

// startOf returns how a game starts and its script; known is false if nobody knows how it starts.
func startOf(s *store.Segment, local int, rules game.Replayer) (start game.Position, script position.Script, known bool, err error) {
	start, err = rules.Start(s.GameRecord(local))
	if err != nil {
		return nil, nil, false, nil
	}
	script, err = s.Script(local)
	return start, script, err == nil, err
}

// ErrUnderived is wrapped by the error of a search for positions, if kifudb did not know the
// rules of the game when records were added.
var ErrUnderived = errors.New("their rules were not known when they were added")

// derived returns an error if positions of a game are missing in a segment.
func derived(s *store.Segment, g game.Game) error {
	about := g.About()
	if about.Always {
		return nil
	}
	missing := 0
	for local := range iterate(s.Live()) {
		if facts := s.Facts(local); int(facts.Game) == about.Number && facts.Flags&store.HasRules == 0 {
			missing++
		}
	}
	if missing > 0 {
		return fmt.Errorf("the positions of %d records of %s are not in the archive: %w; rebuilding the archive adds them", missing, about.Name, ErrUnderived)
	}
	return nil
}

// An askedPosition is what a pos: term asks for. It is safe for concurrent
// use.
type askedPosition interface {
	// indexed returns the key by which indexes know the games in which it may have
	// come up.
	indexed() position.Key
	searcher() positionSearcher
}

// A positionSearcher looks for a position in games, in one goroutine.
type positionSearcher interface {
	// find replays a game and returns the nodes at which the position comes
	// up, and unless every one is wanted only the first on its path. With
	// KeepNone the first of all will do. What it returns lasts to the next
	// call, but with KeepAll for ever.
	find(s *store.Segment, local int, k Keep) ([]Hit, error)
}

// A codeReader is a positionSearcher that can make use of what the index knows of games.
type codeReader interface {
	readCodes(s *store.Segment, games []uint16, m store.KeyGames) (*knownGames, error)
}
