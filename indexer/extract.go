package indexer

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"kifudb/format"
	"kifudb/game"
	"kifudb/game/clock"
	"kifudb/game/record"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// Derive makes a game of a record: everything in the archive except the record
// itself, its source and its charset comes from here, whether it is imported,
// merged, checked or rebuilt. It never fails: what is wrong with a record is
// among its game's values.
func Derive(r store.Record) (*store.Game, error) {
	x := extractors.Get().(*extractor)
	defer extractors.Put(x)
	g := new(store.Game)
	x.extract(g, &r, r.Digest(), 1)
	return g, nil
}

// extractors are those of Derive, which is called for one record after the other.
var extractors = sync.Pool{New: func() any { return newExtractor() }}

// An extractor derives games from records. It is a sgfread.MoveHandler: one
// walk over the record gives the script of the board, what is wrong with the
// text, and the places of all texts, which are decoded afterwards because their
// charset may depend on all of them. Its memory is used again for the next
// record.
type extractor struct {
	record *store.Record
	line   int // of the file, where the record's tree begins
	lead   sgfread.Lead
	wide   bool // values may be in UTF-16, which are ASCII with zero bytes

	walker   sgfread.Walker
	walking  sgfread.Options
	board    record.Builder
	branches sgfread.Branches
	at       int  // the node whose properties are read
	late     bool // there were properties after a variation
	stem     stem

	properties properties
	script     position.ScriptBuilder // of drafts
	checker    *sgfread.Checker
	replayer   position.Replayer
	keys       []position.Key
	runs       []uint64
	captures   position.CaptureLog

	kind     game.Game
	size     position.Size
	nodes    int
	info     []rawText
	foreign  []rawText // of a dialect, see sgfread.Translate
	said     []saidAt
	times    []saidAt         // as said, of time
	told     []store.Comment  // as in format.Draft
	clocks   []format.ClockAt // as in format.Draft
	clocked  []clock.Clock    // by the nodes of the main line
	comments []rawText
	problems []Problem
	codes    map[string]int // index in problems
	buffer   []byte

	// As in format.Draft, of which SGF has none.
	judged, noPositions bool

	inRuns bool // keys are kept as runs, see store.Game: whoever adds games needs no others

	usual bool // of games that are not of stones: what is set up is the usual start

	depth    int             // of open variations and their tree
	mayShare bool            // a variation has game-info
	sharing  sgfread.Sharing // which games share the record
	origin   *origin         // of a record that is a part of a tree, during an import

	verdicts verdicts // on values of all records

	// The memory of what is derived.
	texts    interner
	values   keeper[store.Value]
	scripts  keeper[uint16]
	keyed    keeper[position.Key]
	ran      keeper[uint64]
	captured keeper[uint32]
}

// The limits of what is derived from one record, beside those of package record,
// which otherwise could be many times larger than the record. The record itself is
// kept as it is.
const (
	maxInfo     = 1 << 16 // values
	maxComments = 1 << 18
)

// rawText is a value as it stands in the record.
type rawText struct {
	node  int
	ident string
	raw   []byte
	long  bool // Text, which keeps its line breaks, and not SimpleText
	plain bool // ASCII without escapes and, unless it is long, without breaks of lines: nothing to decode
	below bool // in a variation
}

func newExtractor() *extractor {
	x := &extractor{codes: map[string]int{}}
	x.checker = sgfread.NewChecker(x.problem)
	x.walking.Problem = x.problem
	x.checker.Game = record.GameOf
	x.checker.Twice = x.twice
	x.board.Report = x.fault
	return x
}

// extract derives the game of a record and returns the problems that it found. The caller knows
// the digest, and the line of the file in which the tree begins.
func (x *extractor) extract(g *store.Game, r *store.Record, digest store.Digest, line int) []Problem {
	return x.extractAs(FormatOf(r), g, r, digest, line)
}

