package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/exec"
	"strings"
	"sync"
	"time"

	"kifudb/game/katago"
)

// An Engine asks a program.
type Engine struct {
	Command  []string      // the program and its arguments
	Rules    string        // of the positions that tell its view
	InFlight int           // requests that are not answered yet, at most; 0 is 16
	Timeout  time.Duration // for how long it may say nothing while it owes answers; 0 is forever
	Restarts int           // how often it is started again, at most

	Counts
	view string // "" if it is not known yet
}

// View returns whose the engine's values are: katago.Black, White or Mover; "" if it did not say yet.
func (e *Engine) View() string { return e.view }

// Counts say what has happened.
type Counts struct {
	Restarted int
	Garbage   int    // lines that are no answers
	FirstBad  string // the first of them
	Refused   int    // requests that the engine refused, or on which it died
	Why       string // the first of these: why
}

// ErrEngine is wrapped by errors that say why the engine cannot be used.
var ErrEngine = errors.New("the engine cannot be used")

// maxTries is on how many attempts at a position the engine may die before it is given up.
const maxTries = 2

// A request is a query on its way.
type request struct {
	query   *katago.Query
	tries   int  // deaths while it was asked alone
	suspect bool // the engine died while it owed it
}

// Ask sends queries, and calls answer with each of them and its response, in the order in which
// the answers come. The ids must differ. It returns when all are answered or given up.
func (e *Engine) Ask(ctx context.Context, queries iter.Seq[*katago.Query], answer func(*katago.Query, *katago.Response) error) error {
	next, stop := iter.Pull(queries)
	defer stop()
	var again []*request // that a program which ended has owed
	ended := false       // there are no further queries
	pull := func() *request {
		if len(again) > 0 {
			r := again[0]
			again = again[1:]
			return r
		}
		if ended {
			return nil
		}
		q, ok := next()
		if !ok {
			ended = true
			return nil
		}
		return &request{query: q}
	}
	first := pull()
	if first == nil {
		return nil
	}
	again = append(again, first)
	for {
		owed, err := e.run(ctx, pull, func() bool { return len(again) > 0 }, answer)
		if err == nil || ctx.Err() != nil || !errors.Is(err, errDied) {
			return errors.Join(ctx.Err(), err)
		}
		if e.view == "" {
			return fmt.Errorf("%w: %w before it said who wins a position that is won", ErrEngine, err)
		}
		for _, r := range owed {
			r.suspect = true
		}
		if len(owed) == 1 {
			if owed[0].tries++; owed[0].tries >= maxTries {
				e.refuse(owed[0].query, err.Error())
				owed = nil
			}
		}
		again = append(owed, again...)
		if e.Restarted >= e.Restarts {
			return fmt.Errorf("%w: %w, and was started again %d times", ErrEngine, err, e.Restarted)
		}
		e.Restarted++
	}
}

func (e *Engine) refuse(q *katago.Query, why string) {
	if e.Refused++; e.Why == "" {
		e.Why = fmt.Sprintf("%s, after %d moves", why, len(q.Moves))
	}
}

func (e *Engine) garbage(line []byte) {
	if e.Garbage++; e.FirstBad == "" {
		e.FirstBad = fmt.Sprintf("%.80q", line)
	}
}

// errDied is wrapped where the program ended or was killed because it hung.
var errDied = errors.New("the engine ended")

// maxGarbage is how many lines that are no answers an engine may write for each that is one, and
// before the first one.
const maxGarbage = 10_000

