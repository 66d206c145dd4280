package tests

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ignoresInterrupts is found out before any test: a command that ran in this process lets
// package signal forget it, and what is started ignores them still.
var ignoresInterrupts = signal.Ignored(os.Interrupt)

// An import that is interrupted says so at once, keeps what it has read, and ends
// with the status that shells give to what was interrupted.
func TestInterrupt(t *testing.T) {
	p := importStdin(t)
	must(t, p.cmd.Process.Signal(os.Interrupt))
	if line, want := p.line(), "kifudb: stopping, saving what was read; interrupt again to end at once"; line != want {
		t.Fatalf("said %q, want %q", line, want)
	}
	// More of its input could come still, and is not waited for.
	patience := time.AfterFunc(5*time.Minute, func() { _ = p.cmd.Process.Kill() })
	defer patience.Stop()
	if line := p.line(); !strings.HasPrefix(line, "kifudb: interrupted: what was read so far is in the archive") {
		t.Errorf("said %q at last", line)
	}
	var exit *exec.ExitError
	if err := p.cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("ended with %v, want the status 130", err)
	}
}

// A second interrupt does not wait for anything: here for the rest of a position.
func TestInterruptTwice(t *testing.T) {
	p := importStdin(t)
	must(t, p.stdin.Close())
	must(t, p.cmd.Wait())
	cmd := exec.Command("kifudb", "--archive", p.archive, "search", "pat:@-")
	stdin, err := cmd.StdinPipe()
	must(t, err)
	must(t, cmd.Start())
	defer cmd.Process.Kill()
	_, err = io.WriteString(stdin, strings.Repeat("\n", 300<<10)) // more than a pipe holds: somebody reads
	must(t, err)
	ended := make(chan error)
	go func() { ended <- cmd.Wait() }()
	patience := time.After(5 * time.Minute)
	for {
		_ = cmd.Process.Signal(os.Interrupt) // it may have ended meanwhile
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != os.Interrupt {
				t.Errorf("ended with %v, want by the signal", err)
			}
			return
		case <-patience:
			t.Fatal("a second interrupt does not end it")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// A process that imports its standard input, and waits for more of it.
type stdinImport struct {
	archive string
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	err     *bufio.Reader
}

func importStdin(t *testing.T) *stdinImport {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted one by one")
	}
	if ignoresInterrupts {
		t.Skip("interrupts are ignored here, as shells have it in the background, and so by what is started")
	}
	dir := filepath.Join(t.TempDir(), "archive")
	p := &stdinImport{archive: dir, cmd: exec.Command("kifudb", "--archive", dir, "import", "-")}
	var err error
	p.stdin, err = p.cmd.StdinPipe()
	must(t, err)
	stderr, err := p.cmd.StderrPipe()
	must(t, err)
	p.err = bufio.NewReader(stderr)
	must(t, p.cmd.Start())
	t.Cleanup(func() { p.cmd.Process.Kill() })
	_, err = io.WriteString(p.stdin, "(;PB[One];B[aa])")
	must(t, err)
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if found, _ := filepath.Glob(filepath.Join(dir, "ledger.db")); len(found) > 0 {
			return p // it is reading
		}
		if time.Now().After(deadline) {
			t.Fatal("the import does not begin")
		}
	}
}

// line returns the next line that the process says.
func (p *stdinImport) line() string {
	line, _ := p.err.ReadString('\n')
	return strings.TrimRight(line, "\n")
}
