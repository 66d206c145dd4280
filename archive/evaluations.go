package archive

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kifudb/book/evaluation"
	"kifudb/game/estimate"
	"kifudb/game/katago"
	"kifudb/internal/wall"
	"kifudb/position"
	"kifudb/store"
)

// A TakeEvaluations says which files of analyses are imported.
type TakeEvaluations struct {
	Files   []string
	View    string // whose the values are: black, white or mover; "" if only the files tell
	Engine  string // "": KataGo
	AnyKomi bool   // also of games whose record has another komi than the analysis
	DryRun  bool
	Report  func(JobProgress)
}

// EvaluationsTaken says what became of files of analyses.
type EvaluationsTaken struct {
	DryRun    bool   `json:"dry_run,omitempty" doc:"True if nothing was changed."`
	Games     int    `json:"games" doc:"Number of games with evaluations from the files."`
	Positions int    `json:"positions" doc:"Number of positions with evaluations from the files."`
	Unclear   int    `json:"unclear,omitempty" doc:"Number of these positions for which nobody can tell whose the values are. Missing if there are none."`
	Requests  int    `json:"requests" doc:"Number of requests for analyses in the files."`
	Unmatched int    `json:"unmatched,omitempty" doc:"Number of requests that are about no game of the archive. Missing if there are none."`
	OtherKomi int    `json:"other_komi,omitempty" doc:"Number of requests that have another komi than the record with the same moves. Missing if there are none."`
	Shared    int    `json:"shared,omitempty" doc:"Number of requests that are the beginning of several games, each of which has the values. Missing if there are none."`
	TooMany   int    `json:"too_many,omitempty" doc:"Number of requests that are the beginning of too many games. Nothing was taken from them. Missing if there are none."`
	Answers   int    `json:"answers" doc:"Number of answers in the files."`
	Orphans   int    `json:"orphans,omitempty" doc:"Number of answers whose request is not in the files and whose id names no game. Missing if there are none."`
	Interim   int    `json:"interim,omitempty" doc:"Number of answers from before the end of an analysis, which do not count. Missing if there are none."`
	Repeated  int    `json:"repeated,omitempty" doc:"Number of answers about games of which all requests had been answered before. They do not count. Missing if there are none."`
	Refused   int    `json:"refused,omitempty" doc:"Number of answers with values that cannot be, or for turns that the game does not have. Missing if there are none."`
	Unread    int    `json:"unread,omitempty" doc:"Number of lines that could not be read. Missing if there are none."`
	FirstBad  string `json:"first_unread,omitempty" doc:"The first line that could not be read, and why. Missing if there is none."`

	Sources []evaluation.Source `json:"analyses" doc:"The analyses as the archive keeps them, one for each file with evaluations."`
}

// Whole reports whether everything in the files was taken.
func (t *EvaluationsTaken) Whole() bool {
	return t.Unmatched+t.OtherKomi+t.TooMany+t.Orphans+t.Refused+t.Unread == 0
}

// A target is the games that the answers with an id are about.
type target struct {
	query *katago.Query // nil: the id names the game
	games []GameID
	left  int // answers that are not there yet; negative if nobody knows
	lines map[GameID]*gameLine
}

