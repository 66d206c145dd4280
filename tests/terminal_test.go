//go:build unix

package tests

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// onTerminal runs the program with a terminal for input, output and errors, or with
// other arguments for a shell, and returns what came out and the exit status.
func onTerminal(t *testing.T, environment []string, command string) (out string, status int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	for _, setting := range os.Environ() {
		switch name, _, _ := strings.Cut(setting, "="); name {
		case "NO_COLOR", "CLICOLOR_FORCE", "PAGER", "KIFUDB_PAGER", "KIFUDB_COLORS", "LESS", "COLUMNS":
		default:
			cmd.Env = append(cmd.Env, setting)
		}
	}
	cmd.Env = append(append(cmd.Env, "TERM=xterm"), environment...)
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 100})
	must(t, err)
	defer f.Close()
	read, _ := io.ReadAll(f) // ends with an error when the terminal is closed
	err = cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(read), "\r\n", "\n"), cmd.ProcessState.ExitCode()
}

// terminalArchive makes an archive of the collection and returns the environment that
// chooses it.
func terminalArchive(t *testing.T) string {
	folder := filepath.Join(t.TempDir(), "archive")
	out, err := exec.Command("kifudb", "--archive", folder, "import", "--quiet", filepath.Join("testdata", "sgf")).CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 3) {
		t.Fatalf("%v\n%s", err, out)
	}
	return "KIFUDB_ARCHIVE=" + folder
}

