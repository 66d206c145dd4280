package sgfread

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shared returns the games that share the first tree of a text, each as a text; the tree itself if it is one game.
func shared(text string) []string {
	s := SharedGames([]byte(text), nil)
	if s.Count == 1 {
		return []string{text}
	}
	var games []string
	for _, g := range s.Games {
		games = append(games, string(g.AppendTo(nil, []byte(text))))
	}
	return games
}

func TestSharedGames(t *testing.T) {
	for _, c := range []struct {
		name, in string
		games    []string // nil: it is one
	}{
		{"in the root", "(;PB[a]PW[b]RE[B+R];B[aa];W[bb])", nil},
		{"nowhere", "(;B[aa](;W[bb])(;W[cc]))", nil},
		{"two games that share a move", "(;SZ[9];B[ee](;W[dd]PB[A]PW[B];B[cc](;W[aa])(;W[bb]))(;W[ff]PB[C]))",
			[]string{"(;SZ[9];B[ee];W[dd]PB[A]PW[B];B[cc](;W[aa])(;W[bb]))", "(;SZ[9];B[ee];W[ff]PB[C])"}},
		{"the event above, spaces between", "(;EV[Cup];B[ee]\n(;B[gg]PB[Ann]PW[Bob]RE[B+R])\n(;B[cg]PB[Carl]PW[Dora]RE[W+R]))",
			[]string{"(;EV[Cup];B[ee]\n;B[gg]PB[Ann]PW[Bob]RE[B+R])", "(;EV[Cup];B[ee]\n;B[cg]PB[Carl]PW[Dora]RE[W+R])"}},
		{"two here, three deeper", "(;FF[4];B[pd](;PB[B]PW[W]RE[W+3];W[dp])(;PB[B]PW[T]RE[W+R];W[cp])(;W[ep];B[pp](;PB[B]PW[S]RE[B+6];W[ed])(;PB[B]PW[A]RE[B+R];W[cd])(;PB[B]PW[Z]RE[B+T];W[ec])))",
			[]string{
				"(;FF[4];B[pd];PB[B]PW[W]RE[W+3];W[dp])", "(;FF[4];B[pd];PB[B]PW[T]RE[W+R];W[cp])",
				"(;FF[4];B[pd];W[ep];B[pp];PB[B]PW[S]RE[B+6];W[ed])", "(;FF[4];B[pd];W[ep];B[pp];PB[B]PW[A]RE[B+R];W[cd])",
				"(;FF[4];B[pd];W[ep];B[pp];PB[B]PW[Z]RE[B+T];W[ec])",
			}},
		{"one player in the stem", "(;B[aa](;PB[Lack];W[bb](;PW[Hite];B[cc])(;PW[Suji];B[dd]))(;PB[Kuro]PW[Shiro];W[ee]))",
			[]string{"(;B[aa];PB[Lack];W[bb];PW[Hite];B[cc])", "(;B[aa];PB[Lack];W[bb];PW[Suji];B[dd])", "(;B[aa];PB[Kuro]PW[Shiro];W[ee])"}},
		{"teams", "(;B[aa](;W[bb]BT[A]WT[B])(;W[cc]BT[C]WT[D]))", []string{"(;B[aa];W[bb]BT[A]WT[B])", "(;B[aa];W[cc]BT[C]WT[D])"}},
		{"results only, where FF[4] has them", "(;EV[x];B[aa](;W[bb]RE[B+1])(;W[cc]RE[W+1]))", []string{"(;EV[x];B[aa];W[bb]RE[B+1])", "(;EV[x];B[aa];W[cc]RE[W+1])"}},
		{"results at the ends of lines of a study", "(;SZ[5];B[cc](;W[bb];B[dd]RE[B+1])(;W[dd];B[bb]RE[B+2]))", nil},
		{"names of problems", "(;GM[1](;GN[1]AB[aa];B[bb])(;GN[2]AB[aa];B[cc]))", nil},
		{"names of games with dates", "(;GM[1];B[bb](;W[aa];GN[1]DT[2001])(;W[cc];GN[2]DT[2002]))", []string{"(;GM[1];B[bb];W[aa];GN[1]DT[2001])", "(;GM[1];B[bb];W[cc];GN[2]DT[2002])"}},
		{"empty info is none", "(;PB[]DT[ ];B[ee](;W[dd]PB[])(;W[ff]EV[ ]))", nil},
		{"names of an editor", "(;PB[Black]PW[White];B[aa](;W[bb]PB[A]PW[B])(;W[cc]PB[C]PW[D]))",
			[]string{"(;;B[aa];W[bb]PB[A]PW[B])", "(;;B[aa];W[cc]PB[C]PW[D])"}},

		{"a game of which only one branch says whose it is", "(;SZ[9];B[ee](;W[dd])(;W[ff]PB[C];B[aa]))", nil},
		{"info behind a lonely variation", "(;SZ[9];B[ee](;W[dd]PB[C](;B[aa])(;B[bb])))", nil},
		{"variations of one game", "(;PB[A]PW[B]RE[B+R];B[aa](;W[bb];B[cc]RE[B+9])(;W[cc]RE[W+2]GN[if])(;W[dd]PB[A]PW[b]ON[x]GC[y]AN[z]RE[B+1]GN[or]))", nil},
		{"names with ranks, titles and in another order", "(;PB[Iyama Yuta]PW[Cho];B[aa](;W[bb]PB[Yuta Iyama 9p])(;W[cc]PW[Cho, Chikun]))", nil},
		{"names without spaces", "(;PB[武宮]PW[x];B[aa](;W[bb]PB[武宮正樹])(;W[cc]))", nil},

		{"one branch without", "(;EV[x]DT[2001];B[aa](;W[bb]PB[A]PW[B])(;W[cc]C[?](;B[dd])(;B[ee]))(;W[dd]PB[C]PW[D]))",
			[]string{"(;EV[x]DT[2001];B[aa];W[bb]PB[A]PW[B])", "(;EV[x]DT[2001];B[aa];W[cc]C[?](;B[dd])(;B[ee]))", "(;EV[x]DT[2001];B[aa];W[dd]PB[C]PW[D])"}},
		{"several without, in several places", "(;EV[x];B[aa](;W[bb];B[ff](;PB[A]PW[B];W[hh])(;W[ii]))(;W[dd]PB[C]PW[D])(;W[kk]))",
			[]string{"(;EV[x];B[aa];W[bb];B[ff];PB[A]PW[B];W[hh])", "(;EV[x];B[aa](;W[bb];B[ff];W[ii])(;W[kk]))", "(;EV[x];B[aa];W[dd]PB[C]PW[D])"}},
		{"a remark without moves", "(;EV[x];B[aa](;C[see there])(;W[bb]PB[A]PW[B])(;W[dd]PB[C]PW[D]))",
			[]string{"(;EV[x];B[aa](;C[see there])(;W[bb]PB[A]PW[B]))", "(;EV[x];B[aa];W[dd]PB[C]PW[D])"}},

		{"a game in a variation", "(;SO[book]PB[A]BR[9p]PW[B]RE[B+R]DT[2001]RO[1]EV[Cup]TM[60]KM[6.5]RU[Japanese]HA[2]AB[aa][bb];W[cc](;B[dd])(;B[ee];W[ff]C[x](;PB[C]PW[D]RE[W+R];B[gg](;W[hh])(;W[ii]))(;B[jj])))",
			[]string{
				"(;SO[book]PB[A]BR[9p]PW[B]RE[B+R]DT[2001]RO[1]EV[Cup]TM[60]KM[6.5]RU[Japanese]HA[2]AB[aa][bb];W[cc](;B[dd])(;B[ee];W[ff]C[x];B[jj]))",
				"(;SO[book]KM[6.5]RU[Japanese]HA[2]AB[aa][bb];W[cc];B[ee];W[ff]C[x];PB[C]PW[D]RE[W+R];B[gg](;W[hh])(;W[ii]))",
			}},
		{"colors exchanged", "(;PB[A]PW[B];B[aa](;W[bb])(;W[cc]PB[B]PW[A]))", []string{"(;PB[A]PW[B];B[aa];W[bb])", "(;;B[aa];W[cc]PB[B]PW[A])"}},
		{"all that follows is of others", "(;PB[A]PW[B]RE[Void];B[aa](;W[bb]PB[C]PW[D])(;W[cc]PB[E]PW[F]))",
			[]string{"(;PB[A]PW[B]RE[Void];B[aa])", "(;;B[aa];W[bb]PB[C]PW[D])", "(;;B[aa];W[cc]PB[E]PW[F])"}},
		{"the next game of the same players", "(;PB[A]PW[B]RE[B+R]DT[2001-01-01];B[aa](;W[bb])(;W[cc]RE[W+R]DT[2001-01-02]))",
			[]string{"(;PB[A]PW[B]RE[B+R]DT[2001-01-01];B[aa];W[bb])", "(;;B[aa];W[cc]RE[W+R]DT[2001-01-02])"}},
		{"a match", "(;PB[A]PW[B]EV[Match];B[aa](;W[bb]RO[1]RE[B+R])(;W[cc]RO[2]RE[W+R]))",
			[]string{"(;PB[A]PW[B]EV[Match];B[aa];W[bb]RO[1]RE[B+R])", "(;PB[A]PW[B]EV[Match];B[aa];W[cc]RO[2]RE[W+R])"}},
		{"a quoted game in a quoted game", "(;PB[A]PW[B];B[aa](;W[bb])(;PB[C]PW[D];W[cc](;B[dd])(;PB[E]PW[F];B[ee])))",
			[]string{"(;PB[A]PW[B];B[aa];W[bb])", "(;;B[aa];PB[C]PW[D];W[cc];B[dd])", "(;;B[aa];;W[cc];PB[E]PW[F];B[ee])"}},
		{"its own values win", "(;EV[Cup]RU[x];B[aa](;W[bb]PB[A]PW[B]EV[Cup, final])(;W[cc]PB[C]PW[D]))",
			[]string{"(;RU[x];B[aa];W[bb]PB[A]PW[B]EV[Cup, final])", "(;EV[Cup]RU[x];B[aa];W[cc]PB[C]PW[D])"}},

		{"FF[1], long identifiers", "(;GaMe[1]SiZe[9];Black[ee](;White[dd]PlayerBlack[A]PlayerWhite[B])(;White[ff]PlayerBlack[C]PlayerWhite[D]))",
			[]string{"(;GaMe[1]SiZe[9];Black[ee];White[dd]PlayerBlack[A]PlayerWhite[B])", "(;GaMe[1]SiZe[9];Black[ee];White[ff]PlayerBlack[C]PlayerWhite[D])"}},
		{"what stands behind a fork", "(;B[aa](;W[bb]PB[A])(;W[cc]PB[B])C[x])", []string{"(;B[aa](;W[bb]PB[A])C[x])", "(;B[aa](;W[cc]PB[B])C[x])"}},
		{"a node behind a fork", "(;B[aa](;W[bb]PB[A])(;W[cc]PB[B]);W[dd]PB[C])", []string{"(;B[aa];W[bb]PB[A])", "(;B[aa];W[cc]PB[B])", "(;B[aa];W[dd]PB[C])"}},
		{"not closed", "(;B[aa](;W[bb]PB[A])(;W[cc]PB[B]", []string{"(;B[aa];W[bb]PB[A]", "(;B[aa](;W[cc]PB[B]"}},
	} {
		want := c.games
		if want == nil {
			want = []string{c.in}
		}
		if diff := cmp.Diff(want, shared(c.in)); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", c.name, c.in, diff)
		}
	}
}

