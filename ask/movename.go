package ask

import (
	"fmt"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
)

// MoveName writes a move's point as the board's coordinates do; on a pattern, which may
// lie anywhere, by column and row from its upper left.
func MoveName(m position.Move, asked query.Asked) string {
	switch {
	case asked.Position != nil:
		if mover, ok := asked.Position.(registry.Mover); ok {
			return mover.Name(m.Point, false)
		}
		if reader, ok := asked.Game.(registry.MoveReader); ok { // after a part of a position
			return reader.MoveText(m.Point)
		}
		return "?"
	case m.Point == position.Pass:
		return "pass"
	}
	return fmt.Sprintf("%d,%d", m.Point.X()+1, m.Point.Y()+1)
}
