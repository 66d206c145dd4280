package archive

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"kifudb/book/evaluation"
	registry "kifudb/game"
	"kifudb/game/estimate"
	"kifudb/indexer"
	"kifudb/store"
)

// A view shows games with the evaluations that are kept beside their records. Of a position, the
// newest analysis that evaluated it counts, then older ones, then the record. What queries compare
// is computed from all of them together when an analysis is added, so that opening a view costs
// nothing but to find the games by their digests.

// shownVersion is that of the rules by which the values of evaluations beside records are
// made. Values of other versions are made anew each time they are read.
const shownVersion = 1

// A beside is what is kept beside the records of a view.
type beside struct {
	state   *evaluation.State
	games   map[GameID]store.Digest
	overlay *store.Overlay
	segment func(GameID) (*store.Segment, int, bool) // as records are

	mu  sync.Mutex // protects what follows
	err error      // the first damage that was met
}

// damage returns the first damage that was met.
func (b *beside) damage() error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// met notes damage.
func (b *beside) met(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil {
		b.err = err
	}
}

// A besideCache has what was found for the last view, for the next one.
type besideCache struct {
	mu         sync.Mutex // protects what follows
	generation uint64
	state      *evaluation.State
	ids        []GameID
	games      map[GameID]store.Digest
}

func (c *besideCache) of(s *store.Snapshot, state *evaluation.State) ([]GameID, map[GameID]store.Digest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation == s.Generation() && c.state == state {
		return c.ids, c.games
	}
	c.generation, c.state = s.Generation(), state
	c.ids, c.games = nil, map[GameID]store.Digest{}
	for d := range state.Digests() {
		for _, id := range s.Holding(d) {
			c.ids, c.games[id] = append(c.ids, id), d
		}
	}
	slices.Sort(c.ids)
	return c.ids, c.games
}

// lay makes the view show evaluations beside its records.
func (v *View) lay() error {
	db := v.archive.evaluations
	if db == nil {
		return nil
	}
	state, err := db.State()
	if err != nil || state.Len() == 0 && len(state.Damage()) == 0 {
		return err
	}
	s := v.snapshot
	b := &beside{state: state, segment: func(id GameID) (*store.Segment, int, bool) {
		g, local, ok := s.Segment(id)
		if ok {
			g = g.Recorded()
		}
		return g, local, ok
	}}
	if len(state.Damage()) > 0 {
		b.err = fmt.Errorf("%s: %w; removing an analysis also removes what cannot be read", strings.Join(state.Damage(), "; "), evaluation.ErrCorrupt)
	}
	ids, games := v.archive.besides.of(s, state)
	b.games = games
	b.overlay = store.NewOverlay(indexer.EstimateIdents, store.HasValues, ids, b.values)
	s.Lay(b.overlay)
	v.beside = b
	return nil
}

// values returns what queries compare of a game.
func (b *beside) values(id GameID) (list []store.Value) {
	shown, err := b.state.Shown(b.games[id])
	if err == nil && shown != nil && shown.Version != shownVersion {
		shown, err = b.show(b.state, b.games[id], id, nil)
	}
	if err != nil {
		b.met(err)
		return nil
	}
	if shown == nil {
		return nil
	}
	for i, text := range shown.Shown {
		if text != "" {
			list = append(list, store.Value{Ident: indexer.EstimateIdents[i], Text: text})
		}
	}
	return list
}

// show makes what is shown of a game by all analyses of a state and its record. Another one, if it
// is not nil, is newer than those, and takes the place of what its source has said.
func (b *beside) show(state *evaluation.State, d store.Digest, id GameID, newest *besideNewest) (*evaluation.Game, error) {
	g, local, ok := b.segment(id)
	if !ok {
		return nil, noGame{id, NeverThere}
	}
	script, err := g.Script(local)
	if err != nil {
		return nil, err
	}
	facts := g.Facts(local)
	at := make([]*estimate.Estimate, script.Nodes())
	if facts.Flags&store.HasValues != 0 {
		if at, err = recordedEstimates(g, local); err != nil {
			return nil, err
		}
	}
	for _, source := range state.Sources() {
		if newest != nil && newest.source.Number == source.Number {
			continue
		}
		said, err := state.Game(d, source)
		if err != nil {
			return nil, err
		}
		if said != nil {
			overlay(at, said.At)
		}
	}
	if newest != nil {
		overlay(at, newest.at)
	}
	shown := &evaluation.Game{Digest: d, Nodes: script.Nodes(), Version: shownVersion}
	for _, v := range indexer.EstimateValues(registry.Of(int(facts.Game)), facts.Size, script, at) {
		shown.Shown[slices.Index(indexer.EstimateIdents, v.Ident)] = v.Text
	}
	return shown, nil
}

