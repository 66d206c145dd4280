package othello_test

import (
	"bufio"
	"fmt"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/format/othello"
	"kifudb/position"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

const transcriptTable = "\ufeffid,winner,game_moves\r\n7,-1,f5d6c3d3c4\r\n\r\n8,1,\"F5F6E6F4E3\"\r\n"

// transcriptsIn cuts a text and says what its lines say.
func transcriptsIn(t *testing.T, text string) (said string, err error) {
	t.Helper()
	f := format.List(othello.Formats()).Named("othello-lines")
	s := f.Split(&format.File{Head: format.NewHead([]byte(text), 0), R: bufio.NewReader(strings.NewReader(text))})
	all := ""
	for s.Scan() {
		p := s.Piece()
		if all += string(p.Lead) + string(p.Game); len(p.Game) == 0 {
			continue
		}
		var script position.ScriptBuilder
		r := store.Record{Raw: p.Game, Tree: [2]int{0, len(p.Game)}, Charset: store.Charset{Name: charset.UTF8}}
		d := format.Draft{Record: &r, Line: p.Line, Script: &script, Report: func(string, int, func() error) {}}
		f.Derive(&d)
		said += fmt.Sprint(p.Line, " ", d.Info)
		for n := range script.Script().Contents() {
			if n.Move.Color != position.Empty {
				said += fmt.Sprintf(" %s%d%d", n.Move.Color.Letter(), n.Move.Point.X(), n.Move.Point.Y())
			}
		}
		said += "\n"
	}
	if s.Err() == nil && all != text && charset.Whole([]byte(text)) == "" { // or it was converted
		t.Errorf("of %q there is %q", text, all)
	}
	return said, s.Err()
}

// Each line with a transcript is a game, whatever the columns beside it are.
func TestTranscripts(t *testing.T) {
	for text, want := range map[string]string{
		"f5d6c3d3\n":                     "1 [] B54 W35 B22 W32\n",
		"1\tf5d6c3d3\n2\tx\n3\tc4c3d3c5": "1 [{GC 1}] B54 W35 B22 W32\n3 [{GC 3}] B23 W22 B32 W24\n",
		transcriptTable:                  "2 [{GC 7 -1}] B54 W35 B22 W32 B23\n4 [{GC 8 1}] B54 W55 B45 W53 B42\n",
	} {
		if got, err := transcriptsIn(t, text); err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	for cut := range len(transcriptTable) {
		if got, err := transcriptsIn(t, transcriptTable[:cut]); err != nil || cut > 40 && !strings.HasPrefix(got, "2 [{GC 7 -1}] B54 W35 B22 W32 B23\n") {
			t.Errorf("cut at %d: %q, %v", cut, got, err)
		}
	}
	if _, err := transcriptsIn(t, strings.Repeat("x", 2<<20)); err == nil {
		t.Error("a line of 2 MiB is read")
	}
}

func TestRecogniseTranscripts(t *testing.T) {
	for text, want := range map[string]bool{
		transcriptTable: true, "f5d6c3d3\n": true, "f5d6c3\n": false, "a1d6c3d3\n": false, "id,moves\n": false, "x\ny\nf5d6c3d3\n": false,
		"f5d6c3d3\nwords\n": false, "f5d6c3d9\n": false, "": false,
	} {
		f := format.List(othello.Formats()).Named("othello-lines")
		if got := f.Recognise(format.NewHead([]byte(text), 0)) == format.Sure; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// FuzzTranscripts: no byte is lost, and each line is read without harm.
func FuzzTranscripts(f *testing.F) {
	f.Add(transcriptTable)
	f.Fuzz(func(t *testing.T, text string) { _, _ = transcriptsIn(t, text) })
}
