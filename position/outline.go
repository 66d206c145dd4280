package position

import (
	"cmp"
	"slices"
)

// An Outline records where the long variations of a packed script end. A later reading skips
// those that do not matter. Reading all codes of a tree of 62,749 nodes takes longer than everything
// else in a question for a pattern, and an open archive answers many questions.
//
// It takes an eighth of the script at most, does not change, and may be used by several
// goroutines at once.
type Outline struct {
	read     int            // so many bits of the codes
	mainLine int            // nodes of the main line, at most
	ends     []variationEnd // of variations that end there, in the order in which they begin
}

// A variationEnd is where a variation ends, with what is to be known to read on there.
type variationEnd struct {
	from, to uint32 // bits, behind the codes that open and close it
	nodes    uint32 // of the script up to there
	turn     uint16 // of the move that comes next, as in scriptCode
}

const (
	outlineCodes = 128 // what makes a variation long
	outlineBytes = 128 // of a script, for each variation of its outline
)

// An outlineReader uses an outline while a script is read, and notes what becomes known.
type outlineReader struct {
	known *Outline // nil if nothing is
	next  int      // of its ends
	most  int      // that an outline may have
	read  int      // as in the outline, of the latest variation that ended
	ends  []variationEnd
}

// endOf returns the end of a variation that begins at a bit, nil if it is not known.
func (o *outlineReader) endOf(at int) *variationEnd {
	if o.known == nil {
		return nil
	}
	ends := o.known.ends
	for o.next < len(ends) && int(ends[o.next].from) < at {
		o.next++
	}
	if o.next == len(ends) || int(ends[o.next].from) != at {
		return nil
	}
	return &ends[o.next]
}

// ended notes the end of a variation at a bit.
func (o *outlineReader) ended(v *nesting, at, nodes int, turn uint16) {
	known := 0
	if o.known != nil {
		if at <= o.known.read {
			return
		}
		known = len(o.known.ends)
	}
	o.read = at
	if at-v.at >= 9*outlineCodes && known+len(o.ends) < o.most && uint64(at) < 1<<32 {
		o.ends = append(o.ends, variationEnd{uint32(v.at), uint32(at), uint32(nodes), turn})
	}
}

// now returns the current outline of a script with a maximal number of nodes on its main line.
func (o *outlineReader) now(mainLine int) *Outline {
	if len(o.ends) == 0 {
		return o.known
	}
	more := &Outline{read: o.read, mainLine: mainLine, ends: o.ends}
	if o.known != nil {
		more.ends = append(more.ends, o.known.ends...)
	}
	slices.SortFunc(more.ends, func(a, b variationEnd) int { return cmp.Compare(a.from, b.from) })
	return more
}