func TestSharedTrailBytes(t *testing.T) {
	text := "(;B[aa](;W[bb]PB[\x81\x5d]PW[B])(;W[cc]PB[\x82\x5c]PW[D]))"
	s := SharedGames([]byte(text), &Options{Lead: GBK})
	if len(s.Games) != 2 {
		t.Fatal(s)
	}
	if got := string(s.Games[1].AppendTo(nil, []byte(text))); got != "(;B[aa];W[cc]PB[\x82\x5c]PW[D])" {
		t.Errorf("%q", got)
	}
}

func TestSharedTooMuch(t *testing.T) {
	many := func(stem, games int) string {
		return "(;C[" + strings.Repeat("x", stem) + "];B[aa]" + strings.Repeat("(;W[bb]PB[A]PW[B])", games) + ")"
	}
	for _, c := range []struct {
		stem, games int
		whole       bool
	}{{100, 1000, true}, {100_000, 4, true}, {100_000, 1000, false}, {20, 100_000, false}} {
		s := SharedGames([]byte(many(c.stem, c.games)), nil)
		if s.Count != c.games || (s.Games == nil) == c.whole {
			t.Errorf("%d bytes before %d games: %d, %d of them cut out", c.stem, c.games, s.Count, len(s.Games))
		}
	}
	deep := strings.Repeat("(;W[bb]PB[A];B[cc](;PB[C];B[aa])", 50_000) // each below the one before
	if s := SharedGames([]byte("(;B[aa]"+deep+strings.Repeat(")", 50_001)), nil); s.Games != nil || s.Count < 50_000 {
		t.Errorf("nested: %d, %d of them cut out", s.Count, len(s.Games))
	}
	comb := "(;EV[x](;PB[A]PW[B];W[aa])" + strings.Repeat("(;B[bb](;W[cc])", 100_000) + strings.Repeat(")", 100_000) + "(;PB[C]PW[D];W[bb]))"
	if s := SharedGames([]byte(comb), nil); s.Count != 3 || len(s.Games) != 3 {
		t.Errorf("a comb: %d, %d of them cut out", s.Count, len(s.Games))
	}
}

// A tree of more than is read does not pass for one of a single game.
func TestSharedTreeTooLarge(t *testing.T) {
	for branch, want := range map[string]bool{"(;PB[a]PW[b]RE[0]DT[1996]EV[x]RO[1])": true, "(;W[aa])": false} {
		tree := []byte("(;B[aa]" + strings.Repeat(branch, 1<<18/6+1) + ")")
		if s := SharedGames(tree, nil); s.Count != 1 && want || s.TooLarge != want {
			t.Errorf("%s: got %d games, too large %v", branch, s.Count, s.TooLarge)
		}
	}
}
