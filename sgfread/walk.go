package sgfread

import (
	"bytes"
	"io"
)

// Walk reads all trees in text and delivers their events. The error is nil
// unless Options.Strict finds a problem; then it is that Problem.
//
// Nothing of the text is copied; what the handler receives are parts of it.
func Walk(text []byte, h Handler, o *Options) error {
	return new(Walker).Walk(text, h, o)
}

// WalkReader is Walk for what r delivers, in memory that does not grow beyond
// the longest node. The error is that of the reader, or that of Walk.
func WalkReader(r io.Reader, h Handler, o *Options) error {
	return new(Walker).WalkReader(r, h, o)
}

// A Walker walks one input after the other and keeps the memory it needs for
// that, so that in the steady state it allocates nothing. Its zero value is
// ready to use. It must not be used from within its own handler.
type Walker struct {
	e      engine
	window []byte
}

// Walk is like the function Walk.
func (w *Walker) Walk(text []byte, h Handler, o *Options) error {
	w.e.begin(h, o)
	w.e.buf, w.e.final = text, true
	w.e.run()
	w.e.buf = nil
	return w.e.err
}

// WalkReader is like the function WalkReader.
func (w *Walker) WalkReader(r io.Reader, h Handler, o *Options) error {
	e := &w.e
	e.begin(h, o)
	e.buf = w.window[:0]
	in := window{r: r}
	for e.run() == needMore {
		if len(e.buf)-e.pos > e.MaxTree {
			e.cut(len(e.buf))
			continue
		}
		in.fill(e, max(0, e.pos-1)) // beginsGame looks one byte back
	}
	w.window, e.buf = e.buf[:0], nil
	if e.err != nil {
		return e.err
	}
	return in.err
}

// cut reads the node at pos, which is longer than the limit, as far as it is
// before end.
func (e *engine) cut(end int) {
	buf, final := e.buf, e.final
	e.buf, e.final = buf[:end], true
	switch i := e.pos; {
	case e.depth == 0:
		e.outerJunk(i)
		e.pos = end
	case e.inValue:
		e.pos = e.skipValue(i)
	default:
		e.report(ValueTooLong, i, "")
		late := e.state == afterChild && classes[e.buf[i]] != semicolon
		if e.state != afterNode && !late {
			e.beginNode(i)
		}
		e.pos = max(e.readNode(i), i+1)
		e.pending, e.untold = e.pending[:0], 0
		if n := len(e.node.props); n > 0 && e.pos == end {
			e.inValue = e.node.props[n-1].flags&Truncated != 0
		}
		at := e.pos
		if late {
			e.emitLate(at)
		} else {
			e.emit(at)
		}
		// The character after the final escape is still to come.
		if e.inValue && (len(buf[i:end])-len(bytes.TrimRight(buf[i:end], "\\")))%2 == 1 {
			at--
		}
		e.pos = at
	}
	e.buf, e.final = buf, final
}

// window fills the engine's buffer from a reader.
type window struct {
	r   io.Reader
	err error
}

// The smallest window: enough for most nodes, and to make reads few.
const minWindow = 64 << 10

// fill forgets what is before keep, which is at most e.pos, and reads more: at
// least as much as has been left unread, so that the node which did not fit is
// not begun too often, however little the reader gives at a time.
func (w *window) fill(e *engine, keep int) {
	if keep > 0 {
		n := copy(e.buf, e.buf[keep:])
		e.buf = e.buf[:n]
		e.base += int64(keep)
		e.pos -= keep
		e.treePos -= keep
		e.junkEnd -= keep
	}
	for want, empty := len(e.buf)+max(1, len(e.buf)-e.pos), 0; len(e.buf) < want; empty++ {
		if len(e.buf) == cap(e.buf) {
			bigger := make([]byte, len(e.buf), max(minWindow, 2*cap(e.buf)))
			copy(bigger, e.buf)
			e.buf = bigger
		}
		n, err := w.r.Read(e.buf[len(e.buf):cap(e.buf)])
		e.buf = e.buf[:len(e.buf)+n]
		if n > 0 {
			empty = -1
		}
		if err == nil && empty == maxEmptyReads {
			err = io.ErrNoProgress
		}
		if err != nil {
			e.final = true
			if err != io.EOF {
				w.err = err
			}
			return
		}
	}
}

// maxEmptyReads is how often in turn a reader may give nothing, not even an error.
const maxEmptyReads = 100
