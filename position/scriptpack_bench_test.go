package position

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkScripts(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var s Script = Script{wordNode}
	seen := map[int]bool{}
	for len(s) < 213 {
		i := r.IntN(361)
		if seen[i] {
			continue
		}
		seen[i] = true
		w := uint16(Square(19).At(i))
		if len(s)%2 == 0 {
			w |= wordWhite
		}
		s = append(s, w)
	}
	packed, plain := s.AppendPacked(nil, Square(19)), s.AppendBytes(nil)
	b.Run("unpack", func(b *testing.B) {
		for b.Loop() {
			UnpackScript(packed)
		}
	})
	b.Run("into", func(b *testing.B) {
		var u ScriptBuffer
		for b.Loop() {
			u.Unpack(packed)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			ParseScript(plain)
		}
	})
	b.Run("replay40", func(b *testing.B) {
		var p Replayer
		for b.Loop() {
			n := 0
			p.Replay(Square(19), s, func(*Board, *Step) bool { n++; return n < 40 })
		}
	})
	b.Run("replay", func(b *testing.B) {
		var p Replayer
		for b.Loop() {
			p.Replay(Square(19), s, func(*Board, *Step) bool { return true })
		}
	})
}
