package position

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"unsafe"
)

// A Script holds everything in a game record that affects the board: its moves,
// setup stones and variations in file order, without texts. The importer derives it from
// the raw record once, and searches replay it many times.
//
// A script is a sequence of 16-bit words:
//
//	0cmm mmmm mmmm mmmm   a new node with one move: c is 0 for Black and 1
//	                      for White, m the move's code (for Go and other
//	                      placing games a Point, Pass included)
//	1000 ---- ---- ----   a new node without a move (so far)
//	1001 pppp pppp pppp   current node: setup, a black stone at p
//	1010 pppp pppp pppp   current node: setup, a white stone at p
//	1011 pppp pppp pppp   current node: setup, p becomes empty
//	1100 pppp pppp pppp   current node: a further move of Black's at p
//	1101 pppp pppp pppp   current node: a further move of White's at p
//	1110 0000 0000 00vv   0 open a variation, 1 close it, 2 Black is to
//	                      play, 3 White is to play
//
// In a game in which a pass is no move, a node that first says that a player is to play, and then
// the other, is a pass of the first. After a move of the opponent's one such word is enough.
//
// The words of a node take effect in order; a builder writes setup before
// moves, as the SGF specification wants it. Nodes are numbered from 0 in file
// order. Opening a variation starts a branch below the latest node; closing it
// goes back to the node below which it was opened. A plain move, which is what
// nearly all nodes are, costs two bytes.
type Script []uint16

// The kinds of script words, as the upper four bits with the rest zero.
const (
	wordMove      uint16 = 0x0000
	wordWhite     uint16 = 0x4000 // set in a wordMove of White's
	wordNode      uint16 = 0x8000
	wordAddBlack  uint16 = 0x9000
	wordAddWhite  uint16 = 0xA000
	wordAddEmpty  uint16 = 0xB000
	wordMoreBlack uint16 = 0xC000
	wordMoreWhite uint16 = 0xD000
	wordControl   uint16 = 0xE000 // the words below

	wordKind uint16 = 0xF000 // the bits that tell the kind
	wordData uint16 = 0x0FFF // the bits of a point
	moveCode uint16 = 0x3FFF // the bits of a move's code
)

// The words of the kind wordControl.
const (
	wordOpen        uint16 = 0xE000
	wordClose       uint16 = 0xE001
	wordBlackToPlay uint16 = 0xE002
	wordWhiteToPlay uint16 = 0xE003
)

// Uncoded returns a code for a move that nobody can read, so that it is counted. It tells
// the move from most others.
func Uncoded(text []byte) Point {
	h := fnv.New32a()
	h.Write(text) // which never fails
	return Point(h.Sum32()) & Point(moveCode)
}

// ErrScript is wrapped by the errors of ParseScript.
var ErrScript = errors.New("not a script")

// startsNode reports whether a word begins a new node.
func startsNode(w uint16) bool { return w < wordAddBlack }

// extendsNode reports whether a word adds to the current node.
func extendsNode(w uint16) bool {
	return w >= wordAddBlack && (w < wordControl || w >= wordBlackToPlay)
}

// A Word is one word of a script, for those who look at a line of play without
// executing it.
type Word uint16

// StartsNode reports whether a new node begins.
func (w Word) StartsNode() bool { return startsNode(uint16(w)) }

// ExtendsNode reports whether the word sets up something at the node that has begun.
func (w Word) ExtendsNode() bool { return extendsNode(uint16(w)) }

// IsMove reports whether the word is a move.
func (w Word) IsMove() bool { return isMove(uint16(w)) }

// OpensVariation reports whether a variation begins with the word.
func (w Word) OpensVariation() bool { return uint16(w) == wordOpen }

// SetsPlayer reports whether the word says whose turn it is.
func (w Word) SetsPlayer() bool {
	return uint16(w) == wordBlackToPlay || uint16(w) == wordWhiteToPlay
}

// Stone returns the stone that a move or setup puts on a point; Pass lies on no
// board.
func (w Word) Stone() Change {
	p := Point(uint16(w) & wordData)
	switch uint16(w) & wordKind {
	case wordMove, wordAddBlack, wordMoreBlack:
		return Change{Point: p, Color: Black}
	case wordWhite, wordAddWhite, wordMoreWhite:
		return Change{Point: p, Color: White}
	}
	return Change{Point: Pass}
}

// AppendBytes appends the script's words, low byte first, two bytes each.
func (s Script) AppendBytes(dst []byte) []byte {
	for _, w := range s {
		dst = binary.LittleEndian.AppendUint16(dst, w)
	}
	return dst
}

// Setup returns how many stones are set up or taken away.
func (s Script) Setup() int {
	n := 0
	for _, w := range s {
		if w >= wordAddBlack && w < wordMoreBlack {
			n++
		}
	}
	return n
}

