package archive

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAliases(t *testing.T) {
	a := emptyArchive(t)
	players := a.Aliases(Players)
	groups := func(words, want string) {
		t.Helper()
		list, err := players.Groups(words)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, g := range list {
			if g.Name != g.Spellings[0] {
				t.Errorf("%+v", g)
			}
			got = append(got, strings.Join(g.Spellings, "="))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q gives %q, want %q", words, got, want)
		}
	}
	groups("", "")
	if none, err := players.Groups(""); err != nil || none == nil {
		t.Errorf("no groups are %v, %v", none, err) // not null in JSON
	}
	c, err := players.Add("first", "Shusaku", "秀策")
	if err != nil || !c.Changed || c.Group.Name != "Shusaku" || !slices.Equal(c.Group.Spellings, []string{"Shusaku", "秀策"}) {
		t.Fatalf("%+v, %v", c, err)
	}
	if c, err = players.Add("again", "Shusaku", "秀策"); err != nil || c.Changed {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := players.Add("wrong", "Shusaku", "?"); err == nil || c != nil {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := players.Add("second", "Shuwa", "秀和"); err != nil {
		t.Fatal(err)
	}
	groups("shus", "Shusaku=秀策")
	groups("秀和", "Shuwa=秀和")
	groups("nobody", "")
	if list, err := a.Aliases(Events).Groups(""); err != nil || len(list) != 0 {
		t.Errorf("events: %+v, %v", list, err)
	}
	if c, err = players.Merge("both", "Shuwa", "Shusaku"); err != nil || !c.Changed || c.Group.Name != "Shuwa" || len(c.Group.Spellings) != 4 {
		t.Errorf("%+v, %v", c, err)
	}
	r, err := players.Remove("out", "Shuwa", "秀策")
	if err != nil || !slices.Equal(r.Removed, []string{"秀策"}) {
		t.Errorf("%+v, %v", r, err)
	}
	for _, want := range []string{"out", "both", "second", "first"} {
		if what, err := a.UndoAliases(); err != nil || what != want {
			t.Errorf("undid %q, %v; want %q", what, err, want)
		}
	}
	if _, err := a.UndoAliases(); err == nil {
		t.Error("nothing is left, and it is undone")
	}
	groups("", "")
}

// A text of aliases comes back as it went, and says which of its lines are left out.
func TestAliasText(t *testing.T) {
	a, b := emptyArchive(t), emptyArchive(t)
	taken, err := a.Aliases(Players).Take("in", strings.NewReader("# mine\nShusaku = 秀策\nShuwa\t秀和\nShusaku = 秀和\n"), false)
	if err != nil || taken.Lines != 3 || taken.Added != 4 || len(taken.LeftOut) != 1 || taken.LeftOut[0].Line != 4 || taken.LeftOut[0].Reason == "" {
		t.Fatalf("%+v, %v", taken, err)
	}
	text, err := a.Aliases(Players).Text()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Aliases(Players).Take("in", strings.NewReader(string(text)), false); err != nil {
		t.Fatal(err)
	}
	if again, err := b.Aliases(Players).Text(); err != nil || string(again) != string(text) || !strings.Contains(string(text), "Shusaku\t秀策\n") {
		t.Errorf("%s, %v, was %s", again, err, text)
	}
	if taken, err = b.Aliases(Events).Take("in", strings.NewReader("Castle Game,御城碁\n"), true); err != nil || taken.Added != 2 {
		t.Errorf("%+v, %v", taken, err)
	}
	if taken, err := b.Aliases(Events).Take("in", strings.NewReader("x = \xff\n"), false); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("%+v, %v", taken, err)
	}
	for range 2 { // each import is one change
		if what, err := b.UndoAliases(); err != nil || what != "in" {
			t.Errorf("undid %q, %v", what, err)
		}
	}
}

func TestSuggestAliases(t *testing.T) {
	a := emptyArchive(t)
	file := filepath.Join(t.TempDir(), "names.sgf")
	text := "(;GM[1]SZ[9]PB[Fujisawa Hideyuki]PW[A]DT[1970];B[aa])(;GM[1]SZ[9]PB[Hideyuki Fujisawa]PW[B]DT[1972];B[bb])"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Import(t.Context(), &Import{Paths: []string{file}}); err != nil {
		t.Fatal(err)
	}
	suggest := func(points, limit int) *SuggestedAliases {
		t.Helper()
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		found, err := v.SuggestAliases(t.Context(), Players, points, limit)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	found := suggest(SuggestPoints, 0)
	if found.Total != 1 || len(found.Pairs) != 1 {
		t.Fatalf("%+v", found)
	}
	if p := found.Pairs[0]; p.Points < SuggestPoints || len(p.Evidence) == 0 || p.Names[0].Games != 1 || p.Names[0].From != 1970 && p.Names[1].From != 1970 {
		t.Errorf("%+v", p)
	}
	if found = suggest(found.Pairs[0].Points+1, 0); found.Total != 0 || found.Pairs == nil {
		t.Errorf("%+v", found)
	}
	if _, err := a.Aliases(Players).Add("same", "Fujisawa Hideyuki", "Hideyuki Fujisawa"); err != nil {
		t.Fatal(err)
	}
	if found = suggest(1, 0); found.Total != 0 {
		t.Errorf("what is known is suggested: %+v", found)
	}
}

// Several names become one with all their spellings in one change, which is taken back
// as one.
func TestUnite(t *testing.T) {
	a := emptyArchive(t)
	players := a.Aliases(Players)
	if what, err := a.LastAliasChange(); what != "" || err != nil {
		t.Errorf("before: %q, %v", what, err)
	}
	for _, names := range [][]string{{"Shusaku", "秀策"}, {"Kuwahara Shusaku", "桑原秀策"}} {
		if _, err := players.Add("before", names...); err != nil {
			t.Fatal(err)
		}
	}
	c, err := players.Unite("three are one", "Torajiro", "桑原秀策", "Shusaku")
	if err != nil || !c.Changed || c.Group.Name != "Torajiro" || len(c.Group.Spellings) != 5 {
		t.Fatalf("%+v, %v", c, err)
	}
	if what, err := a.LastAliasChange(); what != "three are one" || err != nil {
		t.Errorf("%q, %v", what, err)
	}
	if c, err := players.Unite("again", "Torajiro", "秀策"); err != nil || c.Changed {
		t.Errorf("what is known is a change: %+v, %v", c, err)
	}
	if what, err := a.UndoAliases(); what != "three are one" || err != nil {
		t.Errorf("%q, %v", what, err)
	}
	if list, err := players.Groups(""); err != nil || len(list) != 2 || len(list[0].Spellings) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	for _, names := range [][]string{nil, {"Shusaku"}, {"Shusaku", "?"}} {
		if _, err := players.Unite("wrong", names...); KindOf(err) != KindUsage {
			t.Errorf("%q: %v", names, err)
		}
	}
}
