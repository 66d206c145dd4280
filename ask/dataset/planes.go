package dataset

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"path/filepath"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/store"
)

// draw draws the planes of a position. A plane is a bit for each point, row by row from the upper left, eight
// to a byte with the highest first, as numpy.packbits has them. Whose move it is is not known yet: stones are drawn
// by color, and turn exchanges them.
func draw(planes []byte, bytes int, size position.Size, names []string, s *sample) {
	clear(planes)
	set := func(plane, index int) { planes[plane*bytes+index/8] |= 0x80 >> (index % 8) }
	var at func(position.Point) position.Color
	if s.goban != nil {
		at = s.goban.At
	} else {
		at = s.position.(registry.Laid).At
	}
	for i := range size.Area() {
		switch at(size.At(i)) {
		case position.Black:
			set(planeOwn, i)
		case position.White:
			set(planeOpponent, i)
		}
	}
	for n := 1; n <= lastMoves && n <= len(s.history); n++ {
		if p := s.history[len(s.history)-n].Point; p != position.Pass && size.Contains(p) {
			set(planeLast+n-1, size.Index(p))
		}
	}
	if s.goban != nil && names[len(names)-1] == "ko" {
		if ko, ok := s.goban.Ko(); ok {
			set(len(names)-1, size.Index(ko))
		}
	}
}

// The numbers of the planes, see planesOf.
const (
	planeOwn = iota
	planeOpponent
	planeBlack
	planeLast
)

// add adds a position whose planes are drawn, and the cell of the next move.
func (s *shard) add(planes []byte, bytes, area, target int, smp *sample) {
	own, opponent := planes[:bytes], planes[bytes:2*bytes]
	if smp.next.Color == position.White {
		own, opponent = opponent, own
	}
	s.planes.data = append(append(s.planes.data, own...), opponent...)
	black := len(s.planes.data)
	s.planes.data = append(s.planes.data, planes[2*bytes:]...)
	if smp.next.Color == position.Black {
		for i := range area {
			s.planes.data[black+i/8] |= 0x80 >> (i % 8)
		}
	}
	le := binary.LittleEndian
	facts := smp.game.Segment().Facts(smp.game.Local())
	score := float32(math.NaN())
	if v := scoreOf(facts.Winner, smp.next.Color); !v.IsNull() {
		score = float32(v.Double())
	}
	komi := float32(math.NaN())
	if facts.Komi != store.NoKomi {
		komi = float32(facts.Komi) / 100
	}
	s.move.data = le.AppendUint16(s.move.data, uint16(target))
	s.result.data = le.AppendUint32(s.result.data, math.Float32bits(score))
	s.komi.data = le.AppendUint32(s.komi.data, math.Float32bits(komi))
	s.game.data = le.AppendUint64(s.game.data, uint64(smp.game.ID))
	s.number.data = le.AppendUint32(s.number.data, uint32(smp.number))
	s.archive.data = append(s.archive.data, byte(smp.archive))
	s.rows++
}

// writeShard writes the positions of a side that are not written yet.
func (l *learner) writeShard(side int, s *shard) error {
	at := &l.learned.Sides[side]
	name := fmt.Sprintf("%s-%04d.npz", at.Name, len(at.Files))
	if _, err := archive.WriteFile(filepath.Join(l.options.Dir, name), l.options.Replace, func(w io.Writer) error {
		return writeNPZ(w, s.rows, s.list())
	}); err != nil {
		return err
	}
	at.Files = append(at.Files, name)
	s.rows = 0
	for _, a := range s.list() {
		a.data = a.data[:0]
	}
	return nil
}
