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

// replaced counts the characters that Decode will replace by U+FFFD in tree.
func replaced(tree []byte, name string) int {
	const mark = "\uFFFD"
	var text []byte
	n := 0
	for i := nextHigh(tree, 0); i < len(tree); {
		start, end := stretch(tree, i)
		end = tail(tree, end, name)
		text = Decode(text[:0], tree[start:end], name)
		n += bytes.Count(text, []byte(mark))
		i = nextHigh(tree, end)
	}
	return n
}

// tail returns where the last character of a stretch that ends at end may end.
// A bracket behind it closes the value, unless another one does.
func tail(tree []byte, end int, name string) int {
	reach := 1 // a second byte
	if name == UTF8 {
		reach = 3 // "?" in place of continuation bytes
	}
	for ; reach > 0 && end < len(tree) && tree[end] < 0x80; reach-- {
		if tree[end] == ']' && (end+1 == len(tree) || tree[end+1] != ']') {
			break
		}
		end++
	}
	return end
}
