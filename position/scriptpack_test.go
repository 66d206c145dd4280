package position

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// comparePacked packs a script and reads it again.
func comparePacked(t *testing.T, s Script, size Size) []byte {
	t.Helper()
	before := []byte("before")
	b := s.AppendPacked(slices.Clone(before), size)
	if !bytes.HasPrefix(b, before) {
		t.Fatalf("the bytes before were changed: %x", b)
	}
	b = b[len(before):]
	got, err := UnpackScript(b)
	if err != nil || !slices.Equal(got, s) {
		t.Fatalf("%v: packed to %x and read as\n%04x, %v, want\n%04x", size, b, got, err, s)
	}
	if len(b) > 1+2*len(s) {
		t.Fatalf("%v: %d bytes for %d words", size, len(b), len(s))
	}
	return b
}

func TestPackedScripts(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	var packed, words, oblong int
	for range 600 {
		size := Size{1 + r.IntN(MaxSize), 1 + r.IntN(MaxSize)}
		if r.IntN(2) == 0 {
			size = Square([]int{1, 2, 5, 7, 9, 13, 19, 52}[r.IntN(8)])
		}
		s := randomScript(r, size, r.IntN(80))
		switch b := comparePacked(t, s, size); {
		case b[0] == packedWords:
			words++
		case b[0] == packedOblong:
			oblong++
		default:
			packed++
		}
	}
	if packed < 100 || oblong < 100 || words < 10 {
		t.Errorf("%d packed, %d oblong, %d as words", packed, oblong, words)
	}
	comparePacked(t, nil, Square(19))
	comparePacked(t, Script{wordNode}, Square(19))
	comparePacked(t, Script{wordNode, 0x3F12, 0x7F13}, Size{}) // as of shogi
}

// A game without anything special has nine bits a move on 19 lines, and all lengths
// end where they should, also where codes are shorter than the padding.
func TestPackedScriptsOfEveryLength(t *testing.T) {
	for _, lines := range []int{1, 2, 3, 5, 9, 19} {
		size := Square(lines)
		s := Script{wordNode}
		for i := range 40 {
			w := uint16(size.At(i % size.Area()))
			if i%2 == 1 {
				w |= wordWhite
			}
			s = append(s, w)
			b := comparePacked(t, s, size)
			if want := 1 + (9*len(s)+7)/8; lines == 19 && len(b) != want {
				t.Fatalf("%d bytes for %d words, want %d", len(b), len(s), want)
			}
		}
	}
}

// The head of a script is as many of its nodes as there is room for, and then what closes the
// variations that are open.
func TestUnpackHead(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 2))
	var buffer ScriptBuffer
	cut, closed := 0, 0
	for range 400 {
		size := []Size{Square(9), Square(19), {7, 5}}[r.IntN(3)]
		s := randomScript(r, size, r.IntN(60))
		packed := s.AppendPacked(nil, size)
		for words := range len(s) + 3 {
			head, whole, err := buffer.UnpackHead(packed, words)
			if err != nil || head.check() != nil {
				t.Fatalf("%d words of %04x: %v, %v", words, s, err, head.check())
			}
			if whole {
				if !slices.Equal(head, s) {
					t.Fatalf("%d words of %04x are said to be all: %04x", words, s, head)
				}
				continue
			}
			cut++
			// The longest whole nodes: those after which another node or a variation begins or ends.
			want, depth := Script{}, 0
			for n := range min(words, len(s)-1) + 1 {
				if extendsNode(s[n]) || n == words && n > 0 && (startsNode(s[n-1]) || extendsNode(s[n-1])) {
					continue // the node may go on, as far as can be seen from so many words
				}
				want, depth = s[:n:n], 0
				for _, w := range want {
					switch w {
					case wordOpen:
						depth++
					case wordClose:
						depth--
					}
				}
			}
			for range depth {
				want = append(want, wordClose)
			}
			closed += depth
			if !slices.Equal(head, want) {
				t.Fatalf("%d words of %04x:\n%04x, want\n%04x", words, s, head, want)
			}
		}
	}
	if cut < 1000 || closed < 200 {
		t.Errorf("%d heads, of which %d variations were closed: the test tests little", cut, closed)
	}
}

// The form is on disk: this may not change.
func TestPackedScriptPinned(t *testing.T) {
	s := Script{wordNode, wordAddBlack | uint16(At(3, 3)), uint16(At(15, 3)) | wordWhite, uint16(At(2, 16)), uint16(Pass) | wordWhite, wordOpen, uint16(Pass), wordClose}
	want := []byte{19, 0x6b, 0xdd, 0x0e, 0x43, 0xaa, 0x45, 0x22, 0x33, 0x2d, 0xdb, 0xb4, 0x6d, 0xff}
	if got := s.AppendPacked(nil, Square(19)); !bytes.Equal(got, want) {
		t.Errorf("got %#v, want %#v", got, want)
	}
}

func TestUnpackScriptErrors(t *testing.T) {
	good := Script{wordNode, uint16(At(2, 2)), wordOpen, uint16(Pass) | wordWhite, wordClose}.AppendPacked(nil, Square(9))
	for name, b := range map[string][]byte{
		"no board":         {packedOblong, 0, 5, 0xFF},
		"board cut off":    {packedOblong, 9},
		"too many lines":   {53, 0, 0},
		"an odd word":      {packedWords, 1},
		"after the end":    {19, 0xFF, 0xFF, 0xFF},
		"a word cut off":   {9, 81 + codeWord},
		"not closed":       good[:len(good)-1],
		"closes and opens": {9, 81 + codeClose, 0xFF},
	} {
		if s, err := UnpackScript(b); !errors.Is(err, ErrScript) {
			t.Errorf("%s: %x is read as %04x, %v", name, b, s, err)
		}
	}
}

func FuzzUnpackScript(f *testing.F) {
	r := rand.New(rand.NewPCG(18, 2))
	for _, size := range []Size{Square(5), Square(19), {7, 11}} {
		f.Add(randomScript(r, size, 40).AppendPacked(nil, size))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := UnpackScript(b)
		if err != nil {
			return
		}
		if err := s.check(); err != nil {
			t.Fatalf("%x was accepted: %v", b, err)
		}
		comparePacked(t, s, Square(19))
	})
}
