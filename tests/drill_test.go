package tests

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDrillKilled kills a session after some answers: each that was judged is kept, and the archive is sound.
func TestDrillKilled(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "archive")
	must(t, exec.Command("kifudb", "--archive", archive, "import", "-q", "testdata/sgf").Run())
	for answers := 1; answers <= 3; answers++ {
		cmd := exec.Command("kifudb", "--archive", archive, "drill", "game:go", "-n", "8", "--seed", string(rune('0'+answers)))
		in, err := cmd.StdinPipe()
		must(t, err)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		lines := bufio.NewScanner(out)
		judged := 0
		for i := range answers {
			_, err := io.WriteString(in, "\n")
			must(t, err)
			for judged == i && lines.Scan() {
				if strings.HasPrefix(lines.Text(), "again ") {
					judged++
				}
			}
		}
		must(t, cmd.Process.Kill())
		_ = cmd.Wait()
		list, err := exec.Command("kifudb", "--archive", archive, "drill", "--list").Output()
		must(t, err)
		want := answers * (answers + 1) / 2
		if got := strings.Count(string(list), " now "); judged != answers || got != want {
			t.Errorf("%d answers, %d judged, %d kept, want %d:\n%s", answers, judged, got, want, list)
		}
	}
	if out, err := exec.Command("kifudb", "--archive", archive, "check").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
