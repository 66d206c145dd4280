package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"unsafe"

	"kifudb/position"
	"kifudb/store/columns"
	"kifudb/store/postings"
)

// GameID numbers the games of an archive in the order in which they were
// added, from 1. An id is never given to another game, not even after the game
// has been removed.
type GameID uint32

// Digest identifies a game tree by its bytes: the first 16 bytes of their SHA-256. Text
// before the tree in its file does not count.
type Digest [16]byte

// DigestOf returns the digest of the bytes of a game tree.
func DigestOf(tree []byte) Digest {
	sum := sha256.Sum256(tree)
	return Digest(sum[:16])
}

// String returns the digest in hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// A Record is one game record as it came, and where it came from. It is the
// truth: everything else in a segment is derived from it.
type Record struct {
	Raw     []byte  // the game tree and what stood before it in its file
	Tree    [2]int  // the game tree is Raw[Tree[0]:Tree[1]]
	Source  Source  // where it was found
	Charset Charset // how its bytes are read

	// Format is the name of the format that the game is in, "" where its bytes show
	// it. Companions are what the game refers to and stood in other files, such as
	// the names of players that it has by their numbers: so a record says all by
	// itself.
	Format     string
	Companions []Companion

	// Part says which part of a shared tree the record is, in the caller's words; nil if the tree
	// was the record's own. It names the record's place, so the digest does not depend on it.
	Part []byte
}

// A Companion is a part of another file, or all of it, that a record needs.
type Companion struct {
	Name string // by which the format knows it
	Data []byte
}

// maxCompanions bounds the companions of a record, and its Part, in bytes.
const maxCompanions = 64 << 10

// partName is the name of the companion that holds a record's Part in a file.
const partName = "\x00part"

// Digest tells the record's game from others: that of its bytes, and of its format
// and companions if it has any.
func (r *Record) Digest() Digest {
	game := r.Raw[r.Tree[0]:r.Tree[1]]
	if r.Format == "" && len(r.Companions) == 0 {
		return DigestOf(game)
	}
	return DigestOf(r.appendMore(slices.Clone(game), nil))
}

// saysMore reports whether there is something of a record that archives before
// format 4 have no place for.
func (r *Record) saysMore() bool {
	return r.Format != "" || len(r.Companions) > 0 || len(r.Part) > 0
}

// appendMore appends format and companions, and the part if there is one.
func (r *Record) appendMore(dst, part []byte) []byte {
	all := r.Companions
	if len(part) > 0 {
		all = append(slices.Clip(all), Companion{partName, part})
	}
	dst = appendText(dst, r.Format)
	dst = binary.AppendUvarint(dst, uint64(len(all)))
	for _, c := range all {
		dst = appendText(appendText(dst, c.Name), string(c.Data))
	}
	return dst
}

// cutMore is the inverse of appendMore, and returns what follows.
func (r *Record) cutMore(in []byte) (rest []byte, ok bool) {
	name, in, ok := cutText(in)
	if !ok || len(in) == 0 {
		return nil, false
	}
	r.Format = string(name)
	n, in := cutUvarint(in)
	read := 0
	for range min(n, len(in)) { // each takes two bytes at least
		var name, data []byte
		if name, in, ok = cutText(in); !ok {
			return nil, false
		}
		if data, in, ok = cutText(in); !ok {
			return nil, false
		}
		if read++; string(name) == partName {
			r.Part = slices.Clone(data)
			continue
		}
		r.Companions = append(r.Companions, Companion{string(name), slices.Clone(data)})
	}
	return in, n == read
}

// valid says why a record cannot be stored.
func (r *Record) valid() error {
	if t := r.Tree; len(r.Raw) == 0 || t[0] < 0 || t[0] > t[1] || t[1] > len(r.Raw) {
		return fmt.Errorf("%s: game %d: no game tree at bytes %d to %d of %d", r.Source.Path, r.Source.Game, t[0], t[1], len(r.Raw))
	}
	if n := r.companionBytes(); n > maxCompanions {
		return fmt.Errorf("%s: game %d: what it needs of other files has %d bytes, %d at most can be kept", r.Source.Path, r.Source.Game, n, maxCompanions)
	}
	return nil
}

func (r *Record) companionBytes() (n int) {
	for _, c := range r.Companions {
		n += len(c.Name) + len(c.Data)
	}
	return n + len(r.Part)
}

// A Source is the place of a record.
type Source struct {
	Path string // a file, and a member of it after an exclamation mark: "/dir/x.zip!/a/b.sgf"; whole since imports make it so, otherwise as the user gave it
	Game int    // the record's number in that file, from 0
}

// A Charset is the encoding in which a record is read, and why.
type Charset struct {
	Name       string  // canonical: "utf-8", "gb18030"
	Confidence float32 // from 0, a mere guess, to 1, certain
	Reason     string  // for people: "CA property", "byte order mark"
}

// A Value is a game-info value: an SGF identifier and its text in UTF-8.
// Identifiers in lower case are the indexer's own; of these "file" and
// "source" are found by their text alone and not by their words.
type Value struct{ Ident, Text string }

// A Comment is the text of one node that people wrote: C, N and the like.
type Comment struct {
	Node  int // in file order, from 0
	Ident string
	Text  string // UTF-8
}

// A Game is a record with everything that is derived from it. A function that
// makes one of a record is a [Derive].
type Game struct {
	Record   Record
	Digest   Digest
	Info     []Value // in the record's order
	Facts    Facts
	Script   position.Script
	Comments []Comment // in the record's order

	// Keys are the keys of the positions in the index. For games whose stones are put on
	// points and stay, as in Go, they are [position.Board.IndexKey] of the root and of each
	// node that changes the board, in the order of the script. For other games they are
	// canonical keys in any order.
	Keys []position.Key

	// Runs are the keys as [RunsOf] makes them, of which a segment is built, and stand in
	// for Keys if they are not nil: most games have a quarter as many.
	Runs []uint64

	// Captures are those of the script, if stones are put on points and stay. They are
	// not kept, and may be nil: with them a segment is built without replaying the game.
	Captures position.Captures
}

// RunsOf returns keys in the form of [Game.Runs], a number for each run of equal ones, see
// [postings.Keys]. It uses memory that is not needed any more.
func RunsOf(memory []uint64, keys []position.Key) []uint64 {
	return postings.Keys(memory[:0]).Append(keys)
}

// Derive makes a game from its record: digest, info, facts, script, keys and comments.
// It depends on the record alone, so that everything derived can be made again and
// checked. It may keep the record's bytes. Several goroutines call it at once.
type Derive func(Record) (*Game, error)

// weight estimates the memory that a game occupies, in bytes, with what is out of the
// ordinary while its segment is built.
//
// built is what it takes while its columns are built, see builtWeight.
func (g *Game) weight(built int) int {
	n := int(unsafe.Sizeof(*g)) + len(g.Record.Raw) + g.Record.companionBytes() + len(g.Record.Source.Path) + 2*cap(g.Script) + 8*cap(g.Keys) + 8*cap(g.Runs) + 4*cap(g.Captures)
	for _, v := range g.Info {
		n += int(unsafe.Sizeof(v)) + len(v.Text)
	}
	return n + built
}

// builtWeight estimates the memory that a game takes while the columns of its segment are
// built, beyond what all games take.
func (g *Game) builtWeight() int {
	if _, ok := stonesOf(g.Facts); ok {
		return columns.Weight(g.Facts.Size, &columns.Game{Script: g.Script, Captures: g.Captures})
	}
	return 0
}
