package main

import (
	"bufio"
	"errors"
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
