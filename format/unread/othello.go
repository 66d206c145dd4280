package unread

import (
	"bytes"
	"encoding/binary"

	"kifudb/format"
)

// ggf is GGF, the format of the generic game server for Othello. Its trees look like
// SGF's, whose GM is a number.
func ggf() *format.Format {
	is := func(h *format.Head) bool {
		root := h.Tree()
		root = root[:min(len(root), 4<<10)]
		return bytes.HasPrefix(bytes.TrimLeft(root, "(; \t\r\n"), []byte("GM[Othello]")) && bytes.Contains(root, []byte("BO["))
	}
	return &format.Format{
		Name: "ggf", Title: "GGF", Extensions: []string{".ggf"}, Games: []int{gameOthello},
		Recognise: func(h *format.Head) format.Certainty { return surely(is(h)) },
		Owns:      is,
		Why:       "GGF is not read yet; kifudb has no rules of Othello",
	}
}

// The files of WTHOR, the games of the French federation of Othello, have a
// heading of 16 bytes, numbers little-endian: the date on which the file was made
// (century, year, month, day), u32 number of records, u16 number of records, u16
// year of the games, size of the board, kind of game, depth of the score, and a zero.
const (
	wthorHeading = 16
	wthorGame    = 68 // bytes of a game: three u16, two scores, 60 moves
	wthorPlayer  = 20
	wthorEvent   = 26
)

// wthor is the games of WTHOR.
func wthor() *format.Format {
	return &format.Format{
		Name: "wthor", Title: "WTHOR", Extensions: []string{".wtb"}, Games: []int{gameOthello}, Binary: true,
		Recognise: isWTHOR,
		Owns:      func(h *format.Head) bool { return isWTHOR(h) == format.Sure },
		Why:       "WTHOR is not read yet; kifudb has no rules of Othello",
	}
}

// wthorTable is the tables of WTHOR: players and tournaments.
func wthorTable() *format.Format {
	return &format.Format{
		Name: "wthor-table", Title: "table of WTHOR", Extensions: []string{".jou", ".trn"}, Binary: true, Table: true,
		Recognise: func(h *format.Head) format.Certainty {
			n, ok := wthorRecords(h.Bytes)
			for _, size := range []int64{wthorPlayer, wthorEvent} {
				if ok && n > 0 && h.Size == wthorHeading+n*size {
					return format.Sure
				}
			}
			if ok && h.Size == 0 {
				return format.Maybe
			}
			return format.No
		},
		Owns: func(*format.Head) bool { return true }, // nothing in it is text
		Why:  "players or tournaments of WTHOR, no games",
	}
}

func isWTHOR(h *format.Head) format.Certainty {
	n, ok := wthorRecords(h.Bytes)
	if !ok || h.Size > 0 && h.Size != wthorHeading+n*wthorGame {
		return format.No
	}
	games := 0
	for b := h.Bytes[wthorHeading:]; len(b) >= wthorGame && int64(games) < n; b = b[wthorGame:] {
		for _, move := range b[8:wthorGame] {
			if move > 88 || move%10 > 8 || move > 0 && (move < 11 || move%10 == 0) {
				return format.No
			}
		}
		games++
	}
	if games == 0 {
		return format.Maybe
	}
	return format.Sure
}

// wthorRecords returns the number of records that a heading gives, and reports
// whether it is one.
func wthorRecords(b []byte) (n int64, ok bool) {
	if len(b) < wthorHeading {
		return 0, false
	}
	century, year, month, day, size := b[0], b[1], b[2], b[3], b[12]
	if century < 19 || century > 21 || year > 99 || month < 1 || month > 12 || day < 1 || day > 31 ||
		size != 0 && size != 8 && size != 10 || b[13] > 1 || b[14] > 60 {
		return 0, false
	}
	n = int64(binary.LittleEndian.Uint32(b[4:]))
	if n == 0 { // in some tables it stands here
		n = int64(binary.LittleEndian.Uint16(b[8:]))
	}
	return n, true
}
