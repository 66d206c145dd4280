package othello

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"

	"kifudb/format"
	"kifudb/position"
	"kifudb/position/othello"
	"kifudb/store"
)

// The files of WTHOR, the games of the French federation of Othello, have a
// heading of 16 bytes, numbers little-endian: the date on which the file was made
// (century, year, month, day), u32 number of records, u16 number of records, u16
// year of the games, size of the board (0 and 8 for 8×8), kind of game (1 for a
// solitaire), depth of the theoretical score, and a zero.
//
// A game has 68 bytes: the numbers of the tournament, of Black and of White, u16
// each, Black's discs at the end, empty squares counted for the winner, and those that
// Black would have had with best play from the depth on, and 60 moves: ten times the row
// from the top and the column, both from 1, or 0 behind the last one. Passes are not
// written. Players have 20 bytes each in a .jou file, tournaments 26 in a .trn, in
// Latin-1, filled up with zeros.
const (
	wthorHeading = 16
	wthorGame    = 68
	wthorMoves   = 8 // where the moves begin in a game
	wthorPlayer  = 20
	wthorEvent   = 26
)

// What a record of WTHOR has as companions. Players and tournament are there if their
// tables were.
const (
	besideHeading = "heading"
	besideBlack   = "black"
	besideWhite   = "white"
	besideEvent   = "tournament"
)

// missingName is the code of the problem that a table was not there, or too short.
const missingName = "missing-name"

