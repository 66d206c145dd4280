package bench

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kifudb/indexer"
	"kifudb/position"
	"kifudb/store"
)

// The formats of servers of Go, and WTHOR, as far as games of moves need them. They are only
// read by the program; see packages format/goserver and format/othello.

var moveOf = regexp.MustCompile(`;[BW]\[([a-z][a-z0-9])\]`)

// pointsOf returns the points of the moves of a game of Go, Black's first: columns and
// rows from 0, from the upper left.
func pointsOf(b testing.TB, sgf []byte) (points [][2]int) {
	sgf, _, _ = bytes.Cut(sgf, []byte(")")) // the main line
	for _, m := range moveOf.FindAllSubmatch(sgf, -1) {
		points = append(points, [2]int{int(m[1][0] - 'a'), int(m[1][1] - 'a')})
	}
	if len(points) < 5 {
		b.Fatalf("a game of %d moves", len(points))
	}
	return points
}

func gibText(i int, moves [][2]int) string {
	var t strings.Builder
	fmt.Fprintf(&t, "\\HS\r\n\\[GAMEBLACKNAME=Black %d (3D)\\]\r\n\\[GAMEWHITENAME=White %d (3D)\\]\r\n", i%37, i)
	t.WriteString("\\[GAMEINFOMAIN=GTIME:1200-30-3,GRLT:3,ZIPSU:0,DUM:0,GONGJE:65\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\nINI 0 1 0 &4\r\n")
	for n, m := range moves {
		fmt.Fprintf(&t, "STO 0 %d %d %d %d \r\n", n+2, 1+n%2, m[0], m[1])
	}
	t.WriteString("\\GE\r\n")
	return t.String()
}

func ngfText(i int, moves [][2]int) string {
	var t strings.Builder
	fmt.Fprintf(&t, "Rated game\n19\nWhite%d 3D\nBlack%d 3D\nwww.example.org\n0\n0\n6\n20010203 [09:30]\n5\nBlack wins by resign!\n%d\n", i, i%37, len(moves))
	for n, m := range moves {
		x, y := 'B'+rune(m[0]), 'B'+rune(m[1])
		fmt.Fprintf(&t, "PM%c%c%c%c%c%c%c\n", 'A'+(n+1)/26, 'A'+(n+1)%26, "BW"[n%2], x, y, x, y)
	}
	return t.String()
}

func ugfText(i int, moves [][2]int) string {
	var t strings.Builder
	fmt.Fprintf(&t, "[Header]\nVer=UGF3,200\nLang=SJIS\nTitle=A game\nRule=JPN\nSize=19\nHdcp=0,6.50\nWinner=B,C\nCoordinateType=IGS\nPlayerB=black%d,3d,,\nPlayerW=white%d,3d,,\n[Data]\n", i%37, i)
	for n, m := range moves {
		fmt.Fprintf(&t, "%c%c,%c1,%d,0\n", 'A'+rune(m[0]), 'A'+rune(18-m[1]), "BW"[n%2], n+1)
	}
	return t.String()
}

func ogsText(i int, moves [][2]int) string {
	var t strings.Builder
	fmt.Fprintf(&t, `{"game_id":%d,"width":19,"height":19,"rules":"japanese","komi":6.5,"handicap":0,"initial_player":"black","black_player_id":1,"white_player_id":2,`, i+1)
	fmt.Fprintf(&t, `"players":{"black":{"username":"black%d","rank":31.5},"white":{"username":"white%d","rank":30.1}},"outcome":"Resignation","winner":1,"moves":[`, i%37, i)
	for n, m := range moves {
		fmt.Fprintf(&t, "%.*s[%d,%d,%d]", min(n, 1), ",", m[0], m[1], 900+n)
	}
	t.WriteString("]}\n")
	return t.String()
}

// wthorFile returns games of Othello as one file of WTHOR without tables of players.
func wthorFile(b *testing.B, games []*store.Game) []byte {
	head := []byte{20, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0xD1, 7, 8, 0, 24, 0}
	binary.LittleEndian.PutUint32(head[4:], uint32(len(games)))
	file := head
	for i, g := range games {
		row := make([]byte, 68)
		binary.LittleEndian.PutUint16(row, uint16(i)) // the tournament
		moves := moveOf.FindAllSubmatch(g.Record.Raw, -1)
		if len(moves) < 30 || len(moves) > 60 {
			b.Fatalf("a game of %d moves: %.200s", len(moves), g.Record.Raw)
		}
		for n, m := range moves {
			row[8+n] = 10*(m[1][1]-'0') + m[1][0] - 'a' + 1
		}
		file = append(file, row...)
	}
	return file
}

// TestServerText: what is written is read as the moves that it was made of.
func TestServerText(t *testing.T) {
	moves := pointsOf(t, Game(seed, 3))
	for _, text := range []string{gibText(3, moves), ngfText(3, moves), ugfText(3, moves), ogsText(3, moves)} {
		_, records, err := indexer.Records(t.Context(), "game", []byte(text))
		if err != nil || len(records) != 1 {
			t.Fatalf("%.20q: %d records, %v", text, len(records), err)
		}
		g, err := indexer.Derive(records[0])
		if err != nil {
			t.Fatal(err)
		}
		var read [][2]int
		for n := range g.Script.Contents() {
			if n.Move.Color != position.Empty {
				read = append(read, [2]int{n.Move.Point.X(), n.Move.Point.Y()})
			}
		}
		if !slices.Equal(read, moves) {
			t.Errorf("%.20q: %v, want %v", text, read, moves)
		}
	}
}
