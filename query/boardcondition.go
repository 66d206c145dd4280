package query

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kifudb/position"
	"kifudb/store"
)

// boardHits are the hits of a board term in the games of a block.
type boardHits map[int][]Hit

// condition makes the condition of a board term that was resolved.
func (b *Board) condition() (condition, error) {
	if b.Kind == "pos" {
		return b.positionCondition()
	}
	p, err := parsePattern(b, b.Text)
	if err != nil {
		return nil, err
	}
	return newPatternCondition(b, p), nil
}

// positionCondition makes the condition of a whole board.
func (b *Board) positionCondition() (condition, error) {
	for _, r := range allRules() {
		mine, err := r.reads(b.Text)
		if !mine {
			continue
		}
		if err != nil {
			return nil, err
		}
		wanted, err := r.position(b, b.Text)
		if err != nil {
			return nil, err
		}
		return newPositionCondition(b, wanted), nil
	}
	return nil, errors.New("not a position of any game that is known")
}

// A moveRef is a place in a game's main line, or a node anywhere in it.
type moveRef struct {
	move int // number of the move; -1 for the end of the main line
	node int // number of the node; -1 if the move says it
}

// parsePlace reads 12@60, the position after move 60 of game 12; 12@end; or
// 12@n134, the position at node 134, counted from 0 in the order of the file. Where
// several archives are asked, the number of one stands before it, as in 2:12@60; see
// archiveOf.
func parsePlace(s string) (store.GameID, moveRef, bool) {
	_, place, ok := archiveOf(s)
	left, right, at := strings.Cut(place, "@")
	ok = ok && at
	id, err := strconv.ParseUint(left, 10, 32)
	if !ok || err != nil || id == 0 {
		return 0, moveRef{}, false
	}
	if right == "end" {
		return store.GameID(id), moveRef{-1, -1}, true
	}
	digits, isNode := strings.CutPrefix(right, "n")
	n, err := strconv.ParseUint(digits, 10, 30)
	if err != nil {
		return 0, moveRef{}, false
	}
	if isNode {
		return store.GameID(id), moveRef{-1, int(n)}, true
	}
	return store.GameID(id), moveRef{int(n), -1}, true
}

// archiveOf cuts the number of an archive from a place in a game: 0 if there is
// none.
func archiveOf(s string) (number int, place string, ok bool) {
	s = strings.TrimSpace(s)
	before, after, found := strings.Cut(s, ":")
	if !found {
		return 0, s, true
	}
	n, err := strconv.ParseUint(before, 10, 16)
	return int(n), after, err == nil && n > 0
}

// missing is the error of a game that has no such place.
func (r moveRef) missing() error { return fmt.Errorf("ends before %s", r) }

func (r moveRef) String() string {
	if r.node >= 0 {
		return fmt.Sprintf("node %d", r.node)
	}
	return fmt.Sprintf("move %d", r.move)
}

// gameGo is SGF's number of the game.
const gameGo = 1

// number sets the move numbers of hits that are known by their nodes only.
func (b *block) number(hits []Hit, local int) error {
	missing := false
	for _, h := range hits {
		missing = missing || h.Node > 0 && h.MoveNumber == 0 && h.Board == nil
	}
	if !missing {
		return nil
	}
	script, err := b.segment.Script(local)
	if err != nil {
		return err
	}
	i := 0
	var r position.Replayer
	r.Replay(b.segment.Facts(local).Size, script, func(_ *position.Board, step *position.Step) bool {
		for ; i < len(hits) && hits[i].Node <= step.Node; i++ {
			if hits[i].Node == step.Node {
				hits[i].MoveNumber = step.MoveNumber
			}
		}
		return i < len(hits)
	})
	return nil
}
