// Package feature defines how a game reports what its moves do on the board: captures, atari,
// ladders, forks. A game lists the [Kind]s it knows and yields an [Instance] for each thing that
// a move does. This package has no rules of any game.
package feature

import (
	"slices"
	"strings"

	"kifudb/position"
)

// A Kind is a kind of feature. Each kind is a field of the query language.
type Kind struct {
	Name  string   // the field's name, in lower case: "captures"
	Also  []string // other names that players use, also in Japanese and Chinese: "取り", "提子"
	About string   // what it says about a move, with its unit, for help texts
	From  string   // the source of the definition; "" if the rules alone define it

	// Version is raised by a change after which the kind reports other instances, so that an index
	// of features from before is not used.
	Version int

	// Words are the values that have names: value i+1 is Words[i]. Without words, values are
	// numbers from 1 on.
	Words []Word

	// Everywhere is set for kinds that nearly every move has, such as liberties. The index of
	// features omits them, and a search replays the remaining games.
	Everywhere bool

	// Common are values that many moves have, such as the word hane; 64 at most count. The index of
	// features says which games have them, but not at which nodes: a search that needs the nodes
	// replays these games.
	Common []int32
}

// A Word is a value with a name.
type Word struct {
	Name  string
	Also  []string // other names that players use
	About string   // its definition, in one sentence
}

// Word returns the value that a text names, 0 if it names none. Capitals, apostrophes, hyphens
// and spaces make no difference: "tigers mouth" is the tiger's-mouth.
func (k *Kind) Word(text string) int32 {
	text = lettersOf(text)
	return 1 + int32(slices.IndexFunc(k.Words, func(w Word) bool {
		return lettersOf(w.Name) == text || slices.ContainsFunc(w.Also, func(other string) bool { return lettersOf(other) == text })
	}))
}

// lettersOf is a name as people remember it, and can type it in a shell.
func lettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("'’-_ ", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// An Instance is one thing that one move did. A move may have several instances of a kind with
// words, such as two shapes, and at most one of a kind with numbers.
type Instance struct {
	Kind  int            // index into the game's list of kinds
	Node  int            // the move's node, in the order of the file, from 0
	By    position.Color // the player who did it, usually the one who moved
	Value int32          // from 1 on: a number, or a word's value

	// Points are the points that a drawing marks, such as the captured stones. They are set only
	// if [Wanted.Points] is, and valid until the next instance.
	Points []position.Point
}

// Wanted says which instances a caller needs.
type Wanted struct {
	Kinds  Set
	Points bool // also the points that drawings mark

	// Nodes are those of which instances are needed, ascending; nil stands for all. A game may yield
	// instances of other nodes, too.
	Nodes []int
}

// A Set is a set of kinds, by their indexes in the game's list. A game has at most 64 kinds.
type Set uint64

// All contains every kind.
const All Set = 1<<64 - 1

// Has reports whether the set contains a kind.
func (s Set) Has(kind int) bool { return s>>kind&1 != 0 }
