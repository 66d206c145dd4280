package web

import (
	"container/list"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"kifudb/archive"
	"kifudb/ask"
)

// An explored question is what the explorer shows of it: the board that is asked about,
// what was played next, and games with the boards on which it came up.
type explored struct {
	Scene  *ask.Scene      `json:"scene" doc:"The position, pattern or sequence that the query asks for."`
	Next   *ask.Next       `json:"next,omitempty" doc:"Moves that were played next. Missing while the server has not counted them."`
	Page   *archive.Page   `json:"page,omitempty" doc:"The first games, with facets to narrow the query. Missing while the server has not found them."`
	Boards []*ask.Board    `json:"boards,omitempty" doc:"For each game of the page, the board at its first hit, or after its last move if the query asks for no board. Null for games without rules. Missing until the answer is final."`
	Looked *archive.Looked `json:"looked,omitempty" doc:"How many games the server has looked at. Missing in the final answer."`
	Own    []archive.Move  `json:"own,omitempty" doc:"Moves of the user's tree in this position. Missing if the request names no tree."`

	query archive.Query
	typed archive.Query // as it was asked, without the board of the start
	games int           // in the archive
	last  bool          // boards are those after the last moves
	why   []whyLink     // what would be found with one term less, if nothing is found
	kinds []ask.Kind    // of the archive
}

// placed returns the answer with a pattern that may lie anywhere drawn with its upper left
// on a point, if it has room there.
func (x *explored) placed(at string) *explored {
	b := x.Scene.Board
	for i, column := range b.Columns {
		line, ok := strings.CutPrefix(at, column)
		if top := slices.Index(b.Lines, line); ok && top >= 0 {
			moved := *x
			moved.Scene = x.Scene.Moved(i, top)
			return &moved
		}
	}
	return x
}

// with returns the answer with the moves of somebody's own tree.
func (x *explored) with(own []archive.Move) *explored {
	if len(own) == 0 {
		return x
	}
	more := *x
	more.Own = own
	return &more
}

// explorations answer the questions of the explorer: each is asked once for all who
// want it at the same time, a page and the script on it first of all, and what was
// answered is kept for as long as the archive stays as it is.
type explorations struct {
	server *Server
	wait   sync.WaitGroup // for what is being asked

	mu      sync.Mutex // protects what follows
	closed  bool
	running map[string]*exploring // by state and question
	kept    map[string]*list.Element
	order   *list.List // of keptExploration, the latest first
}

type keptExploration struct {
	key    string
	answer *explored
}

// maxKept is how many answers are kept, some 100 kB each.
const maxKept = 128

// An exploring is a question that is being asked.
type exploring struct {
	typed, query archive.Query // the second one has a board
	sort         string        // the order of the games

	cancel context.CancelFunc
	done   chan struct{} // is closed when answer and err are there

	answer *explored
	err    error

	wanted int // by so many; protected by explorations.mu

	mu      sync.Mutex    // protects what follows
	sofar   *explored     // nil in the beginning
	changed chan struct{} // is closed when there is another sofar
}

// key tells questions apart.
func (e *exploring) key() string { return e.sort + " " + e.typed.String() + " " + e.query.String() }

// handOver is how long a question is asked on when who asked has gone, but will be back:
// the script of a page that shows the figures so far.
const handOver = 3 * time.Second

var errStopped = errors.New("the server is stopping")

func newExplorations(s *Server) *explorations {
	return &explorations{server: s, running: map[string]*exploring{}, kept: map[string]*list.Element{}, order: list.New()}
}

// close ends all that is being asked and waits for it.
func (x *explorations) close() {
	x.mu.Lock()
	x.closed = true
	for _, e := range x.running {
		e.cancel()
	}
	x.mu.Unlock()
	x.wait.Wait()
}

// ask returns what is known of a question, at once if it was answered before. The
// function that it returns must be called when nobody waits any more; back says that
// who asked will soon ask again. Sort is the order of the games, as searches have it.
func (x *explorations) ask(ctx context.Context, text, sort string) (e *exploring, leave func(back bool), err error) {
	typed, err := parseQuery(text)
	if err != nil {
		return nil, nil, err
	}
	q, err := ask.FromStart(typed)
	if err != nil {
		return nil, nil, err
	}
	asked := exploring{typed: typed, query: q, sort: sort}
	state := ""
	if err := x.server.archive.Ask(func(v *archive.View) error { state = v.State(); return nil }); err != nil {
		return nil, nil, err
	}
	key := state + asked.key()
	x.mu.Lock()
	defer x.mu.Unlock()
	if at, ok := x.kept[key]; ok {
		x.order.MoveToFront(at)
		e := &exploring{done: make(chan struct{}), answer: at.Value.(*keptExploration).answer}
		close(e.done)
		return e, func(bool) {}, nil
	}
	if x.closed {
		return nil, nil, errStopped
	}
	e, ok := x.running[key]
	if !ok {
		e = &asked
		e.done, e.changed = make(chan struct{}), make(chan struct{})
		var running context.Context
		running, e.cancel = context.WithCancel(context.WithoutCancel(ctx))
		x.running[key] = e
		x.wait.Go(func() { x.run(running, key, e) })
	}
	e.wanted++
	return e, func(back bool) {
		if back {
			time.AfterFunc(handOver, func() { x.unwanted(key, e) })
		} else {
			x.unwanted(key, e)
		}
	}, nil
}

