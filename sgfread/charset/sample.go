package charset

// sampleSize bounds the evidence taken from one tree. Twenty bytes mostly
// decide; thousands always do.
const sampleSize = 2048

// sample appends to dst the stretches of tree that hold bytes outside ASCII,
// each with the ASCII byte before it and up to two after it, one line each, at
// most about sampleSize bytes. SGF's structure is ASCII, so these stretches are
// text, wherever it stands; a stretch goes on over single ASCII bytes because
// they may be second bytes of characters.
func sample(dst, tree []byte) []byte {
	for i := nextHigh(tree, 0); i < len(tree) && len(dst) < sampleSize; {
		start, end := stretch(tree, i)
		next := nextHigh(tree, end)
		from, to := max(start-1, 0), min(end+2, next, len(tree))
		if to-from > sampleSize {
			to = from + sampleSize
		}
		dst = append(append(dst, tree[from:to]...), '\n')
		i = next
	}
	return dst
}

// stretch returns the bounds of the stretch that begins with the byte i of b,
// from a byte outside ASCII up to the last one that is at most one ASCII byte
// away from the one before.
func stretch(b []byte, i int) (start, end int) {
	start = i
	for i < len(b) && (b[i] >= 0x80 || i+1 < len(b) && b[i+1] >= 0x80) {
		i++
	}
	return start, i
}

// replaced counts the characters that Decode will replace by U+FFFD in tree.
func replaced(tree []byte, name string) int {
	const mark = "\uFFFD"
	var text []byte
	n := 0
	for i := nextHigh(tree, 0); i < len(tree); {
		start, end := stretch(tree, i)
		to := min(end+3, len(tree)) // "?" in place of continuation bytes
		if name != UTF8 {
			to = min(end+1, len(tree))
			if tree[to-1] == ']' || tree[to-1] == '\\' {
				to = end // the end of the value, not a second byte, mostly
			}
		}
		to = min(to, max(end, nextHigh(tree, end)))
		text = Decode(text[:0], tree[start:to], name)
		for j := 0; j+len(mark) <= len(text); j++ {
			if text[j] == mark[0] && string(text[j:j+len(mark)]) == mark {
				n++
			}
		}
		i = nextHigh(tree, to)
	}
	return n
}
