package tests

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/testdata"
)

// shownCommand is a command in a document, indented as code. What follows "   #" is said of it.
var shownCommand = regexp.MustCompile(`^    (?:\$ )?(kifudb .*?)(?:\s+#.*)?$`)

// notRun are the commands of documents that no test can run as they stand, by what they begin with
// or hold, and why.
var notRun = map[string]string{
	"s3://":             "needs an object store; tests/s3_test.go has one",
	"kifudb node ":      "runs until it is ended; tests/nodes_test.go starts nodes",
	"--nodes ":          "needs nodes",
	"kifudb cluster":    "needs the program of nodes; testdata/script/cluster.txtar runs it",
	"kifudb serve":      "runs until it is ended; tests/serve_test.go starts it",
	"--install":         "changes the user's desktop; testdata/script/service.txtar prints what it would do",
	"kifudb demo":       "is what the archive of this test comes from",
	"~/":                "needs folders of a user",
	"kifudb copy":       "needs an object store",
	"kifudb nodes":      "needs nodes",
	"--credentials":     "needs nodes",
	"kifudb drill":      "asks questions on a terminal; testdata/script/drill.txtar answers them",
	"kifudb --archive ": "needs several archives",
}

// shownElsewhere are the documents whose outputs are of archives of real games, which no test has. Their
// commands run all the same.
var shownElsewhere = map[string]string{
	"doc/HEX.md": "games of Little Golem and of programs",
}

// beginners are documents whose commands run one after the other in a folder and with an archive of their
// own: the first imports the collection and the games in testdata/first-hour.
var beginners = []string{"doc/FIRST-HOUR.md", "doc/FAQ.md", "doc/SAFETY.md"}

// docFiles are files that commands of documents name.
var docFiles = map[string]string{
	"corner.txt":       "--------------+\n. . . . . . . |\n. . . . . . . |\n. . O . . . . |\n. . . . X . . |\n. . . . . . . |\n",
	"a.txt":            "NE[...|.O.|...]",
	"b.txt":            "NE[...|.X.|...]",
	"game.sgf":         "(;GM[1]SZ[19];B[pd];W[dp];B[qp];W[dc])",
	"mine.sgf":         "(;GM[1]SZ[19];B[pd];W[dp](;B[qp])(;B[pp]))",
	"repertoire.sgf":   "(;GM[1]SZ[19];B[pd];W[dp](;B[qp])(;B[pp]))",
	"joseki.sgf":       "(;GM[1]SZ[19];B[qd];W[oc])",
	"定跡.kif":           "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n",
	"openings.pgn":     "[Result \"*\"]\n\n1. e4 c5 2. Nf3 *\n",
	"table.csv":        "game,field,value\n7,date,1846-09-11\n",
	"games/shogi.usi":  "position startpos moves 7g7f 3c3d 2g2f 8c8d\nposition startpos moves 2g2f 3c3d 2f2e 4c4d 7g7f 2b3c 4i5h 8b4b 5g5f 5a6b 5i6h 6b7b 6h7h 7b8b 9g9f 7a7b\n",
	"games/gomoku.sgf": "(;GM[4]SZ[15]PB[A]PW[B];B[hh];W[ig];B[gh];W[jh])",
	"games/hex.sgf":    "(;GM[11]SZ[13]PB[A]PW[B];B[a4];W[swap];B[e7];W[g7];B[f6];W[h5])(;GM[11]SZ[11];B[a2];W[f6])",
	"games/loa.sgf":    "(;GM[9]PB[A]PW[B];B[b8-b6];W[a5-c5];B[c1-c4])",
	"games/recent.csa": "V2.2\n$START_TIME:2016/05/01 10:00:00\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n%TORYO\n",
	"downloads/a.sgf":  "(;GM[1]SZ[9];B[ee])",
	"棋譜/a.kif":         "手合割：平手\n   1 ２六歩(27)\n   2 ８四歩(83)\n",
	"games/chess.pgn":  "[White \"me\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 c5 2. Nf3 d6 *\n",
}

// A docCommand is a command in a document, with the output that is shown below it.
type docCommand struct {
	file   string
	line   int // from 1
	text   string
	output []string
}

