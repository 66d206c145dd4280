package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// oneGame are two records each of games other than Go, with a question that only the first
// answers, and one that is not of that game.
var oneGame = []struct{ name, first, second, asked, wrong string }{
	{"chess", "(;GM[3];W[e2e4];B[e7e5])", "(;GM[3];W[d2d4];B[d7d5])", `pos:"1. e4 e5"`, `pos:"1. e4 e4"`},
	{"chess", "(;GM[3];W[e2e4];B[e7e5])", "(;GM[3];W[d2d4];B[d7d5])", `pos:"e4 e5"`, `pos:"Q16"`},
	{"chess", "(;GM[3];W[e2e4];B[e7e5])", "(;GM[3];W[d2d4];B[d7d5])", `pos:"e2e4 e7e5"`, `pat:[XO]`},
	{"othello", "(;GM[2];B[f5];W[d6])", "(;GM[2];B[f5];W[f6])", `pos:"f5 d6"`, `pos:"f5 f5"`},
	{"othello", "(;GM[2];B[f5];W[d6])", "(;GM[2];B[f5];W[f6])", `pat:[OX.|OXX|O..]`, `seq:"f5 d6"`},
	{"hex", "(;GM[11]SZ[11];B[c3];W[d4])", "(;GM[11]SZ[11];B[c3];W[e5])", `pos:"c3 d4"`, `pos:"c3 d44"`},
	{"gomoku", "(;GM[4]SZ[15];B[hh];W[ii])", "(;GM[4]SZ[15];B[hh];W[jj])", `pos:"15x15 H8 I7"`, `pos:"15x15 Z9"`},
	{"go", "(;GM[1];B[pd];W[dp])", "(;B[pd];W[dd])", `pos:"Q16 D4"`, `pos:"Q16 Z4"`},
}

// A board of a question that names no game is of the only game in the archive.
func TestAssumedGame(t *testing.T) {
	for _, c := range oneGame {
		for _, beside := range []string{"", "(;GM[6];B[xx])"} { // of a game without rules
			records := []string{c.first, c.second}
			if beside != "" {
				records = append(records, beside)
			}
			v := archiveOf(t, records...)
			page, err := v.Search(t.Context(), &Search{Query: parse(t, c.asked), Records: true})
			if err != nil {
				t.Errorf("%s: %v", c.asked, err)
				continue
			}
			said := slices.ContainsFunc(page.Notices, func(n Notice) bool { return n.Code == NoticeAssumed && strings.Contains(n.Text, c.name) })
			if page.Total != 1 || page.Games[0].ID != 1 || said != (c.name != "go") {
				t.Errorf("%s in %s: %d games, %v", c.asked, c.name, page.Total, page.Notices)
			}
			var next struct {
				Games   int
				Notices []Notice
			}
			if err := askedInto(t.Context(), v.Views, "next", &Search{Query: parse(t, c.asked), Records: true}, "", &next); err != nil || next.Games != 1 || len(next.Notices) == 0 != (c.name == "go") {
				t.Errorf("next %s in %s: %+v, %v", c.asked, c.name, next, err)
			}
			x, err := v.Explain(t.Context(), &Search{Query: parse(t, c.asked), Records: true})
			if err != nil || x.Assumed != c.name || x.Games != 1 {
				t.Errorf("explain %s in %s: %+v, %v", c.asked, c.name, x, err)
			}
			text, err := json.Marshal(page)
			if err != nil || strings.Contains(string(text), `"assumed_game"`) != (c.name != "go") {
				t.Errorf("%s in JSON: %s, %v", c.asked, text, err)
			}
			q, err := ParseQuery(c.wrong)
			if err == nil {
				_, err = v.Search(t.Context(), &Search{Query: q, Records: true})
			}
			if KindOf(err) != KindUsage {
				t.Errorf("%s in %s: %v", c.wrong, c.name, err)
			}
		}
	}
}

