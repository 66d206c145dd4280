package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/store/columns"
	"kifudb/store/disk"
	"kifudb/store/postings"
)

// find returns the games with a digest, ascending.
func (g *Segment) find(d Digest) iter.Seq[int] {
	return func(yield func(int) bool) {
		digests, byDigest := g.digests()
		n := byDigest.Len() / 2
		at := func(i int) []byte { return digests.Bytes(digestWidth*byDigest.Uint16(i), digestWidth) }
		for i := firstDigest(n, at, d[:]); i < n; i++ {
			local := byDigest.Uint16(i)
			if !bytes.Equal(digests.Bytes(digestWidth*local, digestWidth), d[:]) || !yield(local) {
				return
			}
		}
	}
}

// known returns the live game of the segment whose tree has a digest.
func (g *Segment) known(d Digest) (GameID, bool) {
	for local := range g.find(d) {
		if g.live.ContainsInt(local) {
			return g.id(local), true
		}
	}
	return 0, false
}

// firstDigest returns the first of n ascending digests that is not less than d; n if all are.
// As digests are uniform, where one lies can be reckoned from those on both sides (Peterson,
// "Addressing for random-access storage", 1957): a segment of 40,000 takes five looks instead of
// sixteen. Those of games that are gone are not uniform; after guesses enough it is halved.
func firstDigest(n int, at func(int) []byte, d []byte) int {
	const guesses = 8
	number := func(b []byte) float64 {
		if len(b) < 8 { // cannot be read
			return 0
		}
		return float64(binary.BigEndian.Uint64(b))
	}
	want := number(d)
	lo, hi := 0, n // digests before lo are less, those from hi on are not
	below, above := 0.0, float64(1<<64)
	for tries := 0; lo < hi; tries++ {
		middle := lo + (hi-lo)/2
		if tries < guesses && above > below {
			middle = min(max(lo+int(float64(hi-lo)*((want-below)/(above-below))), lo), hi-1)
		}
		if b := at(middle); bytes.Compare(b, d) < 0 {
			lo, below = middle+1, number(b)
		} else {
			hi, above = middle, number(b)
		}
	}
	return lo
}

// A Segment is an immutable run of games with consecutive ids, as a
// [Snapshot] sees it. Games are numbered in it from 0, their local number.
// Methods whose comments say so return memory of the files, which must not be used after
// the snapshot is closed. A local number out of range gives zero values or an error.
//
// A removed game is found in a segment until [Writer.Compact] deletes it; Live excludes it.
type Segment struct {
	entry segmentEntry
	files *segmentFiles
	live  *roaring.Bitmap

	corrected *segmentCorrections // nil if nothing is; see Corrected
	overlay   *segmentOverlay     // nil if there is none; see Snapshot.Lay

	remote  *remoteSegment         // nil if files are open
	wanted  *Corrections           // used by a remote segment, in place of corrected
	trouble *atomic.Pointer[error] // likewise, what Err returns
}

// Leave gives the memory of the segment's index back to the system, after a caller has
// read a column of all segments. The index stays readable.
func (g *Segment) Leave() {
	if g.remote == nil {
		g.files.index.Leave()
	}
}

// Name returns the name of the segment, which no other of the archive ever has.
func (g *Segment) Name() string { return g.entry.Name }

// Base returns the id of the game with local number 0.
func (g *Segment) Base() GameID { return g.entry.Base }

// Err returns the first damage that any reader of the segment met, through any
// snapshot. Damaged bytes read as empty, so a caller with an unverified snapshot must ask
// for the error before it gives an answer away.
func (g *Segment) Err() error {
	if g.remote != nil {
		return g.remoteErr()
	}
	return g.files.damage()
}

// Len returns the number of ids, those of removed games included.
func (g *Segment) Len() int { return g.entry.Games }

// Live returns the local numbers of the games that were not removed. The
// caller must not change it.
func (g *Segment) Live() *roaring.Bitmap { return g.live }

// Facts returns the facts of a game.
func (g *Segment) Facts(local int) Facts {
	if g.remote != nil {
		return lent(g, Facts{Komi: NoKomi}, func(g *Segment) Facts { return g.Facts(local) })
	}
	var f Facts
	if c, ok := g.corrected.of(local); ok {
		f = c.Facts
	} else {
		f = g.recordedFacts(local)
	}
	g.overlay.facts(local, &f)
	return f
}

// GameRecord returns what tells how a game starts: the size of its board, and what the record says, not the
// user's corrections.
func (g *Segment) GameRecord(local int) registry.Record {
	return registry.Record{Size: g.Facts(local).Size, Info: func(ident string) string {
		for _, v := range g.Recorded().Info(local) {
			if v.Ident == ident {
				return v.Text
			}
		}
		return ""
	}}
}

