package sgfread

// Options say how to read. The zero value, like a nil *Options, is lenient and
// reports nothing.
type Options struct {
	// Lead names the family of two-byte charsets in which a second byte may
	// look like a backslash or a closing bracket.
	Lead Lead

	// Problem, if not nil, is called for every deviation, in the order of their
	// offsets within a tree.
	Problem func(Problem)

	// Strict ends the reading with the first problem that is more than a Note,
	// as its error. The events delivered until then are balanced.
	Strict bool

	// MaxTree is the largest number of bytes that one record of a Scanner, or
	// one node of a WalkReader, may have. A longer one is cut there, with a
	// problem, and its rest is skipped. 0 is DefaultMaxTree. It
	// does not limit bytes that are in memory anyway (Walk, ScanBytes).
	MaxTree int

	// MaxDepth is the deepest nesting of variations that is read. Deeper ones
	// are passed over with a problem. 0 is DefaultMaxDepth.
	MaxDepth int

	// Offset is added to the offsets of all events and problems: the place in
	// the file of the bytes that are read.
	Offset int64
}

// These limits bound the memory of one node, because an item of three bytes takes ten times its
// size. The largest real nodes, boards full of labels, have some hundred values.
const (
	MaxValues    = 1 << 18 // of a node; others are passed over, with a problem
	maxNodeFinds = 1 << 12 // problems of a node's structure; the others are counted
)

// The limits that hold when Options say nothing.
const (
	DefaultMaxTree  = 256 << 20 // bytes
	DefaultMaxDepth = 1 << 18   // levels; a replay takes some 200 bytes for each
)

func (o *Options) orDefaults() Options {
	var p Options
	if o != nil {
		p = *o
	}
	if p.MaxTree <= 0 {
		p.MaxTree = DefaultMaxTree
	}
	if p.MaxDepth <= 0 {
		p.MaxDepth = DefaultMaxDepth
	}
	return p
}
