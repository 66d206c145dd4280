package postings

import (
	"encoding/binary"
	"fmt"
	"iter"

	"kifudb/position"
	"kifudb/store/pages"
)

// Verified tells of the games of shared keys what a replay would tell. See the
// package's documentation for its format. It is safe for concurrent use as long
// as its bytes are not changed.
type Verified struct {
	index  *Index
	data   []byte
	heads  []byte
	places []byte
	codes  []byte
	guard  *pages.Guard
}

// KeyGames holds the verified games of one key. The boards of all
// games with a code are images of each other, so to verify one of them,
// Game, is to verify them all.
type KeyGames struct {
	Game   int    // local number of one whose code is known
	at     int    // its number among the candidates
	places []byte // four bytes each: node and move
	codes  []byte // two bytes for each candidate, in the order of Lookup
}

// Len returns the number of candidates.
func (m *KeyGames) Len() int { return len(m.codes) / 2 }

// Code returns the code of the i-th candidate.
func (m *KeyGames) Code(i int) Code { return Code(binary.LittleEndian.Uint16(m.codes[2*i:])) }

// Own returns the code of Game.
func (m *KeyGames) Own() Code { return m.Code(m.at) }

// Codes returns a number that all codes of boards of a size are below.
func (m *KeyGames) Codes(size position.Size) int {
	return min(1+codesOf(size)*len(m.places)/placeSize, 1<<16)
}

// Place returns the node at which the board came up in a game with a code, on a
// board of the given size, and the number of the move there.
func (m *KeyGames) Place(c Code, size position.Size) (node, move int) {
	at := int(c-1) / codesOf(size) * placeSize
	if at+placeSize > len(m.places) {
		return 0, 0
	}
	le := binary.LittleEndian
	return int(le.Uint16(m.places[at:])), int(le.Uint16(m.places[at+2:]))
}

// A Code is how a board came up in a game: as which image of the others, where,
// and what followed. Zero stands for all that is not so simple, where only a
// replay tells.
//
// Any other code means that the board came up once in the whole game, on the
// main line, and that one move followed or none.
type Code uint16

// images is how many images there are: eight symmetries, and each of them with
// the colors exchanged.
const images = 16

// codesOf returns the number of codes for one place on boards of a size.
func codesOf(size position.Size) int { return images * (1 + 2*(size.Area()+1)) }

// placesOf returns for how many places there are codes on boards of a size: five
// on those of 19 lines, none on those of more than 45.
func placesOf(size position.Size) int { return (1<<16 - 1) / codesOf(size) }

// codeOf makes the code of a place, an image, and what followed on the board of
// which it is the image.
func codeOf(place int, symmetry position.Symmetry, swapped bool, next position.Move, followed bool, size position.Size) Code {
	image, after := int(symmetry), 0
	if swapped {
		image |= 8
	}
	if followed {
		point := size.Area()
		if next.Point != position.Pass {
			point = size.Index(next.Point)
		}
		after = 1 + 2*point
		if next.Color == position.White {
			after++
		}
	}
	return Code(1 + image + images*after + codesOf(size)*place)
}

// Known reports whether a replay would tell nothing new.
func (c Code) Known() bool { return c > 0 }

// Image returns as which image it came up: turned by the symmetry and then
// perhaps with the colors exchanged. Several images may look alike. Which board
// it is the image of does not matter: for all codes of a meeting it is the same.
func (c Code) Image() (symmetry position.Symmetry, swapped bool) {
	image := (c - 1) % images
	return position.Symmetry(image & 7), image&8 != 0
}

// Next returns the move that followed, as it lies on the board that Image is an
// image of, which has the given size; false if none did.
func (c Code) Next(size position.Size) (next position.Move, followed bool) {
	after := int(c-1) % codesOf(size) / images
	if after == 0 {
		return position.Move{}, false
	}
	next = position.Move{Color: position.Black, Point: position.Pass}
	if after%2 == 0 {
		next.Color = position.White
	}
	if point := (after - 1) / 2; point < size.Area() {
		next.Point = size.At(point)
	}
	return next, true
}

const (
	verifiedMagic   = "kver"
	verifiedVersion = 1
	verifiedHeader  = 20
	headSize        = 12
	placeSize       = 4
)

