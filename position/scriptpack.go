package position

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
)

// # Packed scripts
//
// On a board of 361 points a move has 9 bits of news, as players take turns. A packed
// script is
//
//	1 byte   lines of the board, from 1 to 52, if it is square; 0: the script's words
//	         follow as AppendBytes writes them; 255: u8 columns and u8 rows follow
//	codes    of w bits each, the lowest bits of a byte first, w being the bits of
//	         area+6
//	padding  up to the next byte: ones
//
//	code          stands for
//	0 … area-1    a new node with a move at that point, by Size.Index
//	area          a new node with a pass
//	area+1        nothing: the next move is not by whose turn it is
//	area+2        a new node without a move
//	area+3, +4    opens a variation, closes it
//	area+5        the word in the 16 bits that follow
//	2^w-1         the end, if there is room for it in the padding
//
// It is Black's turn at first, and after a move the other player's, in the order of the
// script. Words are what does not pay to be shortened: setup, further moves of a node,
// points off the board. Where that makes a script longer than its words are, as in
// games whose moves are more than points, it has none but words.
//
// A record of 212 moves takes 243 bytes instead of 424. To unpack it takes a twelfth of the
// time of replaying it, and twice as long as to check the words of one that is not packed.
// Alternatives that lost: Huffman codes for the distance from the move before (15 % fewer
// bytes, but read bit by bit); none at all, as the pattern index knows the order of the
// first stones (361 cache lines a game, and the same moves twice to be derived).
const (
	codePass = iota // from the area on
	codeOtherColor
	codeNode
	codeOpen
	codeClose
	codeWord
	codeEnd // at least
)

const (
	packedWords  = 0
	packedOblong = 255
)

// scriptCode encodes and decodes the scripts of one board size.
type scriptCode struct {
	size  Size
	width int                       // bits of a code
	words [1 << maxPackWidth]uint16 // by code
}

const maxPackWidth = 12 // on 52 by 52 points

// notMove is set in a word of a scriptCode that stands for no move: the number of a code
// above the area is beside it.
const notMove = 1 << 15

// scriptCodes holds the codes of the square boards in use.
var scriptCodes [MaxSize + 1]atomic.Pointer[scriptCode]

func scriptCodeOf(size Size) *scriptCode {
	square := size.Cols == size.Rows
	if square {
		if p := scriptCodes[size.Cols].Load(); p != nil {
			return p
		}
	}
	p := &scriptCode{size: size, width: bits.Len(uint(size.Area() + codeEnd))}
	for code := range 1 << p.width {
		switch special := code - size.Area(); {
		case special < 0:
			p.words[code] = uint16(size.At(code))
		case special == codePass:
			p.words[code] = uint16(Pass)
		default:
			p.words[code] = notMove | uint16(min(special, codeEnd)) // the last one, too
		}
	}
	if square {
		scriptCodes[size.Cols].Store(p)
	}
	return p
}

// A bitWriter appends numbers of up to 16 bits each.
type bitWriter struct {
	dst  []byte
	bits uint64
	n    int // bits that wait, fewer than 48
}

func (w *bitWriter) put(v, width int) {
	w.bits |= uint64(v) << w.n
	if w.n += width; w.n >= 48 {
		w.dst = binary.LittleEndian.AppendUint64(w.dst, w.bits)[:len(w.dst)+6]
		w.bits >>= 48
		w.n -= 48
	}
}

// finish appends what waits, and ones to the end of the last byte.
func (w *bitWriter) finish() []byte {
	if rest := w.n & 7; rest > 0 {
		w.put(1<<(8-rest)-1, 8-rest)
	}
	for ; w.n > 0; w.n -= 8 {
		w.dst = append(w.dst, byte(w.bits))
		w.bits >>= 8
	}
	return w.dst
}

