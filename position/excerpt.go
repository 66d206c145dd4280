package position

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// In a tree of ten thousand variations a pattern comes up after a few nodes, and the pattern
// index knows where those may be. To unpack and check such a script, and to look for the ends of
// its variations, takes twenty times as long as to replay the way to these nodes. An excerpt
// is what is left of a script without the variations that are not on this way.

// An Excerpt is a script in which only some nodes matter: those in Spans and the nodes after
// them on their paths. Without spans all nodes matter.
type Excerpt struct {
	Script Script
	Spans  []Span  // ascending; nil stands for all nodes
	Stages []Stage // ascending, where in parts of the file; nil stands for everywhere

	numbers  []int32 // by word, the number of the node that it begins; nil if nothing was left out
	mainLine int     // then how many nodes are on the main line, at most
}

// A nesting is a variation that is open while a script is read.
type nesting struct {
	at           int // where it begins, in bits
	words, nodes int // before it
}

// UnpackExcerpt is [ScriptBuffer.Unpack] for an excerpt, which is valid until the next script. It leaves out variations
// if neither they nor the path to them have nodes in the spans, and does not check them. The
// outline of an earlier reading, or nil, lets it skip most of those. It returns the current outline
// with the excerpt.
func (u *ScriptBuffer) UnpackExcerpt(b []byte, spans []Span, known *Outline) (Excerpt, *Outline, error) {
	var p *scriptCode
	codes := b
	if spans != nil && len(b) > 0 && (len(spans) == 0 || spans[0].From > 0) { // if the root matters, so does all below it
		var err error
		if p, codes, err = packed(b); err != nil {
			return Excerpt{}, known, err
		}
	}
	if p == nil {
		s, err := u.Unpack(b)
		return Excerpt{Script: s, Spans: spans}, known, err
	}
	e := excerptReader{
		scriptCode: p, codes: codes, words: u.memory[:cap(u.memory)], numbers: u.numbers[:cap(u.numbers)], open: u.open[:0], spans: spans,
		outline: outlineReader{known: known, most: len(codes) / outlineBytes},
	}
	n, err := e.read()
	u.memory, u.numbers, u.open = e.words, e.numbers, e.open
	if err != nil {
		return Excerpt{}, known, err
	}
	return Excerpt{Script: e.words[:n], Spans: spans, numbers: e.numbers[:n], mainLine: e.mainLine}, e.outline.now(e.mainLine), nil
}

// An excerptReader reads codes.
type excerptReader struct {
	*scriptCode
	codes    []byte
	words    Script
	numbers  []int32 // by word
	open     []nesting
	spans    []Span // not passed yet
	mainLine int
	outline  outlineReader

	next   int // a node that matters has at least this number
	latest int // the latest one that does, -1 for none
	above  int // how many variations are open at the first of them on the path
}

const nowhere = math.MaxInt

