package table

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/internal/plaintext"
)

// players are names that a list of games may have, with their ranks.
var players = []Cell{
	{Plain("Takemiya Masaki"), Plain("9p")}, {Plain("Takemiya Yoko"), Plain("3p")}, {Plain("Kobayashi Koichi"), Plain("9p")}, {Plain("Kobayashi Satoru"), Plain("9p")},
	{Plain("Honinbo Shusai Meijin"), Plain("")}, {Plain("Bilibinowskaja-Wolkenstein Anna"), Plain("1d")}, {Plain("本因坊秀策"), Plain("四段")}, {Plain("武宮 正樹"), Plain("九段")},
	{Plain("이세돌"), Plain("9단")}, {Plain("Yoda"), Plain("9p")}, {Plain("井上幻庵因碩"), Plain("八段準名人")}, {Plain(""), Plain("7p")}, {Plain(""), Plain("")},
}

// gameTable is a table as lists of games have it.
func gameTable() *Table {
	t := New("game", "date", "black", "white", "result", "moves", "event", "found")
	t.AlignRight(0, 5)
	t.Shorten(Dates, 1)
	t.Shorten(Names, 2, 3)
	t.Shorten(Results, 4)
	t.Shorten(Founds, 7)
	t.Spare(6, 5, 4, 7, 1)
	t.Limit(1, 24)
	t.Limit(2, 40)
	t.Limit(3, 40)
	t.Limit(4, 16)
	t.Limit(6, 60)
	t.Limit(7, 70)
	return t
}

// listOf is a list of games of these players, as search prints it.
func listOf(players []Cell, found string) *Table {
	t := gameTable()
	for i, p := range players {
		t.Add(Cell{Text: Plain(fmt.Sprint(98000 + i))}, Cell{Text: Plain("1984-02-17")}, p, players[(i+3)%len(players)],
			Cell{Text: Plain("W+Resign")}, Cell{Text: Plain("246")}, Cell{Text: Plain(fmt.Sprintf("9th Meijin league, preliminary round %d", i))}, Cell{Text: Plain(found)})
	}
	return t
}

// TestTablesFit lays lists out for many widths: no line is wider, so that none is
// wrapped, no column stands empty, and what is left out is said.
func TestTablesFit(t *testing.T) {
	for _, found := range []string{"", "@14 …White 14 is another «joseki» that leaves nothing behind"} {
		for width := 30; width <= 220; width++ {
			table := listOf(players, found)
			out := table.Render(width)
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
			if len(lines) < len(players)+1 {
				t.Fatalf("%d columns: %d lines", width, len(lines))
			}
			for _, line := range lines[:len(players)+1] {
				if w := plaintext.Width(line); w > width {
					t.Errorf("%d columns: a line takes %d: %s", width, w, line)
				}
			}
			for _, c := range table.columns {
				said := strings.Contains(lines[len(lines)-1], "no room for") && strings.Contains(lines[len(lines)-1], c.head)
				want := !said && (c.head != "found" || found != "")
				if strings.Contains(lines[0], c.head) != want {
					t.Errorf("%d columns: %q is among the heads: %v, said to be left out: %v\n%s", width, c.head, !want, said, out)
				}
			}
		}
	}
}

// TestNamesKeepInitialAndRank lays lists out for the usual widths: two players
// never look the same, and all ranks are there.
func TestNamesKeepInitialAndRank(t *testing.T) {
	for _, width := range []int{60, 80, 120, 200} {
		for _, found := range []string{"", "@14 …White 14 is another «joseki»"} {
			out := listOf(players[:10], found).Render(width)
			seen := map[string]Cell{}
			for i, line := range strings.Split(out, "\n")[1:11] {
				rest := line[strings.Index(line, "1984-02-17")+len("1984-02-17"):]
				name, _, _ := strings.Cut(strings.TrimSpace(rest), "  ")
				if other, ok := seen[name]; ok {
					t.Errorf("%d columns: %q is %v and %v\n%s", width, name, other, players[i], out)
				}
				seen[name] = players[i]
				if !strings.HasSuffix(name, players[i].Tail.Text) {
					t.Errorf("%d columns: %q does not show the rank %s", width, name, players[i].Tail.Text)
				}
				if first, _, _ := strings.Cut(players[i].Text.Text, " "); len(first) < 10 && !strings.HasPrefix(name, first) {
					t.Errorf("%d columns: %q does not show the family name of %v", width, name, players[i])
				}
			}
		}
	}
}

// TestRoomGoesWhereItDistinguishes compares two columns of the same width: one in
// which the texts differ at their end, and one in which they differ at the start.
func TestRoomGoesWhereItDistinguishes(t *testing.T) {
	table := New("late", "early")
	for i := range 9 {
		table.Row(fmt.Sprintf("the same words for all of them %d", i), fmt.Sprintf("%d the same words for all of them", i))
	}
	out := table.Render(52)
	for i := range 9 {
		if !strings.Contains(out, fmt.Sprintf("them %d", i)) {
			t.Errorf("line %d cannot be told from the others\n%s", i, out)
		}
	}
}