// ParseScript reads what AppendBytes wrote and checks that variations are
// balanced and every word has its node. Where the machine's byte order and the
// alignment of b allow it, the script shares b's memory: it is valid as long as
// b is, and neither may be written to.
func ParseScript(b []byte) (Script, error) {
	if len(b)%2 != 0 {
		return nil, fmt.Errorf("%w: odd length %d", ErrScript, len(b))
	}
	if len(b) == 0 {
		return nil, nil
	}
	var s Script
	one := uint16(1)
	littleEndian := *(*byte)(unsafe.Pointer(&one)) == 1
	if first := unsafe.Pointer(&b[0]); littleEndian && uintptr(first)%2 == 0 {
		s = unsafe.Slice((*uint16)(first), len(b)/2)
	} else {
		s = make(Script, len(b)/2)
		for i := range s {
			s[i] = binary.LittleEndian.Uint16(b[2*i:])
		}
	}
	return s, s.check()
}

// check returns an error for a script that no builder writes.
func (s Script) check() error {
	depth := 0
	inNode := false // whether the word before belongs to a node
	for i, w := range s {
		switch {
		case startsNode(w):
			if w > wordNode {
				return fmt.Errorf("%w: word %d: %04x is unknown", ErrScript, i, w)
			}
			inNode = true
		case extendsNode(w):
			if w > wordWhiteToPlay {
				return fmt.Errorf("%w: word %d: %04x is unknown", ErrScript, i, w)
			}
			if !inNode {
				return fmt.Errorf("%w: word %d: %04x stands outside of a node", ErrScript, i, w)
			}
		case w == wordOpen:
			if i == 0 {
				return fmt.Errorf("%w: word 0: a variation before the first node", ErrScript)
			}
			depth++
			inNode = false
		default:
			depth--
			if depth < 0 {
				return fmt.Errorf("%w: word %d: closes a variation that is not open", ErrScript, i)
			}
			inNode = false
		}
	}
	if depth != 0 {
		return fmt.Errorf("%w: %d variations are not closed", ErrScript, depth)
	}
	return nil
}

// Nodes returns the number of nodes.
func (s Script) Nodes() int {
	n := 0
	for _, w := range s {
		if startsNode(w) {
			n++
		}
	}
	return n
}

// AppendSetupNodes appends the numbers of the nodes, ascending, that do something else to
// the board than one move: they put stones or take them away, or have several moves.
func (s Script) AppendSetupNodes(dst []int32) []int32 {
	node := int32(-1)
	for _, w := range s {
		switch {
		case startsNode(w):
			node++
		case w >= wordAddBlack && w < wordControl && (len(dst) == 0 || dst[len(dst)-1] != node):
			dst = append(dst, node)
		}
	}
	return dst
}

// Moves returns the number of moves of the main line, passes included.
func (s Script) Moves() int {
	n := 0
	for w := range s.MainLine() {
		if isMove(w) {
			n++
		}
	}
	return n
}

// isMove reports whether a word holds a move.
func isMove(w uint16) bool {
	return w < wordNode || w >= wordMoreBlack && w < wordControl
}

// Branched reports whether there are variations.
func (s Script) Branched() bool {
	for _, w := range s {
		if w == wordOpen {
			return true
		}
	}
	return false
}

// MainLine yields the words of the main line: the first child all the way.
func (s Script) MainLine() iter.Seq[uint16] {
	return func(yield func(uint16) bool) {
		for _, w := range s {
			switch w {
			case wordOpen:
				continue
			case wordClose:
				return
			}
			if !yield(w) {
				return
			}
		}
	}
}

// MoveNodes returns NodeAt for all moves of the main line at once, from 0 to
// [Script.Moves].
func (s Script) MoveNodes() []int32 {
	node := int32(-1)
	nodes := []int32{0}
	for w := range s.MainLine() {
		if startsNode(w) {
			node++
		}
		switch {
		case isMove(w):
			nodes = append(nodes, node)
		case len(nodes) == 1:
			nodes[0] = max(node, 0)
		}
	}
	return nodes
}

// NodeAt returns the main line's node with the given move, counted from 1. For
// 0 it is the last node before the first move (or the root, if that has one),
// for a number past the end the last node.
func (s Script) NodeAt(moveNumber int) int {
	node, moves, last := -1, 0, 0
	for w := range s.MainLine() {
		if startsNode(w) {
			node++
		}
		if isMove(w) {
			moves++
		}
		if moves > 0 && moves >= moveNumber {
			if moveNumber > 0 {
				last = node
			}
			break
		}
		last = node
	}
	return max(last, 0)
}
