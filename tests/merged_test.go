package tests

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/command"
)

// mergedTrees are trees that several games share, with how many games each file holds.
var mergedTrees = []struct {
	name, text string
	games      int
}{
	{"game-info in every branch", `(;FF[4]GM[1]SZ[19];B[pd]
(;PB[Ann]BR[6d]PW[Bo]WR[7d]RE[W+3.5]EV[Fifth Meeting]RO[1]PC[Old Hall]DT[1996-07-05];W[dp];B[pp])
(;PB[Ann]PW[Carl]RE[W+R]EV[Fifth Meeting]RO[2]DT[1996-07-06];W[cp];B[pp])
(;W[ep];B[pp]
 (;PB[Ann]PW[Dora]RE[B+6.5]EV[Fifth Meeting]RO[3]DT[1996-07-07];W[ed])
 (;PB[Ann]PW[Eve]RE[B+R]EV[Fifth Meeting]RO[4]DT[1996-07-08];W[cd])
 (;PB[Ann]PW[Finn]RE[B+T]EV[Fifth Meeting]RO[5]DT[1996-07-09];W[ec])))`, 5},
	{"an event above, a branch without game-info", `(;FF[4]GM[1]SZ[19]EV[Fifth Meeting]PC[Old Hall]DT[1996-07]RU[Japanese]KM[6.5]C[all games];B[pd]C[first];W[dd]
(;B[pq]PB[Ann]PW[Bo]RE[B+R]TE[1];W[dq];B[co]C[well])
(;B[dq]PB[Carl]PW[Dora]RE[W+R];W[co](;B[dl])(;B[cq];W[eq]))
(;B[qp];W[do](;B[cf])(;B[fc]C[or here])))`, 3},
	{"a game quoted in a variation, a game behind the tree", `(;GM[1]SZ[19]PB[Ann]PW[Bo]EV[Fifth Meeting]PC[Old Hall]DT[1996-07-05]RE[B+2.5];B[pd];W[dd]
(;B[pq];W[dq];B[co])
(;B[dq];W[co]C[as Carl](;PB[Carl]PW[Dora]DT[1989-01-02]RE[W+R];B[dl];W[qp])(;B[cq];W[eq])))
(;PB[Eve]PW[Ann]SZ[19];B[pd];W[dd];B[qq])`, 3},
	{"long common beginnings", "(;SZ[19]EV[Fifth Meeting]DT[1996-07-05]" + spiral(60) +
		"(;B[aj]PB[Ann]PW[Bo]RE[B+R];W[ak])(;B[al]PB[Carl]PW[Dora]RE[W+R];W[am];B[an])(;B[ao]PB[Eve]PW[Finn]RE[W+1]))", 3},
}

// spiral is so many moves on points of the upper rows.
func spiral(moves int) string {
	var b strings.Builder
	for i := range moves {
		fmt.Fprintf(&b, ";%c[%c%c]", "BW"[i%2], 'b'+i*7%17, 'b'+i/17)
	}
	return b.String()
}

// mergedQuestions are asked of an archive, words parted by bars.
var mergedQuestions = []string{
	"search|*", "search|winner:black", "search|winner:white", "search|player:carl", "search|player:ann opponent:bo", "search|player:carl opponent:bo",
	`search|event:"fifth meeting"`, "search|place:hall", "search|date:1996-07-05..1996-07-06", "search|round:2", "search|result:B+R", "search|has:RE", "search|moves:>4",
	"search|C:well", "search|C:carl", "search|pos:1@2", `search|seq:"R16 D16"`, "search|komi:6.5", "search|*|--sort|black", "search|pos:1@2|--facet|player",
	"stats|*|--by|player", "stats|*|--by|result", "stats|*|--by|year", "stats|*|--by|event", "stats|*|--by|place", "stats|*|--by|moves",
	"next|pos:start", "next|pos:1@1", "next|pos:1@2", "compare|player:ann|player:carl|--at|pos:1@1", "tree|pos:start", "tree|pos:1@1", "first|pos:1@2", "trend|pos:1@1",
	"players", "players|Ann", "players|Carl", "events", "events|Fifth Meeting", "collections", "dup|list", "remarks|pos:1@2", "similar|1",
	"audit", "problems", "imports|show", "show|1", "show|2", "show|3", "show|2@3", "export|*|--split", "export|2",
}