// extractAs is extract for a record whose format is known.
func (x *extractor) extractAs(f *format.Format, g *store.Game, r *store.Record, digest store.Digest, line int) []Problem {
	x.reset(r, line)
	*g = store.Game{Record: *r, Digest: digest}
	x.judged, x.noPositions, x.usual = false, false, false
	if f.Derive != nil {
		x.draft(f, g)
	} else {
		x.tree(g)
	}
	if stones, ok := x.kind.(game.Stones); x.noPositions {
		// and no keys
	} else if ok {
		x.replay(stones, g)
		g.Captures = x.captured.keep(x.captures.Captures())
		if judge, ok := stones.(game.Judge); ok {
			x.outcome(g, x.endOf(g.Script, judge))
		}
		x.nameStones(g)
	} else {
		x.positions(g)
	}
	x.keepKeys(g)
	x.facts(g)
	x.estimates(g)
	x.account(g)
	x.keepProperties(f, g)
	g.Info = append(g.Info, store.Value{Ident: format.IdentCharset, Text: r.Charset.Name})
	x.mixed(g)
	g.Info = append(g.Info, store.Value{Ident: format.IdentFile, Text: r.Source.Path})
	x.stem.keep(g)
	if p, ok := PartOf(r); ok {
		g.Info = append(g.Info, store.Value{Ident: format.IdentPart, Text: p.value()})
	}
	if IsDoubtful(r.Charset) {
		g.Info = append(g.Info, store.Value{Ident: format.IdentCharset, Text: charsetDoubtful})
	}
	for _, p := range x.problems {
		g.Info = append(g.Info, store.Value{Ident: format.IdentProblem, Text: p.Code})
	}
	problems := x.problems
	x.record, x.problems = nil, nil
	return problems
}

// draft derives a game from a record in a format of its own.
func (x *extractor) draft(f *format.Format, g *store.Game) {
	d := format.Draft{
		Record: x.record, Line: x.line, Script: &x.script,
		Report: func(code string, line int, say func() error) { x.noteAt(code, line, say) },
	}
	f.Derive(&d)
	g.Script, g.Info, g.Comments = x.scripts.keep(x.script.Words()), d.Info, d.Comments
	x.kind, x.size, x.nodes = game.Of(d.Game), d.Size, d.Nodes
	x.judged, x.noPositions, x.told, x.clocks = d.Judged, d.NoPositions, d.Told, d.Clocks
}

// tree derives a game from a record in SGF.
func (x *extractor) tree(g *store.Game) {
	// Without Strict a walk has no errors.
	_ = x.walker.Walk(format.Game(x.record), x, &x.walking)
	if x.mayShare {
		x.sharing = sharing(x.record)
		switch {
		case x.sharing.TooLarge:
			x.undivided("the tree has too many branches or values of game-info to be divided into games")
		case x.sharing.Count > 1:
			x.undivided(fmt.Sprintf("%d games share the tree", x.sharing.Count))
		}
	}

	if x.late { // otherwise they are in the order of nodes
		byNode := func(a, b rawText) int { return a.node - b.node }
		slices.SortStableFunc(x.info, byNode)
		slices.SortStableFunc(x.comments, byNode)
	}
	g.Script = x.scripts.keep(x.board.Words())
	x.kind, x.size, x.nodes = x.board.Game(), x.board.Size(), x.board.Nodes()
	g.Info = x.values.room(len(x.info) + 3 + len(x.problems))
	for _, v := range x.info {
		g.Info = append(g.Info, store.Value{Ident: v.ident, Text: x.decode(v)})
	}
	if len(x.foreign) > 0 && x.kind.About().Number == 1 {
		x.translate(g)
	}
	for _, c := range x.comments {
		if text := x.decode(c); text != "" {
			g.Comments = append(g.Comments, store.Comment{Node: c.node, Ident: c.ident, Text: text})
		}
	}
}

// undivided notes that one record holds several games. It leaves out the players and
// results in variations, which together would describe a game that nobody played.
func (x *extractor) undivided(why string) {
	x.fault(format.SharedTree, -1, why+"; it is kept as one record, without the game-info in its variations")
	x.info = slices.DeleteFunc(x.info, func(v rawText) bool { return v.below })
	x.stem = stem{}
}

