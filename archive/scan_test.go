package archive

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	registry "kifudb/game"
)

// In games other than Go a position is found in just the games that a scan of all positions
// finds it in, by the text that it shares with its images.
func TestPositionsOfGamesAgainstScan(t *testing.T) {
	for _, name := range []string{"othello", "gomoku", "hex", "chess"} {
		t.Run(name, func(t *testing.T) {
			var rules registry.Replayer
			for _, g := range registry.All() {
				if g.About().Name == name {
					rules = g.(registry.Replayer)
				}
			}
			r := rand.New(rand.NewPCG(3, 11))
			var records []string
			var subjects [][]string // by game and move
			for range 30 {
				p, err := registry.Start(rules)
				if err != nil {
					t.Fatal(err)
				}
				var b strings.Builder
				size := rules.About().Size
				fmt.Fprintf(&b, "(;GM[%d]SZ[%d]GN[%d]", rules.About().Number, size.Cols, len(records))
				list := []string{p.Subject()}
				for range 7 {
					mover := p.(registry.Mover)
					moves := mover.Moves()
					at := min(r.IntN(3), len(moves)-1)
					if r.IntN(2) == 0 { // at the other end of the board, which an image may be
						at = max(len(moves)-2-r.IntN(3), 0) // the last may be a pass
					}
					m := moves[at]
					code, err := mover.ReadMove(m.Text)
					if err != nil {
						t.Fatal(err)
					}
					text := m.Text // of a swap of Hex, its word
					if reader, ok := rules.(registry.MoveReader); ok {
						text = reader.MoveText(code)
					}
					fmt.Fprintf(&b, ";%s[%s]", p.ToPlay().Letter(), text)
					if fault, done := mover.Play(code); fault != "" || !done {
						t.Fatalf("%s: %s", m.Text, fault)
					}
					list = append(list, p.Subject())
				}
				records, subjects = append(records, b.String()+")"), append(subjects, list)
			}
			v := archiveOf(t, records...)
			several := 0
			for asked := range records {
				for move := 1; move < len(subjects[asked]); move++ {
					var want, got []GameID
					for i, list := range subjects {
						if slices.Contains(list, subjects[asked][move]) {
							want = append(want, GameID(i+1))
						}
					}
					page, err := v.Search(t.Context(), &Search{Query: parse(t, fmt.Sprintf("pos:%d@%d", asked+1, move)), Records: true})
					if err != nil {
						t.Fatal(err)
					}
					for _, g := range page.Games {
						got = append(got, g.ID)
					}
					if !slices.Equal(got, want) {
						t.Errorf("pos:%d@%d: games %v, want %v", asked+1, move, got, want)
					}
					if len(want) > 1 {
						several++
					}
				}
			}
			if several < 20 {
				t.Errorf("only %d positions are in several games", several)
			}
		})
	}
}
