package position

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
)

// randomTree makes a script of at least so many nodes, most of them in variations of all lengths.
func randomTree(r *rand.Rand, size Size, nodes int) Script {
	s := Script{wordNode}
	depth := 0
	for n := 1; n < nodes; {
		for range 1 + r.IntN(6) {
			w := uint16(size.At(r.IntN(size.Area()))) | uint16(r.IntN(2))<<14
			switch r.IntN(40) {
			case 0:
				s = append(s, wordNode, wordAddEmpty|w&wordData)
			case 1:
				s = append(s, uint16(Pass))
			default:
				s = append(s, w)
			}
			n++
		}
		if depth > 0 && r.IntN(8) > 2 && r.IntN(60) >= 60-2*depth {
			for range 1 + r.IntN(depth) {
				s = append(s, wordClose)
				depth--
			}
		}
		s = append(s, wordOpen)
		depth++
	}
	s = append(s, uint16(Pass))
	for range depth {
		s = append(s, wordClose)
	}
	return s
}

// Excerpts are the same with an outline as without, whatever was read of the script before.
func TestOutline(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 12))
	var buffer, other ScriptBuffer
	ends, grew, passed, tried := 0, 0, 0, 0
	for range testsize.Of(60, 15) {
		size := []Size{Square(9), Square(19), {7, 5}}[r.IntN(3)]
		s := randomTree(r, size, 4000+r.IntN(4000))
		packed := s.AppendPacked(nil, size)
		nodes := s.Nodes()
		var outline *Outline
		for range 20 {
			spans := []Span{}
			for at := 1 + r.IntN(nodes-1); at < nodes && len(spans) < 3; at += r.IntN(nodes) + 1 {
				spans = append(spans, Span{at, at + 1 + r.IntN(30)})
				at += 30
			}
			want, _, err := other.UnpackExcerpt(packed, spans, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, now, err := buffer.UnpackExcerpt(packed, spans, outline)
			if err != nil || !slices.Equal(got.Script, want.Script) || !slices.Equal(got.numbersOfNodes(), want.numbersOfNodes()) || got.replayedMainLine() != want.replayedMainLine() {
				t.Fatalf("%v of %d nodes: %v, %d words with an outline of %+v, %d without", spans, nodes, err, len(got.Script), outline, len(want.Script))
			}
			if now != outline && outline != nil {
				grew++
			}
			if now != nil && len(now.ends) > len(packed)/outlineBytes {
				t.Fatalf("%d ends in the outline of %d bytes", len(now.ends), len(packed))
			}
			if now != nil && !slices.IsSortedFunc(now.ends, func(a, b variationEnd) int {
				if a.from == b.from {
					return -1
				}
				return cmp.Compare(a.from, b.from)
			}) {
				t.Fatalf("variations are not in order, or some twice: %v", now.ends)
			}
			outline = now
		}
		if outline == nil {
			continue
		}
		ends += len(outline.ends)
		// What is passed over is not read: there may be anything.
		end := outline.ends[len(outline.ends)-1]
		for _, e := range outline.ends {
			if e.to-e.from > end.to-end.from {
				end = e
			}
		}
		header := len(packed) - len(codesOf(t, packed))
		damaged := slices.Clone(packed)
		for i := header + int(end.from)/8 + 2; i < header+int(end.to)/8-2; i++ {
			damaged[i] = 0xFF
		}
		spans := []Span{{int(end.nodes), int(end.nodes) + 1}}
		tried++
		if _, _, err := other.UnpackExcerpt(damaged, spans, nil); err == nil {
			t.Fatal("what is damaged was read as if it were whole")
		}
		if _, _, err := buffer.UnpackExcerpt(damaged, spans, outline); err == nil {
			passed++
		}
	}
	if ends < 200 || grew < 10 || tried < 10 || passed < tried*9/10 {
		t.Errorf("%d ends are known, %d outlines grew, %d of %d long variations were passed over: the test tests little", ends, grew, passed, tried)
	}
}

// What may not follow the end of a variation is noticed where the variation was passed over, too.
func TestOutlineBeforeDamage(t *testing.T) {
	size := Square(19)
	s := Script{wordNode, wordOpen}
	for i := range 200 {
		s = append(s, uint16(size.At(i))|uint16(i%2)*wordWhite)
	}
	s = append(s, wordClose, wordAddEmpty, wordOpen, wordNode, wordClose)
	packed := s.AppendPacked(nil, size)
	var buffer ScriptBuffer
	_, outline, err := buffer.UnpackExcerpt(packed, []Span{{5, 6}}, nil)
	if err != nil || outline == nil {
		t.Fatalf("%v, %v", outline, err)
	}
	for _, known := range []*Outline{nil, outline} {
		if e, _, err := buffer.UnpackExcerpt(packed, []Span{{201, 202}}, known); !errors.Is(err, ErrScript) {
			t.Errorf("with the outline %v: %04x, %v", known, e.Script, err)
		}
	}
}

// codesOf returns the codes of a packed script.
func codesOf(t *testing.T, b []byte) []byte {
	_, codes, err := packed(b)
	if err != nil {
		t.Fatal(err)
	}
	return codes
}

// numbersOfNodes returns the numbers of the nodes of an excerpt.
func (e *Excerpt) numbersOfNodes() (list []int32) {
	for i, w := range e.Script {
		if startsNode(w) {
			list = append(list, e.numbers[i])
		}
	}
	return list
}

// replayedMainLine returns how many nodes of an excerpt are said to be on the main line.
func (e *Excerpt) replayedMainLine() (n int) {
	var r Replayer
	r.StartIn(Square(19), e)
	for event := r.Next(); event != End; event = r.Next() {
		if event == AtNode && r.Step().MainLine {
			n++
		}
	}
	return n
}