// docCommands returns the commands of all documents for users.
func docCommands(t *testing.T) (all []docCommand) {
	files, err := filepath.Glob("doc/*.md")
	must(t, err)
	files = slices.DeleteFunc(files, func(file string) bool { return slices.Contains(beginners, file) })
	for _, file := range slices.Concat(files, []string{"README.md"}, beginners) {
		if filepath.Base(file) == "lab.md" { // a diary
			continue
		}
		text, err := os.ReadFile(file)
		must(t, err)
		lines := strings.Split(string(text), "\n")
		for i := 0; i < len(lines); i++ {
			m := shownCommand.FindStringSubmatch(lines[i])
			if m == nil {
				continue
			}
			c := docCommand{file: file, line: i + 1, text: m[1]}
			if strings.HasPrefix(lines[i], "    $ ") {
				for ; i+1 < len(lines) && strings.HasPrefix(lines[i+1]+" ", "    ") && !strings.HasPrefix(lines[i+1], "    $ "); i++ {
					c.output = append(c.output, strings.TrimPrefix(lines[i+1], "    "))
				}
				// An empty line inside of an output is followed by more of it.
				for i+2 < len(lines) && lines[i+1] == "" && strings.HasPrefix(lines[i+2], "    ") && !strings.HasPrefix(lines[i+2], "    $ ") && len(c.output) > 0 {
					c.output = append(c.output, "")
					for i++; i+1 < len(lines) && strings.HasPrefix(lines[i+1], "    ") && !strings.HasPrefix(lines[i+1], "    $ "); i++ {
						c.output = append(c.output, strings.TrimPrefix(lines[i+1], "    "))
					}
				}
			}
			all = append(all, c)
		}
	}
	return all
}

// changing is what differs from run to run and from place to place, and spaces: a column is as wide as
// the widest of its lines, some of which a document leaves out.
var changing = regexp.MustCompile(`\d[\d.,]*(ns|µs|ms|s)\b|[\d,]+ games/s|^Archive [^ ]+|\s+`)

// looksLike reports whether an output is as a document shows it. A line of "..." stands for any
// number of lines.
func looksLike(shown, printed []string) bool {
	if len(shown) == 0 {
		return len(printed) == 0
	}
	if shown[0] == "..." {
		for i := range len(printed) + 1 {
			if looksLike(shown[1:], printed[i:]) {
				return true
			}
		}
		return false
	}
	same := func(a, b string) bool {
		return changing.ReplaceAllString(strings.TrimRight(a, " "), "~") == changing.ReplaceAllString(strings.TrimRight(b, " "), "~")
	}
	return len(printed) > 0 && same(shown[0], printed[0]) && looksLike(shown[1:], printed[1:])
}

// Every command in a document runs, and prints what the document shows.
func TestDocumentsRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a shell of Unix")
	}
	commands := docCommands(t)
	own := t.TempDir() // of beginners
	must(t, os.CopyFS(filepath.Join(own, "games"), testdata.Collection()))
	must(t, os.CopyFS(filepath.Join(own, "first-hour"), os.DirFS("testdata/first-hour")))
	t.Chdir(t.TempDir())
	t.Setenv("KIFUDB_ARCHIVE", filepath.Join(t.TempDir(), "archive"))
	must(t, os.CopyFS("games", testdata.Collection()))
	// The collection first, so that its games have the numbers that documents name.
	first := exec.Command("kifudb", "import", "games")
	imported, err := first.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 3) {
		t.Fatalf("%v\n%s", err, imported)
	}
	for name, text := range docFiles {
		must(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must(t, os.WriteFile(name, []byte(text), 0o666))
		if !strings.Contains(name, "/") {
			must(t, os.WriteFile(filepath.Join(own, name), []byte(text), 0o666))
		}
	}
	if out, err := exec.Command("kifudb", "import", "-q", "games").CombinedOutput(); err != nil && !strings.Contains(err.Error(), "3") {
		t.Fatalf("%v\n%s", err, out)
	}
	used := map[string]bool{}
	ran, compared := 0, 0
	for i, c := range commands {
		left := false
		for part := range notRun {
			if strings.Contains(c.text, part) {
				used[part], left = true, true
			}
		}
		if left || len(c.output) == 0 && i%testsize.Of(1, 8) != 0 {
			continue
		}
		var out []byte
		if ran++; c.text == "kifudb import games" {
			out = imported
		} else {
			run := exec.Command("sh", "-c", c.text)
			if slices.Contains(beginners, c.file) {
				run.Dir, run.Env = own, append(os.Environ(), "KIFUDB_ARCHIVE="+filepath.Join(own, "archive"))
			}
			var err error
			out, err = run.CombinedOutput()
			if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 3) {
				t.Errorf("%s:%d: %s\n%v\n%s", c.file, c.line, c.text, err, out)
				continue
			}
		}
		if len(c.output) == 0 || shownElsewhere[c.file] != "" {
			continue
		}
		compared++
		if printed := strings.Split(strings.TrimRight(string(out), "\n"), "\n"); !looksLike(c.output, printed) {
			t.Errorf("%s:%d: %s\nshown:\n%s\nprinted:\n%s", c.file, c.line, c.text, strings.Join(c.output, "\n"), out)
		}
	}
	for part := range notRun {
		if !used[part] {
			t.Errorf("no document has %q: take it out of the exceptions", part)
		}
	}
	if len(commands) < 150 || compared < 5 {
		t.Errorf("only %d commands, and %d outputs", len(commands), compared)
	}
	t.Logf("%d of %d commands, and %d outputs", ran, len(commands), compared)
}
