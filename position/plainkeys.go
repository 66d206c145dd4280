package position

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
	for _, w := range s[at:] {
		switch {
		case w < wordNode:
			b.changed = b.changed[:0]
			if b.play(Move{Black + Color(w>>14), Point(w & moveCode)}) != 0 {
				l.plain = false
				return keys[:before], false
			}
			if len(b.changed) > 0 || l.list[0] == 0 {
				keys = append(keys, b.IndexKey())
			}
			for i := 1; i < len(b.changed); i++ { // after the stone, those that it captured
				l.list = append(l.list, l.list[0]<<16|uint32(pointOf(int(b.changed[i].cell))))
			}
			l.list[0]++
		case w == wordNode:
			l.list[0]++
		case w&wordKind != wordControl: // setup beside a move, which no builder writes
			l.plain = false
			return keys[:before], false
		}
	}
	return keys, true
}
