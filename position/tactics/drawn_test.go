package tactics_test

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/tactics"
)

// TestDrawnEnough counts the drawings in testdata that show a term, and those that are checked for it
// and do not show it. Two drawings that turning, mirroring or swapping the colors makes equal would
// count as one, and are refused. TestShapeDrawings does the same for the words of shape.
func TestDrawnEnough(t *testing.T) {
	shown, refused := map[string]int{}, map[string]int{}
	count := func(terms []string, shows func(term string) bool) {
		for _, term := range terms {
			if shows(term) {
				shown[term]++
			} else {
				refused[term]++
			}
		}
	}
	files, err := fs.Glob(os.DirFS("testdata"), "*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		seen := map[string]string{}
		for _, d := range readDiagrams(t, file) {
			count(d.terms, func(term string) bool {
				return slices.ContainsFunc(d.want, func(w wantedInstance) bool { return w.kind == term })
			})
			text := d.least()
			if other, ok := seen[text]; ok {
				t.Errorf("%s is the same as %s", d.name, other)
			}
			seen[text] = d.name
		}
	}
	for _, g := range drawnGames(t) {
		count(twinKinds, func(term string) bool {
			return slices.ContainsFunc(g.want, func(line string) bool { return strings.Contains(line, " "+term+":") })
		})
	}
	for _, k := range tactics.Kinds() {
		if k.Name == "shape" || k.Name == "ladder" { // ladder_test.go and package ladder draw these
			continue
		}
		t.Logf("%-15s %3d drawings show it, %3d do not", k.Name, shown[k.Name], refused[k.Name])
		least := fewestRefused
		if slices.Contains([]string{"liberties", "groupsize", "territory", "moyo"}, k.Name) {
			least = 1 // nearly every move has these
		}
		if shown[k.Name] < fewestShown || refused[k.Name] < least || shown[k.Name]+refused[k.Name] < fewestDrawn {
			t.Errorf("%s: %d drawings show it and %d do not, want %d and %d, and %d together", k.Name, shown[k.Name], refused[k.Name], fewestShown, least, fewestDrawn)
		}
	}
}

// The fewest drawings that show a term, that are checked for it and do not, and together.
const (
	fewestShown   = 8
	fewestRefused = 8
	fewestDrawn   = 16
)

// least returns the least of the texts of the sixteen images of a diagram.
func (d *diagram) least() (least string) {
	for _, m := range images(d.size) {
		stones := slices.Clone(d.stones)
		for i := range stones {
			stones[i] = position.Change{Point: m.point(stones[i].Point), Color: m.color(stones[i].Color)}
		}
		slices.SortFunc(stones, func(a, b position.Change) int { return int(a.Point) - int(b.Point) })
		var moves []position.Point
		for _, p := range d.moves {
			moves = append(moves, m.point(p))
		}
		size, _ := d.game(m)
		if text := fmt.Sprint(size, stones, m.color(d.first), moves); least == "" || text < least {
			least = text
		}
	}
	return least
}
