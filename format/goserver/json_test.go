package goserver_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/format"
	"kifudb/position"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

const ogsGame = `{
 "id": 77, "name": "outer", "players": {"black": {"username": "smith", "ranking": 28.9, "professional": false}, "white": {"username": "Jon\u00e9s", "ranking": 38.2, "professional": true}},
 "gamedata": {
  "black_player_id": 5, "white_player_id": 6, "game_id": 77, "width": 19, "height": 19, "rules": "japanese", "komi": 6.5, "handicap": 0,
  "initial_player": "black", "initial_state": {"black": "", "white": ""}, "start_time": 1563570060,
  "time_control": {"system": "byoyomi", "main_time": 600, "periods": 5, "period_time": 30},
  "moves": [[15, 3, 2500], [3, 15], [-1, -1, 1000], [19, 0, 3],
   [1, 2, -4, 2, {"edited": true}], {"x": 2, "y": 2, "timedelta": 500}, "what"],
  "chat_log": [{"username": "smith", "body": "hi", "move_number": 0}, {"username": "x", "body": "(;B[aa])", "move_number": 99}, {"body": {"type": "analysis"}}],
  "outcome": "6.5 points", "winner": 6
 }
}`

const ogsTold = `line 7 bad-move: no point of the board
line 8 bad-move: cannot read the move
line 9 unknown-line: 1 variations or other things in the talk are not read
SZ[19]PB[smith]BR[2k]PW[Jonés]WR[2p]GN[outer]PC[OGS: https://online-go.com/game/77]DT[2019-07-19]RU[Japanese]KM[6.5]TM[600]OT[5x30 byo-yomi]RE[W+6.5]
0 "smith: hi"
1 black 15,3
2 white 3,15
3 black 63,63
4
5 +1,2
6 black 2,2
7 "x: (;B[aa])"
`

func TestDeriveOGS(t *testing.T) {
	if diff := cmp.Diff(ogsTold, told(t, "ogs", []byte(ogsGame), charset.UTF8)); diff != "" {
		t.Error(diff)
	}
}

