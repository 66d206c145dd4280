package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"kifudb/book/evaluation"
	registry "kifudb/game"
	"kifudb/game/estimate"
	"kifudb/game/katago"
	"kifudb/internal/wall"
	"kifudb/position"
	"kifudb/store"
)

// An Asker answers queries about positions, each with the last move of its moves.
type Asker interface {
	// Ask calls answer with each query and its response, in any order, and View then tells
	// whose the values are. What the asker gives up it does not answer.
	Ask(ctx context.Context, queries iter.Seq[*katago.Query], answer func(*katago.Query, *katago.Response) error) error
	View() string
}

// An Analyze says how games are analysed.
type Analyze struct {
	Engine  Asker
	Command string   // how the engine was started
	Name    string   // what the engine is called; "": KataGo
	Visits  int      // of each position, at most; 0: as the engine is set
	Rules   string   // where the record names none that the engine knows
	Komi    *float64 // where the record has none; nil: such games are left out
	Most    int      // positions that the engine is asked about, at most; 0 for all
	Report  func(JobProgress)
}

// Analyzed says what became of games that were to be analysed.
type Analyzed struct {
	Analysis  int    `json:"analysis,omitempty" doc:"Number of the analysis. Missing if nothing was kept."`
	Games     int    `json:"games" doc:"Number of games that were chosen."`
	Complete  int    `json:"complete" doc:"Number of these games with an evaluation of each position of the main line."`
	Positions int    `json:"positions" doc:"Number of positions of the games' main lines."`
	Known     int    `json:"known" doc:"Number of these positions that needed no question: the engine had been asked about them before, or they occur in several games."`
	Asked     int    `json:"asked" doc:"Number of positions that the engine evaluated now."`
	Left      int    `json:"left,omitempty" doc:"Number of positions without an evaluation. Missing if there are none."`
	OtherGame int    `json:"other_game,omitempty" doc:"Number of games that are not Go, or on a board that the engine does not know. Missing if there are none."`
	NoKomi    int    `json:"no_komi,omitempty" doc:"Number of games whose record has no komi, or none that the engine takes. Missing if there are none."`
	View      string `json:"view,omitempty" enum:"black,white,mover" doc:"Whose the engine's values are, as it says of positions that are won. Missing if it was not asked."`
}

// Whole reports whether all games have all evaluations.
func (a *Analyzed) Whole() bool { return a.Left+a.OtherGame+a.NoKomi == 0 }

// maxEngineBoard is the largest board that the engine knows.
const maxEngineBoard = 19

// flushEvery is after how many answers, or how long, they are written.
const (
	flushAnswers = 256
	flushEvery   = time.Second
)

// An analyst analyses games.
type analyst struct {
	view    *View
	options *Analyze
	done    *Analyzed
	answers *evaluation.Answers
	source  evaluation.Source

	waiting map[evaluation.Key][]spot // for an answer
	left    map[GameID]int            // positions of a game that are not known yet
	ready   []GameID                  // games to be kept
	at      map[GameID][]*estimate.Estimate
	unkept  int // answers since the last flush
	flushed time.Time
	report  func(JobProgress)
	total   int // positions of all games, as far as known
}

// A spot is a position of a game: from one node to another one.
type spot struct {
	game  GameID
	nodes [2]int
}

// Analyze asks an engine about the positions of games' main lines, and keeps what it says beside the records. Each position
// is asked about once, whatever the order of moves, also if it was asked about in an earlier run in the same
// way. If it is stopped, what was answered is kept; the same call goes on from there.
func (v *View) Analyze(ctx context.Context, ids []GameID, o *Analyze) (*Analyzed, error) {
	db := v.archive.evaluations
	if db == nil {
		return nil, errNoBeside
	}
	answers, err := db.Answers()
	if err != nil {
		return nil, err
	}
	a := &analyst{
		view: v, options: o, done: &Analyzed{Games: len(ids)}, answers: answers, report: reporter(o.Report),
		waiting: map[evaluation.Key][]spot{}, left: map[GameID]int{}, at: map[GameID][]*estimate.Estimate{}, flushed: time.Now(),
	}
	a.source = evaluation.Source{
		Kind: evaluation.KindJob, Name: o.Command, Engine: o.Name, Settings: o.settings(), View: evaluation.ViewBlack,
	}
	if a.source.Engine == "" {
		a.source.Engine = "KataGo"
	}
	for _, id := range ids {
		if g, local, ok := v.snapshot.Segment(id); ok {
			a.total += int(g.Facts(local).Moves) + 1
		}
	}
	var failed error
	err = o.Engine.Ask(ctx, a.queries(ctx, ids, &failed), a.answer)
	a.done.View = o.Engine.View()
	for id := range a.left { // of games that are not complete
		a.ready = append(a.ready, id)
	}
	err = errors.Join(failed, err, a.flush())
	for _, n := range a.left {
		a.done.Left += n
	}
	return a.done, err
}

