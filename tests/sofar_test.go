//go:build unix

package tests

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"kifudb/bench"
)

// Of all games of the archive, these hold in most and are slow to look for.
const (
	slowTerm    = "'then(pat:[X] hits:every, pat:[O] hits:every)'"
	slowPattern = "'pat:[XOX|OXO|XXX] near:5 hits:every'"
)

// A question that takes longer than a moment says on a terminal, and only there, what is
// known so far, in one line that is gone before the answer; interrupted, it says so at
// once and ends.
func TestSoFar(t *testing.T) {
	folder := t.TempDir()
	games, archive := filepath.Join(folder, "games.sgf"), filepath.Join(folder, "archive")
	f, err := os.Create(games)
	must(t, err)
	must(t, bench.Write(f, 1, 8000))
	must(t, f.Close())
	if out, err := exec.Command("kifudb", "--archive", archive, "import", "--quiet", games).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// One processor, so that questions take their time on any machine.
	environment := []string{"KIFUDB_ARCHIVE=" + archive, "GOMAXPROCS=1", "PAGER=cat"}
	for i, test := range []struct{ command, known string }{
		{"next 'pat:[X]' --depth 8", `games so far: `},
		{"tree --depth 40 --min-games 1", `games so far: [A-T]\d+ \d+ %`},
		{"annotate 2975 --asof now", ``},
		{"similar " + slowPattern, `similar games so far, 0 points of the nearest different`},
		{"stats --by year " + slowTerm, `games so far: \d{4} `},
		{"players " + slowTerm, `games so far: `},
		{"compare game:go size:19 --at " + slowPattern, `A: [0-9,]+ games so far: `},
		{"search " + slowTerm, `games so far`},
		{"trend " + slowTerm, `games so far`},
		{"report -o report.html --force " + slowPattern, `games so far, Black won \d+ %`},
	} {
		if i == 6 && testing.Short() {
			break
		}
		t.Run(test.command, func(t *testing.T) {
			line := regexp.MustCompile(`\d+ % searched.*` + test.known)
			out, status, typed := interruptedOnTerminal(t, environment, "cd "+folder+"; exec kifudb "+test.command, line)
			if !typed {
				t.Skip("the answer was there before the key was typed: this machine is fast")
			}
			if status != 130 {
				t.Errorf("ended with status %d, want 130", status)
			}
			_, after, said := strings.Cut(out, "kifudb: stopping; interrupt again to end at once\n")
			if !said || after != "kifudb: interrupted\n" {
				t.Errorf("said %q", out)
			}
		})
	}
	t.Run("page", func(t *testing.T) {
		page := regexp.MustCompile(`(?s)game +date.*\n.*\d+ % searched · [\d,]+ games so far`)
		_, status, typed := interruptedOnTerminal(t, environment, "exec kifudb search -n 3 "+slowTerm, page)
		if typed && status != 130 {
			t.Errorf("ended with status %d, want 130", status)
		}
		out, status := onTerminal(t, environment, "kifudb search -n 3 "+slowTerm)
		if said := regexp.MustCompile(`3 of [\d,]+ games shown \(--limit 0 for all\), [\d.]+m?s; shown after [\d.]+m?s\n`); status != 0 || !said.MatchString(out) {
			t.Errorf("status %d, said %q", status, out)
		}
	})
	t.Run("whole", func(t *testing.T) {
		out, status := onTerminal(t, environment, "kifudb stats --by year --json size:19x19 "+slowTerm+" >"+folder+"/out")
		line := strings.Split(out, "\r")
		if status == 0 && out == "" {
			t.Skip("the answer was there before a line was due: this machine is fast")
		}
		if last := line[len(line)-1]; status != 0 || len(line) < 3 || last != "" {
			t.Fatalf("status %d, said %q; want lines, and none that stays", status, out)
		}
		blank := line[len(line)-2]
		if strings.Trim(blank, " ") != "" || len(blank) < len(strings.TrimRight(line[len(line)-3], " "))-len("·…") {
			t.Errorf("the last line is not wiped: %q", out)
		}
		for _, l := range line {
			if n := len([]rune(l)); n > 99 {
				t.Errorf("a line of %d columns on a terminal of 100: %q", n, l)
			}
		}
		piped, status := onTerminal(t, environment, "kifudb stats --by year --json size:19x19 "+slowTerm+" 2>&1 | cat >"+folder+"/piped")
		if status != 0 || piped != "" {
			t.Errorf("status %d, said %q into a pipe", status, piped)
		}
		want, err := os.ReadFile(filepath.Join(folder, "out"))
		must(t, err)
		got, err := os.ReadFile(filepath.Join(folder, "piped"))
		must(t, err)
		if len(want) == 0 || string(got) != string(want) {
			t.Errorf("who watches gets\n%s\nwho does not\n%s", want, got)
		}
	})
}

// interruptedOnTerminal runs a command line on a terminal, types Ctrl-C when a line
// appears, and returns what came after that and the status. Typed is false if the answer
// came first: in less time than lines wait, or while the key was on its way.
func interruptedOnTerminal(t *testing.T, environment []string, command string, line *regexp.Regexp) (out string, status int, typed bool) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Env = append(append(os.Environ(), "TERM=xterm", "COLUMNS="), environment...)
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 100})
	must(t, err)
	defer f.Close()
	patience := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() })
	defer patience.Stop()
	var read []byte
	for buffer := make([]byte, 4096); !line.Match(read); {
		n, err := f.Read(buffer)
		if read = append(read, buffer[:n]...); err != nil {
			// What took longer by the clock may have waited for a processor before it began to search.
			if cmd.Wait() == nil && cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime() < time.Second/2 {
				return "", 0, false
			}
			t.Fatalf("no line %s in\n%q", line, read)
		}
	}
	_, err = io.WriteString(f, "\x03")
	must(t, err)
	rest, _ := io.ReadAll(f) // ends with an error when the terminal is closed
	_ = cmd.Wait()
	out, status = strings.ReplaceAll(string(rest), "\r\n", "\n"), cmd.ProcessState.ExitCode()
	return out, status, status != 0 || strings.Contains(out, "stopping")
}
