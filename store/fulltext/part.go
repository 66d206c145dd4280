package fulltext

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// While a text is indexed, each of its terms takes some 170 bytes, twenty times
// as much as in the text. So a long text is indexed in parts, and at one time only as
// many parts as fit into batchBytes.
const (
	partBytes  = 64 << 10
	batchBytes = 1 << 20
)

// batchSizes are how many documents may be indexed at a time: many are faster.
var batchSizes = [...]int{4096, 512, batchBytes / partBytes}

// batchSize returns how many documents to index at a time: the largest number
// with which no batch has more than batchBytes.
func batchSize(texts iter.Seq2[int, string]) int {
	var bytes [len(batchSizes)]int
	size, n := 0, 0 // size: index in batchSizes
	for _, text := range texts {
		for _, part := range textParts(text) {
			n++
			for i := size; i < len(batchSizes); i++ {
				bytes[i] += len(part)
				if bytes[i] > batchBytes && i == size && size+1 < len(batchSizes) {
					size++
				}
				if n%batchSizes[i] == 0 {
					bytes[i] = 0
				}
			}
		}
	}
	return batchSizes[size]
}

// textParts yields the parts in which a text is indexed, numbered from 0. Each
// term of the text is in one of them, and there are no others: a text is cut
// at a space or a sign, or between two characters of Chinese, Japanese or Korean,
// of which the first is then in both parts, also if spaces are between them, or
// in an endless chain of hyphens, of which some are in both. If there is none of
// these, as in one endless word, the part is longer.
func textParts(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for n := 0; ; n++ {
			end, next := cutPart(text)
			if !yield(n, text[:end]) || end == len(text) {
				return
			}
			text = text[next:]
		}
	}
}

// cutPart returns where the first part of a text ends and where the next begins.
func cutPart(text string) (end, next int) {
	if len(text) <= partBytes {
		return len(text), len(text)
	}
	if end = strings.LastIndexAny(text[partBytes/2:partBytes], " \n"); end >= 0 {
		return cutAtSpace(text, end+partBytes/2)
	}
	last := -1               // where the character before begins, if it is an ideograph
	var chain [maxJoined]int // where the words after the latest hyphens begin
	for i := partBytes / 2; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == ' ' || r == '\n':
			return cutAtSpace(text, i)
		case isHyphen(r), isApostrophe(r):
			if i > 2*partBytes && chain[0] > 0 {
				return i, chain[0]
			}
			copy(chain[:], chain[1:])
			chain[maxJoined-1] = i + n
			last = -1
		case strings.ContainsRune(LostChars, r):
			if before, _ := utf8.DecodeLastRuneInString(text[:i]); before < 0x1100 && !unicode.IsMark(before) && before != '?' {
				return i, i // what it is depends on what is behind it, or an ideograph before it
			}
			last = -1
		case isSign(text[i:], r, n):
			return i + n, i
		case !isIdeograph(r):
			last = -1
		case last >= 0 && norm.NFKC.PropertiesString(text[i:]).BoundaryBefore():
			return i, last
		default:
			last = i
		}
		i += n
	}
	return len(text), len(text)
}

// isSign reports whether a text begins with a character of n bytes that divides
// words, regardless of the characters around it.
func isSign(text string, r rune, n int) bool {
	if isWordRune(unicode.ToLower(r)) || isIdeograph(r) || unicode.IsSpace(r) ||
		!norm.NFKC.PropertiesString(text).BoundaryBefore() ||
		len(text) > n && !norm.NFKC.PropertiesString(text[n:]).BoundaryBefore() {
		return false
	}
	for _, r := range string(fold(text[:n], false).Text) { // of one sign may become letters
		if isWordRune(r) || isIdeograph(r) || isHyphen(r) || isLost(r) || unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// cutAtSpace cuts a text at a space.
func cutAtSpace(text string, at int) (end, next int) {
	before := strings.TrimRightFunc(text[:at], unicode.IsSpace)
	last := norm.NFKC.LastBoundary([]byte(before[max(0, len(before)-farthestBoundary):]))
	character := before[max(0, len(before)-farthestBoundary)+max(0, last):]
	for _, r := range string(fold(character, false).Text) {
		if !isIdeograph(r) {
			return at, at + 1
		}
	}
	if next = len(before) - len(character); next == 0 || character == "" {
		next = at + 1 // or there would be no end of parts
	}
	return at, next
}

// farthestBoundary is in how many bytes a character with its marks begins.
const farthestBoundary = 64