// AppendPacked appends the script as it takes the fewest bytes, if its moves are on a
// board of a size. See above for the form; [UnpackScript] reads it.
func (s Script) AppendPacked(dst []byte, size Size) []byte {
	if len(s) == 0 {
		return dst
	}
	begin := len(dst)
	if size.Valid() {
		dst = s.pack(dst, scriptCodeOf(size))
		if len(dst)-begin <= 1+2*len(s) {
			return dst
		}
	}
	return s.AppendBytes(append(dst[:begin], packedWords))
}

func (s Script) pack(dst []byte, p *scriptCode) []byte {
	if p.size.Cols == p.size.Rows {
		dst = append(dst, byte(p.size.Cols))
	} else {
		dst = append(dst, packedOblong, byte(p.size.Cols), byte(p.size.Rows))
	}
	w := bitWriter{dst: dst}
	area := p.size.Area()
	turn := wordMove
	for _, word := range s {
		point := Point(word & moveCode)
		switch {
		case word < wordNode && (p.size.Contains(point) || point == Pass):
			if word&wordWhite != turn {
				w.put(area+codeOtherColor, p.width)
			}
			turn = word&wordWhite ^ wordWhite
			if point == Pass {
				w.put(area+codePass, p.width)
			} else {
				w.put(p.size.Index(point), p.width)
			}
		case word == wordNode:
			w.put(area+codeNode, p.width)
		case word == wordOpen:
			w.put(area+codeOpen, p.width)
		case word == wordClose:
			w.put(area+codeClose, p.width)
		default:
			w.put(area+codeWord, p.width)
			w.put(int(word), 16)
		}
	}
	return w.finish()
}

// PackedSize returns about how many bytes AppendPacked appends for a script of a game in which
// both players move in turn.
func (s Script) PackedSize(size Size) int {
	return 2 + len(s)*bits.Len(uint(size.Area()+codeEnd))/8
}

// UnpackScript reads what AppendPacked wrote, and checks it as ParseScript does.
func UnpackScript(b []byte) (Script, error) { return new(ScriptBuffer).Unpack(b) }

// A ScriptBuffer is memory for one script after the other. The zero value is ready. It is
// not safe for concurrent use.
type ScriptBuffer struct {
	memory  Script
	numbers []int32 // see Excerpt
	open    []nesting
}

// Unpack is [UnpackScript] of scripts each of which is valid until the next.
func (u *ScriptBuffer) Unpack(b []byte) (Script, error) {
	s, _, err := u.UnpackHead(b, math.MaxInt)
	return s, err
}

// UnpackHead is Unpack for the first nodes of a script, with a maximal number of words; whole reports whether
// these are all. It closes variations that are still open, so that the head is a script, too.
func (u *ScriptBuffer) UnpackHead(b []byte, words int) (s Script, whole bool, err error) {
	if len(b) == 0 {
		return nil, true, nil
	}
	p, b, err := packed(b)
	if err != nil {
		return nil, false, err
	}
	if p == nil {
		if s, err = ParseScript(b); err != nil {
			return nil, true, err
		}
		u.memory = append(u.memory[:0], s...) // and not the bytes', which may be lent
		return u.memory, true, nil
	}
	most := 8 * len(b) / p.width
	whole = most <= words
	most = min(most, words)
	u.memory = slices.Grow(u.memory[:0], most)[:most]
	n, open, sound, err := p.unpack(u.memory, b)
	if err != nil {
		return nil, false, err
	}
	if whole = whole || n < most; !whole {
		for n > 0 && extendsNode(u.memory[n-1]) {
			n--
		}
		if n > 0 && startsNode(u.memory[n-1]) {
			n-- // more words may belong to this node
		}
		for u.memory = u.memory[:n]; open > 0; open-- {
			u.memory = append(u.memory, wordClose)
		}
		n = len(u.memory)
	}
	s = u.memory[:n]
	if !sound || open != 0 {
		err = s.check()
	}
	return s, whole, err
}

