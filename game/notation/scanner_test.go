package notation

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestScanner(t *testing.T) {
	const start, moves = "V2.2\nPI\n+\n", "PI\n-\n-3334FU\n"
	for _, test := range []struct {
		name, text string
		dialect    Dialect
		want       []Piece
	}{
		{"one game", start, CSA, []Piece{{nil, []byte(start), 1}}},
		{"two games", start + "/\n" + moves, CSA,
			[]Piece{{nil, []byte(start), 1}, {[]byte("/\n"), []byte(moves), 5}}},
		{"separators and words", "'words\n/\n\n/\n" + start + "/\n'end\n", CSA,
			[]Piece{{[]byte("'words\n/\n\n/\n"), []byte(start), 5}, {[]byte("/\n'end\n"), nil, 9}}},
		{"MS-DOS", "V2\r\nPI\r\n/ \r\nPI\r\n+\r\n", CSA,
			[]Piece{{nil, []byte("V2\r\nPI\r\n"), 1}, {[]byte("/ \r\n"), []byte("PI\r\n+\r\n"), 4}}},
		{"old Mac", "PI\r+\r/\rPI\r-\r", CSA,
			[]Piece{{nil, []byte("PI\r+\r"), 1}, {[]byte("/\r"), []byte("PI\r-\r"), 4}}},
		{"lines of USI", "\nposition startpos\r\nwords\nsfen 4k4/9/9/9/9/9/9/9/4K4 b - 1", USI,
			[]Piece{{[]byte("\n"), []byte("position startpos"), 2},
				{[]byte("\r\nwords\n"), []byte("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1"), 4}}},
		{"commands", "GAME=(START)\n7f\nGAME=(START)\n", Commands,
			[]Piece{{nil, []byte("GAME=(START)\n7f"), 1}, {[]byte("\n"), []byte("GAME=(START)"), 3}, {[]byte("\n"), nil, 3}}},
		{"commands without a game", "INPUT=(WESTERN,NUMBERS=NONE)\n", Commands,
			[]Piece{{[]byte("INPUT=(WESTERN,NUMBERS=NONE)\n"), nil, 1}}},
		{"nothing", "", USI, nil},
	} {
		var got []Piece
		s := NewScanner(iotest.OneByteReader(strings.NewReader(test.text)), test.dialect, 1<<10)
		all := ""
		for s.Scan() {
			got = append(got, s.Piece())
			all += string(s.Piece().Lead) + string(s.Piece().Text)
		}
		if s.Err() != nil {
			t.Errorf("%s: %v", test.name, s.Err())
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if all != test.text {
			t.Errorf("%s: the pieces are %q", test.name, all)
		}
	}
}

func TestScannerErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		name string
		r    io.Reader
		want string
	}{
		{"too long", strings.NewReader("PI\n+\n" + strings.Repeat("+7776FU\n", 100)), "line 14: a game of more than 100 bytes"},
		{"cannot be read", io.MultiReader(strings.NewReader("PI\n+\n"), iotest.ErrReader(broken)), "broken"},
	} {
		s := NewScanner(test.r, CSA, 100)
		for s.Scan() {
			if len(s.Piece().Text) > 0 {
				t.Errorf("%s: got half of a game, %q", test.name, s.Piece().Text)
			}
		}
		if s.Err() == nil || s.Err().Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, s.Err(), test.want)
		}
	}
}