// Importing a file is importing what 'export --split' writes of it, whatever is asked: only
// 'show' says that the games came in one tree.
func TestMergedGamesAnswerAsSplit(t *testing.T) {
	home := t.TempDir()
	took := regexp.MustCompile(`"(id)": ?"[0-9a-f]{32}"|[0-9.]+(µs|ms|ns)|"took[a-z_]*": ?[0-9.]+|"version": ?[0-9]+`)
	shared := regexp.MustCompile(`,?\s*\{\s*"property": ?"part",\s*"text": ?"[^"]*"\s*\}|,\s*"(sharing|part)": ?[0-9]+`)
	for i, tree := range mergedTrees {
		var answers [2][]string
		text := tree.text
		for which := range answers {
			folder := filepath.Join(home, fmt.Sprint(i), "ab"[which:which+1])
			must(t, os.MkdirAll(folder, 0o777))
			must(t, os.WriteFile(filepath.Join(folder, "m.sgf"), []byte(text), 0o666))
			run := func(words ...string) (int, string, string) {
				var o, e bytes.Buffer
				for i := range words {
					words[i] = strings.ReplaceAll(words[i], "m.sgf", filepath.Join(folder, "m.sgf"))
				}
				status := command.Main(append([]string{"kifudb", "--archive", filepath.Join(folder, "archive")}, words...), strings.NewReader(""), &o, &e)
				return status, o.String(), e.String()
			}
			if status, _, problem := run("import", "m.sgf"); status != 0 {
				t.Fatalf("%s: %s", tree.name, problem)
			}
			if _, out, _ := run("search", "--count", "*"); strings.TrimSpace(out) != fmt.Sprint(tree.games) {
				t.Errorf("%s: %s games, want %d", tree.name, out, tree.games)
			}
			for _, question := range mergedQuestions {
				words := strings.Split(question, "|")
				if words[0] != "export" {
					words = append(words, "--json")
				}
				status, out, problem := run(words...)
				out = strings.ReplaceAll(out, folder, "FOLDER")
				if words[0] == "show" {
					out = shared.ReplaceAllString(out, "")
				}
				answers[which] = append(answers[which], fmt.Sprintf("%s: status %d\n%s\n%s", question, status, took.ReplaceAllString(out, "…"), problem))
			}
			_, text, _ = run("export", "--split", "*")
		}
		for q := range answers[0] {
			if i == 1 && strings.Contains(answers[0][q], ": status 2") {
				t.Errorf("%s", answers[0][q])
			}
			if diff := cmp.Diff(answers[0][q], answers[1][q]); diff != "" {
				t.Errorf("%s: -as it came +split:\n%s", tree.name, diff)
			}
		}
	}
}

// A tree that is too large to be told apart stays one record, and gives nobody a result.
func TestMergedGamesThatAreTooMany(t *testing.T) {
	branch := "(;W[cc]PB[Ann]PW[Bo]RE[W+R]DT[1996])(;W[dd]PB[Carl]PW[Dora]RE[B+R])"
	for _, test := range []struct{ name, text, says string }{
		{"a long stem", "(;SZ[19]EV[Meeting]C[" + strings.Repeat("x", 1<<17) + "];B[aa]" + strings.Repeat(branch, 250) + ")",
			"500 games share this record; they are too many to tell apart"},
		{"many games", "(;SZ[19]EV[Meeting];B[aa]" + strings.Repeat(branch, 1<<15+1<<13) + ")",
			"Several games may share this record; it is too large to tell them apart"},
	} {
		home := t.TempDir()
		file := filepath.Join(home, "m.sgf")
		must(t, os.WriteFile(file, []byte(test.text), 0o666))
		run := func(words ...string) (string, string) {
			var o, e bytes.Buffer
			command.Main(append([]string{"kifudb", "--archive", filepath.Join(home, "archive")}, words...), strings.NewReader(""), &o, &e)
			return o.String(), e.String()
		}
		if _, problems := run("import", "--problems", file); !strings.Contains(problems, "it is kept as one record, without the game-info in its variations") {
			t.Errorf("%s: import says %s", test.name, problems)
		}
		for query, want := range map[string]string{
			"event:meeting problem:shared-tree": "1", "winner:white": "0", "has:RE": "0", "player:ann": "0", "player:carl opponent:bo": "0", "has:date": "0",
		} {
			if out, _ := run("search", "--count", query); strings.TrimSpace(out) != want {
				t.Errorf("%s: %s: %s, want %s", test.name, query, out, want)
			}
		}
		if out, _ := run("show", "1"); !strings.Contains(out, test.says) {
			t.Errorf("%s: %s", test.name, out)
		}
	}
}