// translate adds the facts that a root states in a dialect.
func (x *extractor) translate(g *store.Game) {
	texts := make([]sgfread.RootText, 0, len(x.foreign))
	for _, v := range x.foreign {
		texts = append(texts, sgfread.RootText{Name: v.ident, Text: x.decode(v)})
	}
	at := func(ident string) int {
		return slices.IndexFunc(g.Info, func(v store.Value) bool { return v.Ident == ident })
	}
	for _, fact := range sgfread.Translate(texts, func(name string) (string, bool) {
		i := at(name)
		if i < 0 {
			return "", false
		}
		return g.Info[i].Text, true
	}) {
		if i := at(fact.Name); i >= 0 {
			g.Info[i].Text = fact.Text
		} else {
			g.Info = append(g.Info, store.Value{Ident: fact.Name, Text: fact.Text})
		}
	}
}

func (x *extractor) reset(r *store.Record, line int) {
	x.record, x.line = r, line
	x.lead, x.wide = format.Lead(r), charset.IsWide(format.Encoding(r))
	x.walking.Lead = x.lead
	x.board.Reset(len(format.Game(r)))
	x.script.Reset()
	x.info, x.foreign, x.comments, x.said, x.times = x.info[:0], x.foreign[:0], x.comments[:0], x.said[:0], x.times[:0]
	x.told, x.clocks, x.late = nil, nil, false
	x.stem = stem{}
	x.depth, x.mayShare, x.sharing = 0, false, sgfread.Sharing{}
	x.problems, x.keys = nil, x.keys[:0]
	x.properties.reset()
	clear(x.codes)
}

// Open implements sgfread.Handler.
func (x *extractor) Open(offset int64) {
	x.branches.Open(x.board.Nodes() - 1)
	x.depth++
	x.checker.Open(offset)
	x.board.Open()
}

// Close implements sgfread.Handler.
func (x *extractor) Close(offset int64) {
	x.branches.Close()
	x.depth--
	x.stem.over = true
	x.checker.Close(offset)
	x.board.Close()
}

// Moves implements sgfread.MoveHandler.
func (x *extractor) Moves(run sgfread.Run) {
	x.checker.Moves(run)
	x.board.Moves(run)
	x.stem.play(run.Len())
}

// Node implements sgfread.Handler.
func (x *extractor) Node(n *sgfread.Node) {
	x.checker.Node(n)
	x.board.Begin(n)
	x.at = x.board.Nodes() - 1
	played := 0
	for p := range n.Properties() {
		x.property(p)
		if !x.board.Property(p) {
			x.text(p)
		} else if sgfread.Played(p.Ident()) {
			played = 1
		}
	}
	x.stem.play(played)
}

// Late implements sgfread.LateHandler.
func (x *extractor) Late(n *sgfread.Node) {
	x.checker.Late(n)
	x.at, x.late = x.branches.Node(), true
	for p := range n.Properties() {
		if !sgfread.Played(p.Ident()) {
			x.property(p)
			x.text(p)
		}
	}
}

// text keeps the values of a property that are texts or say something about the game.
func (x *extractor) text(p sgfread.Property) {
	node := x.at
	if x.board.Nodes() == 1 && sgfread.OfDialect(p.Ident()) {
		x.foreign = x.keep(x.foreign, maxInfo, p, p.Ident().String(), false)
	}
	switch id := p.Ident(); id {
	case sgfread.IdentC, sgfread.IdentN:
		x.comments = x.keep(x.comments, maxComments, p, id.String(), id == sgfread.IdentC)
	case sgfread.IdentBL, sgfread.IdentWL, sgfread.IdentOB, sgfread.IdentOW:
		x.timed(p)
	case sgfread.IdentFG:
		if name, ok := sgfread.FigureName(p.Value(0), x.lead); ok {
			x.comments = x.keepText(x.comments, maxComments, p, id.String(), false, name)
		}
	case identKT, identLZ, identCC, sgfread.IdentV, sgfread.IdentEL, sgfread.IdentOther:
		x.estimated(p)
		if id == sgfread.IdentOther {
			x.timed(p)
		}
		fallthrough // in a root, they are kept as texts as well
	default:
		t := sgfread.TypeOf(id)
		if t.Class == sgfread.ClassGameInfo {
			x.mayShare = x.mayShare || x.depth > 1
			x.stem.info(id)
		}
		unknownInRoot := t.Name == "" && node == 0
		if t.Class == sgfread.ClassGameInfo || t.Class == sgfread.ClassRoot || unknownInRoot {
			name := t.Name
			if name == "" {
				name = string(p.AppendName(nil))
			}
			x.info = x.keep(x.info, maxInfo, p, name, t.Kind == sgfread.KindText)
		}
	}
}