// What a person sees: colors, and a pager where output may be long.
func TestTerminal(t *testing.T) {
	archive := terminalArchive(t)
	const red, end = "\x1b[1;31m", "\x1b[0m"
	for _, test := range []struct {
		name        string
		environment string
		command     string
		has         []string
		hasNot      []string
		status      int
	}{
		{"matched names", "PAGER=cat", `kifudb search 'black:"Go Seigen"'`, []string{red + "Go Seigen" + end}, nil, 0},
		{"found words", "PAGER=", `kifudb search comment:耳赤`, []string{"«" + red + "耳赤" + end + "»"}, nil, 0},
		{"another color", "PAGER=cat KIFUDB_COLORS=match=4;33", `kifudb search comment:耳赤`, []string{"\x1b[4;33m耳赤" + end}, []string{red}, 0},
		{"no such color", "PAGER=cat KIFUDB_COLORS=match=1m\x1b[2J", `kifudb search comment:耳赤`, []string{red}, []string{"\x1b[2J"}, 0},
		{"stones", "PAGER=cat", `kifudb show 7@5`, []string{"\x1b["}, nil, 0},
		{"NO_COLOR", "PAGER=cat NO_COLOR=1", `kifudb search comment:耳赤; kifudb show 7@5`, []string{"«耳赤»"}, []string{"\x1b"}, 0},
		{"dumb", "PAGER=false TERM=dumb", `kifudb search comment:耳赤`, []string{"«耳赤»"}, []string{"\x1b"}, 0},
		{"never", "PAGER=cat", `kifudb --color never search comment:耳赤; kifudb tag --color=never list`, []string{"«耳赤»"}, []string{"\x1b"}, 0},
		{"no escapes in JSON", "PAGER=cat", `kifudb search comment:耳赤 --json --color always; kifudb search comment:耳赤 --format csv --fields snippet --color always`, []string{"耳赤"}, []string{"\x1b"}, 0},
		{"not in files", "PAGER=false", `d=$(mktemp -d) && kifudb search comment:耳赤 >"$d/f"; cat "$d/f"; rm -r "$d"`, []string{"«耳赤»"}, []string{"\x1b"}, 0},
		{"always", "PAGER=false NO_COLOR=1", `kifudb search comment:耳赤 --color always | cat`, []string{red}, nil, 0},

		{"a tree knows the width", "PAGER=cat", `stty cols 40; kifudb tree --depth 1 --min-games 1`, []string{"(no room for "}, []string{"white won  "}, 0},
		{"a tree's board", "PAGER=cat", `kifudb tree pos:7@5 --depth 1 --min-games 1`, []string{"\x1b["}, nil, 0},

		{"how far a copy is", "PAGER=", `d=$(mktemp -d) && kifudb copy "$KIFUDB_ARCHIVE" "objects:$d/s" && KIFUDB_CACHE="$d/c" kifudb copy "objects:$d/s" "$d/back"; rm -r "$d"`, []string{"copy 0 % · 0 B of ", "copied from objects:"}, nil, 0},
		{"pager", "PAGER=sed\u00a0s/^/P:/", `kifudb search comment:耳赤`, []string{"P:game", "P:1 game"}, nil, 0},
		{"pager's order", "PAGER=false KIFUDB_PAGER=sed\u00a0s/^/K:/", `kifudb search comment:耳赤`, []string{"K:game"}, nil, 0},
		{"pager has errors, too", "PAGER=sed\u00a0s/^/P:/", `kifudb search --limit 1 --format ids '*'`, []string{"P:1\n", "P:kifudb: there are more games (--limit 0 for all)"}, nil, 0},
		{"pager keeps the status", "PAGER=sed\u00a0s/^/P:/", `kifudb search --fail nothinglikethis`, []string{"P:nothing found"}, nil, 1},
		{"no pager for errors", "PAGER=sed\u00a0s/^/P:/", `kifudb search colour:red`, []string{"kifudb: "}, []string{"P:"}, 2},
		{"pager knows the width", "PAGER=cat\u00a0-", `kifudb search comment:ladder`, []string{"…"}, nil, 0},
		{"--no-pager", "PAGER=sed\u00a0s/^/P:/", `kifudb search comment:耳赤 --no-pager`, []string{"game"}, []string{"P:"}, 0},
		{"--pager", "PAGER=sed\u00a0s/^/P:/", `kifudb --pager version`, []string{"P:kifudb"}, nil, 0},
		{"both", "", `kifudb --pager search --no-pager x`, []string{"exclude each other"}, nil, 2},
		{"not for what changes", "PAGER=sed\u00a0s/^/P:/", `kifudb tag add seen 7; kifudb tag remove seen 7`, []string{"seen"}, []string{"P:"}, 0},
		{"LESS", "PAGER=env", `kifudb search comment:耳赤`, []string{"LESS=FRX\n"}, nil, 0},
		{"LESS of the user", "PAGER=env LESS=S", `kifudb search comment:耳赤`, []string{"LESS=S\n"}, nil, 0},
		{"no such pager", "PAGER=no-such-pager", `kifudb search comment:耳赤`, []string{"kifudb: printed without a pager: PAGER: ", "«"}, nil, 0},
		{"pager closed early", "PAGER=head\u00a0-n1", `kifudb search --format jsonl '*'`, []string{`{"id":1,`}, []string{`{"id":83,`, "kifudb:"}, 0},
		{"not in a pipe", "PAGER=sed\u00a0s/^/P:/", `kifudb search comment:耳赤 | cat`, []string{"game"}, []string{"P:"}, 0},
	} {
		environment := []string{archive}
		for _, setting := range strings.Fields(strings.ReplaceAll(test.environment, "\u00a0", "\x00")) {
			environment = append(environment, strings.ReplaceAll(setting, "\x00", " "))
		}
		out, status := onTerminal(t, environment, test.command)
		if status != test.status {
			t.Errorf("%s: status %d, want %d\n%q", test.name, status, test.status, out)
		}
		for _, text := range test.has {
			if !strings.Contains(out, text) {
				t.Errorf("%s: no %q in\n%q", test.name, text, out)
			}
		}
		for _, text := range test.hasNot {
			if strings.Contains(out, text) {
				t.Errorf("%s: there is %q in\n%q", test.name, text, out)
			}
		}
	}
}
