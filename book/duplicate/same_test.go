package duplicate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
	"kifudb/store"
)

// The records of one game are found from a record in another archive.
func TestSame(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	game, other, short := randomGame(r, 120), randomGame(r, 120), randomGame(r, 12)
	who := names("Cho Chikun", "Otake Hideo") + "DT[1980-09-15]"
	_, s := openRecords(t, 2, []testRecord{
		of("", game), of("", other), of("EV[again]", game), of("", typo(game, 50, position.At(18, 0))), of("", game[:60]),
		of("", slices.Concat(game[:40], other[40:])), of(who, short), of("", short), of("", nil), of(who+"EV[x]", short[:5]),
	})
	for _, test := range []struct {
		name   string
		record testRecord
		want   []store.GameID
	}{
		{"a game", of("GN[here]", game), []store.GameID{1, 3, 4, 5}},
		{"its beginning", of("", game[:50]), []store.GameID{1, 3, 4, 5}},
		{"another game", of("", other), []store.GameID{2}},
		{"a few moves of nobody", of("", short), nil},
		{"a few moves of the same players and day", of(who, short), []store.GameID{7}},
		{"five moves of the same players and day", of(who, short[:5]), nil},
		{"a game of its own", of("", randomGame(r, 100)), nil},
		{"no moves", of("", nil), nil},
	} {
		_, here := openRecords(t, 2, []testRecord{test.record})
		got, err := Same(t.Context(), here.Segments()[0], 0, s)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, %v; want %v", test.name, got, err, test.want)
		}
	}
}