// In an archive of several games boards are of Go, and what cannot be read as such names
// the game that reads it.
func TestSeveralGamesHeld(t *testing.T) {
	v := archiveOf(t, "(;GM[1];B[ee];W[eo])", "(;GM[1];B[pd];W[dd])", oneGame[0].first, "(;GM[8];B[7g7f];W[3c3d])")
	found := func(text string) (*Page, error) {
		return v.Search(t.Context(), &Search{Query: parse(t, text), Records: true})
	}
	for text, want := range map[string]int{`pos:"E15 E5"`: 1, `game:chess pos:"e4 e5"`: 1, `(game:shogi pos:"7g7f") or pos:"Q16"`: 2, `game:chess black:nobody`: 0, `black:nobody or game:hex`: 0} {
		page, err := found(text)
		if err != nil || page.Total != want || len(page.Notices) != 0 {
			t.Errorf("%s: %+v, %v", text, page, err)
		}
	}
	page, err := found(`pos:"e4 e5"`)
	const told = "kifudb assumed go; the archive has 2 games of go, 1 of chess, 1 of shogi; add game:chess"
	if err != nil || page.Total != 0 || len(page.Notices) != 1 || page.Notices[0].Code != NoticeHeld || !strings.Contains(page.Notices[0].Text, told) {
		t.Errorf("nothing found: %+v, %v", page, err)
	}
	page, err = found(`black:nobody`)
	const all = "nothing found in any game; the archive has 2 games of go, 1 of chess, 1 of shogi"
	if err != nil || len(page.Notices) != 1 || page.Notices[0].Code != NoticeHeld || !strings.HasSuffix(page.Notices[0].Text, all) {
		t.Errorf("nothing found without a board: %+v, %v", page, err)
	}
	for text, advice := range map[string]string{`pos:"e2e4 e7e5"`: "add game:chess", `pos:"1. Nf3 d5"`: "add game:chess"} {
		_, err := found(text)
		if KindOf(err) != KindUsage || !strings.HasSuffix(err.Error(), advice) {
			t.Errorf("%s: %v", text, err)
		}
	}
	var wrong *QueryError
	if _, err := ParseQuery(`pos:"nonsense of all games"`); !errors.As(err, &wrong) || wrong.Column != 5 {
		t.Errorf("of no game: %v", err)
	}
	// Every way to ask says it.
	for name, ask := range map[string]func(s *Search) ([]Notice, error){
		"count": func(s *Search) ([]Notice, error) { p, err := v.Count(t.Context(), s); return p.Notices, err },
		"next": func(s *Search) ([]Notice, error) {
			var next Gaps
			err := askedInto(t.Context(), v.Views, "next", s, "", &next)
			return next.Notices, err
		},
		"each": func(s *Search) ([]Notice, error) {
			end, err := v.Each(t.Context(), s, func(*Game) error { return nil })
			return end.Notices, err
		},
		"tree": func(s *Search) ([]Notice, error) {
			var tree Gaps
			err := askedInto(t.Context(), v.Views, "tree", s, "", &tree)
			return tree.Notices, err
		},
	} {
		notices, err := ask(&Search{Query: parse(t, `pos:"e4 e5"`), Records: true})
		if err != nil || len(notices) != 1 || notices[0].Code != NoticeHeld {
			t.Errorf("%s: %v, %v", name, notices, err)
		}
	}
}

// Several archives are of one game if all of them are; files and saved searches are of
// that game, too.
func TestAssumedGameOfArchives(t *testing.T) {
	dir := t.TempDir()
	archiveOf := func(name string, records ...string) string {
		folder := filepath.Join(dir, name)
		a, err := Open(folder, &Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		file := filepath.Join(dir, name+".sgf")
		if err := os.WriteFile(file, []byte(strings.Join(records, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Import(t.Context(), &Import{Paths: []string{file}}); err != nil {
			t.Fatal(err)
		}
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		if _, _, _, err := v.Save(t.Context(), "open", parse(t, `pos:"1. e4 e5"`), false); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	ask := func(text string, folders ...string) (*Page, error) {
		all, err := OpenAll(folders, &Options{ReadFile: func(string) ([]byte, error) { return []byte("1. e4 e5\n"), nil }})
		if err != nil {
			t.Fatal(err)
		}
		defer all.Close()
		vs, err := all.View()
		if err != nil {
			t.Fatal(err)
		}
		defer vs.Close()
		return vs.Search(t.Context(), &Search{Query: parse(t, text), Records: true})
	}
	one := archiveOf("one", oneGame[0].first)
	two := archiveOf("two", oneGame[0].first, oneGame[0].second)
	mixed := archiveOf("three", "(;B[pd])", "(;GM[8];B[7g7f];W[3c3d])")
	for _, text := range []string{`pos:"e4 e5"`, "pos:@file", "saved:open"} {
		page, err := ask(text, one, two)
		if err != nil || page.Total != 2 {
			t.Errorf("%s in archives of chess: %+v, %v", text, page, err)
		}
	}
	page, err := ask(`pos:"e4 e5"`, one, mixed)
	if err != nil || page.Total != 0 || !strings.Contains(fmt.Sprint(page.Notices), "1 game of go, 1 of chess, 1 of shogi") {
		t.Errorf("in archives of several games: %+v, %v", page, err)
	}
}