// What one part of a game says, at the bounds of what can be read.
func TestPartsOfOGS(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{`"height": 19`, `"height": 17`, "SZ[19:17]"},
		{`"height": 19`, `"height": 1`, "line 1 bad-start: there is no size"},
		{`"height": 19`, `"height": 53`, "bad-start: there is no size"},
		{`"height": 19`, `"height": 1e400`, "bad-start: there is no size"},
		{`"height": 19`, `"height": "19"`, "SZ[19]"},
		{`"width": 19`, `"width": 19, "width": 9`, `"width" stands there twice; the last counts`},
		{`"width": 19, "height": 19`, `"width": 52, "height": 52`, "4 white 19,0"},
		{`28.9`, `"30.0"`, "BR[1d]"}, {`28.9`, `29.99`, "BR[1k]"}, {`28.9`, `1e9`, "PB[smith]PW"}, {`28.9`, `null`, "PB[smith]PW"},
		{`38.2`, `36.9`, "WR[7d]"},
		{`6.5, "handicap": 0`, `"7.50", "handicap": 0`, "KM[7.5]"},
		{`6.5, "handicap": 0`, `"many", "handicap": 0`, "KM[many]"},
		{`"japanese"`, `"ing"`, "RU[GOE]"}, {`"japanese"`, `"own"`, "RU[own]"},
		{`1563570060`, `"2020"`, "DT[1970-01-01]"},
		{`"start_time": 1563570060`, `"started": "2015-12-30T23:44:24.535987-05:00"`, "DT[2015-12-31]"},
		{`"start_time": 1563570060`, `"started": "in May"`, "DT[in May]"},
		{`"byoyomi", "main_time": 600, "periods": 5, "period_time": 30`, `"fischer", "initial_time": 60, "time_increment": 7`, "TM[60]OT[7 fischer]"},
		{`"byoyomi", "main_time": 600, "periods": 5, "period_time": 30`, `"canadian", "main_time": 60, "stones_per_period": 25, "period_time": 300`, "TM[60]OT[25/300 Canadian]"},
		{`"byoyomi", "main_time": 600, "periods": 5, "period_time": 30`, `"simple", "per_move": 20`, "TM[0]OT[1x20 byo-yomi]"},
		{`"byoyomi", "main_time": 600, "periods": 5, "period_time": 30`, `"absolute", "total_time": 900`, "TM[900]RE"},
		{`"byoyomi", "main_time": 600, "periods": 5, "period_time": 30`, `"none"`, "KM[6.5]RE"},
		{`"time_control": {"system": "byoyomi", "main_time": 600, "periods": 5, "period_time": 30}`,
			`"time_control": "byoyomi", "time_control_parameters": "{\"time_control\": \"byoyomi\", \"period_time\": 30, \"main_time\": 900, \"periods\": 3}"`, "TM[900]OT[3x30 byo-yomi]"},
		{`"winner": 6`, `"winner": 5`, "RE[B+6.5]"}, {`"winner": 6`, `"winner": "black"`, "RE[B+6.5]"}, {`"winner": 6`, `"winner": null`, "RE[6.5 points]"},
		{`"winner": 6`, `"black_lost": false, "white_lost": true`, "RE[B+6.5]"}, {`"winner": 6`, `"black_lost": true, "white_lost": false`, "RE[W+6.5]"},
		{`"winner": 6`, `"black_lost": true, "white_lost": true`, "RE[6.5 points]"}, {`6.5 points`, `0 points`, "RE[W+0]"},
		{`"6.5 points", "winner": 6`, `"0 points", "winner": "tie"`, "RE[0]"}, {`"6.5 points", "winner": 6`, `"0 points"`, "RE[0]"},
		{`6.5 points`, `Resignation`, "RE[W+R]"}, {`6.5 points`, `Timeout`, "RE[W+T]"}, {`6.5 points`, `Disconnection`, "RE[W+F]"},
		{`6.5 points`, `Cancellation`, "RE[Void]"}, {`"winner": 6`, `"winner": 6, "annulled": true`, "RE[Void]"}, {`6.5 points`, `Moderator Decision`, "RE[W+]GC[Moderator Decision]"},
		{`"outcome": "6.5 points", "winner": 6`, `"phase": "play"`, "byo-yomi]\n"},
		{`"black": "", "white": ""`, `"black": "pddp", "white": "aa"`, "0 +15,3 +3,15 +0,0 "},
		{`"black": "", "white": ""`, `"black": "tt"`, "bad-start: a stone of the start"},
		{`"initial_player": "black"`, `"initial_player": "white"`, "1 white 15,3"},
		{`"handicap": 0,
  "initial_player": "black"`, `"handicap": 2, "initial_player": "white"`, "unsure-file: nobody knows where 2 stones"},
		{`"handicap": 0`, `"handicap": 2, "free_handicap_placement": true`, "0 +15,3 +3,15 \"smith: hi\"\n1 white 63,63\n"},
		{`"handicap": 0`, `"handicap": 3, "free_handicap_placement": true`, "unsure-file: 1 stones of the handicap were not put"},
		{`[15, 3, 2500]`, `[1.5, 3]`, "line 7 bad-move: cannot read"}, {`[15, 3, 2500]`, `[-2, 3]`, "cannot read"}, {`[15, 3, 2500]`, `[1e999, 3]`, "cannot read"},
		{`[15, 3, 2500]`, `[15]`, "cannot read"}, {`[15, 3, 2500]`, `[5, -1]`, "1 black 63,63"}, {`[15, 3, 2500]`, `{"x": 4, "y": 5}`, "1 black 4,5"},
		{`2, {"edited": true}`, `7, {"edited": true}`, "cannot read the stone"}, {`2, {"edited": true}`, `0, {"edited": true}`, "5\n6"},
	} {
		text := strings.Replace(ogsGame, test.old, test.new, 1)
		if text == ogsGame {
			t.Fatalf("there is no %q", test.old)
		}
		if got := told(t, "ogs", []byte(text), charset.UTF8); !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: no %q in\n%s", test.new, test.old, test.want, got)
		}
	}
	moves := ogsGame[strings.Index(ogsGame, "[[15"):strings.Index(ogsGame, ",\n  \"chat_log")]
	for letters, want := range map[string]string{
		"pdqq..aS":        "0 \"smith: hi\"\n1 black 15,3\n2 white 16,16\n3 black 63,63\n4 \"x",
		"pd!2aaqq":        "1 black 15,3\n2 +0,0\n3 white 16,16",
		"pd!undefinedqq!": "1 black 15,3\n2 white 16,16\n3 \"x",
		"p":               "bad-move: cannot read the move",
		"":                "\n0 \"smith: hi\" \"x",
	} {
		text := strings.Replace(ogsGame, moves, `"`+letters+`"`, 1)
		if got := told(t, "ogs", []byte(text), charset.UTF8); !strings.Contains(strings.ReplaceAll(got, `\n`, `" "`), want) {
			t.Errorf("%s: no %q in\n%s", letters, want, got)
		}
	}
}

