package sgfread

// Nearly all nodes of nearly all records are plain moves. This file reads them, many at a time;
// everything else goes back to the engine.

// readPlain delivers the nodes from i on that are nothing but a short move,
// and returns their length.
func (e *engine) readPlain(i int) int {
	buf := e.buf
	if e.moves != nil || e.h == nil {
		if i+8 > len(buf) {
			return 0
		}
		if w := load(buf[i:]); badStone(w) != 0 || !endsNode[byte(w>>48)] && classes[byte(w>>48)] != space {
			return 0
		}
		if n := e.readRuns(i); n > 0 {
			return n
		}
	}
	first := i
moves:
	for ; i+8 <= len(buf); i += MoveLen {
		w := load(buf[i:])
		if badStone(w) != 0 || i > first && e.moves != nil && badMove(w) == 0 {
			break // or a run begins
		}
		gap := 0
		if c := byte(w >> 48); !endsNode[c] {
			if classes[c] != space {
				break
			}
			switch c := byte(w >> 56); {
			case endsNode[c]:
				gap = 1
			case c == '\n' && i+8 < len(buf) && endsNode[buf[i+8]]:
				gap = 2
			default:
				break moves
			}
		}
		if e.h == nil {
			i += gap
			continue
		}
		n := &e.node
		if !e.plain {
			e.plain = true
			n.props = append(n.props[:0], prop{name: span{1, 2}, count: 1})
			n.values = append(n.values[:0], span{3, 5})
		}
		n.props[0].ident = Ident(byte(w >> 8))
		n.Offset = e.base + int64(i)
		n.Text = buf[i : i+MoveLen : i+MoveLen]
		e.h.Node(n)
		i += gap
		if n.ctl != goOn {
			i += MoveLen
			e.obey(i)
			break
		}
	}
	return i - first
}

// readRuns delivers runs of plain moves, or passes them if nobody listens.
func (e *engine) readRuns(i int) int {
	buf := e.buf
	first := i
	for {
		j, stride := e.linesFrom(i), MoveLen
		if j > i {
			stride += lineBreak(load(buf[i:]))
		} else {
			j = e.movesFrom(i)
		}
		// The bytes after the last one may belong to its node, such as a comment.
		gap := 0
		switch {
		case j == i:
			return i - first
		case j == len(buf) && e.final || j < len(buf) && endsNode[buf[j]]:
		case j+1 < len(buf) && classes[buf[j]] == space && endsNode[buf[j+1]]:
			gap = 1
		default:
			if j -= stride; j == i {
				return i - first
			}
		}
		if e.moves != nil {
			end := j - stride + MoveLen
			e.moves.Moves(Run{buf[i:end:end], stride, e.base + int64(i)})
		}
		if i = j + gap; i >= len(buf) || buf[i] != ';' {
			return i - first
		}
	}
}

// movesFrom returns the end of the plain moves that begin at i and follow each
// other at once.
func (e *engine) movesFrom(i int) int {
	buf := e.buf
	for i+8 <= len(buf) {
		w := load(buf[i:])
		if badMove(w) != 0 {
			break
		}
		i += MoveLen
		if byte(w>>48) != ';' {
			break
		}
		for i+24 <= len(buf) {
			q := buf[i : i+24]
			if badMoves(load(q), load(q[8:]), load(q[16:])) != 0 {
				break
			}
			i += 24
		}
	}
	return i
}

// linesFrom returns the end of the plain moves that begin at i with a line break
// behind each, always the same one. It returns i if there is none.
func (e *engine) linesFrom(i int) int {
	buf := e.buf
	if i+8 > len(buf) {
		return i
	}
	first := load(buf[i:])
	var mask uint64
	n := lineBreak(first)
	switch n {
	case 0:
		return i
	case 1:
		mask = 0xFF << 48
	case 2:
		mask = 0xFFFF << 48
	}
	for i+8 <= len(buf) {
		w := load(buf[i:])
		if badMove(w)|(w^first)&mask != 0 {
			break
		}
		i += MoveLen + n
	}
	return i
}

// lineBreak returns the length of the line break behind a plain move.
func lineBreak(w uint64) int {
	switch {
	case byte(w>>48) == '\n':
		return 1
	case uint16(w>>48) == '\n'<<8|'\r':
		return 2
	}
	return 0
}
