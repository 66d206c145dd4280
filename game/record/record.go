package record

import (
	"cmp"
	"errors"
	"iter"
	"slices"

	"kifudb/game"
	"kifudb/position"
	"kifudb/sgfread"
)

// A Record is the game of a tree in SGF.
type Record struct {
	Game   game.Game
	Size   position.Size
	Script position.Script // setup, moves and variations, node by node as in the tree
	Nodes  int

	// Start are the values that say how the game starts, of the identifiers that
	// game.About names, as text. Most records have none.
	Start map[string]string
	// Problems are those of the text, by their places, and what could not be put on
	// the board. Moves against the rules are in the script, and told by the steps.
	Problems []Problem
}

// Read returns the records of a text in SGF, one for each of its trees. The options
// control the reading and may be nil. It calls their Problem for every problem, including
// those outside of trees. It does not read the text of comments and names, so
// any charset works if the options name its Lead.
//
// The error is nil unless o.Strict is set: then it is the sgfread.Problem that
// ended the reading, with the records before it.
func Read(text []byte, o *sgfread.Options) ([]*Record, error) {
	var r reader
	err := sgfread.Walk(text, r.handler(o, len(text)), r.options(o))
	return r.records, err
}

// Of returns the record of a tree, which may have been changed or made by hand. The
// nodes of its script are in the order of Tree.All, and offsets are those of the bytes
// that sgfread.Format writes. Its problems do not include faults that were mended when the tree
// was read.
func Of(t *sgfread.Tree) *Record {
	var r reader
	_ = t.Walk(r.handler(nil, len(t.Raw())), r.options(nil)) // lenient reading has no errors
	return r.records[0]
}

// Steps replays the record and yields a step for each node. The step and its
// positions are valid until the next one.
//
// The error wraps game.ErrNoRules if nobody knows the rules of the game; otherwise it
// says what is not understood of its start.
func (r *Record) Steps() (iter.Seq[*game.Step], error) {
	rules, ok := r.Game.(game.Replayer)
	if !ok {
		return nil, game.HasRules(r.Game)
	}
	start, err := rules.Start(game.Record{Size: r.Size, Info: func(ident string) string { return r.Start[ident] }})
	if err != nil {
		return nil, err
	}
	return rules.Replay(start, r.Script), nil
}

// End returns the position at the end of the main line. Its errors are those of
// Steps.
func (r *Record) End() (game.Position, error) {
	steps, err := r.Steps()
	if err != nil {
		return nil, err
	}
	nodes := 0 // of the main line, which comes first in the script
	for step := range steps {
		if !step.MainLine {
			break
		}
		nodes++
	}
	for step := range steps {
		if nodes--; nodes == 0 {
			return step.Position.Clone(), nil
		}
	}
	return nil, errors.New("the script has no nodes") // of a Record that Read has not made
}

// reader makes records while a text is walked.
type reader struct {
	builder Builder
	checker *sgfread.Checker
	lead    sgfread.Lead
	tell    func(sgfread.Problem)
	bytes   int
	depth   int
	record  *Record // that is read; nil between trees
	records []*Record
}

func (r *reader) handler(o *sgfread.Options, bytes int) sgfread.MoveHandler {
	r.bytes = bytes
	if o != nil {
		r.lead, r.tell = o.Lead, o.Problem
	}
	r.checker = sgfread.NewChecker(r.problem)
	r.checker.Game = GameOf
	r.builder.Report = func(code string, offset int64, words string) {
		r.record.Problems = append(r.record.Problems, Problem{code, offset, errors.New(code + ": " + words)})
	}
	return r
}

func (r *reader) options(o *sgfread.Options) *sgfread.Options {
	var with sgfread.Options
	if o != nil {
		with = *o
	}
	with.Problem = r.problem
	return &with
}

func (r *reader) problem(p sgfread.Problem) {
	if r.record != nil {
		r.record.Problems = append(r.record.Problems, Problem{p.Code.String(), p.Offset, p})
	}
	if r.tell != nil {
		r.tell(p)
	}
}

func (r *reader) Open(offset int64) {
	if r.depth++; r.depth == 1 {
		r.record = &Record{}
		r.builder.Reset(r.bytes)
	}
	r.checker.Open(offset)
	r.builder.Open()
}

func (r *reader) Moves(run sgfread.Run) {
	r.checker.Moves(run)
	r.builder.Moves(run)
}

func (r *reader) Node(n *sgfread.Node) {
	r.checker.Node(n)
	r.builder.Begin(n)
	for p := range n.Properties() {
		if !r.builder.Property(p) {
			r.info(p)
		}
	}
}

// Late implements sgfread.LateHandler.
func (r *reader) Late(n *sgfread.Node) {
	r.checker.Late(n)
	for p := range n.Properties() {
		if !sgfread.Played(p.Ident()) {
			r.info(p)
		}
	}
}

// info notes a property that says how the game starts.
func (r *reader) info(p sgfread.Property) {
	if wanted := r.builder.Game().About().Start; len(wanted) > 0 {
		if name := string(p.AppendName(nil)); slices.Contains(wanted, name) {
			r.start(name, p.Value(0))
		}
	}
}

// start notes a value of the start, the one nearest to the root.
func (r *reader) start(ident string, raw []byte) {
	if _, ok := r.record.Start[ident]; ok {
		return
	}
	if r.record.Start == nil {
		r.record.Start = map[string]string{}
	}
	r.record.Start[ident] = string(sgfread.AppendSimpleText(nil, raw, r.lead))
}

func (r *reader) Close(offset int64) {
	r.checker.Close(offset)
	r.builder.Close()
	if r.depth--; r.depth > 0 {
		return
	}
	b, done := &r.builder, r.record
	done.Game, done.Size, done.Nodes, done.Script = b.Game(), b.Size(), b.Nodes(), b.Script()
	slices.SortStableFunc(done.Problems, func(p, q Problem) int { return cmp.Compare(p.Offset, q.Offset) })
	r.records, r.record = append(r.records, done), nil
}
