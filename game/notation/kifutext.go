package notation

import (
	"strings"

	"kifudb/position/shogi"
)

// parseKIFMove reads the move at the start of text, in KIF or KI2, and returns how
// many bytes it is long.
func parseKIFMove(text string) (d description, n int, ok bool) {
	d.side, d.drop = sideMark(text), dropIfNot
	n = markSize(text)
	size := 0
	if d.to, size = japaneseSquare(text[n:]); size == 0 {
		return d, n, false
	}
	n += size
	n += blanks(text[n:])
	found := false
	for _, piece := range jpieces {
		if found = strings.HasPrefix(text[n:], piece.word); found {
			d.kind = piece.add.kind
			n += len(piece.word)
			break
		}
	}
	if !found {
		return d, n, false
	}
words:
	for {
		for _, m := range jmodifiers {
			if strings.HasPrefix(text[n:], m.word) && m.word[0] >= 0x80 {
				d.words |= m.add.words
				if m.add.promotes != 0 {
					d.promotes = m.add.promotes
				}
				if m.add.drop == isDrop {
					d.drop = isDrop
				}
				n += len(m.word)
				continue words
			}
		}
		break
	}
	gap := blanks(text[n:])
	if file, rank, size := originAt(text[n+gap:]); size > 0 {
		d.file, d.rank = file, rank
		n += gap + size
	}
	return d, n, true
}

// originAt reads where a piece comes from, "(77)", and its length, 0 if it is not
// told. "(00)" is a drop's.
func originAt(text string) (file, rank, size int) {
	rest, opened := cutAny(text, "(", "（")
	file, n := anyDigit(rest)
	rank, more := anyDigit(rest[n:])
	rest, closed := cutAny(rest[n+more:], ")", "）")
	if !opened || n == 0 || more == 0 || !closed || file*rank == 0 && file+rank > 0 {
		return 0, 0, 0
	}
	return file, rank, len(text) - len(rest)
}

// cutAny cuts one of some prefixes off a text.
func cutAny(text string, prefixes ...string) (rest string, found bool) {
	for _, p := range prefixes {
		if rest, found = strings.CutPrefix(text, p); found {
			return rest, true
		}
	}
	return text, false
}

// anyDigit reads a digit of either width.
func anyDigit(text string) (digit, size int) {
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		return int(text[0] - '0'), 1
	}
	if r := []rune(text[:min(len(text), 4)]); len(r) > 0 && r[0] >= '０' && r[0] <= '９' {
		return int(r[0] - '０'), len("０")
	}
	return 0, 0
}

// anyNumber reads a number in digits of either width, and its length.
func anyNumber(text string) (n, size int) {
	for {
		digit, more := anyDigit(text[size:])
		if more == 0 || n > 1e6 {
			return n, size
		}
		n, size = n*10+digit, size+more
	}
}

// sideMark returns whose move a mark at the start of a text promises.
func sideMark(text string) shogi.Color {
	for _, mark := range []string{"▲", "☗", "▼"} {
		if strings.HasPrefix(text, mark) {
			return shogi.Black
		}
	}
	for _, mark := range []string{"△", "☖", "▽"} {
		if strings.HasPrefix(text, mark) {
			return shogi.White
		}
	}
	return shogi.Empty
}

// markSize returns the length of that mark, with the blanks behind it.
func markSize(text string) int {
	if sideMark(text) == shogi.Empty {
		return 0
	}
	return len("▲") + blanks(text[len("▲"):])
}
