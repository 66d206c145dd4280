package notation

import "slices"

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
// What the converter writes has no OUTPUT statement, and none is needed here.
func Read(text []byte, o *ReadOptions) []*Record {
	if o == nil {
		o = &ReadOptions{}
	}
	b := newBuilder()
	Walk(text, b, &WalkOptions{Report: o.Report})
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
}

func newBuilder() *builder { return &builder{remarks: remarks{}} }

// branch is where a builder adds nodes.
type branch struct {
	record    *Record
	node      *Node
	variation bool // the next move is not the main line
}

var _ Handler = (*builder)(nil)

func (b *builder) OnGame(s Start) {
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
}

func (b *builder) OnMove(m Played) {
	n := &Node{Move: m.Move, Marks: m.Marks}
	if b.variation {
		b.node.Children = append(b.node.Children, n)
	} else {
		b.node.Children = slices.Insert(b.node.Children, 0, n)
	}
	b.node, b.variation = n, false
}

func (b *builder) OnEnding(e Ending) { b.node.Ending = e }

func (b *builder) OnComment(line string) {
	if b.record == nil {
		b.early = append(b.early, line)
		return
	}
	b.remarks.add(b.node, line)
}

func (b *builder) OnMemorize() {
	b.stack = append(b.stack, b.branch)
	b.variation = true
}

func (b *builder) OnRecall() {
	b.branch = b.stack[len(b.stack)-1]
	b.variation = true
}

func (b *builder) OnResume() {
	b.branch = b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
}
