package table

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"kifudb/internal/plaintext"
)

// escapes are those that color a text.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// inked marks all runs of capital X in a text.
func inked(s string) Ink { return Ink{s, marksOf(s)} }

func marksOf(s string) (marks [][2]int) {
	for _, m := range regexp.MustCompile("X+").FindAllStringIndex(s, -1) {
		marks = append(marks, [2]int(m))
	}
	return marks
}

// Texts of which each X is marked are cut in every way, to all widths: each X that is
// left is marked, nothing else is, and colors change no width.
func TestMarksStayWithTheirLetters(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	letters := []rune("aXX Zé/.9本X趙治이ﾊ\u0301\u202e\x1b")
	marked := 0
	for range 3000 {
		text := func(most int) Ink {
			var b strings.Builder
			for range r.IntN(most) {
				b.WriteRune(letters[r.IntN(len(letters))])
			}
			return inked(b.String()).printable()
		}
		c := Cell{text(24), text(4)}
		width := 1 + r.IntN(30)
		for name, how := range map[string]*Shortening{"words": words, "names": Names, "paths": Paths} {
			got := how.cut([]Cell{c}, width)[0]
			painted := got.painted("1;31")
			var found strings.Builder
			for _, m := range got.Marks {
				found.WriteString(got.Text[m[0]:m[1]])
			}
			switch plainly := escapes.ReplaceAllString(painted, ""); {
			case strings.ContainsAny(got.Text, "\x1b\u202e"):
				t.Fatalf("%s: %q in %d columns is %q, which disturbs a terminal", name, c, width, got.Text)
			case strings.Trim(found.String(), "X") != "" || strings.Count(got.Text, "X") != len(found.String()):
				t.Fatalf("%s: %q in %d columns is %q with %q marked", name, c, width, got.Text, found.String())
			case plainly != got.Text || plaintext.Width(painted) != plaintext.Width(got.Text):
				t.Fatalf("%s: %q in %d columns is painted %q", name, c, width, painted)
			case got.painted("") != got.Text:
				t.Fatalf("%s: %q is painted without a color", name, c)
			}
			marked += len(got.Marks)
		}
	}
	if marked < 1000 {
		t.Errorf("%d marks are no test", marked)
	}
}

// A table in color is the same table without it.
func TestTablesInColor(t *testing.T) {
	table := New("game", "名前", "found")
	table.AlignRight(0)
	for _, s := range []string{"XX", "本因坊X", "X X a very long text indeed, with X in it", ""} {
		table.Add(Cell{Text: Plain("7")}, Cell{inked(s), inked("X")}, Cell{Text: inked(s + " X")})
	}
	for width := range 100 {
		plainly, painted := table.Render(width), table.painted(width, "1;31")
		if got := escapes.ReplaceAllString(painted, ""); got != plainly || strings.Count(painted, "\x1b[1;31m") != strings.Count(painted, "\x1b[0m") {
			t.Fatalf("%d columns:\n%s\nin color:\n%s", width, plainly, painted)
		}
		if strings.Contains(plainly, "X") != strings.Contains(painted, "\x1b[1;31mX") {
			t.Fatalf("%d columns: no color in\n%q", width, painted)
		}
	}
}
