package notation

import (
	"strings"

	"kifudb/position/shogi"
)

// MoveText returns a move that can be made in a position as it is written in a
// notation: "P-7f", "76 FU".
func MoveText(p *shogi.Position, m shogi.Move, n Notation) string {
	if n == Japanese {
		return japaneseText(p, m, Format{Notation: Japanese})
	}
	return strings.TrimSpace(westernText(p, m, Format{}, false))
}

// KanjiText returns a move that can be made in a position as it is printed in
// Japan: "☗７六歩".
func KanjiText(p *shogi.Position, m shogi.Move) string { return kanjiText(p, m) }
