package evaluation

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"

	"kifudb/game/estimate"
	"kifudb/store"
)

const (
	magic     = "KEV1"
	headWidth = 40
	maxBody   = 64 << 20
)

// The kinds of entries.
const (
	kindSource = 1 + iota
	kindGame
	kindShown
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A head is the beginning of an entry.
type head struct {
	kind, version byte
	source        uint32
	length        uint32
	digest        store.Digest
	sum           uint32 // of the body
}

func (h *head) append(b []byte) []byte {
	start := len(b)
	b = append(b, magic...)
	b = append(b, h.kind, h.version, 0, 0)
	b = binary.LittleEndian.AppendUint32(b, h.source)
	b = binary.LittleEndian.AppendUint32(b, h.length)
	b = append(b, h.digest[:]...)
	b = binary.LittleEndian.AppendUint32(b, h.sum)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// read reads a head of so many bytes, and reports whether it is one.
func (h *head) read(b []byte) bool {
	if string(b[:4]) != magic || binary.LittleEndian.Uint32(b[36:]) != crc32.Checksum(b[:36], castagnoli) {
		return false
	}
	h.kind, h.version = b[4], b[5]
	h.source, h.length = binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
	copy(h.digest[:], b[16:])
	h.sum = binary.LittleEndian.Uint32(b[32:])
	return h.length <= maxBody
}

// appendEntry appends an entry.
func appendEntry(b []byte, h head, body []byte) []byte {
	h.length, h.sum = uint32(len(body)), crc32.Checksum(body, castagnoli)
	return append(h.append(b), body...)
}

// A Game is what a source says of the game of a record.
type Game struct {
	Digest store.Digest
	Nodes  int // that the game has

	// Shown are the values that an archive shows of the game, with all its sources and the
	// record taken together: the texts of estimate.LeadIdent, ChanceIdent and GradesIdent, made
	// by the rules of a version.
	Shown   [3]string
	Version byte

	At []Evaluation // nodes ascending
}

// An Evaluation is what a source says of the position after a node.
type Evaluation struct {
	Node int
	*estimate.Estimate
}

// errBody is what is wrong with the body of an entry that has its checksum and cannot be read.
var errBody = errors.New("an entry cannot be read")

func (g *Game) appendBody(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(g.Nodes))
	for _, text := range g.Shown {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	b = binary.AppendUvarint(b, uint64(len(g.At)))
	last := 0
	for _, e := range g.At {
		b = binary.AppendUvarint(b, uint64(e.Node-last))
		b = e.AppendPacked(b)
		last = e.Node
	}
	return b
}

// readShown reads the first part of a body, and returns the rest.
func (g *Game) readShown(b []byte) (rest []byte, err error) {
	n, b, ok := cut(b)
	g.Nodes = n
	for i := range g.Shown {
		var length int
		if length, b, ok = cutIf(ok, b); !ok || length > len(b) {
			return nil, errBody
		}
		g.Shown[i], b = string(b[:length]), b[length:]
	}
	return b, nil
}

// readBody reads a body of a source.
func (g *Game) readBody(b []byte, source *estimate.Source) error {
	b, err := g.readShown(b)
	if err != nil {
		return err
	}
	count, b, ok := cut(b)
	if !ok || count > len(b) { // each takes some bytes
		return errBody
	}
	node := 0
	for i := range count {
		var more int
		if more, b, ok = cut(b); !ok || i > 0 && more == 0 || more > g.Nodes {
			return errBody
		}
		node += more
		var e *estimate.Estimate
		if e, b, err = source.Unpack(b); err != nil || node >= g.Nodes {
			return errBody
		}
		g.At = append(g.At, Evaluation{node, e})
	}
	if len(b) > 0 {
		return errBody
	}
	return nil
}

func cut(b []byte) (n int, rest []byte, ok bool) {
	x, width := binary.Uvarint(b)
	if width <= 0 || x > math.MaxInt32 {
		return 0, nil, false
	}
	return int(x), b[width:], true
}

func cutIf(ok bool, b []byte) (int, []byte, bool) {
	if !ok {
		return 0, nil, false
	}
	return cut(b)
}