// packed returns how the script in some bytes, at least one, is packed, and the rest of them: its codes,
// or, without a scriptCode, its words.
func packed(b []byte) (*scriptCode, []byte, error) {
	var size Size
	switch lines := b[0]; {
	case lines == packedWords:
		return nil, b[1:], nil
	case lines == packedOblong && len(b) >= 3:
		size, b = Size{Cols: int(b[1]), Rows: int(b[2])}, b[3:]
	default:
		size, b = Square(int(lines)), b[1:]
	}
	if !size.Valid() {
		return nil, nil, fmt.Errorf("%w: a board of %d by %d", ErrScript, size.Cols, size.Rows)
	}
	return scriptCodeOf(size), b, nil
}

// unpack reads codes into a script, as many as there are or as it has room for: one by one, but
// six moves at a time on boards of 19 lines, as long as there are no variations. It returns how many words
// were written, how many variations are open then, and whether all else is known to be where it may be.
func (p *scriptCode) unpack(s Script, b []byte) (n, depth int, sound bool, err error) {
	width := p.width
	mask := uint64(1)<<width - 1
	at := 0 // bits read
	turn := wordMove
	sound = true
	moves := 6 // that came one after the other
	for n < len(s) {
		if moves >= 6 && width == 9 {
			for n+6 <= len(s) && at>>3+8 <= len(b) && p.sixMoves((*[6]uint16)(s[n:]), turn, binary.LittleEndian.Uint64(b[at>>3:])>>(at&7)) {
				n, at = n+6, at+6*9
			}
			moves = 0
			if n == len(s) {
				break
			}
		}
		var code int
		if at>>3+8 <= len(b) {
			code = int(binary.LittleEndian.Uint64(b[at>>3:]) >> (at & 7) & mask)
		} else {
			var ok bool
			if code, ok = bitsAt(b, at, width); !ok {
				break
			}
		}
		at += width
		word := p.words[code]
		if word < notMove {
			s[n] = word | turn
			n++
			turn ^= wordWhite
			moves++
			continue
		}
		moves = 0
		switch word &^ notMove {
		case codeOtherColor:
			turn ^= wordWhite
			continue
		case codeNode:
			s[n] = wordNode
		case codeOpen:
			s[n] = wordOpen
			depth++
			sound = sound && n > 0
		case codeClose:
			s[n] = wordClose
			depth--
			sound = sound && depth >= 0
		case codeWord:
			word, ok := bitsAt(b, at, 16)
			if !ok {
				return 0, 0, false, fmt.Errorf("%w: a word is cut off", ErrScript)
			}
			at += 16
			s[n], sound = uint16(word), false
		default:
			if left := 8*len(b) - at; left >= 8 {
				return 0, 0, false, fmt.Errorf("%w: %d bits after the end", ErrScript, left)
			}
			return n, depth, sound, nil
		}
		n++
	}
	return n, depth, sound, nil
}

// sixMoves reads six codes of nine bits, and reports false if one is of no move.
func (p *scriptCode) sixMoves(dst *[6]uint16, turn uint16, v uint64) bool {
	a, b, c := p.words[v&511], p.words[v>>9&511], p.words[v>>18&511]
	d, e, f := p.words[v>>27&511], p.words[v>>36&511], p.words[v>>45&511]
	if a|b|c|d|e|f >= notMove {
		return false
	}
	other := turn ^ wordWhite
	dst[0], dst[1], dst[2], dst[3], dst[4], dst[5] = a|turn, b|other, c|turn, d|other, e|turn, f|other
	return true
}

// bitsAt returns a number of up to 16 bits, or false if it is cut off.
func bitsAt(b []byte, at, width int) (int, bool) {
	if at+width > 8*len(b) {
		return 0, false
	}
	var v uint32
	for i := range min(3, len(b)-at>>3) {
		v |= uint32(b[at>>3+i]) << (8 * i)
	}
	return int(v >> (at & 7) & (1<<width - 1)), true
}