// OpenVerified takes the bytes that [Verify] made for an index. It checks that
// they belong together, in constant time; [Verified.Check] reads everything.
// Whatever the bytes are, lookups do not panic. The guard of the bytes is as for [Open].
func OpenVerified(data []byte, x *Index, guard *pages.Guard) (*Verified, error) {
	le := binary.LittleEndian
	guard.Use(0, min(len(data), verifiedHeader))
	if len(data) < verifiedHeader || string(data[:4]) != verifiedMagic {
		return nil, fmt.Errorf("%w: no header of verified games", ErrFormat)
	}
	if v := le.Uint32(data[4:]); v != verifiedVersion {
		return nil, fmt.Errorf("%w: verified games of version %d, this program reads %d", ErrFormat, v, verifiedVersion)
	}
	keys, places, codes := uint64(le.Uint32(data[8:])), uint64(le.Uint32(data[12:])), uint64(le.Uint32(data[16:]))
	if keys != uint64(len(x.keys)/8) {
		return nil, fmt.Errorf("%w: verified games of %d shared keys, there are %d", ErrFormat, keys, len(x.keys)/8)
	}
	heads := headSize * keys
	places *= placeSize
	if want := verifiedHeader + heads + places + 2*codes; uint64(len(data)) != want {
		return nil, fmt.Errorf("%w: %d bytes of verified games instead of %d", ErrFormat, len(data), want)
	}
	rest := data[verifiedHeader:]
	return &Verified{index: x, data: data, heads: rest[:heads], places: rest[heads:][:places], codes: rest[heads+places:], guard: guard}, nil
}

// Bytes returns the verified games as they are stored.
func (v *Verified) Bytes() []byte { return v.data }

// Lookup returns the verified games of a canonical key. It
// reports false if there are none: the key is not shared, or no game is simple enough for
// a [Code].
func (v *Verified) Lookup(key position.Key) (KeyGames, bool) {
	i, ok := v.index.findShared(uint64(key))
	if !ok {
		return KeyGames{}, false
	}
	return v.meeting(i)
}

// A head is what is stored of a shared key.
type head struct {
	code, place int64 // number of the first one
	at          int   // of the game to verify among the key's games
	places      int   // 0 if nothing is known
}

func (v *Verified) head(i int) head {
	le := binary.LittleEndian
	v.guard.Use(verifiedHeader+headSize*i, headSize)
	h := v.heads[headSize*i:]
	return head{int64(le.Uint32(h)), int64(le.Uint32(h[4:])), int(le.Uint16(h[8:])), int(le.Uint16(h[10:]))}
}

func (v *Verified) meeting(i int) (KeyGames, bool) {
	h, n := v.head(i), v.index.sharedCount(i)
	if h.places == 0 || h.at >= n || placeSize*(h.place+int64(h.places)) > int64(len(v.places)) || 2*(h.code+int64(n)) > int64(len(v.codes)) {
		return KeyGames{}, false
	}
	places := int64(verifiedHeader + len(v.heads))
	v.guard.Use(int(places+placeSize*h.place), placeSize*h.places)
	v.guard.Use(int(places)+len(v.places)+int(2*h.code), 2*n)
	m := KeyGames{
		at:     h.at,
		places: v.places[placeSize*h.place:][:placeSize*h.places],
		codes:  v.codes[2*h.code:][:2*n],
	}
	var ok bool
	m.Game, ok = v.index.sharedGame(i, h.at)
	return m, ok && m.Own().Known()
}

// Check reports everything that is wrong with the form of the verified games.
// Each error wraps [ErrFormat].
func (v *Verified) Check() iter.Seq[error] {
	return func(yield func(error) bool) {
		var code, place int64
		for i := range len(v.heads) / headSize {
			h := v.head(i)
			if h.code != code || h.place != place {
				if !yield(fmt.Errorf("%w: shared key %d has its codes at %d and places at %d instead of %d and %d", ErrFormat, i, h.code, h.place, code, place)) {
					return
				}
			}
			if h.places == 0 {
				continue
			}
			code += int64(v.index.sharedCount(i))
			place += int64(h.places)
			if _, ok := v.meeting(i); !ok {
				if !yield(fmt.Errorf("%w: there is no game to verify shared key %d in", ErrFormat, i)) {
					return
				}
			}
		}
		if 2*code != int64(len(v.codes)) || placeSize*place != int64(len(v.places)) {
			yield(fmt.Errorf("%w: %d codes and %d places, %d and %d are used", ErrFormat, len(v.codes)/2, len(v.places)/placeSize, code, place))
		}
	}
}