// settings says how the engine is asked.
func (o *Analyze) settings() string {
	list := []string{}
	if o.Visits > 0 {
		list = append(list, fmt.Sprint("visits=", o.Visits))
	}
	if o.Rules != "" {
		list = append(list, "rules="+o.Rules)
	}
	if o.Komi != nil {
		list = append(list, fmt.Sprint("komi=", *o.Komi))
	}
	return strings.Join(list, " ")
}

// rulesNames are the rules that the engine knows, by words of records.
var rulesNames = [][2]string{
	{"chinese", "chinese"}, {"japan", "japanese"}, {"korea", "korean"}, {"aga", "aga"}, {"new zealand", "new-zealand"}, {"nz", "new-zealand"},
	{"tromp", "tromp-taylor"}, {"bga", "bga"}, {"中国", "chinese"}, {"日本", "japanese"},
}

// rulesOf returns the rules for a game.
func (o *Analyze) rulesOf(info []store.Value) string {
	for _, v := range info {
		if v.Ident == "RU" {
			for _, known := range rulesNames {
				if strings.Contains(strings.ToLower(v.Text), known[0]) {
					return known[1]
				}
			}
		}
	}
	return o.Rules
}

// komiOf returns the komi for a game, false if nobody knows one that the engine takes.
func (o *Analyze) komiOf(facts *store.Facts) (float64, bool) {
	komi := 0.0
	switch {
	case facts.Komi != store.NoKomi:
		komi = float64(facts.Komi) / 100
	case o.Komi != nil:
		komi = *o.Komi
	default:
		return 0, false
	}
	return komi, komi*2 == float64(int(komi*2)) && komi >= -150 && komi <= 150
}

// queries yields what is not known of the positions of games.
func (a *analyst) queries(ctx context.Context, ids []GameID, failed *error) iter.Seq[*katago.Query] {
	return func(yield func(*katago.Query) bool) {
		for _, id := range ids {
			if ctx.Err() != nil {
				return
			}
			more, err := a.game(id, yield)
			if err != nil {
				*failed = err
			}
			if !more || err != nil {
				return
			}
		}
	}
}

// game yields what is not known of the positions of a game, and reports whether more is wanted.
func (a *analyst) game(id GameID, yield func(*katago.Query) bool) (more bool, err error) {
	g, local, ok := a.view.snapshot.Segment(id)
	if !ok {
		return false, noGame{id, NeverThere}
	}
	facts := g.Facts(local)
	if registry.Of(int(facts.Game)).About().Number != 1 || max(facts.Size.Cols, facts.Size.Rows) > maxEngineBoard || min(facts.Size.Cols, facts.Size.Rows) < 2 {
		a.done.OtherGame++
		return true, nil
	}
	komi, ok := a.options.komiOf(&facts)
	if !ok {
		a.done.NoKomi++
		return true, nil
	}
	script, err := g.Script(local)
	if err != nil {
		return false, err
	}
	l := lineOf(script)
	rules := a.options.rulesOf(g.Info(local))
	board := position.Rules{}.NewBoard(facts.Size)
	for _, s := range l.stones {
		board.Set(s.Point, s.Color)
	}
	a.at[id] = make([]*estimate.Estimate, script.Nodes())
	a.left[id] = len(l.moves) + 1
	a.done.Positions += len(l.moves) + 1
	passes := 0
	var queries []*katago.Query
	for turn := 0; turn <= len(l.moves); turn++ {
		if turn > 0 {
			m := l.moves[turn-1]
			if passes++; m.Point != position.Pass {
				passes = 0
			}
			board.Play(m)
		}
		key := a.key(board, l.toMove(turn), min(passes, 2), komi, rules)
		where := spot{id, l.nodes[turn]}
		if e := a.answers.Get(key, &a.source); e != nil {
			a.done.Known++
			if err := a.fill(where, e); err != nil {
				return false, err
			}
			continue
		}
		if others, asked := a.waiting[key]; asked {
			a.done.Known++
			a.waiting[key] = append(others, where)
			continue
		}
		if a.options.Most > 0 && a.done.Asked+len(a.waiting) >= a.options.Most {
			continue
		}
		a.waiting[key] = []spot{where}
		queries = append(queries, &katago.Query{
			ID: fmt.Sprintf("%x", key), Size: facts.Size, Stones: l.stones, Player: l.toMove(0), Moves: l.moves[:turn:turn], Komi: &komi, Rules: rules,
			Visits: a.options.Visits,
		})
	}
	for _, q := range queries {
		a.tell()
		if !yield(q) {
			return false, nil
		}
	}
	a.tell()
	return true, nil
}

