package match

import (
	"errors"

	"kifudb/query"
)

// boardHits are the hits of a board term in the games of a block.
type boardHits map[int][]Hit

// newBoardCondition makes the condition of a board term that was resolved.
func newBoardCondition(b *query.Board) (Condition, error) {
	asked, err := b.Asked()
	if err != nil {
		return nil, err
	}
	if asked.Pattern != nil {
		return newPatternCondition(b, asked.Pattern), nil
	}
	for _, r := range allRules() {
		if wanted, err := r.position(b, asked); wanted != nil || err != nil {
			return newPositionCondition(b, wanted), err
		}
	}
	return nil, errors.New("not a position of any game that is known")
}

// gameGo is SGF's number of the game.
const gameGo = 1
