package command

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/urfave/cli/v2"
)

const pagerVariable = "KIFUDB_PAGER"

// pagerHelp says what shows long output.
const pagerHelp = `PAGER: on a terminal, output is shown by the program named in KIFUDB_PAGER, or else in
PAGER, or else by less; an empty value or "cat" means no pager. Unless LESS is set, the
pager runs with LESS=FRX, so that less ends at once if everything fits on the screen.
Quitting the pager ends the command, with exit status 0. Commands that change the archive
or write files use no pager unless --pager is given; --no-pager turns it off for the
others. There is no pager on Windows, nor where TERM=dumb.
`

// displayFlags are those of all commands that say how output is shown.
func displayFlags() []cli.Flag {
	return []cli.Flag{
		colorFlag(),
		&cli.BoolFlag{Name: "pager", DisableDefaultText: true, Usage: "show the output of any command in a pager (" + pagerVariable + ", PAGER, less), if it goes to a terminal"},
		&cli.BoolFlag{Name: "no-pager", DisableDefaultText: true, Usage: "do not use a pager"},
	}
}

// unpaged are the commands whose output is not for a pager: they take long and say how
// far they are, ask for input, or print what is for a file.
var unpaged = map[string]bool{
	"import": true, "export": true, "recode": true, "remove": true, "compact": true, "copy": true, "check": true, "rebuild": true,
	"backup": true, "restore": true, "serve": true, "node": true, "cluster": true, "demo": true, "completion": true, "version": true,
	"bench": true,
}

// pages reports whether a command's output goes through a pager. Commands below others
// that list or show do, those that change something do not.
func pages(c *cli.Command) bool {
	names := strings.Fields(c.HelpName)
	switch {
	case len(names) < 2 || unpaged[names[1]] || unpaged[c.Name]:
		return false
	case len(names) > 2:
		return c.Name == "list" || c.Name == "show" || c.Name == "suggest"
	}
	return true
}

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
	for _, variable := range []string{pagerVariable, "PAGER"} {
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
