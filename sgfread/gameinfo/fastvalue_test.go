package gameinfo

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// The usual forms of dates, results and ranks are read by short cuts; the
// general readers must find the same.

func TestUsualDatesReadSlowly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		text := fmt.Sprintf("%04d-%02d-%02d", 1+r.IntN(2100), r.IntN(14), r.IntN(33))
		day, ok := isoDay(text)
		if !ok {
			continue
		}
		p := dateReader{text: text, certainty: Exact}
		p.read()
		want := Span{day, day, ToDay}
		if len(p.spans) != 1 || p.spans[0] != want || p.certainty != Exact {
			t.Errorf("%s: got %v %v, want %v exact", text, p.spans, p.certainty, want)
		}
	}
}

func TestUsualResultsReadSlowly(t *testing.T) {
	for _, text := range []string{"B+R", "W+R", "B+Resign", "W+T", "B+Time", "W+F", "B+Forfeit", "W+", "B+3.5", "W+64", "B+0.25", "W+0", "B+0.02"} {
		fast, ok := formalResult(text)
		if !ok {
			t.Errorf("%s is not read by the short cut", text)
		}
		slow, ok := shortResult(strings.ToLower(text))
		if !ok {
			t.Errorf("%s is not read by the general reader", text)
		}
		slow.Certainty = min(fast.Certainty, Exact)
		if fast != slow {
			t.Errorf("%s: fast %+v, slow %+v", text, fast, slow)
		}
	}
}

func TestUsualRanksReadSlowly(t *testing.T) {
	for n := 1; n <= 99; n++ {
		for _, letter := range []string{"k", "d", "p"} {
			text := fmt.Sprintf("%d%s", n, letter)
			fast, ok := formalRank(text)
			if !ok {
				t.Fatalf("%s is not read by the short cut", text)
			}
			if slow, _ := rankPart(text); slow != fast {
				t.Errorf("%s: fast %v, slow %v", text, fast, slow)
			}
		}
	}
}
