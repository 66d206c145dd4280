package charset

import "bytes"

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

// replaced counts the characters that Decode will replace by U+FFFD in the
// values of tree.
func replaced(tree []byte, name string) int {
	if name == UTF8 {
		return replacedUTF8(tree)
	}
	const mark = "\uFFFD"
	var text []byte
	n := 0
	for i := nextHigh(tree, 0); i < len(tree); {
		start, end := stretch(tree, i)
		if secondByte(tree, end) {
			end++
		}
		text = Decode(text[:0], tree[start:end], name)
		n += bytes.Count(text, []byte(mark))
		i = nextHigh(tree, end)
	}
	return n
}

// secondByte reports whether the ASCII byte i of tree, after a stretch, may be
// the second byte of a character. A bracket closes the value, unless another one
// does.
func secondByte(tree []byte, i int) bool {
	return i < len(tree) && (tree[i] != ']' || i+1 < len(tree) && tree[i+1] == ']')
}
