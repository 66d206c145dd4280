package indexer

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"kifudb/format"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// Several games may share a tree in SGF, see [sgfread.SharedGames]. An import makes a record
// of each: the tree's bytes without those of the other games, as 'export --split' writes
// it. The record has the same id, digest and derived data as in a file of its own.
//
// The [store.Record.Part] of each record says where it was in the tree, so that no record
// refers to another one: the number of the game, the number of games, the length and the
// digest of the tree, and the bytes that were cut out. To write all games of a tree, the
// exporter puts the tree together from them and compares it with the digest.
//
// In the file, numbers are varints:
//
//	number of the game from 0, number of games, bytes of the tree, its digest
//	cuts, and for each its distance from the end of the one before, its length
//	parentheses among them, and for each twice the distance from the one before, and 1 for a closing one
//	parts of the tree that no game has, and for each its distance, its length, its bytes;
//	only with the first game
//
// Rejected: one record of the tree to which its games refer, because records are merged,
// rewritten and removed one by one. Rejected: the place in the digest, because editing one
// game would then change all of them.

// A Part says which part of a tree a record is.
type Part struct {
	Number int // of the game among those of the tree, from 1
	Of     int // games share the tree
	Tree   store.Digest

	length  int
	cuts    []sgfread.Cut
	forks   []orphan // parentheses
	orphans []orphan
}

// An orphan is a piece of a tree that none of its games has.
type orphan struct {
	at   int
	text []byte
}

// maxPart bounds a Part, in bytes: the store has room for no more.
const maxPart = 60 << 10

// partsOf returns the parts of a tree, nil if one of them would be too large.
func partsOf(tree []byte, s *sgfread.Sharing) [][]byte {
	digest := store.DigestOf(tree)
	var parts [][]byte
	for i, g := range s.Games {
		b := binary.AppendUvarint(nil, uint64(i))
		b = binary.AppendUvarint(b, uint64(len(s.Games)))
		b = binary.AppendUvarint(b, uint64(len(tree)))
		b = append(b, digest[:]...)
		b = binary.AppendUvarint(b, uint64(len(g.Cuts)))
		at := 0
		for _, c := range g.Cuts {
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(c.From-at)), uint64(c.To-c.From))
			at = c.To
		}
		b, at = binary.AppendUvarint(b, uint64(len(g.Forks))), 0
		for _, fork := range g.Forks {
			step := uint64(fork-at) << 1
			if tree[fork] == ')' {
				step++
			}
			b, at = binary.AppendUvarint(b, step), fork
		}
		var orphans []sgfread.Cut
		if i == 0 {
			orphans = s.Orphans
		}
		b, at = binary.AppendUvarint(b, uint64(len(orphans))), 0
		for _, c := range orphans {
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(c.From-at)), uint64(c.To-c.From))
			b, at = append(b, tree[c.From:c.To]...), c.To
		}
		if len(b) > maxPart {
			return nil
		}
		parts = append(parts, b)
	}
	return parts
}

// PartOf returns which part of a tree a record is. It reports false for a record that came by itself.
func PartOf(r *store.Record) (*Part, bool) {
	if len(r.Part) == 0 {
		return nil, false
	}
	p := &Part{}
	in := partReader{r.Part, true}
	p.Number, p.Of, p.length = in.number()+1, in.number(), in.number()
	copy(p.Tree[:], in.bytes(len(p.Tree)))
	at := 0
	span := func() sgfread.Cut {
		from := at + in.number()
		at = from + in.number()
		return sgfread.Cut{From: from, To: at}
	}
	for n := in.number(); n > 0 && in.ok; n-- {
		p.cuts = append(p.cuts, span())
	}
	at = 0
	for n := in.number(); n > 0 && in.ok; n-- {
		step := in.number()
		at += step >> 1
		p.forks = append(p.forks, orphan{at, []byte{"()"[step&1]}})
	}
	at = 0
	for n := in.number(); n > 0 && in.ok; n-- {
		c := span()
		p.orphans = append(p.orphans, orphan{c.From, in.bytes(c.To - c.From)})
	}
	return p, in.ok && p.Number <= p.Of
}

// partReader reads the bytes of a Part.
type partReader struct {
	in []byte
	ok bool
}

func (r *partReader) number() int {
	n, size := binary.Uvarint(r.in)
	if size <= 0 || n > 1<<40 {
		r.ok, r.in = false, nil
		return 0
	}
	r.in = r.in[size:]
	return int(n)
}

func (r *partReader) bytes(n int) []byte {
	if n > len(r.in) {
		r.ok, r.in = false, nil
		return nil
	}
	b := r.in[:n]
	r.in = r.in[n:]
	return b
}

