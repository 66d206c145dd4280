package sgfread

import "io"

// A Record is one game tree of a collection and the text before it. The
// texts and trees of all records, one after the other, are the whole input.
type Record struct {
	Lead   []byte // what stands between the previous tree and this one
	Tree   []byte // the tree; nil for text that no tree follows
	Offset int64  // of Tree in the input, or of Lead if there is no tree
	Line   int    // of Offset, from 1
	Cut    bool   // Tree was longer than Options.MaxTree; its rest is in the Lead of the next records
}

// A Scanner splits a collection into records, one for each tree. It finds
// the trees exactly as Walk does, lost parentheses included, but does not read inside them. It
// reports the problems of the text between the trees; a walk reports those of a tree.
type Scanner struct {
	e      engine
	w      window
	rec    Record
	from   int  // where the current record begins in e.buf
	line   int  // of from
	inTree bool // a tree that was cut goes on
	done   bool
}

// NewScanner returns a scanner of what r delivers. Its memory does not grow
// beyond a few times the longest record, which Options.MaxTree limits.
func NewScanner(r io.Reader, o *Options) *Scanner {
	s := new(Scanner)
	s.Reset(r, o)
	return s
}

// Reset makes the scanner one of what r delivers, and keeps its memory if that
// is not large. So one scanner can read many small files.
func (s *Scanner) Reset(r io.Reader, o *Options) {
	var window []byte
	if s.w.r != nil && cap(s.e.buf) <= maxKept { // not the text of ScanBytes
		window = s.e.buf[:0]
	}
	s.begin(o)
	s.e.buf = window
	s.w.r = r
}

// maxKept is the largest window that a scanner takes to its next input.
const maxKept = 1 << 20

// ScanBytes returns a scanner of a text in memory, of which the records are
// parts.
func ScanBytes(text []byte, o *Options) *Scanner {
	s := new(Scanner)
	s.begin(o)
	s.e.buf, s.e.final = text, true
	return s
}

// begin prepares the scanner for an input.
func (s *Scanner) begin(o *Options) {
	s.e.begin(nil, o)
	s.e.byTree = true
	s.w, s.rec, s.from, s.line, s.inTree, s.done = window{}, Record{}, 0, 1, false, false
}

// Scan goes to the next record. It returns false at the end of the input, or
// after a failure, which Err then tells. At the end there may be a record of
// mere text, without a tree; text longer than Options.MaxTree comes as several.
func (s *Scanner) Scan() bool {
	e := &s.e
	s.line += lineBreaks(s.rec.Lead) + lineBreaks(s.rec.Tree)
	s.rec = Record{}
	s.from = e.pos
	e.treePos = -1
	for !s.done {
		switch e.run() {
		case treeEnd:
			s.set(e.treePos, e.pos)
			return true
		case inputEnd:
			s.done = true
			if e.treePos >= 0 && e.treePos < e.pos {
				s.set(e.treePos, e.pos)
				return true
			}
			if s.from < len(e.buf) {
				e.pos = len(e.buf)
				s.set(-1, e.pos)
				return true
			}
		case needMore:
			// Text before a tree does not count against the tree.
			if begin := max(s.from, e.treePos); e.pos-begin > e.MaxTree || len(e.buf)-begin > 2*e.MaxTree {
				return s.cut(begin)
			}
			keep := s.from
			s.from = 0
			s.w.fill(e, keep)
		}
	}
	return false
}

// set makes the bytes up to end the current record.
func (s *Scanner) set(tree, end int) {
	e := &s.e
	s.rec = Record{Lead: e.buf[s.from:end:end], Offset: e.base + int64(s.from), Line: s.line}
	if tree >= 0 && !s.inTree {
		s.rec.Lead = e.buf[s.from:tree:tree]
		s.rec.Tree = e.buf[tree:end:end]
		s.rec.Offset = e.base + int64(tree)
		s.rec.Line += lineBreaks(s.rec.Lead)
	}
	s.inTree = false
}

// cut ends a record whose tree, or text, begins at begin and is longer than
// the limit.
func (s *Scanner) cut(begin int) bool {
	e := &s.e
	switch limit := begin + e.MaxTree; {
	case e.depth > 0 && e.pos < limit:
		e.cut(limit) // a single node reaches beyond the limit
	case e.pos == s.from:
		e.cut(len(e.buf)) // a word of text does
	}
	goesOn := e.depth > 0
	inTree := s.inTree
	s.set(e.treePos, e.pos)
	if goesOn && !inTree {
		s.rec.Cut = true
		if e.Problem != nil {
			e.Problem(Problem{TreeTooLong, s.rec.Offset, ""})
		}
	}
	s.inTree = goesOn
	return true
}

// Record returns the current record. Its bytes are valid until the next Scan.
func (s *Scanner) Record() Record { return s.rec }

// Line returns the line, from 1, in which the next record begins, or, once Scan has
// returned false at the end of the input, in which the input ends.
func (s *Scanner) Line() int { return s.line + lineBreaks(s.rec.Lead) + lineBreaks(s.rec.Tree) }

// Err returns the error of the reader, or the problem that ended a strict
// scan, or nil.
func (s *Scanner) Err() error {
	if s.w.err != nil {
		return s.w.err
	}
	return s.e.err
}
