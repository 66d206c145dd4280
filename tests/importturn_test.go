package tests

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// While a program writes, another import says which one is at it and what to do; with
// --wait it says so and begins when the other has ended.
func TestImportInTurn(t *testing.T) {
	first := importStdin(t) // it writes until its input ends
	game := filepath.Join(t.TempDir(), "game.sgf")
	must(t, os.WriteFile(game, []byte("(;SZ[19]PB[Ann]PW[Ben];B[pd])"), 0o666))
	out, err := exec.Command("kifudb", "--archive", first.archive, "import", game).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("ended with %v, want the status 1", err)
	}
	for _, want := range []string{"another program is writing to this archive", "(import 1 of -, since ", "'kifudb import --wait' waits for it"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in %s", want, out)
		}
	}
	cmd := exec.Command("kifudb", "--archive", first.archive, "import", "--wait", game)
	stderr, err := cmd.StderrPipe()
	must(t, err)
	var summary strings.Builder
	cmd.Stdout = &summary
	must(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })
	said := bufio.NewReader(stderr)
	line, err := said.ReadString('\n')
	must(t, err)
	if !strings.HasPrefix(line, "waiting for another program to end its work on the archive (import 1 of -, since ") {
		t.Errorf("said %q", line)
	}
	must(t, first.stdin.Close())
	must(t, first.cmd.Wait())
	rest, err := io.ReadAll(said)
	must(t, err)
	if err := cmd.Wait(); err != nil || !strings.Contains(summary.String()+string(rest), "games added  1") {
		t.Errorf("%v %s%s", err, &summary, rest)
	}
	shown, err := exec.Command("kifudb", "--archive", first.archive, "search", "--count", "*").CombinedOutput()
	if err != nil || strings.TrimSpace(string(shown)) != "2" {
		t.Errorf("%v, %s games", err, shown)
	}
}

// Several imports with --wait begin at once on an archive that is not there yet: one makes it,
// none is refused, and each game is there.
func TestImportsMakeOneArchive(t *testing.T) {
	dir := t.TempDir()
	archive := filepath.Join(dir, "archive")
	var all []*exec.Cmd
	var said [4]strings.Builder
	for i := range said {
		game := filepath.Join(dir, fmt.Sprintf("%d.sgf", i))
		must(t, os.WriteFile(game, fmt.Appendf(nil, "(;SZ[19]PB[Ann]PW[Ben]GN[%d];B[pd])", i), 0o666))
		cmd := exec.Command("kifudb", "--archive", archive, "import", "--wait", game)
		cmd.Stdout, cmd.Stderr = &said[i], &said[i]
		must(t, cmd.Start())
		all = append(all, cmd)
	}
	for i, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, said[i].String())
		}
	}
	shown, err := exec.Command("kifudb", "--archive", archive, "search", "--count", "--records", "*").CombinedOutput()
	if err != nil || strings.TrimSpace(string(shown)) != fmt.Sprint(len(all)) {
		t.Errorf("%v, %s games, want %d", err, shown, len(all))
	}
}
