package store

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"iter"
	"unicode"
	"unicode/utf8"

	"kifudb/position"
	"kifudb/store/disk"
	"kifudb/store/fulltext"
)

// HeadMoves is the number of moves of which Line.Head is the digest.
const HeadMoves = 30

// A Line holds the numbers by which kifudb finds other records of a game, computed
// from its main line, see [position.Sequence]. They only select candidates, which are
// then compared move by move.
type Line struct {
	Digest uint64        // of the canonical sequence
	Head   uint64        // of its first HeadMoves moves; 0 if there are not so many
	Who    uint64        // of both players' names, in any order, and the day; 0 if one is not known
	Dyer   position.Dyer // as played; of games whose stones are put on points and stay
}

// lineWidth is the number of bytes of one game's line in a file.
const lineWidth = 36

// lineOf derives a game's line.
func lineOf(g *Game) Line {
	r := new(liner)
	kept := r.gather(g, nil)
	return r.line(&kept)
}

// A liner derives lines of many games, in the same memory.
type liner struct {
	played, canonical position.Sequence
	name              fulltext.FoldedText
	letters           map[string]string // of names: most come again
}

// maxLetters is of how many names the letters are remembered at most.
const maxLetters = 1 << 13

func (r *liner) line(g *gatheredGame) Line {
	seed := position.KeySeed(int(g.facts.Game), g.facts.Size)
	r.played = g.script.SequenceIn(r.played)
	q := r.played
	l := Line{Dyer: position.Sequence(nil).Dyer(), Who: g.who}
	if _, ok := stonesOf(g.facts); ok {
		l.Dyer = q.Dyer()
		r.canonical, _ = q.AppendCanonical(r.canonical[:0], g.facts.Size)
		q = r.canonical
	}
	l.Digest = q.Digest(seed, len(q))
	if q.Moves() >= HeadMoves {
		l.Head = q.Digest(seed, HeadMoves)
	}
	return l
}

// who returns a number for the players and the day.
func (r *liner) who(g *Game) uint64 {
	if g.Facts.DateLo == 0 || g.Facts.DateLo != g.Facts.DateHi {
		return 0
	}
	var names [2]string
	for _, v := range g.Info {
		for i, ident := range [...]string{"PB", "PW"} {
			if v.Ident == ident && names[i] == "" {
				names[i] = r.lettersOf(v.Text)
			}
		}
	}
	if names[0] == "" || names[1] == "" {
		return 0
	}
	if names[1] < names[0] {
		names[0], names[1] = names[1], names[0]
	}
	h := fnv.New64a()
	h.Write([]byte(names[0] + "\x00" + names[1]))
	h.Write(binary.LittleEndian.AppendUint32(nil, uint32(g.Facts.DateLo)))
	return max(h.Sum64(), 1)
}

// lettersOf returns the letters and digits of a name, folded. A name in which
// there are none, such as "?", is not known. Forms of a Chinese character stay
// apart, as they did when the lines of older archives were made: records of a
// game are found by their moves, too.
func (r *liner) lettersOf(name string) string {
	known, ok := r.letters[name]
	if ok {
		return known
	}
	if r.letters == nil || len(r.letters) == maxLetters {
		r.letters = map[string]string{}
	}
	letters := r.fold(name)
	r.letters[name] = letters
	return letters
}

func (r *liner) fold(name string) string {
	r.name.Forms, r.name.Text = true, r.name.Text[:0]
	r.name.Fold(name, false)
	letters := r.name.Text[:0]
	for text := r.name.Text; len(text) > 0; {
		c, n := utf8.DecodeRune(text)
		if c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
			letters = append(letters, text[:n]...)
		}
		text = text[n:]
	}
	return string(letters)
}

func buildLines(_ context.Context, games []*gatheredGame, w *disk.SectionWriter) error {
	le := binary.LittleEndian
	lines := make([]byte, 0, lineWidth*len(games))
	var r liner
	for _, g := range games {
		if g == nil {
			lines = append(lines, make([]byte, lineWidth)...)
			continue
		}
		l := r.line(g)
		lines = le.AppendUint64(lines, l.Digest)
		lines = le.AppendUint64(lines, l.Head)
		lines = le.AppendUint64(lines, l.Who)
		for _, p := range l.Dyer {
			lines = le.AppendUint16(lines, uint16(p))
		}
	}
	w.Add(tagLines, lines)
	return nil
}

// Line returns what is kept of a game's main line to find other records of it.
func (g *Segment) Line(local int) Line {
	var l Line
	if b := g.linesColumn().Bytes(local*lineWidth, lineWidth); b != nil {
		l.decode(b)
	}
	return l
}

// Lines yields the lines of all live games, by their numbers in the segment. Each line
// overwrites the one before.
//
// It does the same as calls of Line in a fraction of the time: adding a game compares it
// with all games of the archive.
func (g *Segment) Lines() iter.Seq2[int, *Line] {
	return func(yield func(int, *Line) bool) {
		column := g.linesColumn()
		var l Line
		from, sound := 0, 0 // the lines whose pages are known to be whole
		all := int(g.live.GetCardinality()) == g.Len()
		for local := range g.Len() {
			if !all && !g.live.ContainsInt(local) {
				continue
			}
			at := local * lineWidth
			if at < from || at+lineWidth > sound {
				from, sound = column.Whole(at, lineWidth)
			}
			if from < sound {
				l.decode(column.Data[at:])
			} else {
				l = Line{}
			}
			if !yield(local, &l) {
				return
			}
		}
	}
}

// decode reads what buildLines wrote; b has at least lineWidth bytes.
func (l *Line) decode(b []byte) {
	le := binary.LittleEndian
	l.Digest, l.Head, l.Who = le.Uint64(b), le.Uint64(b[8:]), le.Uint64(b[16:])
	for i := range l.Dyer {
		l.Dyer[i] = position.Point(le.Uint16(b[24+2*i:]))
	}
}