func TestCutName(t *testing.T) {
	for _, c := range []struct {
		cell    Cell
		width   int
		letters int
		want    string
	}{
		{Cell{Plain("Takemiya Masaki"), Plain("9p")}, 18, 1, "Takemiya Masaki 9p"},
		{Cell{Plain("Takemiya Masaki"), Plain("9p")}, 17, 1, "Takemiya M. 9p"},
		{Cell{Plain("Takemiya Masaki"), Plain("9p")}, 16, 3, "Takemiya Mas. 9p"},
		{Cell{Plain("Takemiya Masaki"), Plain("9p")}, 13, 1, "Takemi… M. 9p"},
		{Cell{Plain("Takemiya Masaki"), Plain("9p")}, 8, 1, "Take… 9p"},
		{Cell{Plain("Takemiya Masaki 9p"), Plain("")}, 14, 1, "Takemiya M. 9p"}, // the rank is in the name
		{Cell{Plain("Honinbo Shusai Meijin"), Plain("")}, 18, 1, "Honinbo Shusai M."},
		{Cell{Plain("Honinbo Shusai Meijin"), Plain("")}, 14, 1, "Honinbo S. M."},
		{Cell{Plain("本因坊秀策"), Plain("四段")}, 15, 1, "本因坊秀策 四段"},
		{Cell{Plain("本因坊秀策"), Plain("四段")}, 12, 1, "本因坊… 四段"},
		{Cell{Plain("武宮 正樹"), Plain("九段")}, 13, 1, "武宮 正… 九段"},
		{Cell{Plain("Go Seigen"), Plain("")}, 7, 1, "Go S."},
		{Cell{Plain("Yoda"), Plain("")}, 3, 1, "Yo…"},
		{Cell{Plain(""), Plain("7p")}, 2, 1, "7p"},
		{Cell{Plain(strings.Repeat("Go ", 1e6)), Plain("9p")}, 12, 1, "Go Go Go… 9p"}, // which takes no minutes
	} {
		got := cutName(c.cell, c.width, c.letters).Text
		if got != c.want || plaintext.Width(got) > c.width {
			t.Errorf("%v in %d columns: %q, want %q", c.cell, c.width, got, c.want)
		}
	}
}

func TestCutPath(t *testing.T) {
	for _, c := range []struct {
		path  string
		width int
		want  string
	}{
		{"games/1985/game12.sgf", 21, "games/1985/game12.sgf"},
		{"games/1985/game12.sgf", 20, "…/1985/game12.sgf"},
		{"games/1985/game12.sgf", 16, "…/game12.sgf"},
		{"games/1985/game12.sgf", 10, "…ame12.sgf"},
		{`games\1985\game12.sgf`, 20, `…\1985\game12.sgf`},
		{"all.zip!/1985/対局十二.sgf", 18, "…/対局十二.sgf"},
		{"all.zip!/1985/対局十二.sgf", 12, "…局十二.sgf"},
	} {
		if got := CutPath(Plain(c.path), c.width).Text; got != c.want {
			t.Errorf("%s in %d columns: %q, want %q", c.path, c.width, got, c.want)
		}
	}
}

// TestShorteningsKeepTheWidth cuts texts of all scripts to all widths.
func TestShorteningsKeepTheWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []rune("ab Zé/.9本趙治이ﾊ\u0301")
	for range 3000 {
		var c Cell
		for range r.IntN(24) {
			c.Text.Text += string(letters[r.IntN(len(letters))])
		}
		if r.IntN(2) == 0 {
			c.Tail = Plain("9段")
		}
		width := 1 + r.IntN(30)
		for name, how := range map[string]*Shortening{"words": words, "names": Names, "paths": Paths} {
			got := how.cut([]Cell{c}, width)[0].Text
			if plaintext.Width(got) > width {
				t.Fatalf("%s: %q in %d columns is %q", name, c, width, got)
			}
			if plaintext.Width(c.String()) <= width && got != c.String() {
				t.Fatalf("%s: %q fits in %d columns and is cut: %q", name, c, width, got)
			}
		}
	}
}

// What was found is shown in however little room there is for it.
func TestCutFound(t *testing.T) {
	const text = "@n293 …it matters only if a «ladder» is involved…"
	at := strings.Index(text, "ladder")
	found := Ink{text, [][2]int{{at, at + len("ladder")}}}
	for _, c := range []struct {
		width int
		want  string
	}{
		{60, text},
		{44, "@n293 …it matters only if a «ladder» is inv…"},
		{36, "@n293 …it matters only if a «ladder…"},
		{35, "@n293 …«ladder» is involved…"},
		{24, "@n293 …«ladder» is invo…"},
		{12, "@n293 …«lad…"},
	} {
		got := cutFound(found, c.width)
		if got.Text != c.want || len(got.Marks) != 1 || !strings.HasPrefix("ladder", strings.TrimSuffix(got.Text[got.Marks[0][0]:got.Marks[0][1]], "…")) {
			t.Errorf("%d: %q, marks %v, want %q", c.width, got.Text, got.Marks, c.want)
		}
	}
	if got := cutFound(Plain("@5 @17 @29 @31"), 8).Text; got != "@5 @17…" {
		t.Errorf("without marks: %q", got)
	}
}

// A date that is cut says nothing else than the whole one.
func TestDatesAreCutBetweenNumbers(t *testing.T) {
	for _, test := range []struct {
		date  string
		width int
		want  string
	}{
		{"1846-09-11", 10, "1846-09-11"},
		{"1846-09-11,14,15", 10, "1846-09…"},
		{"1846-09-11,14,15", 11, "1846-09-11…"},
		{"1846-09-11,14,15", 12, "1846-09-11…"},
		{"1846-09-11,14,15", 14, "1846-09-11,14…"},
		{"1933-10-16..1934-01-29", 15, "1933-10-16…"},
		{"1933-10-16..1934-01-29", 17, "1933-10-16..1934…"},
		{"昭和35年6月18日", 12, "昭和35年6月…"},
		{"弘化三年七月二十一日", 11, "弘化三年七…"},
		{"12345678901234", 10, "123456789…"},
		{"played in 1933 and 1934", 16, "played in 1933…"},
	} {
		if got := cutDate(Plain(test.date), test.width); got.Text != test.want || plaintext.Width(got.Text) > test.width {
			t.Errorf("%s in %d columns: %q, want %q", test.date, test.width, got.Text, test.want)
		}
	}
}