// key tells a question from others.
func (a *analyst) key(b *position.Board, toMove position.Color, passes int, komi float64, rules string) evaluation.Key {
	text := fmt.Appendf(nil, "kifudb 1\x00%s\x00%s\x00%d\x00%s\x00%v\x00%v\x00%d\x00%d\x00", a.source.Name, a.source.Engine, a.options.Visits, rules, komi, b.Size(), toMove, passes)
	if ko, ok := b.Ko(); ok {
		text = fmt.Appendf(text, "ko %d", ko)
	}
	text = append(text, 0)
	size := b.Size()
	for i := range size.Area() {
		text = append(text, byte(b.At(size.At(i))))
	}
	return evaluation.KeyOf(text)
}

// answer takes an answer of the engine.
func (a *analyst) answer(q *katago.Query, r *katago.Response) error {
	id, err := ParseDigest(q.ID)
	if err != nil {
		return err
	}
	key := evaluation.Key(id)
	player := q.ToMove(len(q.Moves))
	e, ok := besideEstimate(a.source.Source(), r, a.options.Engine.View(), player)
	if !ok || e.Unclear {
		return nil // it stays without a value, which the result says
	}
	a.answers.Put(key, e)
	a.done.Asked++
	spots := a.waiting[key]
	delete(a.waiting, key)
	for _, where := range spots {
		if err := a.fill(where, e); err != nil {
			return err
		}
	}
	a.tell()
	if a.unkept++; a.unkept >= flushAnswers || time.Since(a.flushed) >= flushEvery {
		return a.flush()
	}
	return nil
}

// fill puts an estimate at a position of a game. A game of which all positions are known is ready.
func (a *analyst) fill(where spot, e *estimate.Estimate) error {
	for node := where.nodes[0]; node <= where.nodes[1]; node++ {
		a.at[where.game][node] = e
	}
	if a.left[where.game]--; a.left[where.game] > 0 {
		return nil
	}
	delete(a.left, where.game)
	a.done.Complete++
	a.ready = append(a.ready, where.game)
	if len(a.ready) >= flushAnswers {
		return a.flush()
	}
	return nil
}

// tell says how far the work is.
func (a *analyst) tell() {
	done := a.done.Positions
	for _, n := range a.left {
		done -= n
	}
	a.report(JobProgress{Stage: "analyzing", Done: int64(done), Total: int64(max(a.total, a.done.Positions)), Unit: UnitPositions})
}

// flush writes what was answered, and the games that are ready.
func (a *analyst) flush() error {
	a.unkept, a.flushed = 0, time.Now()
	if err := a.answers.Flush(); err != nil {
		return err
	}
	var kept []GameID
	for _, id := range a.ready {
		for _, e := range a.at[id] {
			if e != nil {
				kept = append(kept, id)
				break
			}
		}
	}
	ready := a.ready
	a.ready = nil
	if len(kept) > 0 {
		err := a.view.archive.evaluations.Change(func(c *evaluation.Change) error {
			s := a.source
			s.Time = wall.Now().UTC().Format(time.RFC3339)
			named, err := c.Source(s)
			if err != nil {
				return err
			}
			a.source.Number, a.done.Analysis = named.Number, named.Number
			for _, id := range kept {
				var said []evaluation.Evaluation
				for node, e := range a.at[id] {
					if e == nil {
						continue
					}
					e, _, err := named.Source().Unpack(e.AppendPacked(nil)) // of the number that the source has now
					if err != nil {
						return err
					}
					said = append(said, evaluation.Evaluation{Node: node, Estimate: e})
				}
				if err := a.view.putGame(c, named, id, said); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, id := range ready {
		delete(a.at, id)
	}
	return nil
}
