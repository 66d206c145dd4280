package store

import (
	"bytes"
	"encoding/binary"
)

// Moves make up most of a record, and their coordinates are nearly random: a
// general compressor finds little in them, but they disturb what it finds in
// the rest. So before records are compressed, the coordinates are cut out and compressed
// separately, and only the first of consecutive moves stays in the text. From
//
//	(;PB[Go Seigen];B[qc];W[dc];B[dq]C[3-3];B[])
//
// the text becomes "(;PB[Go Seigen];B[]C[3-3];B[])", and the coordinates
// "qcdcdq", then two zero bytes that stand for a value that was empty already.
// The number of moves to insert after each ";B[]" or ";W[]" is stored separately from
// the text: 2 and 0; players take turns. So each of these, and each inserted move, stands for
// one pair. All other values, and all bytes around them, stay as they are. This takes
// 40 % off the records and most of the time to compress them.
//
// Moves are often near the ones before them. So each pair is stored as the steps from the
// pair before it, across the records of the block. Before the first pair are two zero
// bytes, and an empty value does not count. That takes off another eleventh.

const moveBytes = len(";B[pd]")

// A splitRecord is a record, or several, without its moves.
type splitRecord struct {
	text  []byte
	moves []byte // coordinates, two bytes each
	runs  []byte // uvarints
}

// split appends a record.
func (s *splitRecord) split(raw []byte) {
	for {
		i := bytes.IndexByte(raw, '[')
		if i < 0 {
			s.text = append(s.text, raw...)
			return
		}
		i++
		s.text = append(s.text, raw[:i]...)
		head := raw[:i]
		raw = raw[i:]
		switch {
		case !endsMove(head):
			continue
		case len(raw) >= 3 && isCoordinate(raw[0]) && isCoordinate(raw[1]) && raw[2] == ']':
			s.moves = append(s.moves, raw[0], raw[1])
			raw = raw[2:]
		case len(raw) >= 1 && raw[0] == ']':
			s.moves = append(s.moves, 0, 0)
		default:
			continue
		}
		s.text = append(s.text, ']')
		raw = raw[1:]
		run := 0
		for next := otherPlayer(head[i-2]); len(raw) >= moveBytes && raw[0] == ';' && raw[1] == next && raw[2] == '[' && isCoordinate(raw[3]) && isCoordinate(raw[4]) && raw[5] == ']'; next = otherPlayer(next) {
			s.moves = append(s.moves, raw[3], raw[4])
			raw = raw[moveBytes:]
			run++
		}
		s.runs = binary.AppendUvarint(s.runs, uint64(run))
	}
}

// join appends the record of which the text is to raw, and leaves the moves and runs of the
// next. It reports false if there are too few.
func (s *splitRecord) join(raw []byte) (_ []byte, ok bool) {
	text := s.text
	for {
		i := bytes.IndexByte(text, '[')
		if i < 0 {
			return append(raw, text...), true
		}
		i++
		raw = append(raw, text[:i]...)
		head := text[:i]
		text = text[i:]
		if !endsMove(head) || len(text) == 0 || text[0] != ']' {
			continue
		}
		if len(s.moves) < 2 {
			return raw, false
		}
		if s.moves[0] != 0 {
			raw = append(raw, s.moves[0], s.moves[1])
		}
		s.moves = s.moves[2:]
		raw, text = append(raw, ']'), text[1:]
		if len(s.runs) == 0 {
			return raw, false
		}
		var run int
		if run, s.runs = cutUvarint(s.runs); run > len(s.moves)/2 {
			return raw, false
		}
		for next := otherPlayer(head[i-2]); run > 0; run, next = run-1, otherPlayer(next) {
			raw = append(raw, ';', next, '[', s.moves[0], s.moves[1], ']')
			s.moves = s.moves[2:]
		}
	}
}

// otherPlayer returns the letter of the player whose turn it is after one's.
func otherPlayer(letter byte) byte { return 'B' + 'W' - letter }

// toSteps turns coordinates into the steps from each pair to the next.
func toSteps(moves []byte) {
	var x, y byte
	for i := 0; i+1 < len(moves); i += 2 {
		hereX, hereY := moves[i], moves[i+1]
		moves[i], moves[i+1] = hereX-x, hereY-y
		if hereX != 0 {
			x, y = hereX, hereY
		}
	}
}

// fromSteps is the inverse of toSteps.
func fromSteps(moves []byte) {
	var x, y byte
	for i := 0; i+1 < len(moves); i += 2 {
		moves[i] += x
		moves[i+1] += y
		if moves[i] != 0 {
			x, y = moves[i], moves[i+1]
		}
	}
}

// endsMove reports whether b ends with ";B[" or ";W[".
func endsMove(b []byte) bool {
	n := len(b)
	return n >= 3 && b[n-3] == ';' && (b[n-2] == 'B' || b[n-2] == 'W')
}

func isCoordinate(c byte) bool { return 'a' <= c && c <= 'z' }