func (g *Segment) recordedFacts(local int) Facts {
	f := Facts{Komi: NoKomi}
	if b := g.files.facts()[AllFacts].Bytes(local*factsWidth, factsWidth); b != nil {
		f.decode(b)
	}
	return f
}

// Winners returns the winners of all games. They are picked out of the facts when
// they are first asked for, so that those of many games lie close together; the
// caller must not change them.
func (g *Segment) Winners() []Winner {
	if g.remote != nil {
		return lent(g, make([]Winner, g.Len()), (*Segment).Winners)
	}
	winners := g.files.lateWinners.get(g.files.readWinners)
	if g.corrected != nil {
		return g.corrected.winnersOf(winners)
	}
	return winners
}

func (s *segmentFiles) readWinners() []Winner {
	facts, winners := s.facts()[AllFacts], make([]Winner, s.games)
	if results := s.facts()[ResultsColumn]; results != nil { // a thirty-sixth of what all facts are
		for local := range winners {
			b := results.Bytes(local, 1)
			if b == nil { // damaged
				continue
			}
			if winners[local] = Winner(b[0] & 15); b[0] != noResult {
				continue
			}
			if b := facts.Bytes(local*factsWidth, factsWidth); b != nil {
				winners[local] = Winner(b[factsWinner])
			}
		}
		return winners
	}
	for local := range winners {
		if b := facts.Bytes(local*factsWidth, factsWidth); b != nil {
			winners[local] = Winner(b[factsWinner])
		}
	}
	return winners
}

// Digest returns the digest of a game's tree.
func (g *Segment) Digest(local int) Digest {
	var d Digest
	digests, _ := g.digests()
	copy(d[:], digests.Bytes(local*digestWidth, digestWidth))
	return d
}

// Script returns the script of a game. It may share memory with the files.
func (g *Segment) Script(local int) (position.Script, error) {
	script, _, err := g.ScriptHead(new(position.ScriptBuffer), local, math.MaxInt)
	return script, err
}

// ScriptIn is Script in memory that is used for one game after the other, for those who may be asked
// for the same games again: long scripts are kept. It must not be changed.
func (g *Segment) ScriptIn(memory *position.ScriptBuffer, local int) (position.Script, error) {
	long := g.remote == nil && g.files.scripts != nil && len(g.files.packedScript(local)) >= manyWords
	if long {
		if script, ok := g.files.scripts.of(g.files, local); ok {
			return script, nil
		}
	}
	script, _, err := g.ScriptHead(memory, local, math.MaxInt)
	if long && err == nil {
		g.files.scripts.keep(g.files, local, script)
	}
	return script, err
}

// packedScript returns the bytes of a script.
func (s *segmentFiles) packedScript(local int) []byte {
	columns := s.of()
	return columns.scriptsAt.Part(columns.scripts, local)
}

// ScriptHead is ScriptIn of the first words of a script, see [position.ScriptBuffer.UnpackHead];
// whole reports whether that is all.
func (g *Segment) ScriptHead(memory *position.ScriptBuffer, local, words int) (script position.Script, whole bool, err error) {
	if g.remote != nil {
		script, err = lentOr(context.Background(), g, func(g *Segment) (script position.Script, err error) {
			script, whole, err = g.ScriptHead(memory, local, words)
			return script, err
		})
		return script, whole, err
	}
	script, whole, err = memory.UnpackHead(g.files.packedScript(local), words)
	if err != nil {
		return nil, false, disk.Damaged(g.files.index.Path, "script of game %d: %v", g.id(local), err)
	}
	return script, whole, nil
}

// ScriptBytes returns how many bytes the script of a game takes in the segment.
func (g *Segment) ScriptBytes(local int) int {
	if g.remote != nil {
		return lent(g, 0, func(g *Segment) int { return g.ScriptBytes(local) })
	}
	columns := g.files.of()
	return len(columns.scriptsAt.Part(columns.scripts, local))
}

// Excerpt is ScriptIn of an excerpt, see [position.ScriptBuffer.UnpackExcerpt].
func (g *Segment) Excerpt(memory *position.ScriptBuffer, local int, spans []position.Span) (excerpt position.Excerpt, err error) {
	if g.remote != nil {
		return lentOr(context.Background(), g, func(g *Segment) (position.Excerpt, error) {
			return g.Excerpt(memory, local, spans)
		})
	}
	columns := g.files.of()
	data := columns.scriptsAt.Part(columns.scripts, local)
	known := g.files.outlines.of(local)
	excerpt, now, err := memory.UnpackExcerpt(data, spans, known)
	if now != known {
		g.files.outlines.put(local, now)
	}
	if err != nil {
		return position.Excerpt{}, disk.Damaged(g.files.index.Path, "script of game %d: %v", g.id(local), err)
	}
	return excerpt, nil
}

func (g *Segment) id(local int) GameID { return g.entry.Base + GameID(local) }

