package query

import (
	"strings"
	"testing"

	"kifudb/game"
	"kifudb/position"
)

// A word of a feature that is also the value for any of them is the word: selfatariworks:yes is not undecided.
func TestFeatureWordYes(t *testing.T) {
	for _, test := range []struct {
		term string
		want []int32 // values that are admitted, of 1 to 3
	}{
		{"selfatariworks:yes", []int32{1}}, {"selfatariworks:YES", []int32{1}}, {"selfatariworks:any", []int32{1, 2, 3}}, {"selfatariworks:ko", []int32{2}},
		{"selfatariworks:yes,undecided", []int32{1, 3}}, {"captures:yes", []int32{1, 2, 3}}, {"captures:any", []int32{1, 2, 3}}, {"race:yes", []int32{1, 2, 3}},
	} {
		q, err := Parse(test.term)
		if err != nil {
			t.Fatal(err)
		}
		of, err := q.Root.(*Term).FeatureTest()
		if err != nil {
			t.Fatal(err)
		}
		for g := range game.Observers() {
			if g.About().Name != "go" {
				continue
			}
			_, admits, _ := of.For(g)
			var got []int32
			for value := range int32(3) {
				if admits(position.Black, value+1) {
					got = append(got, value+1)
				}
			}
			if len(got) != len(test.want) || got[0] != test.want[0] || got[len(got)-1] != test.want[len(test.want)-1] {
				t.Errorf("%s admits %v, want %v", test.term, got, test.want)
			}
		}
	}
	if _, err := Parse("selfatariworks:maybe"); err == nil || !strings.Contains(err.Error(), "none of any, yes, ko") {
		t.Error(err)
	}
}
