package terminal

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync/atomic"
)

// PagerVariable names the variable of the environment that names the pager.
const PagerVariable = "KIFUDB_PAGER"

// PagerHelp says what shows long output.
const PagerHelp = `PAGER: on a terminal, output is shown by the program named in KIFUDB_PAGER, or else in
PAGER, or else by less; an empty value or "cat" means no pager. Unless LESS is set, the
pager runs with LESS=FRX, so that less ends at once if everything fits on the screen.
Quitting the pager ends the command, with exit status 0. Commands that change the archive
or write files use no pager unless --pager is given; --no-pager turns it off for the
others. There is no pager on Windows, nor where TERM=dumb.
`

// A pager is a program that shows what is written to it on the terminal.
type pager struct {
	in      io.WriteCloser
	ended   chan struct{}
	closing atomic.Bool
}

// startPager starts the pager that the environment names, on a terminal. It returns nil
// if there is none. When the pager ends before it is closed, left is called.
func startPager(terminal io.Writer, left func()) (*pager, error) {
	if runtime.GOOS == "windows" {
		return nil, nil
	}
	words, variable := pagerWords(os.LookupEnv)
	if words == "" || words == "cat" {
		return nil, nil
	}
	program := strings.Fields(words)[0]
	if !strings.ContainsAny(program, `=$'"\`+"`(") {
		if _, err := exec.LookPath(program); err != nil {
			if variable == "" { // there is no less
				return nil, nil
			}
			return nil, fmt.Errorf("%s: %w", variable, err)
		}
	}
	cmd := exec.Command("sh", "-c", words)
	cmd.Stdout, cmd.Stderr = terminal, os.Stderr
	cmd.Env = pagerEnvironment(os.Environ())
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &pager{in: in, ended: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ends says nothing of the command
		if !p.closing.Load() {
			left()
		}
		close(p.ended)
	}()
	return p, nil
}

// pagerWords returns what to run, by which variable; without one it is less.
func pagerWords(environment func(string) (string, bool)) (words, variable string) {
	for _, variable := range []string{PagerVariable, "PAGER"} {
		if words, ok := environment(variable); ok {
			return strings.TrimSpace(words), variable
		}
	}
	return "less", ""
}

// pagerEnvironment is the environment with what less and lv need to show colors and to
// end if all fits, unless the user has set them up.
func pagerEnvironment(environment []string) []string {
	for name, usual := range map[string]string{"LESS": "FRX", "LV": "-c"} {
		if _, ok := os.LookupEnv(name); !ok {
			environment = append(environment, name+"="+usual)
		}
	}
	return environment
}

func (p *pager) Write(b []byte) (int, error) { return p.in.Write(b) }

// close says that there is no more, and waits until the user has seen enough. An
// interrupt is the pager's meanwhile.
func (p *pager) close() {
	p.closing.Store(true)
	signal.Ignore(os.Interrupt)
	defer signal.Reset(os.Interrupt)
	_ = p.in.Close()
	<-p.ended
}
