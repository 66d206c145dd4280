package renlib

import (
	"bytes"
	"errors"

	"kifudb/position"
)

// A library of RenLib begins with 20 bytes: 0xFF, "RenLib", 0xFF, the major and the minor
// version, and ten bytes that are 0xFF. The tree follows, in the order in which people read it:
// a node, then what comes after it, then the other moves in its place.
//
// A node has two bytes: its point and its flags. A point is the column from 1 and sixteen times
// the row from 0, counted from the top; 0 is the root, if it comes first, and a pass otherwise.
// With flagMore two bytes of flags follow, the higher first. Texts follow the flags in pairs of
// bytes: the comment, and the text that stands on the point. They end with a zero byte in the
// first or second byte of a pair. Comments of the oldest versions end with a byte whose highest
// bit is set. Byte 8 parts the first line of a comment from its rest.
//
// The source is RenLib's own code, LibraryFile.cpp, MoveNode.cpp and RenLibDoc.cpp
// (github.com/gomoku/RenLib). Libraries without the 20 bytes, from before version 3, are not
// read: nothing in them tells that they are libraries.
const (
	headerSize = 20
	magic      = "\xFFRenLib\xFF"
	majorAt    = 8
	minorAt    = 9
	newest     = 304 // the version known: a hundred times the major one, and the minor one

	columns = 15
)

// The flags of a node.
const (
	flagSibling    = 0x80 // another move in its place follows after its branch
	flagLeaf       = 0x40 // nothing comes after it
	flagOldComment = 0x20
	flagMark       = 0x10 // the user marked it
	flagComment    = 0x08
	flagStart      = 0x04 // the library opens here
	flagNoMove     = 0x02 // it only carries a text on its point
	flagMore       = 0x01
	flagText       = 0x0100 // a text on its point
)

// A node is one of a library.
type node struct {
	flags   int
	move    position.Move // of nobody if it is none
	at      position.Point
	comment []byte // in the encoding of the library
	text    []byte // what stands on its point

	opens  bool // a variation begins with it
	closes int  // variations that end before it
}

// errCut is the error of a library that ends too soon.
var errCut = errors.New("the library ends in the middle of its tree")

// A reader goes through a library.
type reader struct {
	rest    []byte
	version int
	first   bool
	ended   bool // a leaf had no other move to go on with
	leaf    bool // the latest node is one
	moves   int  // up to the latest node, by both
	depth   int  // variations that are open
	forks   []fork
}

// A fork is a node that has others in its place.
type fork struct{ moves, depth int }

// open returns a reader of a library, whose heading has been recognised.
func open(library []byte) *reader {
	r := &reader{first: true}
	if len(library) >= headerSize {
		r.version = 100*int(library[majorAt]) + int(library[minorAt])
		r.rest = library[headerSize:]
	}
	return r
}

// next returns the next node. It reports false at the end of the tree, with an error if that is
// not where a tree ends.
func (r *reader) next() (n node, ok bool, err error) {
	if len(r.rest) == 0 || r.ended {
		if !r.ended && !r.first {
			err = errCut
		}
		return n, false, err
	}
	if len(r.rest) < 2 {
		return n, false, errCut
	}
	at, flags := r.rest[0], int(r.rest[1])
	r.rest = r.rest[2:]
	if flags&flagMore != 0 {
		if len(r.rest) < 2 {
			return n, false, errCut
		}
		flags |= int(r.rest[0])<<16 | int(r.rest[1])<<8
		r.rest = r.rest[2:]
	}
	n.flags = flags
	root := r.first && at == 0
	r.first = false
	if flags&flagOldComment != 0 {
		n.comment, ok = r.oldText()
	} else if ok = true; flags&flagComment != 0 {
		n.comment, ok = r.newText()
	}
	if ok && flags&flagText != 0 {
		n.text, ok = r.newText()
	}
	if !ok {
		return n, false, errCut
	}
	return n, true, r.place(&n, at, root)
}

// place says where a node stands in the tree, and what is played there.
func (r *reader) place(n *node, at byte, root bool) error {
	if root {
		r.leaf = n.flags&flagLeaf != 0
		r.ended = r.leaf
		return nil
	}
	if r.leaf {
		last := len(r.forks) - 1
		f := r.forks[last]
		r.forks = r.forks[:last]
		n.opens, n.closes = true, r.depth-f.depth
		r.moves, r.depth = f.moves, f.depth
	}
	if n.flags&flagSibling != 0 {
		r.forks = append(r.forks, fork{r.moves, r.depth})
		n.opens = true
	}
	if n.opens {
		r.depth++
	}
	color := position.Black
	if r.moves%2 == 1 {
		color = position.White
	}
	var err error
	x, y := int(at%16), int(at/16)
	switch {
	case at == 0:
		n.at = position.Pass
	case x == 0 || y >= columns:
		err = errPoint
	default:
		n.at = position.At(x-1, y)
	}
	if n.flags&flagNoMove == 0 && err == nil {
		n.move = position.Move{Color: color, Point: n.at}
		r.moves++
	}
	r.leaf = n.flags&flagLeaf != 0
	r.ended = r.leaf && len(r.forks) == 0
	return err
}

// errPoint is the error of a node whose point is not on the board. The tree can still be read.
var errPoint = errors.New("a point that is not on the board")

// newText returns a text that ends with a zero byte, which may be the first of a pair.
func (r *reader) newText() (text []byte, ok bool) {
	end := bytes.IndexByte(r.rest, 0)
	if end < 0 {
		r.rest = nil
		return nil, false
	}
	return r.pairs(end, end)
}

// oldText returns a text that ends with the byte whose highest bit is set.
func (r *reader) oldText() (text []byte, ok bool) {
	for i, b := range r.rest {
		if b&0x80 != 0 {
			text, ok = r.pairs(i, i+1)
			text = bytes.Clone(text)
			if ok {
				text[i] &= 0x7F
			}
			return text, ok
		}
	}
	r.rest = nil
	return nil, false
}

// pairs takes the text up to an index and the pairs of bytes up to the one in which the last is.
func (r *reader) pairs(last, end int) (text []byte, ok bool) {
	text = r.rest[:end]
	past := last - last%2 + 2
	if past > len(r.rest) {
		r.rest = nil
		return text, past-1 == last+1
	}
	r.rest = r.rest[past:]
	return text, true
}

// lines returns a comment with the first line and the rest on lines of their own.
func lines(comment []byte) []byte {
	return bytes.TrimSpace(bytes.Replace(comment, []byte{8}, []byte("\n"), 1))
}
