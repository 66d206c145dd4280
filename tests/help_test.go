package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/testdata"
)

// exampleLine is an example of a help topic: two spaces and the command. What follows
// two more spaces is said of it.
var exampleLine = regexp.MustCompile(`(?m)^  (kifudb .*?)(?:   *[^ ].*)?$`)

// Every example of the help topics does what it says, with the collection of the demo
// and games of shogi, gomoku, Hex and chess: a search that finds nothing shows nothing.
func TestHelpExamples(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a shell of Unix")
	}
	t.Chdir(t.TempDir())
	t.Setenv("KIFUDB_ARCHIVE", filepath.Join(t.TempDir(), "archive"))
	must(t, os.CopyFS("games", testdata.Collection()))
	must(t, os.WriteFile(filepath.Join("games", "shogi.usi"), []byte("position startpos moves 7g7f 3c3d 2g2f 8c8d\nposition startpos moves 2g2f 3c3d 2f2e 4c4d 7g7f 2b3c 4i5h 8b4b 5g5f 5a6b 5i6h 6b7b 6h7h 7b8b 9g9f 7a7b\n"), 0o666))
	must(t, os.WriteFile(filepath.Join("games", "gomoku.sgf"), []byte("(;GM[4]SZ[15]PB[A]PW[B];B[hh];W[ig];B[gh];W[jh])"), 0o666))
	must(t, os.WriteFile(filepath.Join("games", "hex.sgf"), []byte("(;GM[11]SZ[13]PB[A]PW[B];B[a4];W[swap];B[e7];W[g7];B[f6];W[h5])(;GM[11]SZ[11];B[a2];W[f6])"), 0o666))
	must(t, os.WriteFile(filepath.Join("games", "loa.sgf"), []byte("(;GM[9]PB[A]PW[B];B[b8-b6];W[a5-c5];B[c1-c4])"), 0o666))
	must(t, os.WriteFile(filepath.Join("games", "othello.sgf"), []byte("(;GM[2]PB[A]PW[B]THEORY[27];B[f5];W[d6];B[c3];W[d3];B[c4];W[f4])(;GM[2]SZ[8]AB[a1][b1][a2][b2][d5][e4]AW[d4][e5]PL[B];B[f5])"), 0o666))
	must(t, os.WriteFile(filepath.Join("games", "sicilian.pgn"), []byte("[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 c5 2. Nf3 d6 *\n"), 0o666))
	must(t, os.WriteFile(filepath.Join("games", "timed.csa"), []byte("V2.2\n$TIME_LIMIT:01:40+00\nPI\n+\n+7776FU\nT5980\n'** 600\n-3334FU\nT5\n%TORYO\n"), 0o666))
	must(t, os.WriteFile(filepath.Join("games", "figures.sgf"), []byte("(;GM[1]SZ[9];B[ee]FG[257:Dia. 4]MYPROGRAM[1])"), 0o666))
	must(t, os.WriteFile("position.txt", []byte("Q16 D4 Q3\n"), 0o666))
	must(t, os.WriteFile("corner.txt", []byte("--------------+\n. . . . . . . |\n. . . . . . . |\n. . O . . . . |\n. . . . X . . |\n. . . . . . . |\n"), 0o666))
	if out, err := exec.Command("kifudb", "import", "-q", "games").CombinedOutput(); err != nil && !strings.Contains(err.Error(), "3") {
		t.Fatalf("%v\n%s", err, out)
	}
	list, err := exec.Command("kifudb", "help").Output()
	must(t, err)
	topics := regexp.MustCompile(`(?m)^     ([a-z]+) {2,}`).FindAllStringSubmatch(string(list), -1)
	if len(topics) < 4 {
		t.Fatalf("topics %v in\n%s", topics, list)
	}
	seen := 0
	for _, topic := range topics {
		text, err := exec.Command("kifudb", "help", topic[1]).Output()
		must(t, err)
		examples := exampleLine.FindAllStringSubmatch(string(text), -1)
		if lines := strings.Count(string(text), "\n  kifudb "); len(examples) != lines || lines == 0 {
			t.Errorf("%s: %d examples of %d lines", topic[1], len(examples), lines)
		}
		for i, example := range examples {
			if i%testsize.Of(1, 8) != 0 {
				continue
			}
			seen++
			line := example[1]
			if strings.HasPrefix(line, "kifudb search ") && !strings.Contains(line, "|head") {
				line = strings.Replace(line, "kifudb search ", "kifudb search --fail ", 1)
			}
			out, err := exec.Command("sh", "-c", line).CombinedOutput()
			if status := 0; err != nil {
				if exit, ok := err.(*exec.ExitError); ok {
					status = exit.ExitCode()
				}
				if status != 3 || !strings.HasPrefix(line, "kifudb import") {
					t.Errorf("%s: %s\n%v\n%s", topic[1], line, err, out)
				}
			}
			if strings.Contains(string(out), "nothing found") {
				t.Errorf("%s: %s\n%s", topic[1], line, out)
			}
		}
	}
	t.Logf("%d examples", seen)
}
