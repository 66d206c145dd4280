package position

import "slices"

// A ScriptBuilder writes a Script, node by node in file order. The zero value
// is ready. It accepts calls in any order and always gives a valid script:
// stones or moves before the first Node begin one, a Close without its Open is
// ignored, and Script closes what is still open.
type ScriptBuilder struct {
	words  Script
	depth  int      // open variations
	inNode bool     // the node below is not yet in words
	any    bool     // there has been a node
	setup  []uint16 // of the node at hand
	moves  []Move   // of the node at hand
	toPlay Color    // of the node at hand, Empty if not said
	passed Color    // of the node at hand, who passed
}

// Reset makes the builder empty and keeps its memory.
func (b *ScriptBuilder) Reset() {
	*b = ScriptBuilder{words: b.words[:0], setup: b.setup[:0], moves: b.moves[:0]}
}

// Node begins a new node below the latest one.
func (b *ScriptBuilder) Node() {
	b.flush()
	b.inNode, b.any = true, true
}

// Add puts a setup stone on a point of the current node, or empties it.
func (b *ScriptBuilder) Add(c Color, p Point) {
	b.need()
	word := wordAddEmpty
	switch c {
	case Black:
		word = wordAddBlack
	case White:
		word = wordAddWhite
	}
	b.setup = append(b.setup, word|uint16(p)&wordData)
}

// Move adds a move to the current node. Moves of other games than Go keep 14
// bits of their code, if they are the only move of a node without setup.
func (b *ScriptBuilder) Move(m Move) {
	b.need()
	b.moves = append(b.moves, m)
}

// Play adds a node of one move, which must be nothing else: what comes next begins a node
// of its own.
func (b *ScriptBuilder) Play(m Move) {
	b.flush()
	b.any = true
	b.words = append(b.words, moveWord(m, true))
}

// ToPlay says whose turn it is after the current node.
func (b *ScriptBuilder) ToPlay(c Color) {
	b.need()
	b.toPlay = c
}

// Pass says that a player passed at the current node, in a game in which a pass is no move. It
// costs a word more than ToPlay of the opponent where it does not come after a move or a
// pass of the opponent's.
func (b *ScriptBuilder) Pass(by Color) {
	b.ToPlay(by.Opponent())
	b.passed = by
}

// answers reports whether the words so far end in a move of the opponent's, or in passes of
// both players after one.
func (b *ScriptBuilder) answers(by Color) bool {
	last := len(b.words) - 1
	for last > 0 && b.words[last] == toPlayWord(by) && b.words[last-1] == wordNode {
		last -= 2
		by = by.Opponent()
	}
	return last >= 0 && isMove(b.words[last]) && Word(b.words[last]).Stone().Color == by.Opponent()
}

// Open begins a variation below the latest node. Before the first node there
// is nothing to vary, and it is ignored.
func (b *ScriptBuilder) Open() {
	b.flush()
	if !b.any {
		return
	}
	b.depth++
	b.words = append(b.words, wordOpen)
}

// Close ends the variation that was opened last, and forgets it if it is empty.
func (b *ScriptBuilder) Close() {
	b.flush()
	if b.depth == 0 {
		return
	}
	b.depth--
	if last := len(b.words) - 1; b.words[last] == wordOpen {
		b.words = b.words[:last] // there is nothing in it
		return
	}
	b.words = append(b.words, wordClose)
}

// Script closes what is open and returns the script, which is the caller's to
// keep.
func (b *ScriptBuilder) Script() Script { return slices.Clone(b.Words()) }

// Words returns the same as Script in the builder's memory: it is good until the
// builder is used again.
func (b *ScriptBuilder) Words() Script {
	for b.depth > 0 {
		b.Close()
	}
	b.flush()
	return b.words
}

// need begins a node if there is none for what comes.
func (b *ScriptBuilder) need() {
	if !b.inNode {
		b.Node()
	}
}

// flush writes the node at hand: setup before moves, as SGF wants it executed,
// and one word for the usual node, a single move.
func (b *ScriptBuilder) flush() {
	if !b.inNode {
		return
	}
	answered := b.passed != Empty && b.answers(b.passed)
	if len(b.setup) > 0 || len(b.moves) == 0 {
		b.words = append(b.words, wordNode)
		b.words = append(b.words, b.setup...)
	}
	for i, m := range b.moves {
		b.words = append(b.words, moveWord(m, i == 0 && len(b.setup) == 0))
	}
	if b.passed != Empty && b.toPlay == b.passed.Opponent() && len(b.setup) == 0 && len(b.moves) == 0 && !answered {
		b.words = append(b.words, toPlayWord(b.passed))
	}
	if b.toPlay != Empty {
		b.words = append(b.words, toPlayWord(b.toPlay))
	}
	b.setup, b.moves, b.toPlay, b.passed, b.inNode = b.setup[:0], b.moves[:0], Empty, Empty, false
}

// toPlayWord encodes whose turn it is.
func toPlayWord(c Color) uint16 {
	if c == White {
		return wordWhiteToPlay
	}
	return wordBlackToPlay
}

// moveWord encodes a move, either as a node of its own or as a further move.
func moveWord(m Move, node bool) uint16 {
	switch {
	case node && m.Color == White:
		return wordWhite | uint16(m.Point)&moveCode
	case node:
		return wordMove | uint16(m.Point)&moveCode
	case m.Color == White:
		return wordMoreWhite | uint16(m.Point)&wordData
	}
	return wordMoreBlack | uint16(m.Point)&wordData
}