// run starts the program and asks it. If it dies, the requests that it owes are returned, in the order in which they were sent.
// While alone says so, there is one request at a time.
func (e *Engine) run(ctx context.Context, pull func() *request, alone func() bool, answer func(*katago.Query, *katago.Response) error) (owed []*request, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	limit := e.InFlight
	if limit <= 0 {
		limit = 16
	}
	p, err := start(ctx, e.Command, limit)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEngine, err)
	}
	defer func() {
		cancel() // whatever it is doing
		if said := p.end(); errors.Is(err, errDied) && said != "" {
			err = fmt.Errorf("%w; it said: %s", err, said)
		}
	}()

	var proof katago.Proof
	proven := e.view != ""
	var order []string
	flying := map[string]*request{}
	suspected := func() bool {
		for _, r := range flying {
			return r.suspect // which is asked alone
		}
		return false
	}
	probes := 0
	for _, q := range proof.Queries(e.Rules, 2) {
		p.send(q.Line())
		probes++
	}
	died := func(why string) ([]*request, error) {
		for _, id := range order {
			if r := flying[id]; r != nil {
				owed = append(owed, r)
			}
		}
		return owed, fmt.Errorf("%w%s", errDied, why)
	}
	var timer <-chan time.Time
	quiet := time.NewTimer(time.Hour)
	defer quiet.Stop()
	heard := func() {
		if e.Timeout > 0 {
			quiet.Reset(e.Timeout)
			timer = quiet.C
		}
	}
	heard()
	bad, done := 0, false
	for {
		for probes == 0 && !done && len(flying) < limit && (len(flying) == 0 || !alone() && !suspected()) {
			r := pull()
			if r == nil {
				done = true
				break
			}
			if _, ok := flying[r.query.ID]; ok {
				return nil, fmt.Errorf("two queries have the id %s", r.query.ID)
			}
			flying[r.query.ID] = r
			order = append(order, r.query.ID)
			if len(order) > 4*limit {
				order = living(order, flying)
			}
			p.send(r.query.Line())
		}
		if done && len(flying) == 0 {
			return nil, nil
		}
		var line []byte
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-timer:
			return died(fmt.Sprintf(": it did not answer for %v", e.Timeout))
		case l, ok := <-p.lines:
			if !ok {
				return died("")
			}
			line = l
		}
		_, r, c, err := katago.Read(line)
		switch {
		case err == nil && r != nil && r.Interim:
			heard()
		case err == nil && r != nil && proof.Take(r):
			heard()
			if probes--; probes > 0 {
				continue
			}
			view, err := proof.View()
			if err != nil {
				return nil, fmt.Errorf("%w: %w", ErrEngine, err)
			}
			if proven && view != e.view {
				return nil, fmt.Errorf("%w: its values were %s's and are %s's since it was started again", ErrEngine, e.view, view)
			}
			e.view, proven = view, true
		case err == nil && r != nil && flying[r.ID] != nil && r.Turn == len(flying[r.ID].query.Moves):
			heard()
			bad = 0
			of := flying[r.ID]
			delete(flying, r.ID)
			if err := answer(of.query, r); err != nil {
				return nil, err
			}
		case err == nil && c != nil && c.Warning:
		case err == nil && c != nil && flying[c.ID] != nil:
			heard()
			of := flying[c.ID]
			delete(flying, c.ID)
			e.refuse(of.query, "the engine refused it: "+c.Text)
		case err == nil && c != nil && strings.HasPrefix(c.ID, "kifudb-proof"):
			return nil, fmt.Errorf("%w: it refuses a position: %s", ErrEngine, c.Text)
		default:
			e.garbage(line)
			if bad++; bad >= maxGarbage {
				return died(": it writes lines that are no answers, such as " + e.FirstBad)
			}
		}
	}
}

// living returns the ids that are still on their way.
func living(order []string, flying map[string]*request) (list []string) {
	for _, id := range order {
		if flying[id] != nil {
			list = append(list, id)
		}
	}
	return list
}

// A process is a program that runs.
type process struct {
	cmd   *exec.Cmd
	lines chan []byte
	in    chan []byte
	said  *tail
	wait  sync.WaitGroup
	done  chan struct{} // closed when nobody reads lines any more
}

// start starts a program. It is killed when the context is done. So many requests can be sent
// without waiting.
func start(ctx context.Context, command []string, limit int) (*process, error) {
	if len(command) == 0 {
		return nil, errors.New("there is no command")
	}
	p := &process{cmd: exec.CommandContext(ctx, command[0], command[1:]...), lines: make(chan []byte, 64), in: make(chan []byte, limit+8), said: &tail{}, done: make(chan struct{})}
	p.cmd.Stderr = p.said
	p.cmd.WaitDelay = 5 * time.Second
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.wait.Go(func() { // who writes may have to wait for who reads
		defer stdin.Close()
		for text := range p.in {
			if _, err := stdin.Write(text); err != nil {
				for range p.in { // it has ended, which who reads notices
				}
				return
			}
		}
	})
	p.wait.Go(func() {
		defer close(p.lines)
		for line, err := range katago.Lines(stdout) {
			if err != nil && !errors.Is(err, katago.ErrLong) {
				return
			}
			select {
			case p.lines <- append([]byte(nil), line...):
			case <-p.done:
				_, _ = io.Copy(io.Discard, stdout)
				return
			}
		}
	})
	return p, nil
}

// send sends a line.
func (p *process) send(line []byte) { p.in <- line }

// end waits for the end of the program, and returns the last that it said on standard error.
func (p *process) end() string {
	close(p.in)
	close(p.done)
	p.wait.Wait()
	_ = p.cmd.Wait() // it may well have been killed
	return p.said.String()
}

// tail keeps the end of a text.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const maxTail = 400

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-maxTail):]...)
	t.text = t.text[max(0, len(t.text)-maxTail):]
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(t.text), "?")), " ")
}