// Whole puts a tree together from the records of all its games, in any order. It reports false unless they
// make up the tree byte for byte.
func Whole(records []store.Record) (whole store.Record, ok bool) {
	var tree, lead, tail []byte
	for i := range records {
		r := &records[i]
		p, ok := PartOf(r)
		game := format.Game(r)
		switch {
		case !ok || p.Of != len(records) || p.length > 8*maxRecord:
			return store.Record{}, false
		case i == 0:
			tree, whole = make([]byte, p.length), *r
		case p.length != len(tree):
			return store.Record{}, false
		}
		if !p.put(tree, game) {
			return store.Record{}, false
		}
		if p.Number == 1 {
			whole.Source.Game, lead = r.Source.Game, r.Raw[:r.Tree[0]]
		}
		if p.Number == p.Of {
			tail = r.Raw[r.Tree[1]:]
		}
		if r.Charset.Name != whole.Charset.Name {
			whole.Charset.Name = "" // it cannot be read as one text
		}
		if i == len(records)-1 && store.DigestOf(tree) != p.Tree {
			return store.Record{}, false
		}
	}
	whole.Raw, whole.Part = slices.Concat(lead, tree, tail), nil
	whole.Tree = [2]int{len(lead), len(lead) + len(tree)}
	return whole, len(records) > 0
}

// put puts the text of a game where it was in its tree.
func (p *Part) put(tree, game []byte) bool {
	at := 0
	for _, c := range append(slices.Clip(p.cuts), sgfread.Cut{From: len(tree), To: len(tree)}) {
		n := c.From - at
		if n < 0 || n > len(game) || c.To > len(tree) || c.To < c.From {
			return false
		}
		copy(tree[at:], game[:n])
		game, at = game[n:], c.To
	}
	for _, missing := range [][]orphan{p.forks, p.orphans} {
		for _, o := range missing {
			if o.at+len(o.text) <= len(tree) {
				copy(tree[o.at:], o.text)
			}
		}
	}
	return len(game) == 0
}

// An origin is the shared tree of a record while it is imported. Problems of the record are
// reported with lines of the file.
type origin struct {
	tree []byte
	cuts []sgfread.Cut
}

// offset returns where an offset of the record's tree is in the whole one.
func (o *origin) offset(at int64) int64 {
	for _, c := range o.cuts {
		if int64(c.From) > at {
			break
		}
		at += int64(c.To - c.From)
	}
	return at
}

// sharing says which games share the tree of a record in SGF.
func sharing(r *store.Record) sgfread.Sharing {
	lead := sgfread.Lead(charset.TrailBytes(format.Encoding(r)))
	return sgfread.SharedGames(format.Game(r), &sgfread.Options{Lead: lead})
}

// mayShare reports whether a look at a record does not show that it holds one game.
func (e *entry) mayShare() bool {
	return sgfread.MayShare(format.Game(&e.record)) && FormatOf(&e.record).Derive == nil
}

// split makes an entry of each of the games that share a record, and extracts those that are not known.
func (e *entry) split(x *extractor, s *sgfread.Sharing, known func(store.Digest) bool) {
	tree := format.Game(&e.record)
	parts := partsOf(tree, s)
	if parts == nil {
		return
	}
	raw, from := e.record.Raw, e.record.Tree
	e.parts = make([]entry, len(parts))
	for i := range parts {
		p := &e.parts[i]
		p.kind, p.line, p.record = recordFound, e.line, e.record
		p.origin = &origin{tree, s.Games[i].Cuts}
		p.record.Part = parts[i]
		p.record.Source.Game += i
		text := []byte{}
		if i == 0 {
			text = append(text, raw[:from[0]]...)
		}
		p.record.Tree[0] = len(text)
		text = s.Games[i].AppendTo(text, tree)
		p.record.Tree[1] = len(text)
		if i == len(parts)-1 {
			text = append(text, raw[from[1]:]...)
		}
		p.record.Raw = text
		if p.digest = p.record.Digest(); known(p.digest) {
			continue
		}
		p.game = new(store.Game)
		p.extract(x, nil)
	}
	e.game, e.problems = nil, nil
}

// reshare notes where a known game is in its tree now: the other games of the tree have changed.
func (a *account) reshare(ctx context.Context, m *openMember, id store.GameID, e *entry) error {
	if len(e.record.Part) == 0 || a.changing(id) || !a.writer.Live(id) {
		return nil
	}
	stored, err := a.writer.Record(id)
	if err != nil || stored.Source.Path != e.record.Source.Path || bytes.Equal(stored.Part, e.record.Part) {
		return err
	}
	stored.Part, stored.Source = e.record.Part, e.record.Source
	a.changes.Records[id], a.placed[e.digest] = stored, id
	m.settle = true
	a.weight += recordWeight(stored)
	return a.lightenIn(ctx, m)
}

// value returns the text by which the parts of a tree are found: the tree's digest and
// the number of the part.
func (p *Part) value() string { return fmt.Sprintf("%s %d/%d", p.Tree, p.Number, p.Of) }

// ParsePart reads the value of [format.IdentPart].
func ParsePart(value string) (tree string, number, of int, ok bool) {
	n, err := fmt.Sscanf(value, "%s %d/%d", &tree, &number, &of)
	return tree, number, of, err == nil && n == 3
}
