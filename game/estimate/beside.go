package estimate

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"
)

// A Source is an analysis of games that is kept beside their records.
type Source struct {
	Number int    // tells it from all others of an archive
	Name   string // of a file or a job
	Engine string // "" if nobody knows it
}

// Beside returns an estimate of a position from a source beside the record. Values of different
// sources are never compared. Black's chance is from 0 to 1 and the lead Black's; each may be
// missing. If it is not known whose they are, the estimate is unclear and has no chance. It reports false for values that
// cannot be, and if there is none.
func (s *Source) Beside(black, lead *float64, visits int, best []string, unclear bool) (*Estimate, bool) {
	e := &Estimate{From: []string{s.Name}, Engine: s.Engine, Visits: visits, Best: best[:min(len(best), maxBest)], Unclear: unclear, Beside: true}
	if unclear {
		black = nil // as where a record does not say whose it is
	}
	if black != nil {
		if !(*black >= 0 && *black <= 1) {
			return nil, false
		}
		e.Black, e.chanceOf = black, s.key()
	}
	if lead != nil {
		if !(math.Abs(*lead) <= maxLead) {
			return nil, false
		}
		e.Lead, e.leadOf = lead, s.key()
	}
	return e, visits >= 0 && (black != nil || lead != nil || unclear)
}

// key tells the values of a source from those of properties and of other sources.
func (s *Source) key() string { return "beside " + string(binary.AppendUvarint(nil, uint64(s.Number))) }

// A packed estimate is
//
//	flags    u8       the bits below
//	black    f32      if there is a chance
//	lead     f32      if there is a lead
//	visits   uvarint
//	best     uvarint and as many bytes: the moves, a space between them
const (
	packedBlack   = 1 << iota
	packedLead    // 2
	packedUnclear // 4
)

// AppendPacked appends what an estimate says, without where it is from.
func (e *Estimate) AppendPacked(b []byte) []byte {
	flags := byte(0)
	if e.Black != nil {
		flags |= packedBlack
	}
	if e.Lead != nil {
		flags |= packedLead
	}
	if e.Unclear {
		flags |= packedUnclear
	}
	b = append(b, flags)
	for _, x := range []*float64{e.Black, e.Lead} {
		if x != nil {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(*x)))
		}
	}
	b = binary.AppendUvarint(b, uint64(max(e.Visits, 0)))
	best := strings.Join(e.Best, " ")
	return append(binary.AppendUvarint(b, uint64(len(best))), best...)
}

// errPacked is what is wrong with bytes that are no estimate.
var errPacked = errors.New("the bytes are not an evaluation")

// Unpack reads what [Estimate.AppendPacked] wrote, and returns what follows it.
func (s *Source) Unpack(b []byte) (e *Estimate, rest []byte, err error) {
	if len(b) == 0 || b[0] > packedBlack|packedLead|packedUnclear {
		return nil, nil, errPacked
	}
	flags := b[0]
	b = b[1:]
	var values [2]*float64
	for i, flag := range [...]byte{packedBlack, packedLead} {
		if flags&flag == 0 {
			continue
		}
		if len(b) < 4 {
			return nil, nil, errPacked
		}
		x := round(math.Float32frombits(binary.LittleEndian.Uint32(b)))
		values[i], b = &x, b[4:]
	}
	visits, n := binary.Uvarint(b)
	if n <= 0 || visits > math.MaxInt32 {
		return nil, nil, errPacked
	}
	b = b[n:]
	length, n := binary.Uvarint(b)
	if n <= 0 || length > uint64(len(b)-n) {
		return nil, nil, errPacked
	}
	b = b[n:]
	e, ok := s.Beside(values[0], values[1], int(visits), strings.Fields(string(b[:length])), flags&packedUnclear != 0)
	if !ok {
		return nil, nil, errPacked
	}
	if len(e.Best) == 0 {
		e.Best = nil
	}
	return e, b[length:], nil
}

// round returns the shortest number that the bits stand for, which is the one that was written.
func round(x float32) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', -1, 32), 64)
	if err != nil {
		return float64(x)
	}
	return y
}
