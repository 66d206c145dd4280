package match

import (
	"kifudb/game"
	"kifudb/position"
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
	var wanted askedPosition
	switch board := asked.Goban(); {
	case asked.Pattern != nil && game.Stays(asked.Game.About().Number):
		return newPatternCondition(b, asked), nil
	case asked.Pattern != nil:
		wanted = newReplayedPattern(b, asked)
	case board != nil && b.Near > 0:
		asked.Pattern = position.BoardPattern(board)
		c := newPatternCondition(b, asked)
		c.options.Moves = true
		return c, nil
	case board != nil:
		wanted, err = newBoardPosition(b, board)
	default:
		wanted, err = newReplayed(b, asked)
	}
	return newPositionCondition(b, asked.Game, wanted), err
}