// TakeEvaluations keeps analyses in files beside the records that they are about. Requests are matched by their moves,
// answers without a request by an id that is the digest of a record or the name of its file.
func (v *View) TakeEvaluations(ctx context.Context, o *TakeEvaluations) (*EvaluationsTaken, error) {
	db := v.archive.evaluations
	if db == nil {
		return nil, errNoBeside
	}
	switch o.View {
	case "", katago.Black, katago.White, katago.Mover:
	default:
		return nil, badRequest("view", "%q is no view; expected black, white or mover", o.View)
	}
	t := &EvaluationsTaken{DryRun: o.DryRun, Sources: []evaluation.Source{}}
	report := reporter(o.Report)
	total := int64(0)
	for _, name := range o.Files {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, badRequest("", "%s is not a file; it is read twice, so it must be one", name)
		}
		total += info.Size()
	}
	done := int64(0)
	each := func(stage string, name string, line func([]byte, error)) error {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		for text, err := range katago.Lines(file) {
			if err != nil && !errors.Is(err, katago.ErrLong) {
				return fmt.Errorf("%s: %w", name, err)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			done += int64(len(text)) + 1
			report(JobProgress{Stage: stage, Done: done, Total: max(total, done), Unit: UnitBytes})
			line(text, err)
		}
		return nil
	}

	var queries []*katago.Query
	known := map[string]int{} // the last query of an id
	logs := map[string]bool{}
	for _, name := range o.Files {
		log, err := isLog(name)
		if err != nil {
			return nil, err
		}
		if logs[name] = log; log {
			_, err := readLog(ctx, name, func(q *katago.Query, _ []*katago.Response) error {
				known[q.ID] = len(queries)
				queries = append(queries, q)
				return nil
			})
			if err != nil {
				return nil, err
			}
			continue
		}
		err = each("requests", name, func(text []byte, _ error) {
			if !katago.IsQuery(text) {
				return
			}
			if q, _, _, err := katago.Read(text); err == nil && q != nil {
				known[q.ID] = len(queries)
				queries = append(queries, q)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	t.Requests = len(queries)
	matches, err := v.matchQueries(ctx, queries, o.AnyKomi)
	if err != nil {
		return nil, err
	}
	for _, m := range matches {
		switch {
		case m.many && len(m.games) == 0:
			t.TooMany++
		case len(m.games) == 0 && m.komi > 0:
			t.OtherKomi++
		case len(m.games) == 0:
			t.Unmatched++
		case m.longer > 0 && len(m.games) > 1:
			t.Shared++
		}
	}
	names, err := v.gameNames(len(known) == 0)
	if err != nil {
		return nil, err
	}

	done = 0
	taker := &taker{view: v, options: o, taken: t, queries: queries, known: known, matches: matches, names: names, games: map[GameID]bool{}, requests: map[GameID]int{}}
	for _, m := range matches {
		for _, id := range m.games {
			taker.requests[id]++
		}
	}
	for _, name := range o.Files {
		taker.file, taker.line, taker.targets, taker.pending, taker.kept = name, 0, map[string]*target{}, map[GameID]int{}, map[GameID]bool{}
		taker.at = map[GameID]map[int]*estimate.Estimate{}
		err := taker.keep(func() error {
			if logs[name] {
				bad, err := readLog(ctx, name, func(_ *katago.Query, list []*katago.Response) error {
					for _, r := range list {
						t.Answers++
						if err := taker.answer(r); err != nil {
							return err
						}
					}
					return nil
				})
				if t.Unread += bad; bad > 0 && t.FirstBad == "" {
					t.FirstBad = name + ": a move or a value in a log"
				}
				return errors.Join(err, taker.rest())
			}
			err := each("answers", name, taker.take)
			return errors.Join(err, taker.err, taker.rest())
		})
		if err != nil {
			return nil, err
		}
		if taker.begun {
			t.Sources = append(t.Sources, taker.source)
		}
	}
	t.Games = len(taker.games)
	return t, nil
}

// isLog reports whether a file is a log of GTP.
func isLog(name string) (bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	beginning, err := io.ReadAll(io.LimitReader(file, 1<<16))
	return katago.IsLog(beginning), err
}

// readLog reads the games of a log of GTP. The ids of the requests are of the file.
func readLog(ctx context.Context, name string, yield func(*katago.Query, []*katago.Response) error) (bad int, err error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	bad, err = katago.ReadLog(file, func(q *katago.Query, list []*katago.Response) error {
		q.ID = name + " " + q.ID
		for _, r := range list {
			r.ID = q.ID
		}
		return errors.Join(ctx.Err(), yield(q, list))
	})
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return bad, err
}

// A taker takes the answers of files, one after the other. What a file says of a game is kept when all answers
// to its requests are there, at the latest when the file ends.
type taker struct {
	view     *View
	options  *TakeEvaluations
	taken    *EvaluationsTaken
	queries  []*katago.Query
	known    map[string]int // queries by id
	matches  []*queryMatch
	names    func(string) (GameID, bool)
	games    map[GameID]bool // with evaluations
	requests map[GameID]int  // how many are about a game

	// Of the file at hand.
	file    string
	line    int
	change  *evaluation.Change // nil if nothing is to be changed
	source  evaluation.Source
	begun   bool // the change knows the source
	targets map[string]*target
	kept    map[GameID]bool // what the file says of them
	pending map[GameID]int  // requests that are not answered yet, of games with some that are
	at      map[GameID]map[int]*estimate.Estimate
	err     error
}

// keep calls a function that takes a file.
func (k *taker) keep(take func() error) error {
	db := k.view.archive.evaluations
	k.source = evaluation.Source{
		Kind: evaluation.KindFile, Name: filepath.Base(k.file), Engine: cmp.Or(k.options.Engine, "KataGo"),
		View: cmp.Or(k.options.View, evaluation.ViewUnknown), Time: wall.Now().UTC().Format(time.RFC3339),
	}
	for i, q := range k.queries {
		switch view := cmp.Or(k.options.viewOf(q), evaluation.ViewUnknown); {
		case i == 0:
			k.source.View = view
		case k.source.View != view:
			k.source.View = evaluation.ViewUnknown // of some
		}
	}
	k.begun = false
	if k.options.DryRun {
		return take()
	}
	return db.Change(func(c *evaluation.Change) error {
		k.change = c
		return take()
	})
}

// begin tells the change of the source, if there is anything to keep.
func (k *taker) begin() error {
	if k.begun {
		return nil
	}
	k.begun = true
	if k.change == nil {
		n, err := newNumber(k.view.archive.evaluations)
		k.source.Number = n
		return err
	}
	s, err := k.change.Source(k.source)
	if err == nil {
		k.source = *s
	}
	return err
}

// bad notes a line that cannot be read.
func (k *taker) bad(err error) {
	if k.taken.Unread++; k.taken.FirstBad == "" {
		k.taken.FirstBad = fmt.Sprintf("%s: line %d: %v", k.file, k.line, err)
	}
}

// take takes a line.
func (k *taker) take(text []byte, fault error) {
	k.line++
	if k.err != nil || fault == nil && len(bytes.TrimSpace(text)) == 0 {
		return
	}
	if fault != nil {
		k.bad(fault)
		return
	}
	_, r, _, err := katago.Read(text)
	switch {
	case err != nil:
		k.bad(err)
	case r == nil: // a request, or a complaint
	case r.Interim:
		k.taken.Interim++
	default:
		k.taken.Answers++
		k.err = k.answer(r)
	}
}

// answer takes an answer.
func (k *taker) answer(r *katago.Response) error {
	to := k.targets[r.ID]
	if to == nil {
		to = &target{}
		if i, ok := k.known[r.ID]; ok {
			to.query, to.games = k.queries[i], k.matches[i].games
			if to.left = max(1, len(to.query.Turns)); to.query.Turns == nil && r.Turn != len(to.query.Moves) {
				to.left = -1 // it is not from this request alone
			}
		} else if id, ok := k.names(r.ID); ok {
			to.games = []GameID{id}
		} else {
			k.taken.Orphans++
			return nil
		}
		k.targets[r.ID] = to
	}
	if len(to.games) == 0 {
		return nil
	}
	if err := k.begin(); err != nil {
		return err
	}
	from := estimate.Source{Number: k.source.Number, Name: k.source.Label(), Engine: k.source.Engine}
	for _, id := range to.games {
		if err := k.place(&from, to, id, r); err != nil {
			return err
		}
	}
	if to.left--; to.left == 0 {
		for _, id := range to.games {
			if k.pending[id]--; k.pending[id] == 0 {
				if err := k.put(id); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// place puts an answer at the nodes of a game.
func (k *taker) place(from *estimate.Source, to *target, id GameID, r *katago.Response) error {
	if k.kept[id] {
		k.taken.Repeated++
		return nil
	}
	if k.at[id] == nil {
		k.at[id], k.pending[id] = map[int]*estimate.Estimate{}, k.requests[id]
	}
	if to.lines == nil {
		to.lines = map[GameID]*gameLine{}
	}
	l := to.lines[id]
	if l == nil {
		g, local, ok := k.view.snapshot.Segment(id)
		if !ok {
			return noGame{id, NeverThere}
		}
		script, err := g.Script(local)
		if err != nil {
			return err
		}
		line := lineOf(script)
		l, to.lines[id] = &line, &line
	}
	if r.Turn > len(l.moves) || to.query != nil && r.Turn > len(to.query.Moves) {
		k.taken.Refused++
		return nil
	}
	player := r.Player
	switch known := l.toMove(r.Turn); {
	case player == position.Empty && to.query != nil:
		player = to.query.ToMove(r.Turn)
	case player == position.Empty:
		player = known
	case to.query == nil && known != position.Empty && known != player: // it is about another game
		k.taken.Refused++
		return nil
	}
	e, ok := besideEstimate(from, r, k.options.viewOf(to.query), player)
	if !ok {
		k.taken.Refused++
		return nil
	}
	for node := l.nodes[r.Turn][0]; node <= l.nodes[r.Turn][1]; node++ {
		k.at[id][node] = e
	}
	return nil
}

// rest keeps what is not kept yet of the file.
func (k *taker) rest() error {
	if k.err != nil {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(k.at)) {
		if err := k.put(id); err != nil {
			return err
		}
	}
	return nil
}

// put keeps what the file says of a game.
func (k *taker) put(id GameID) error {
	at := k.at[id]
	delete(k.at, id)
	if len(at) == 0 {
		return nil
	}
	k.games[id], k.kept[id] = true, true
	k.taken.Positions += len(at)
	var said []evaluation.Evaluation
	for node, e := range at {
		if e.Unclear {
			k.taken.Unclear++
		}
		said = append(said, evaluation.Evaluation{Node: node, Estimate: e})
	}
	if k.change == nil {
		return nil
	}
	slices.SortFunc(said, func(a, b evaluation.Evaluation) int { return a.Node - b.Node })
	return k.view.putGame(k.change, &k.source, id, said)
}

// putGame keeps what an analysis says of a game.
func (v *View) putGame(c *evaluation.Change, source *evaluation.Source, id GameID, said []evaluation.Evaluation) error {
	g, local, ok := v.snapshot.Segment(id)
	if !ok {
		return noGame{id, NeverThere}
	}
	b := &beside{segment: v.recordedSegment}
	shown, err := b.show(c.State(), g.Digest(local), id, &besideNewest{source, said})
	if err != nil {
		return err
	}
	shown.At = said
	return c.Put(source, shown)
}

// newNumber returns a number that a new analysis would have.
func newNumber(db *evaluation.DB) (int, error) {
	s, err := db.State()
	if err != nil {
		return 0, err
	}
	n := 1
	for _, source := range s.Sources() {
		n = max(n, source.Number+1)
	}
	return n, nil
}

func (v *View) recordedSegment(id GameID) (*store.Segment, int, bool) {
	g, local, ok := v.snapshot.Segment(id)
	if ok {
		g = g.Recorded()
	}
	return g, local, ok
}

// viewOf returns whose the values of answers to a query are, "" if nobody can tell.
func (o *TakeEvaluations) viewOf(q *katago.Query) string {
	if q != nil && q.View != "" {
		return q.View
	}
	return o.View
}

// besideEstimate returns what an answer says, of Black where that can be told.
func besideEstimate(from *estimate.Source, r *katago.Response, view string, player position.Color) (*estimate.Estimate, bool) {
	black, lead := katago.BlackChance(r.Chance, view, player), katago.BlackLead(r.Lead, view, player)
	if black == nil && lead == nil {
		return from.Beside(r.Chance, r.Lead, r.Visits, r.Best, true)
	}
	return from.Beside(black, lead, r.Visits, r.Best, false)
}

// gameNames returns a function that finds the game that an id of an answer names: by the digest of its record
// or, if it is the only one with it, by the name of its file, with its ending or without.
func (v *View) gameNames(files bool) (func(string) (GameID, bool), error) {
	byName := map[string]GameID{}
	if files {
		for _, g := range v.snapshot.Segments() {
			for path, games := range g.Values("file") {
				base := path[strings.LastIndexAny(path, `/\`)+1:]
				for _, name := range slices.Compact([]string{base, strings.TrimSuffix(base, filepath.Ext(base))}) {
					if _, there := byName[name]; there || games.GetCardinality() > 1 {
						byName[name] = 0
					} else {
						byName[name] = g.Base() + GameID(games.Minimum())
					}
				}
			}
		}
	}
	return func(id string) (GameID, bool) {
		if d, err := ParseDigest(id); err == nil {
			if id, ok := v.snapshot.Known(d); ok {
				return id, true
			}
		}
		base := id[strings.LastIndexAny(id, `/\`)+1:]
		game := byName[base]
		return game, game != 0
	}, nil
}