// read reads an excerpt and returns the number of its words.
func (e *excerptReader) read() (n int, err error) {
	var (
		at, nodes      = 0, 0 // bits and nodes read
		turn           = wordMove
		outside        = 0 // after so many words no node goes on
		end            = 0 // of all nodes that matter
		codes, width   = e.codes, e.width
		mask           = uint64(1)<<width - 1
		words, numbers = e.words, e.numbers
	)
	e.mainLine, e.next, e.latest, e.above = nowhere, nowhere, -1, nowhere
	if n := len(e.spans); n > 0 {
		e.next, end = e.spans[0].From, e.spans[n-1].To
	}
	for {
		if n >= len(words) || n >= len(numbers) {
			e.grow(n)
			words, numbers = e.words, e.numbers
		}
		var code int
		if at>>3+8 <= len(codes) {
			code = int(binary.LittleEndian.Uint64(codes[at>>3:]) >> (at & 7) & mask)
		} else {
			var ok bool
			if code, ok = bitsAt(codes, at, width); !ok {
				break
			}
		}
		at += width
		word := e.scriptCode.words[code]
		if word < notMove {
			words[n], numbers[n] = word|turn, int32(nodes)
			turn ^= wordWhite
			if nodes >= e.next {
				e.node(nodes)
			}
			n++
			nodes++
			continue
		}
		switch word &^ notMove {
		case codeOtherColor:
			turn ^= wordWhite
			continue
		case codeNode:
			word = wordNode
		case codeOpen:
			if e.above == nowhere {
				if v := e.outline.endOf(at); v != nil && e.without(nodes, int(v.nodes)) {
					at, nodes, turn = int(v.to), int(v.nodes), v.turn
					e.mainLine, outside = min(e.mainLine, e.outline.known.mainLine), n
					if nodes >= end {
						return e.close(n), nil
					}
					continue
				}
			}
			word = wordOpen
		case codeClose:
			word = wordClose
		case codeWord:
			v, ok := bitsAt(codes, at, 16)
			if !ok {
				return 0, fmt.Errorf("%w: a word is cut off", ErrScript)
			}
			at += 16
			word = uint16(v)
		default:
			if left := 8*len(codes) - at; left >= 8 {
				return 0, fmt.Errorf("%w: %d bits after the end", ErrScript, left)
			}
			return n, e.closed()
		}
		words[n], numbers[n] = word, int32(nodes)
		switch {
		case word <= wordNode:
			if nodes >= e.next {
				e.node(nodes)
			}
			n++
			nodes++
		case extendsNode(word) && word <= wordWhiteToPlay && n != outside:
			n++
		case word == wordOpen && nodes > 0:
			e.open = append(e.open, nesting{at, n, nodes})
			n++
			outside = n
		case word == wordClose && len(e.open) > 0:
			e.mainLine = min(e.mainLine, nodes)
			last := e.open[len(e.open)-1]
			e.outline.ended(&last, at, nodes, turn)
			e.open = e.open[:len(e.open)-1]
			if e.above > len(e.open) { // there is none on the path any more
				e.above = nowhere
			}
			n++
			if e.above == nowhere {
				if e.latest < last.nodes {
					n = last.words
				}
				if nodes >= end {
					return e.close(n), nil
				}
			}
			outside = n
		default:
			return 0, fmt.Errorf("%w: the word %04x is where none may be", ErrScript, word)
		}
	}
	return n, e.closed()
}

// node takes in a node, of at least the number next.
func (e *excerptReader) node(number int) {
	if !e.without(number, number+1) {
		e.latest, e.above = number, min(e.above, len(e.open))
	}
}

// without reports whether the nodes from one number on, which is the next one, to before another
// do not matter.
func (e *excerptReader) without(from, to int) bool {
	for len(e.spans) > 0 && e.spans[0].To <= from {
		e.spans = e.spans[1:]
	}
	e.next = nowhere
	if len(e.spans) > 0 {
		e.next = e.spans[0].From
	}
	return e.next >= to
}

// closed returns an error if variations are open.
func (e *excerptReader) closed() error {
	if len(e.open) > 0 {
		return fmt.Errorf("%w: %d variations are not closed", ErrScript, len(e.open))
	}
	return nil
}

// grow makes room for more words than n.
func (e *excerptReader) grow(n int) { e.words, e.numbers = grown(e.words, n), grown(e.numbers, n) }

// close closes the variations that are open after a number of words if they have a node that matters,
// and leaves out the others.
func (e *excerptReader) close(n int) int {
	for i := len(e.open) - 1; i >= 0; i-- {
		if e.open[i].nodes > e.latest {
			n = e.open[i].words
			continue
		}
		if n == len(e.words) || n == len(e.numbers) {
			e.grow(n)
		}
		e.words[n] = wordClose
		n++
	}
	return n
}

// grown returns a list of which n elements are used with room for more.
func grown[T any](list []T, n int) []T {
	list = slices.Grow(list[:n], 64)
	return list[:cap(list)]
}

// A variation is where a part of a script ends.
type variation struct {
	end   int32 // the word that closes it, or the number of words
	nodes int32 // how many nodes there are up to there
}

// variations returns for each word that opens a variation where that ends. The
// memory of the list may be used again.
func (e *Excerpt) variations(list []variation) []variation {
	list = zeroed(list, len(e.Script))
	var few [256]int
	open := few[:0]
	nodes := int32(0)
	for i, w := range e.Script {
		switch {
		case startsNode(w):
			if nodes++; e.numbers != nil {
				nodes = e.numbers[i] + 1
			}
		case w == wordOpen && nodes > 0:
			open = append(open, i)
		case w == wordClose && len(open) > 0:
			list[open[len(open)-1]] = variation{int32(i), nodes}
			open = open[:len(open)-1]
		}
	}
	for _, i := range open {
		list[i] = variation{int32(len(e.Script)), nodes}
	}
	return list
}