// A besideNewest is what an analysis that is being added says of a game.
type besideNewest struct {
	source *evaluation.Source
	at     []evaluation.Evaluation
}

func overlay(at []*estimate.Estimate, said []evaluation.Evaluation) {
	for _, e := range said {
		if e.Node < len(at) {
			at[e.Node] = newer(at[e.Node], e.Estimate)
		}
	}
}

// newer returns what counts of an evaluation and a newer one: the newer one, unless only the other
// one says whose its values are.
func newer(before, after *estimate.Estimate) *estimate.Estimate {
	if after.Unclear && before != nil && !before.Unclear {
		return before
	}
	return after
}

// recordedEstimates returns the evaluations of positions in the record of a game, by node.
func recordedEstimates(g *store.Segment, local int) ([]*estimate.Estimate, error) {
	script, err := g.Script(local)
	if err != nil {
		return nil, err
	}
	record, err := g.Record(local)
	if err != nil {
		return nil, err
	}
	nodes := make([]RecordNode, script.Nodes())
	for i := range nodes {
		nodes[i].Node = i
	}
	game := &Game{segment: g, local: local, kind: kindOf(g, local)}
	if err := game.read(&record, nodes); err != nil {
		return nil, err
	}
	said := make([]*estimate.Estimate, len(nodes))
	for i := range nodes {
		said[i] = nodes[i].Estimate
	}
	return indexer.EstimatesAt(script, said), nil
}

// evaluate puts the evaluations beside the record in the place of those of the record, at nodes that
// follow each other.
func (g *Game) evaluate(nodes []RecordNode) error {
	if g.beside == nil {
		return nil
	}
	d, ok := g.beside.games[g.ID]
	if !ok {
		return nil
	}
	for _, source := range g.beside.state.Sources() {
		said, err := g.beside.state.Game(d, source)
		if err != nil {
			return err
		}
		if said == nil {
			continue
		}
		for _, e := range said.At {
			if i := e.Node - nodes[0].Node; i >= 0 && i < len(nodes) {
				nodes[i].Estimate = newer(nodes[i].Estimate, e.Estimate)
			}
		}
	}
	return nil
}

// Estimates returns the evaluations of the positions of a game, by node, nil where there is none: those
// beside the record, and of other positions those of the record.
func (v *View) Estimates(id GameID) ([]*Estimate, error) {
	g, local, ok := v.snapshot.Segment(id)
	if !ok {
		return nil, noGame{id, NeverThere}
	}
	at, err := recordedEstimates(g, local)
	if err != nil {
		return nil, err
	}
	return (&Game{segment: g, local: local, kind: kindOf(g, local), beside: v.beside, ID: id}).overlaid(at)
}

// overlaid puts the evaluations beside the record in the place of those of the record, by position.
func (g *Game) overlaid(at []*Estimate) ([]*Estimate, error) {
	if g.beside == nil {
		return at, nil
	}
	d, ok := g.beside.games[g.ID]
	if !ok {
		return at, nil
	}
	for _, source := range g.beside.state.Sources() {
		said, err := g.beside.state.Game(d, source)
		if err != nil {
			return nil, err
		}
		if said != nil {
			overlay(at, said.At)
		}
	}
	return at, nil
}

// errNoBeside is returned where nothing can be kept beside records.
var errNoBeside = errors.New("an archive in an object store keeps no evaluations beside its records yet; copy it into a folder")
