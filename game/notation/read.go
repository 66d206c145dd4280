package notation

import (
	"slices"
	"strings"

	"kifudb/position/shogi"
)

// ReadOptions are the options of the readers of records; nil means the zero
// value.
type ReadOptions struct {
	// Report is called for each problem, in the text's order.
	Report func(Problem)
}

// Read reads a text of the converter of 1996 as records, one for each GAME. The
// line of play that follows RESUME is the main line, the memorized ones its
// variations; if nothing follows, the first of them is. Words belong to the
// move before them. After an error a record holds what was read before.
//
// Words that stand directly behind GAME, and are facts only as [Write] puts them
// there, become the record's Info.
//
// What the converter writes has no OUTPUT statement, and none is needed here. A
// move against the rules whose text says where the piece comes from is made, with
// a warning; the converter refuses it.
func Read(text []byte, o *ReadOptions) []*Record {
	if o == nil {
		o = &ReadOptions{}
	}
	b := newBuilder()
	Walk(text, b, &WalkOptions{Report: o.Report})
	b.endHeader()
	b.remarks.settle()
	return b.records
}

// builder is the Handler that builds records.
type builder struct {
	records []*Record
	branch
	stack   []branch
	remarks remarks
	early   []string // words before the first game

	atHeader bool     // nothing but words came after GAME
	header   []string // these words
}

func newBuilder() *builder { return &builder{remarks: remarks{}} }

// branch is where a builder adds nodes.
type branch struct {
	record    *Record
	node      *Node
	variation bool // the next move is not the main line
}

var _ LayoutHandler = (*builder)(nil)

func (b *builder) OnGame(s Start) {
	b.endHeader()
	r := NewRecord(s)
	if n := len(b.stack); n > 0 {
		r.Outer, r.At = b.stack[n-1].record, b.stack[n-1].node
	}
	b.records = append(b.records, r)
	b.branch = branch{record: r, node: r.Root}
	for _, line := range b.early {
		b.OnComment(line)
	}
	b.early = nil
	b.atHeader = true
}

// endHeader takes the words behind GAME as facts, if they are, else as words.
func (b *builder) endHeader() {
	lines := b.header
	b.atHeader, b.header = false, nil
	fields, ok := readHeader(lines)
	if !ok {
		for _, line := range lines {
			b.OnComment(line)
		}
		return
	}
	if len(lines) > 0 {
		b.record.Info = fields.Fields()
	}
}

func (b *builder) OnMove(m Played) {
	b.endHeader()
	n := &Node{Move: m.Move, Marks: m.Marks}
	if b.variation {
		b.node.Children = append(b.node.Children, n)
	} else {
		b.node.Children = slices.Insert(b.node.Children, 0, n)
	}
	b.node, b.variation = n, false
}

func (b *builder) OnEnding(e Ending) {
	b.endHeader()
	switch n := b.node; {
	case b.variation: // which has no move
		n.Children = append(n.Children, &Node{Ending: e})
	case len(n.Children) > 0: // all that came before are variations
		n.Children = slices.Insert(n.Children, 0, &Node{Ending: e})
	default:
		n.Ending = e
	}
}

func (b *builder) OnInput(Format)            { b.endHeader() }
func (b *builder) OnOutput(Format)           {}
func (b *builder) OnMode(Mode)               {}
func (b *builder) OnDiagram(*shogi.Position) {}

func (b *builder) OnComment(line string) {
	switch {
	case b.record == nil:
		b.early = append(b.early, line)
		return
	case b.atHeader:
		b.header = append(b.header, line)
		return
	}
	if strings.HasPrefix(line, " ") && looksLikeCommand(line) {
		line = line[1:]
	}
	b.remarks.add(b.node, line)
}

func (b *builder) OnMemorize() {
	b.endHeader()
	b.stack = append(b.stack, b.branch)
	b.variation = true
}

func (b *builder) OnRecall() {
	b.endHeader()
	b.branch = b.stack[len(b.stack)-1]
	b.variation = true
}

func (b *builder) OnResume() {
	b.endHeader()
	b.branch = b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
}