// Positions returns the candidates for the key of a position, ascending: all games
// that hold it, and sometimes one that does not.
func (g *Segment) Positions(key position.Key) []uint16 {
	if g.remote != nil {
		return lent(g, nil, func(g *Segment) []uint16 { return g.Positions(key) })
	}
	if g.files.lacks(key) {
		return nil
	}
	positions := g.files.positions()
	if positions == nil { // damaged
		return nil
	}
	return positions.Lookup(make([]uint16, 0, positions.Count(key)), key)
}

// Offers returns how many games Positions returns.
func (g *Segment) Offers(key position.Key) int {
	if g.remote != nil {
		return lent(g, 0, func(g *Segment) int { return g.Offers(key) })
	}
	if g.files.lacks(key) {
		return 0
	}
	if positions := g.files.positions(); positions != nil {
		return positions.Count(key)
	}
	return 0
}

// KeyGames holds the verified games of one key.
type KeyGames = postings.KeyGames

// Verified returns the verified games of a key, so that its candidates need no replay;
// false if there are none. The result shares memory with the files.
func (g *Segment) Verified(key position.Key) (KeyGames, bool) {
	if g.remote != nil {
		return KeyGames{}, false // it would share memory with files that may go
	}
	if g.files.lacks(key) {
		return KeyGames{}, false
	}
	if verified := g.files.verified(); verified != nil {
		return verified.Lookup(key)
	}
	return KeyGames{}, false
}

// VerifiedBytes returns the size of what Verified answers from.
func (g *Segment) VerifiedBytes() int {
	if g.remote != nil {
		return lent(g, 0, (*Segment).VerifiedBytes)
	}
	if verified := g.files.verified(); verified != nil {
		return len(verified.Bytes())
	}
	return 0
}

// PositionStats tells what the index of positions holds and costs.
func (g *Segment) PositionStats() postings.Stats {
	if g.remote != nil {
		return lent(g, postings.Stats{}, (*Segment).PositionStats)
	}
	if positions := g.files.positions(); positions != nil {
		return positions.Stats()
	}
	return postings.Stats{}
}

// Columns returns the pattern index of the games of SGF's number on boards of a
// size, nil if there are none.
func (g *Segment) Columns(game int, size position.Size) *columns.Index {
	if g.remote != nil {
		g.spoil(errors.New("the pattern index of a segment that is away was asked for without a visit"))
		return nil
	}
	if game < 0 || game > math.MaxUint8 {
		return nil
	}
	return g.files.columnsOf(boardKind{uint8(game), size})
}

// PlainNodes returns how many nodes the main line of a game has if the pattern index knows that
// their numbers are those of their moves, see [columns.Index.PlainNodes]; otherwise 0.
func (g *Segment) PlainNodes(local int) int {
	if g.remote != nil {
		return 0
	}
	facts := g.Facts(local)
	return g.files.columnsOf(boardKind{facts.Game, facts.Size}).PlainNodes(local)
}

// Sizes returns the sizes of board for which there is a pattern index of the
// games of SGF's number.
func (g *Segment) Sizes(game int) []position.Size {
	if g.remote != nil {
		return lent(g, nil, func(g *Segment) []position.Size { return g.Sizes(game) })
	}
	var sizes []position.Size
	for _, kind := range g.files.kinds() {
		if int(kind.game) == game {
			sizes = append(sizes, kind.size)
		}
	}
	slices.SortFunc(sizes, func(a, b position.Size) int { return (a.Cols-b.Cols)*position.MaxSize + a.Rows - b.Rows })
	return sizes
}

// ErrGone is returned for a game that was removed for good.
var ErrGone = errors.New("the game was removed")

// Record returns the record of a game. It unpacks the block in which the game
// lies; to read many, use Records.
func (g *Segment) Record(local int) (Record, error) {
	if g.remote != nil {
		return lentOr(context.Background(), g, func(g *Segment) (Record, error) { return g.Record(local) })
	}
	r, err := g.files.records.record(local)
	if err == nil && len(r.Raw) == 0 {
		err = fmt.Errorf("game %d: %w", g.id(local), ErrGone)
	}
	return r, err
}

// StoredRecord is a record that Records yields.
type StoredRecord struct {
	Local  int
	Record Record
}

// Records yields the records of a set of games in order; nil is the set of all live
// games. After an error it continues with the records that can be read.
func (g *Segment) Records(locals *roaring.Bitmap) iter.Seq2[StoredRecord, error] {
	if g.remote != nil {
		return lentAllOr(context.Background(), g, func(g *Segment) iter.Seq2[StoredRecord, error] { return g.Records(locals) })
	}
	if locals == nil {
		locals = g.live
	}
	return func(yield func(StoredRecord, error) bool) {
		for local, r := range g.files.records.all(locals) {
			if r.err == nil && len(r.Raw) == 0 {
				continue
			}
			if !yield(StoredRecord{local, r.Record}, r.err) {
				return
			}
		}
	}
}
