package gtp

import (
	"bytes"
	"strings"
	"testing"

	"kifudb/archive/archivetest"
	"kifudb/protocol/choice"
)

// Whatever a controller sends, each line has one answer of the right form, and the game can be taken back.
func FuzzSession(f *testing.F) {
	f.Add("1 boardsize 9\nplay b e5\nkata-analyze w 10\nundo")
	f.Add("set_free_handicap c3 d4\nlz-genmove_analyze w avoid w c3,d4 3\nshowboard")
	f.Add("\x00\x7f#\n\t 7 name\r\n")
	v := archivetest.Of(f, three...)
	f.Fuzz(func(t *testing.T, in string) {
		if strings.Contains(in, "loadsgf") { // reads any file
			return
		}
		s, err := New(bookOf(t, v, choice.Options{Depth: 2}), Options{Unknown: Resign, Page: func(ref string) (string, error) { return ref, nil }})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := s.Run(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		want := 0
		for line := range strings.SplitSeq(in, "\n") {
			if c := parseCommand(line); c.name != "" || c.id != "" {
				want++
				if c.name == "quit" {
					break
				}
			}
		}
		if got := len(answers(t, out.String())); got != want && len(in) < maxLine {
			t.Errorf("%d answers, want %d: %q", got, want, out.String())
		}
		for s.track.undo() {
		}
		if len(s.track.boards) != 1 {
			t.Error("moves are left")
		}
	})
}
