package match

import (
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store"
)

// knownGames are what a segment knows of the games that offer a position: in
// those that are certain it comes up as its code says, those that are open have
// to be replayed, and in the others it does not come up as is asked for.
type knownGames struct {
	position *boardPosition
	meeting  store.KeyGames
	games    []uint16 // the candidates, ascending

	certain, open *roaring.Bitmap

	meanings []codeMeaning
	numbers  []uint16 // by candidate, the number of its meaning counted from 1; 0 if its code is not known
}

// sortingRoom is memory for decide, for one segment after the other. It is left
// empty.
type sortingRoom struct {
	certain, open gameSet
	numbers       []uint16 // by code, the number of its meaning counted from 1
	codes         []int    // that have one
}

// A codeMeaning is what a code means for the asked position.
type codeMeaning struct {
	verdict    verdict
	image      *position.BoardImage // as which the position comes up, nil if that is not asked for
	node, move int
	reply      position.Move
	replied    bool
}

// A verdict is what a code decides.
type verdict uint8

const (
	refused verdict = iota
	accepted
	undecided
)

// An imageNumber is what the sixteen images of a board are numbered by.
type imageNumber int

func numberOf(s position.Symmetry, swapped bool) imageNumber {
	if swapped {
		return imageNumber(s) | 8
	}
	return imageNumber(s)
}

// aspects are the asked board in all its images, whether or not they are asked
// for.
type aspects struct {
	once   sync.Once
	stones []position.Change
	places [16]int // the number of the image that looks alike, -1 for none
}

// aspect returns them, made when they are first needed.
func (w *boardPosition) aspect() *aspects {
	a := &w.aspects
	a.once.Do(func() {
		a.stones = w.images[0].Stones // as it is asked for
		for n := range a.places {
			a.places[n] = -1
			for i := range w.images {
				if a.lies(&w.images[i], w.images[i].Size, imageNumber(n)) {
					a.places[n] = i
					break
				}
			}
		}
	})
	return a
}

// lies reports whether an image of the asked board lies on a board of its size,
// perhaps among other stones.
func (a *aspects) lies(b interface {
	At(position.Point) position.Color
}, size position.Size, n imageNumber) bool {
	if int(n&7) >= position.Symmetries(size) {
		return false
	}
	for _, s := range a.stones {
		color := s.Color
		if n&8 != 0 {
			color = color.Opponent()
		}
		if b.At(position.Symmetry(n&7).Apply(s.Point, size)) != color {
			return false
		}
	}
	return true
}

// readCodes verifies the one game on which a meeting rests, and returns what the
// others come to with it, nil if all of them have to be replayed.
func (f *boardSearcher) readCodes(s *store.Segment, games []uint16, m store.KeyGames) (*knownGames, error) {
	if f.board.Ko != "" || m.Len() != len(games) {
		return nil, nil
	}
	k := &knownGames{position: f.boardPosition, meeting: m, games: games}
	var lies [16]*position.BoardImage // by image that a code tells, how the asked board lies there
	if facts := s.Facts(m.Game); facts.Game == f.game && facts.Size == f.asked.Size() {
		script, err := s.Script(m.Game)
		if err != nil {
			return nil, err
		}
		node, _ := m.Place(m.Own(), facts.Size)
		board, ok := f.replayer.To(facts.Size, script, node)
		if !ok {
			return nil, nil
		}
		k.lay(&lies, board)
	}
	k.decide(&lies, &f.sorting)
	return k, nil
}

// lay compares the asked board with that of the game to verify. If they are
// images of each other, it fills in how the asked one lies where a code tells an
// image.
func (k *knownGames) lay(lies *[16]*position.BoardImage, board *position.Board) {
	a := k.position.aspect()
	if len(a.stones) != board.Stones(position.Black)+board.Stones(position.White) {
		return
	}
	own, ownSwapped := k.meeting.Own().Image()
	for n := range imageNumber(len(a.places)) {
		if !a.lies(board, board.Size(), n) {
			continue
		}
		// From the asked board to that of the game, back to the one that all
		// are images of, and on to any.
		back := position.Symmetry(n & 7).Then(own.Inverse())
		for m := range position.Symmetry(position.Symmetries(board.Size())) {
			for _, swapped := range [...]bool{false, true} {
				swap := n&8 != 0 != ownSwapped != swapped
				if i := a.places[numberOf(back.Then(m), swap)]; i >= 0 {
					lies[numberOf(m, swapped)] = &k.position.images[i]
				}
			}
		}
		return
	}
}

// decide sorts the games by what their codes mean.
func (k *knownGames) decide(lies *[16]*position.BoardImage, room *sortingRoom) {
	size := k.position.asked.Size()
	codes := k.meeting.Codes(size)
	room.numbers = slices.Grow(room.numbers[:0], codes)[:codes]
	k.numbers = make([]uint16, len(k.games))
	for i, game := range k.games {
		code := k.meeting.Code(i)
		if !code.Known() || int(code) >= codes {
			room.open.add(game)
			continue
		}
		number := room.numbers[code]
		if number == 0 {
			meaning := codeMeaning{}
			symmetry, swapped := code.Image()
			if image := lies[numberOf(symmetry, swapped)]; image != nil {
				next, followed := code.Next(size)
				if next.Point = symmetry.Apply(next.Point, size); swapped {
					next.Color = next.Color.Opponent()
				}
				node, move := k.meeting.Place(code, size)
				meaning = k.position.meaningOf(image, node, move, next, followed)
			}
			k.meanings = append(k.meanings, meaning)
			number = uint16(len(k.meanings))
			room.numbers[code] = number
			room.codes = append(room.codes, int(code))
		}
		k.numbers[i] = number
		switch k.meanings[number-1].verdict {
		case accepted:
			room.certain.add(game)
		case undecided:
			room.open.add(game)
		}
	}
	for _, code := range room.codes {
		room.numbers[code] = 0
	}
	room.codes = room.codes[:0]
	k.certain, k.open = room.certain.take(), room.open.take()
}

