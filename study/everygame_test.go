package study_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"kifudb/game"
	"kifudb/game/record"
	"kifudb/internal/testsize"
	"kifudb/query"
	"kifudb/search"
	"kifudb/sgfread"
)

// For every game with rules, the games in which a position comes up are those in which a
// replay of all of them finds it, in some image of the position.
func TestPositionsOfEveryGame(t *testing.T) {
	asked := 0
	for _, g := range game.All() {
		if _, ok := g.(game.Replayer); !ok {
			continue
		}
		asked++
		t.Run(g.About().Name, func(t *testing.T) { positionsOf(t, g) })
	}
	if asked < 7 {
		t.Errorf("only %d games have rules", asked)
	}
}

func positionsOf(t *testing.T, g game.Game) {
	r := rand.New(rand.NewPCG(17, uint64(g.About().Number)))
	start, err := game.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]string, testsize.Of(120, 40))
	for i := range texts {
		line := inSGF(t, g, start, r)
		if i%3 == 0 { // the same moves from another line on
			line += fmt.Sprintf("(%s)(%s)", inSGF(t, g, start, r), ";C[no move]")
		}
		texts[i] = fmt.Sprintf("(;GM[%d]%s)", g.About().Number, line)
	}
	// Of each game all positions, and of some of them those that are asked.
	var games [][]game.Position
	var asked []game.Position
	for _, text := range texts {
		records, err := record.Read([]byte(text), &sgfread.Options{})
		if err != nil {
			t.Fatal(err)
		}
		steps, err := records[0].Steps()
		if err != nil {
			t.Fatal(err)
		}
		var all []game.Position
		for step := range steps {
			all = append(all, step.Position.Clone())
			if r.IntN(25) == 0 && len(asked) < 40 {
				asked = append(asked, step.Position.Clone())
			}
		}
		games = append(games, all)
	}
	s := archiveOf(t, texts)
	found, turned := 0, 0
	for _, p := range append(asked, start) {
		for _, symmetry := range []string{"on", "off"} {
			q := fmt.Sprintf("game:%q pos:%q symmetry:%s", g.About().Name, p.Text(), symmetry)
			if _, ok := g.(game.Stones); ok {
				q += " size:" + fmt.Sprint(g.About().Size.Cols) // what is set up does not say it
			}
			want := 0
			for _, positions := range games {
				for _, at := range positions {
					if isImage(p, at, symmetry == "on") {
						want++
						break
					}
				}
			}
			parsed, err := query.Parse(q)
			if err != nil {
				t.Fatal(err)
			}
			asked, err := search.Resolve(t.Context(), s, parsed, map[string]search.Aggregation{"it": &search.Count{}}, &search.Options{})
			if err != nil {
				t.Fatalf("%s: %v", q, err)
			}
			answer, err := search.Ask(t.Context(), search.NewLocal(s, nil), asked, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := answer.Found["it"].(int); got != want {
				t.Errorf("%s: %d games, a replay finds %d", q, got, want)
			}
			if found += want; symmetry == "on" {
				turned += want
			} else {
				turned -= want
			}
		}
	}
	if found < 3*len(texts) || turned == 0 && !g.About().AsIs {
		t.Errorf("%d games were found, %d by symmetry: too few to mean anything", found, turned)
	}
}

// inSGF writes a few moves of a game, of few that there are, so that games meet.
func inSGF(t *testing.T, g game.Game, start game.Position, r *rand.Rand) (text string) {
	p := start.Clone()
	for range 2 + r.IntN(10) {
		moves := p.(game.Mover).Moves()
		if len(moves) == 0 {
			break
		}
		m := moves[0]
		switch r.IntN(5) {
		case 0:
			m = moves[len(moves)/2]
		case 1:
			m = moves[r.IntN(min(len(moves), 3))]
		case 2: // a pass, where anybody may
			m = moves[len(moves)-1]
		case 3: // on boards of stones an image of the first
			m = moves[max(len(moves)-2, 0)]
		}
		code, err := p.(game.Mover).ReadMove(m.Text)
		if err != nil {
			t.Fatal(err)
		}
		word := m.Text
		if _, ok := g.(game.MoveReader); !ok {
			word = code.String()
		}
		text += fmt.Sprintf(";%s[%s]", p.ToPlay().Letter(), word)
		p.(game.Mover).Play(code)
	}
	return text
}

// isImage reports whether one position is the other, or with turned an image of it.
func isImage(p, q game.Position, turned bool) bool {
	if a, ok := p.(*game.Points); ok {
		b := q.(*game.Points)
		for _, o := range a.Goban.Rules().Orientations(a.Goban.Size(), false) {
			same := o.Symmetry == 0 || turned
			for k := range a.Goban.Size().Area() {
				at := a.Goban.Size().At(k)
				same = same && a.Goban.At(at) == b.Goban.At(o.Symmetry.Apply(at, a.Goban.Size()))
			}
			if same {
				return true
			}
		}
		return false
	}
	for _, image := range p.(game.Imager).Images(game.ImageOptions{Mirror: turned}) {
		if image.Position.Equal(q) {
			return true
		}
	}
	return false
}
