package position

import "slices"

// PlainKeys executes the script of a plain game, see [Captures], and appends what an index of
// positions is made of: the keys of the root and of each node that changes the board, as
// IndexKey returns them. The log then has its captures. It does the same as Next for each
// node, without telling what each has done, which takes as long as the moves themselves. If
// the game is not plain, or a move is not as it should be, nothing is appended.
func (r *Replayer) PlainKeys(keys []Key, size Size, s Script, l *CaptureLog) (_ []Key, plain bool) {
	l.Start(s)
	if !l.plain {
		return keys, false
	}
	before := len(keys)
	r.Start(size, s)
	b := r.board
	b.keepKeys()
	b.indexed = true
	at := 0
	for !startsNode(s[at]) {
		at++
	}
	if s[at] == wordNode { // the root has setup or nothing
		l.list[0]++
		for at++; at < len(s) && extendsNode(s[at]); at++ {
			color, p := Black, Point(s[at]&wordData)
			switch s[at] & wordKind {
			case wordAddWhite:
				color = White
			case wordControl: // who plays first is in no key
				continue
			}
			if !b.size.Contains(p) || b.At(p) != Empty {
				l.plain = false
				return keys, false
			}
			b.set(p, color)
		}
		keys = append(keys, b.IndexKey())
	}
	keys = slices.Grow(keys, len(s)+1)
	rows, third, opening := b.keys.rows, b.keys.third, b.keys.opening
	whole, late := [...]*lanes{Black: &b.black, White: &b.white}, [...]*lanes{Black: &b.lateBlack, White: &b.lateWhite}
	for _, w := range s[at:] {
		if w >= wordNode {
			if w == wordNode {
				l.list[0]++
			} else if w&wordKind != wordControl { // setup beside a move, which no builder writes
				l.plain = false
				return keys[:before], false
			}
			continue
		}
		// As Board.play has it.
		color, p := Black+Color(w>>14), Point(w&moveCode)
		ko := b.ko
		b.toPlay, b.ko = color.Opponent(), Pass
		if !b.size.Contains(p) {
			if p != Pass {
				l.plain = false
				return keys[:before], false
			}
			if l.list[0] == 0 {
				keys = append(keys, b.IndexKey())
			}
			l.list[0]++
			continue
		}
		cell := cellOf(p)
		n := b.around(cell)
		if colorOf(n[here]) != Empty || p == ko && color == b.koFor {
			l.plain = false
			return keys[:before], false
		}
		n[above]--
		n[left]--
		n[here] |= uint8(color) << colorShift
		n[right]--
		n[below]--
		b.stones++
		row := &rows[cell]
		if b.stale = b.stale || b.stones > opening; !b.stale {
			whole[color].toggle(row)
		}
		if third != nil && third[cell] {
			late[color].toggle(row)
			b.lateKnown = false
		}
		if !n.settled(b.toPlay) {
			b.changed = b.changed[:0]
			if b.settle(cell, color) != 0 {
				l.plain = false
				return keys[:before], false
			}
			for _, c := range b.changed {
				l.list = append(l.list, l.list[0]<<16|uint32(pointOf(int(c.cell))))
			}
		}
		if b.lateKnown && b.stones > opening {
			keys = append(keys, b.lateKey)
		} else {
			keys = append(keys, b.IndexKey())
		}
		l.list[0]++
	}
	return keys, true
}