// How long a move took is kept at its node.
func TestClocksOfOGS(t *testing.T) {
	r := store.Record{Raw: []byte(ogsGame), Tree: [2]int{0, len(ogsGame)}, Charset: store.Charset{Name: charset.UTF8}}
	d := format.Draft{Record: &r, Script: &position.ScriptBuilder{}, Report: func(string, int, func() error) {}}
	formats().Named("ogs").Derive(&d)
	got := ""
	for _, c := range d.Clocks {
		got += fmt.Sprintf("%d %.1f\n", c.Node, *c.Used)
	}
	if want := "1 2.5\n3 1.0\n4 0.0\n6 0.5\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// objects cuts a text and returns its records.
func objects(t *testing.T, name, text string) (games []string, lines []int, err error) {
	t.Helper()
	s := formats().Named(name).Split(&format.File{Head: format.NewHead([]byte(text), 0), R: bufio.NewReader(strings.NewReader(text))})
	all := ""
	for s.Scan() {
		p := s.Piece()
		all += string(p.Lead) + string(p.Game)
		if len(p.Game) > 0 {
			games, lines = append(games, string(p.Game)), append(lines, p.Line)
		}
	}
	if s.Err() == nil && all != text && charset.Whole([]byte(text)) == "" { // or it was converted
		t.Errorf("of %d bytes %d are in pieces: %.200q", len(text), len(all), text)
	}
	return games, lines, s.Err()
}

// compact returns a record in one line.
func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Records are found in a list, in lines, one after the other, and between other objects: the same
// that a reader of whole documents finds.
func TestSplitObjects(t *testing.T) {
	line := compact(t, ogsGame)
	for _, test := range []struct {
		text  string
		lines []int
	}{
		{ogsGame, []int{1}}, {line, []int{1}}, {line + "\n" + line + "\n\n" + line + "\n", []int{1, 2, 4}},
		{"[" + ogsGame + ",\n" + line + "]\n", []int{1, 13}}, {line + line, []int{1, 1}},
		{"\ufeff[\n\n" + line + "]", []int{3}}, {`{"a":{"moves":[]}}` + "\n" + line + "\n" + `{"b":"{"}`, []int{2}},
		{`["{", ` + line + `]`, []int{1}}, {`{"a":1}`, nil}, {"[[" + line + "]]", []int{1}},
	} {
		games, lines, err := objects(t, "ogs", test.text)
		if err != nil || fmt.Sprint(lines) != fmt.Sprint(test.lines) {
			t.Errorf("%.80q: %v, %v, want %v", test.text, lines, err, test.lines)
		}
		var want []string // of the twin
		text := strings.TrimPrefix(test.text, "\ufeff")
		for d := json.NewDecoder(strings.NewReader(text)); ; {
			var v any
			if err := d.Decode(&v); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			list := []any{v}
			for len(list) > 0 {
				v, list = list[0], list[1:]
				switch v := v.(type) {
				case []any:
					list = append(list, v...)
				case map[string]any:
					if v["gamedata"] != nil {
						text, err := json.Marshal(v)
						if err != nil {
							t.Fatal(err)
						}
						want = append(want, string(text))
					}
				}
			}
		}
		for i, game := range games {
			var v any
			if err := json.Unmarshal([]byte(game), &v); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			games[i] = string(text)
		}
		if diff := cmp.Diff(want, games); diff != "" {
			t.Error(diff)
		}
	}
}

// Wherever a file is cut, or one of its lines, the other records are the same.
func TestCutObjects(t *testing.T) {
	line := compact(t, ogsGame)
	for cut := range len(line) {
		games, _, err := objects(t, "ogs", line+"\n"+line[:cut])
		if err != nil || len(games) < 1 || games[0] != line {
			t.Fatalf("cut at %d: %d games, %v", cut, len(games), err)
		}
		if len(games) > 1 {
			told(t, "ogs", []byte(games[1]), charset.UTF8)
		}
		games, _, err = objects(t, "ogs", line+"\n"+line[:cut]+"\n"+line+"\n")
		if last := len(games) - 1; err != nil || last < 1 || games[0] != line || games[last] != line {
			t.Fatalf("a line cut at %d: %d games, %v", cut, len(games), err)
		}
		games, _, err = objects(t, "ogs", line[:cut]+"\n"+line+"\n")
		if last := len(games) - 1; err != nil || last < 0 || games[last] != line {
			if cut == 0 || !strings.ContainsAny(line[cut-1:cut], "[,:") { // another object may be a part of it
				t.Fatalf("the first line cut at %d: %d games, %v", cut, len(games), err)
			}
		}
	}
	whole := told(t, "ogs", []byte(ogsGame), charset.UTF8)
	got := told(t, "ogs", []byte(ogsGame[:len(ogsGame)-1]), charset.UTF8)
	if _, rest, _ := strings.Cut(got, "\n"); rest != whole || !strings.HasPrefix(got, "line 11 bad-record: not JSON: unexpected end") {
		t.Errorf("without the last brace:\n%s", got)
	}
}

// Large and deep input is left out or read, and named.
func TestHostileObjects(t *testing.T) {
	line := compact(t, ogsGame)
	head, tail, _ := strings.Cut(line, `"moves":[`)
	long := head + `"moves":[` + strings.Repeat("[1,2,3],", 1<<20) + tail
	games, _, err := objects(t, "ogs", line+"\n"+long+"\n"+long+"\n"+line+"\n")
	if len(games) != 2 || err == nil || !strings.HasPrefix(err.Error(), "line 2: an object of more than 4194304 bytes; this object and 1 more were left out") {
		t.Errorf("%d games, %v", len(games), err)
	}
	games, _, err = objects(t, "ogs", line+"\n"+strings.Repeat(`{"id":"x"}`+"\n", 1<<20)+line)
	if len(games) != 2 || err == nil || !strings.Contains(err.Error(), "between two records") {
		t.Errorf("%d games, %v", len(games), err)
	}
	for _, deep := range []string{strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<19), strings.Repeat("[[1,2],", 1<<18)} {
		text := head + `"x":` + deep + `,"moves":[` + tail
		games, _, err := objects(t, "ogs", text)
		if err != nil {
			t.Error(err)
		}
		for _, game := range games {
			told(t, "ogs", []byte(game), charset.UTF8)
		}
		told(t, "ogs", []byte(text), charset.UTF8)
	}
	many := head + `"moves":[` + strings.Repeat("[1,2,3],", 100_000) + tail
	if got := told(t, "ogs", []byte(many), charset.UTF8); !strings.Contains(got, "\n100000 white 1,2\n") {
		t.Error("100,000 moves are not read")
	}
}

// FuzzObjects: no byte is lost, and whatever is a record is read without harm.
func FuzzObjects(f *testing.F) {
	f.Add(ogsGame)
	f.Add(katagoQuestion + katagoStart)
	f.Add("[" + ogsGame + "," + ogsGame[:300] + "\n" + ogsGame)
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"ogs", "katago-json"} {
			games, _, _ := objects(t, name, text)
			for _, game := range games {
				told(t, name, []byte(game), charset.UTF8)
			}
		}
	})
}