// unwanted says that one less waits. What nobody waits for ends.
func (x *explorations) unwanted(key string, e *exploring) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if e.wanted--; e.wanted == 0 {
		e.cancel()
		x.forget(key, e)
	}
}

// forget says that a question is not being asked any more.
func (x *explorations) forget(key string, e *exploring) {
	if x.running[key] == e {
		delete(x.running, key)
	}
}

// run asks a question.
func (x *explorations) run(ctx context.Context, key string, e *exploring) {
	state := ""
	err := x.server.look(ctx, func(ctx context.Context, v *archive.View) error {
		_, err := e.scene(ctx, v) // the board waits for no search
		return err
	})
	if err == nil {
		err = x.server.lane(e.query)(ctx, func(ctx context.Context, v *archive.View) error {
			state = v.State()
			return x.explore(ctx, v, e)
		})
	}
	e.cancel()
	x.mu.Lock()
	x.forget(key, e)
	if e.err = err; err == nil {
		x.keep(state+e.key(), e.answer)
	}
	x.mu.Unlock()
	close(e.done)
}

// keep keeps an answer, and lets go of the one that was wanted the longest ago.
func (x *explorations) keep(key string, answer *explored) {
	if at, ok := x.kept[key]; ok {
		x.order.Remove(at)
	}
	x.kept[key] = x.order.PushFront(&keptExploration{key, answer})
	if x.order.Len() > maxKept {
		last := x.order.Back()
		delete(x.kept, last.Value.(*keptExploration).key)
		x.order.Remove(last)
	}
}

// scene tells what is asked for on the board.
func (e *exploring) scene(ctx context.Context, v *archive.View) (explored, error) {
	scene, err := ask.Of(v.Views).Scene(ctx, e.query)
	if err != nil {
		return explored{}, err
	}
	part := explored{Scene: scene, query: e.query, typed: e.typed, games: v.Len(), last: !ask.HasBoard(e.typed)}
	e.tell(part)
	return part, nil
}

// explore asks the archive.
func (x *explorations) explore(ctx context.Context, v *archive.View, e *exploring) error {
	part, err := e.scene(ctx, v)
	if err != nil {
		return err
	}
	if part.kinds, err = x.server.kinds.of(ctx, v); err != nil {
		return err
	}
	search := &archive.Search{Query: e.query, Sort: e.sort, Limit: shownGames, PerGame: 3, Facets: facetsShown, FacetLimit: archive.FacetLimitUsual}
	found, err := ask.Of(v.Views).Explore(ctx, search, &ask.NextOptions{Detail: true, By: "decade", Reached: shownMoves}, func(sofar *ask.Exploration) {
		growing := part
		growing.Next, growing.Page, growing.Looked = sofar.Next, sofar.Page, sofar.Looked
		e.tell(growing)
	})
	if err != nil {
		return err
	}
	part.Next, part.Page = found.Next, found.Page
	for _, g := range found.Page.Games {
		b, err := boardOf(v, g, part.last)
		if err != nil {
			return err
		}
		part.Boards = append(part.Boards, b)
	}
	if found.Page.Total == 0 && e.typed.Root != nil {
		if part.why, err = whyNothing(ctx, v, search, explorerLink); err != nil {
			return err
		}
	}
	e.answer = &part
	return nil
}

// tell gives what is known so far to all who wait.
func (e *exploring) tell(sofar explored) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sofar = &sofar
	close(e.changed)
	e.changed = make(chan struct{})
}

// known returns what is known so far, nil if nothing is, and a channel that is closed
// when more is.
func (e *exploring) known() (*explored, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sofar, e.changed
}

// wait returns the answer when it is there, or after some patience the figures of as
// many games as were looked at by then.
func (e *exploring) wait(ctx context.Context, patience time.Duration) (*explored, error) {
	enough := time.After(patience)
	impatient := false
	for {
		sofar, changed := e.known()
		if impatient && sofar != nil && sofar.Next != nil {
			return sofar, nil
		}
		select {
		case <-e.done:
			return e.answer, e.err
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-enough:
			impatient = true
		case <-changed:
		}
	}
}
