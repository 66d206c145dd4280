package store

import "bytes"

// Moves make up most of a record, and their coordinates are nearly random: a
// general compressor finds little in them, but they disturb what it finds in
// the rest. So before records are compressed, the coordinates are cut out of
// them and compressed by themselves. From
//
//	(;PB[Go Seigen];B[qc];W[dc]C[3-3];B[])
//
// the text becomes "(;PB[Go Seigen];B[];W[]C[3-3];B[])", and the coordinates
// "qcdc", then two zero bytes that stand for a value that was empty already.
// Every ";B[]" and ";W[]" of the text stands for one pair. All other values,
// and all bytes around, stay as they are. This takes a third off the records
// and two thirds off the time to compress them.
//
// Moves are often near the ones before them. So of each pair the steps from the pair before
// it are stored, whichever record of the block that is in; before the first are two zero
// bytes, and an empty value does not count. That takes off another eleventh.

// splitMoves appends the text and the coordinates of a record.
func splitMoves(text, moves, raw []byte) (_, _ []byte) {
	for {
		i := bytes.IndexByte(raw, '[')
		if i < 0 {
			return append(text, raw...), moves
		}
		i++
		text = append(text, raw[:i]...)
		isMove := endsMove(raw[:i])
		raw = raw[i:]
		switch {
		case !isMove:
		case len(raw) >= 3 && isCoordinate(raw[0]) && isCoordinate(raw[1]) && raw[2] == ']':
			moves = append(moves, raw[0], raw[1])
			raw = raw[2:]
			for len(raw) >= 7 && endsMove(raw[1:4]) && raw[3] == '[' && isCoordinate(raw[4]) && isCoordinate(raw[5]) && raw[6] == ']' {
				text, moves = append(text, raw[0], raw[1], raw[2], raw[3]), append(moves, raw[4], raw[5])
				raw = raw[6:] // to the next move: most of a record is like this
			}
		case len(raw) >= 1 && raw[0] == ']':
			moves = append(moves, 0, 0)
		}
	}
}

// joinMoves appends the record that was split, and returns the coordinates of
// the next. It reports false if there are too few.
func joinMoves(raw, text, moves []byte) (_, rest []byte, ok bool) {
	for {
		i := bytes.IndexByte(text, '[')
		if i < 0 {
			return append(raw, text...), moves, true
		}
		i++
		raw = append(raw, text[:i]...)
		isMove := endsMove(text[:i])
		text = text[i:]
		if !isMove || len(text) == 0 || text[0] != ']' {
			continue
		}
		if len(moves) < 2 {
			return raw, nil, false
		}
		if moves[0] != 0 {
			raw = append(raw, moves[0], moves[1])
		}
		moves = moves[2:]
	}
}

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
