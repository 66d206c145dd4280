package openingbook

import (
	"bufio"
	"encoding/binary"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/chess"
)

// A Polyglot book is a file of entries of 16 bytes in the order of their keys, as the format's
// description of 2008 by Michel Van den Bergh says: the key of the position, the move, its
// weight in 16 bits, and 32 bits in which programs learn, which are 0. All numbers have
// their highest byte first.
var polyglot = Format{
	Name: "polyglot", ending: ".bin", Number: 3, weight: ByScore,
	key: func(dst []byte, p game.Position) ([]byte, bool) {
		return binary.BigEndian.AppendUint64(dst, p.(game.Men).Chess.PolyglotKey()), true
	},
	code: func(_ game.Position, m position.Point) uint16 {
		return chess.MoveOf(uint16(m)).Polyglot()
	},
	begin: func(w *bufio.Writer, _ *Options) positionWriter { return &polyglotWriter{w: w} },
}

// maxPolyglotWeight is the largest weight that an entry can hold.
const maxPolyglotWeight = 1<<16 - 1

type polyglotWriter struct {
	w     *bufio.Writer
	entry []byte
}

func (*polyglotWriter) twice() bool         { return false }
func (*polyglotWriter) look([]byte, []move) {}

// write writes the entries of a position. If a weight is too large, those of the position
// shrink by the same factor, and none becomes 0.
func (p *polyglotWriter) write(key []byte, moves []move) error {
	for i := range moves {
		weight := moves[i].weight
		if most := moves[0].weight; most > maxPolyglotWeight {
			weight = max(1, weight*maxPolyglotWeight/most)
		}
		p.entry = append(p.entry[:0], key...)
		p.entry = binary.BigEndian.AppendUint16(p.entry, moves[i].code)
		p.entry = binary.BigEndian.AppendUint16(p.entry, uint16(weight))
		p.entry = append(p.entry, 0, 0, 0, 0)
		if _, err := p.w.Write(p.entry); err != nil {
			return err
		}
	}
	return nil
}