// keep notes the values of a property that are not empty.
func (x *extractor) keep(texts []rawText, most int, p sgfread.Property, ident string, long bool) []rawText {
	for raw := range p.Values() {
		if len(raw) == 0 {
			continue
		}
		before := len(texts)
		if texts = x.keepText(texts, most, p, ident, long, raw); len(texts) == before {
			break
		}
	}
	return texts
}

// keepText notes one text of a property, unless there are too many.
func (x *extractor) keepText(texts []rawText, most int, p sgfread.Property, ident string, long bool, raw []byte) []rawText {
	if len(texts) == most {
		x.fault(format.TooMuch, p.Offset(), "there are more texts than can be indexed; the others are only in the record")
		return texts
	}
	plain := p.Flags()&(sgfread.Escaped|sgfread.NonASCII) == 0 && !x.wide && (long || !bytes.ContainsAny(raw, "\n\r\t\v\f"))
	return append(texts, rawText{node: x.at, ident: ident, raw: raw, long: long, plain: plain, below: x.depth > 1})
}

// replay executes the script of a game whose stones stay, notes what is wrong with
// its moves and the canonical keys of its positions, in the order of the nodes that
// make them.
func (x *extractor) replay(stones game.Stones, g *store.Game) {
	keys := x.keys[:0]
	judge, _ := stones.(game.Judge)
	if ruled, ok := stones.(game.Ruled); ok {
		judge = ruled.Under(x.start(g.Info).Info("RU"))
	}
	x.replayer.Rules = stones.Rules()
	if judge == nil {
		if keys, plain := x.replayer.PlainKeys(keys, x.size, g.Script, &x.captures); plain {
			x.keys = keys
			return
		}
	}
	x.replayer.Start(x.size, g.Script)
	x.captures.Start(g.Script)
	for event := x.replayer.Next(); event != position.End; event = x.replayer.Next() {
		if event != position.AtNode {
			continue
		}
		step := x.replayer.Step()
		x.captures.See(step)
		if len(step.Changes) > 0 || step.Node == 0 {
			keys = append(keys, x.replayer.Board().IndexKey())
		}
		if step.Fault != 0 {
			x.illegal(step.MoveNumber, step.Move, step.Fault.String())
		} else if judge != nil {
			if fault := judge.Judge(x.replayer.Board(), step); fault != "" {
				x.illegal(step.MoveNumber, step.Move, fault)
			}
		}
	}
	x.keys = keys
}

// keepKeys gives the game the keys that were noted, or their runs.
func (x *extractor) keepKeys(g *store.Game) {
	if !x.inRuns {
		g.Keys = x.keyed.keep(x.keys)
		return
	}
	x.runs = store.RunsOf(x.runs, x.keys)
	g.Runs = x.ran.keep(x.runs)
}

// decode returns a value in UTF-8.
func (x *extractor) decode(v rawText) string {
	if v.plain && !v.long {
		return x.texts.text(v.raw)
	}
	if v.long {
		x.buffer = sgfread.AppendText(x.buffer[:0], v.raw, x.lead)
	} else {
		x.buffer = sgfread.AppendSimpleText(x.buffer[:0], v.raw, x.lead)
	}
	n := len(x.buffer)
	x.buffer = charset.Decode(x.buffer, x.buffer[:n:n], format.Encoding(x.record))
	return x.texts.text(x.buffer[n:])
}
