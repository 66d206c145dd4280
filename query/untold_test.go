package query

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"kifudb/game"
	"kifudb/game/clock"
)

// boardOf returns the board term of a query.
func boardOf(t *testing.T, text string) *Board {
	t.Helper()
	q, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	b, err := OneBoard(q.Root)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestAssume: a term that nothing says the game of gets the likely one, or says which others
// could read it.
func TestAssume(t *testing.T) {
	for _, c := range []struct {
		text, likely, held string
		untold             bool
		number             int
		want               string
	}{
		{`pos:"1. e4 e5 2. Nf3"`, "chess", "chess", true, 3, ""},
		{`pos:"Q16 D4"`, "go", "chess", true, 0, ""},
		{`pos:"1. e4 e5 2. Nf3"`, "go", "chess", true, 0, "another game: add game:chess"},
		{`pos:"1. e4 e5 2. Nf3"`, "go", "shogi", true, 0, "pos: "},
		{`pos:"1. e4 e5 2. Nf3"`, "othello", "chess", true, 0, "pos: of othello, the only game here: "},
		{`game:gomoku pos:"h8"`, "chess", "chess", false, 4, ""},
		{`pos:"12@4"`, "chess", "chess", false, 0, ""},
	} {
		b := *boardOf(t, c.text)
		likely, _ := game.Named(c.likely)
		held := func(g game.Game) bool { return g.About().Name == c.held }
		untold, err := b.Assume(func() game.Game { return likely }, held)
		if untold != c.untold || b.Game != c.number || (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || !errors.Is(err, ErrTerm)) {
			t.Errorf("%s, likely of %s: untold %t, game %d, %v; want %t, %d, %s", c.text, c.likely, untold, b.Game, err, c.untold, c.number, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "add game:") != (c.held == "chess") {
			t.Errorf("%s, of %s: %v", c.text, c.held, err)
		}
	}
}

// TestAsked: what a board term asks for, and under what notes on it are kept.
func TestAsked(t *testing.T) {
	for text, want := range map[string]string{`pos:"Q16"`: "go position", "pat:[XO]": "go pattern", `game:gomoku pos:"h8"`: "gomoku position"} {
		a, err := boardOf(t, text).Asked()
		if err != nil {
			t.Fatal(err)
		}
		got := a.Game.About().Name + " pattern"
		if a.Pattern == nil {
			got = a.Game.About().Name + " position"
		}
		if got != want || (a.Subject() == "") != (a.Pattern != nil) || (a.Goban() == nil) != (a.Pattern != nil) {
			t.Errorf("%s asks for a %s, kept under %q", text, got, a.Subject())
		}
	}
	if _, err := (&Board{Kind: "pos", Text: "Q99"}).Asked(); !errors.Is(err, ErrTerm) {
		t.Error(err)
	}
}

// TestOptionText: the options that say something, and the term without them.
func TestOptionText(t *testing.T) {
	for text, want := range map[string]string{
		`pos:"Q16"`: `pos:"Q16" `, "pat:[X] anchor:corner": `pat:"[X]" `, "pos:12@4 ko:same": `pos:"12@4" ko:same`, "pat:@x.txt near:1": `pat:@x.txt near:1`,
		"pat:[X] next:b colors:either symmetry:off variations:off hits:every stood:>=3 move:<=5": `pat:"[X]" move:<=5 next:b colors:either symmetry:off variations:off hits:every stood:>=3`,
		`seq:"B Q16 W R14" within:3`: `seq:"B Q16 W R14" within:3`,
	} {
		if b := boardOf(t, text); b.HeadText()+" "+b.OptionText() != want {
			t.Errorf("%s: %s %s, want %s", text, b.HeadText(), b.OptionText(), want)
		}
	}
}

// TestGameTerms: games are asked for by their names, or by SGF's number.
func TestGameTerms(t *testing.T) {
	for number, want := range map[int]string{1: "game:go", 4: "game:gomoku", 9: `game:"lines of action"`, 200: "game:200"} {
		if got := GameTerm(number); got != want {
			t.Errorf("%d: %s, want %s", number, got, want)
		}
		if _, v := valueOf(t, want); v.Text != GameValue(number) {
			t.Errorf("%d: %s, want %s", number, v.Text, GameValue(number))
		}
	}
	for text, want := range map[string]bool{"": false, "cho": false, `pos:"Q16"`: false, "-game:go": true, "x (game:go or y)": true, `pos:"startpos moves 7g7f"`: true} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if q.Root != nil && NamesGame(q.Root) != want {
			t.Errorf("%s names a game: %t", text, !want)
		}
	}
}

// TestTermsAtNodes: which terms ask for what stands at nodes, and for records of one game.
func TestTermsAtNodes(t *testing.T) {
	for text, want := range map[string]string{
		"C:x": "false true true false", "N:x": "false true true false", "x": "false false true false", "player:x": "false false false false",
		"DM:1": "true false true false", "has:DM": "true false true false", "has:DM,comments": "false false true false", "has:event": "false false false false",
		"thought:>1": "false false true false", "left:>1": "false false true false", "used:>1": "false false false false", "eval:>1": "false false true false",
		"dup:any": "false false false true", "id:3": "false false false true",
	} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		n := q.Root.(*Term)
		if got := fmt.Sprint(n.OfNodes(), n.InComments(), n.AtNodes(), q.AsksForRecords()); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestTimes: what is known of the time of players, and what may be.
func TestTimes(t *testing.T) {
	black := clock.Times{Thought: clock.Spell{Seconds: 600, Known: true}, Used: 4000, EachMove: true, Left: clock.Spell{Seconds: 30, Known: true}, EachLeft: true}
	white := clock.Times{Thought: clock.Spell{Seconds: 900, Known: true}, Used: 5000}
	for _, c := range []struct {
		term         string
		black, white bool
	}{
		{"thought:10m", true, false}, {"thought:>=10m", true, true}, {"thought:<10m", false, false}, {"thought:<20m", true, false}, {"thought:>14m", false, true},
		{"used:<2h", true, false}, {"used:>1h", true, true}, {"left:<31", true, false}, {"left:>29", true, false}, {"left:30", true, false}, {"left:>30", false, false},
	} {
		f, v := valueOf(t, c.term)
		r, err := v.Seconds()
		if err != nil {
			t.Fatal(err)
		}
		kind, _ := f.Time()
		if b, w := WithinTime(&black, kind, r), WithinTime(&white, kind, r); b != c.black || w != c.white {
			t.Errorf("%s: %t and %t, want %t and %t", c.term, b, w, c.black, c.white)
		}
	}
	loose := clock.Times{Left: clock.Spell{Seconds: 30, Known: true}}
	for text, want := range map[string]bool{"left:<40": true, "left:30..40": false, "left:>20": false} {
		_, v := valueOf(t, text)
		r, err := v.Seconds()
		if err != nil {
			t.Fatal(err)
		}
		if WithinTime(&loose, LeftTime, r) != want {
			t.Errorf("%s of a time that may have been less: %t", text, !want)
		}
	}
	text := (&clock.Both{black, white}).Text()
	for name, want := range map[string]string{
		"thought": "900", "blackthought": "600", "whitethought": "900", "used": "5000", "blackused": "4000", "left": "30", "blackleft": "30", "whiteleft": "",
	} {
		if f, _ := FindField(name); f.TimeOf(text) != want {
			t.Errorf("%s of %q: %q, want %q", name, text, f.TimeOf(text), want)
		}
	}
}

// A record that is named counts as itself; a range names none, so that its games count once.
func TestAsksForRecords(t *testing.T) {
	for text, want := range map[string]bool{
		"id:7": true, "id:7,9..12": true, "id:7 or date:1950": true, "dup:any": true,
		"id:3..7": false, "id:>100": false, "id:..9": false, "id<=9 date:1950": false, "date:1950": false,
	} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := q.AsksForRecords(); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