// A gameSet collects games of a segment, faster than a bitmap that is compressed
// all the time.
type gameSet []uint64

func (s *gameSet) add(local uint16) {
	if *s == nil {
		*s = make(gameSet, (1<<16)/64)
	}
	(*s)[local/64] |= 1 << (local % 64)
}

// spareGameSets are sets that have ended, which are empty.
var spareGameSets sync.Pool

// spareGameSet returns an empty set.
func spareGameSet() gameSet {
	if s, ok := spareGameSets.Get().(*gameSet); ok {
		return *s
	}
	return nil
}

// end empties a set and leaves it to others.
func (s gameSet) end() {
	if s != nil {
		clear(s)
		spareGameSets.Put(&s)
	}
}

// or adds another set.
func (s *gameSet) or(other gameSet) {
	if *s == nil {
		*s = make(gameSet, (1<<16)/64)
	}
	for i, games := range other {
		(*s)[i] |= games
	}
}

// take empties the set.
func (s gameSet) take() *roaring.Bitmap {
	games := roaring.FromDense(s, true)
	clear(s)
	return games
}

// meaningOf returns what it means that an image comes up at a node with a move, and
// what follows in the game there.
func (w *boardPosition) meaningOf(image *position.BoardImage, node, move int, next position.Move, followed bool) codeMeaning {
	s := codeMeaning{verdict: accepted, image: image, node: node, move: move, replied: followed}
	if !w.board.Moves.Contains(move) {
		s.verdict = refused
	}
	if followed {
		m := w.back(image.Orientation, next)
		if w.board.Next != position.Empty && !w.swaps && m.Color != w.board.Next {
			s.verdict = refused
		}
		folded := w.folding.Fold(position.Change{Point: m.Point, Color: m.Color})
		s.reply = position.Move{Color: folded.Color, Point: folded.Point}
	} else if w.board.Next != position.Empty && s.verdict == accepted {
		s.verdict = undecided // whose turn it is tells only the replay
	}
	return s
}

// hit returns the hit in a game that is certain.
func (k *knownGames) hit(local int) Hit {
	i, _ := slices.BinarySearch(k.games, uint16(local))
	s := &k.meanings[k.numbers[i]-1]
	place := &Place{Term: k.position.term, Symmetry: s.image.Symmetry, Swapped: s.image.Swapped}
	if s.replied {
		place.Next = []Reply{{Move: s.reply}}
	}
	return Hit{Node: s.node, MoveNumber: s.move, Board: place}
}

// among yields those of a set of games whose codes are known, with the numbers of
// their meanings.
func (k *knownGames) among(games *roaring.Bitmap, yield func(local uint32, number uint16)) {
	i := 0
	for it := games.ManyIterator(); ; {
		var some [256]uint32
		n := it.NextMany(some[:])
		if n == 0 {
			return
		}
		for _, local := range some[:n] {
			for i < len(k.games) && uint32(k.games[i]) < local {
				i++
			}
			if i == len(k.games) {
				return
			}
			if uint32(k.games[i]) == local && k.numbers[i] > 0 {
				yield(local, k.numbers[i])
			}
		}
	}
}

// each calls yield with how many games of a segment that are certain went on in
// the same way and ended alike; each has one hit.
func (k *knownGames) each(s *store.Segment, games *roaring.Bitmap, yield func(n int, winner store.Winner, r HitReply)) {
	const kinds = 8 // of winners
	winners := s.Winners()
	counts := make([]int32, kinds*len(k.meanings))
	k.among(games, func(local uint32, number uint16) { counts[kinds*(int(number)-1)+int(winners[local]%kinds)]++ })
	for i := range k.meanings {
		m := &k.meanings[i]
		if m.verdict != accepted {
			continue
		}
		one := m.hitReply()
		for winner, n := range counts[kinds*i : kinds*(i+1)] {
			if n > 0 {
				yield(int(n), store.Winner(winner), one)
			}
		}
	}
}

// eachGame calls yield with each game of a segment that is certain, and its hit.
func (k *knownGames) eachGame(s *store.Segment, games *roaring.Bitmap, yield func(local int, winner store.Winner, list []HitReply)) {
	winners := s.Winners()
	var one [1]HitReply
	k.among(games, func(local uint32, number uint16) {
		if m := &k.meanings[number-1]; m.verdict == accepted {
			one[0] = m.hitReply()
			yield(int(local), winners[local], one[:])
		}
	})
}

// hitReply is the hit of each game with a code that is certain.
func (m *codeMeaning) hitReply() HitReply {
	return HitReply{Order: uint64(m.node) << 32, Hit: true, Move: m.reply, Replied: m.replied, Swapped: m.image.Swapped}
}