// wthor is the games of WTHOR.
func wthor() *format.Format {
	return &format.Format{
		Name: "wthor", Title: "WTHOR", Extensions: []string{".wtb"}, Games: []int{Othello}, Binary: true,
		Recognise: isWTHOR,
		Owns:      func(h *format.Head) bool { return isWTHOR(h) == format.Sure },
		Beside:    []string{"*.jou", "*.trn"},
		Split:     splitWTHOR,
		Derive:    deriveWTHOR,
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
	if !ok {
		return format.No
	}
	games := 0
	for b := h.Bytes[wthorHeading:]; len(b) >= wthorGame && int64(games) < n; b = b[wthorGame:] {
		for _, move := range b[wthorMoves:wthorGame] {
			if _, ok := wthorSquare(move); !ok && move != 0 {
				return format.No
			}
		}
		games++
	}
	if games == 0 || h.Size > 0 && h.Size != wthorHeading+n*wthorGame { // perhaps it is cut off
		return format.Maybe
	}
	return format.Sure
}

// wthorSquare returns the square of a move.
func wthorSquare(move byte) (position.Point, bool) {
	x, y := int(move%10)-1, int(move/10)-1
	return position.At(max(x, 0), max(y, 0)), x >= 0 && y >= 0 && x < othello.Usual && y < othello.Usual
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

// names is a table of names: its entries, of which each has as many bytes.
type names struct {
	text []byte
	size int
}

// namesIn returns the table for names of a size among the files beside one. Among several
// it takes the longest, as tables only grow.
func namesIn(beside []store.Companion, size int) names {
	found := names{size: size}
	for _, c := range beside {
		n, ok := wthorRecords(c.Data)
		if rest := int64(len(c.Data)) - wthorHeading; ok && n > 0 && rest == n*int64(size) && rest > int64(len(found.text)) {
			found.text = c.Data[wthorHeading:]
		}
	}
	return found
}

// at returns an entry; nil if there is none.
func (n names) at(number int) []byte {
	if from := number * n.size; from+n.size <= len(n.text) {
		return n.text[from:][:n.size]
	}
	return nil
}

type wthorSplitter struct {
	file            *format.File
	heading         [wthorHeading]byte
	players, events names
	games           int64 // that are left
	first           bool
	game            [wthorGame]byte
	piece           format.Piece
	err             error
}

func splitWTHOR(f *format.File) format.Splitter {
	s := &wthorSplitter{file: f, first: true, players: namesIn(f.Beside, wthorPlayer), events: namesIn(f.Beside, wthorEvent)}
	if _, s.err = io.ReadFull(f.R, s.heading[:]); s.err != nil {
		return s
	}
	s.games, _ = wthorRecords(s.heading[:])
	if s.heading[12] == 10 {
		s.err = errors.New("games on 10×10 squares, of which no description is known")
	}
	return s
}

// Scan implements [format.Splitter].
func (s *wthorSplitter) Scan() bool {
	if s.err != nil {
		return false
	}
	s.piece = format.Piece{}
	if s.first {
		s.first, s.piece.Lead = false, s.heading[:]
	}
	if s.games == 0 { // what is behind the last game
		rest, err := io.ReadAll(io.LimitReader(s.file.R, 64<<10))
		s.err = err
		s.piece.Lead = append(s.piece.Lead, rest...)
		return len(s.piece.Lead) > 0
	}
	if _, err := io.ReadFull(s.file.R, s.game[:]); err != nil {
		s.err = fmt.Errorf("the heading promises %d more games, and the file ends", s.games)
		return false
	}
	s.games--
	s.name()
	return true
}

// Err implements [format.Splitter].
func (s *wthorSplitter) Err() error { return s.err }

// Piece implements [format.Splitter].
func (s *wthorSplitter) Piece() format.Piece { return s.piece }

// name adds to the piece what its game needs from heading and tables.
func (s *wthorSplitter) name() {
	s.piece.Game = s.game[:]
	s.piece.Companions = []store.Companion{{Name: besideHeading, Data: s.heading[:]}}
	for i, of := range []struct {
		name  string
		table names
	}{{besideEvent, s.events}, {besideBlack, s.players}, {besideWhite, s.players}} {
		if name := of.table.at(int(binary.LittleEndian.Uint16(s.game[2*i:]))); name != nil {
			s.piece.Companions = append(s.piece.Companions, store.Companion{Name: of.name, Data: name})
		}
	}
}

// deriveWTHOR reads a game.
func deriveWTHOR(d *format.Draft) {
	d.Game, d.Size = Othello, position.Square(othello.Usual)
	d.Node()
	game := format.Game(d.Record)
	if len(game) < wthorGame {
		d.Report(format.BadStart, 0, func() error { return fmt.Errorf("%s: the game is cut off", format.BadStart) })
		return
	}
	for i, of := range []struct{ name, ident, what string }{
		{besideEvent, "EV", "tournament"}, {besideBlack, "PB", "player"}, {besideWhite, "PW", "player"},
	} {
		text, ok := companion(d.Record, of.name)
		if !ok {
			number := binary.LittleEndian.Uint16(game[2*i:])
			text = fmt.Sprintf("WTHOR %s %d", of.what, number)
			d.Report(missingName, 0, func() error {
				return fmt.Errorf("%s: the name of %s %d is not known, since no table beside the file has it (WTH.JOU, WTH.TRN)", missingName, of.what, number)
			})
		}
		d.Add(of.ident, text)
	}
	margin := 2*int(game[6]) - d.Size.Area()
	d.Add("RE", result(margin))
	if heading, _ := companionData(d.Record, besideHeading); len(heading) == wthorHeading {
		if year := binary.LittleEndian.Uint16(heading[10:]); year > 0 {
			d.Add("DT", strconv.Itoa(int(year)))
		}
		if heading[13] == 1 {
			d.Add("GN", "solitaire")
		}
		d.Add(IdentTheory, strconv.Itoa(int(game[7])))
		d.Add(IdentDepth, strconv.Itoa(int(heading[14])))
	}
	p := othello.New(othello.Usual)
	for _, code := range game[wthorMoves:] {
		at, ok := wthorSquare(code)
		if !ok {
			break // all others are zero, too, or the file would be none
		}
		d.Node()
		m := position.Move{Color: p.ToPlay(), Point: at}
		d.Script.Move(m)
		p.Play(m)
	}
}

// companionData returns what a record has of another file.
func companionData(r *store.Record, name string) ([]byte, bool) {
	for _, c := range r.Companions {
		if c.Name == name {
			return c.Data, true
		}
	}
	return nil, false
}

// companion returns it as a name, in Latin-1 and filled up with zeros.
func companion(r *store.Record, name string) (string, bool) {
	data, ok := companionData(r, name)
	data, _, _ = bytes.Cut(data, []byte{0})
	runes := make([]rune, len(data))
	for i, c := range data {
		runes[i] = rune(c)
	}
	return string(bytes.TrimSpace([]byte(string(runes)))), ok
}

// result writes how many discs Black was ahead as a result in SGF.
func result(margin int) string {
	switch {
	case margin > 0:
		return fmt.Sprintf("B+%d", margin)
	case margin < 0:
		return fmt.Sprintf("W+%d", -margin)
	}
	return "0"
}
