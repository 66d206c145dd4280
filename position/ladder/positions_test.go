package ladder

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

// positions.txt has positions drawn by hand. Each begins with a title behind "#" and a line that
// says who is to play and what becomes of the group that is drawn in small letters. Lines such
// as "1 escapes" say what becomes of it with a stone of the group's color on the point that is
// drawn as 1, or of the attacker's for letters from a on. On "!" a ko forbids to play.
//
//go:embed testdata/positions.txt
var positionsText string

// drawing is a drawn position.
type drawing struct {
	title   string
	toPlay  position.Color
	outcome string
	group   position.Point
	ban     int
	board   *position.Board
	labels  map[byte]position.Point
	cases   map[byte]string // by label
}

func drawings(t testing.TB) (list []drawing) {
	t.Helper()
	for _, text := range strings.Split(strings.TrimSpace(positionsText), "\n\n") {
		lines := strings.Split(text, "\n")
		d := drawing{title: strings.TrimPrefix(lines[0], "# "), labels: map[byte]position.Point{}, cases: map[byte]string{}, group: position.Pass}
		toPlay, outcome, _ := strings.Cut(lines[1], " to play: ")
		d.toPlay, d.outcome = map[string]position.Color{"black": position.Black, "white": position.White}[toPlay], outcome
		lines = lines[2:]
		for len(lines[0]) > 2 && lines[0][1] == ' ' && lines[0][2] >= 'a' && strings.Contains("escapescapturedko", lines[0][2:]) {
			d.cases[lines[0][0]], lines = lines[0][2:], lines[1:]
		}
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], " ", "")
		}
		d.board = position.NewBoard(position.Size{Cols: len(lines[0]), Rows: len(lines)})
		for y, line := range lines {
			if len(line) != len(lines[0]) {
				t.Fatalf("%s: row %q", d.title, line)
			}
			for x, c := range []byte(line) {
				p := position.At(x, y)
				switch c {
				case 'X', 'x':
					d.board.Set(p, position.Black)
				case 'O', 'o':
					d.board.Set(p, position.White)
				case '!':
					d.ban = cellOf(p)
				case '.':
				default:
					d.labels[c] = p
				}
				if c == 'x' || c == 'o' {
					d.group = p
				}
			}
		}
		if d.toPlay == 0 || d.group == position.Pass || len(d.labels) != len(d.cases) {
			t.Fatalf("%s: not drawn as wanted: %v %v", d.title, d.labels, d.cases)
		}
		list = append(list, d)
	}
	return list
}

// compare reads a position and compares the outcome with the wanted one and with the slow twin.
func (d *drawing) compare(t *testing.T, b *position.Board, label, want string) {
	t.Helper()
	var r Reader
	r.board.reset(b)
	before := slices.Clone(r.board.cells)
	got := r.search(cellOf(d.group), d.toPlay != b.At(d.group), d.ban, maxAtaris, Budget)
	if got.String() != want {
		t.Errorf("%s%s: %v, want %s\n%v", d.title, label, got, want, b)
	}
	if !slices.Equal(before, r.board.cells) {
		t.Errorf("%s%s: the board is another one after reading", d.title, label)
	}
	if d.ban == 0 {
		if slow := naiveRead(b, d.group, d.toPlay, maxAtaris, 20_000); slow == Undecided {
			t.Logf("%s%s: %v, too much for the slow twin", d.title, label, got)
		} else if slow != got {
			t.Errorf("%s%s: %v, the slow twin says %v", d.title, label, got, slow)
		}
	}
}

func TestPositions(t *testing.T) {
	count := 0
	for _, d := range drawings(t) {
		d.compare(t, d.board, "", d.outcome)
		count++
		for _, label := range slices.Sorted(maps.Keys(d.cases)) {
			b := d.board.Clone()
			color := b.At(d.group)
			if label >= 'a' {
				color = color.Opponent()
			}
			b.Set(d.labels[label], color)
			d.compare(t, b, fmt.Sprintf(", with a stone on %c", label), d.cases[label])
			count++
		}
	}
	if count < 50 {
		t.Errorf("only %d positions", count)
	}
}
