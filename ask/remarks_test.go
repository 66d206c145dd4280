package ask

import (
	"fmt"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// What is written where a position comes up again counts, too.
func TestRemarksAgain(t *testing.T) {
	v := archivetest.Of(t, "(;SZ[9];B[cc]C[first];AW[ee];AE[ee]C[again])")
	found, err := Of(v.Views).Remarks(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"SZ[9]AB[cc]"`)}, &RemarksOptions{})
	if err != nil || found.Total != 2 {
		t.Errorf("%+v, %v", found, err)
	}
}

// Remarks of all records count, of one game once, with those who wrote them.
func TestRemarks(t *testing.T) {
	long := ";B[cc];W[gg];B[cg];W[gc];B[ee];W[ce];B[ec];W[eg];B[ge];W[dd];B[ff];W[df];B[fd];W[bb];B[hh];W[bh];B[hb];W[be];B[eb];W[he];B[eh];W[ab];B[ba];W[ih];B[hi];W[ai];B[ia];W[aa];B[ii];W[bi];B[ib];W[ae];B[ea]"
	v := archivetest.Of(t,
		"(;SZ[9]PB[Ann]PW[Ben]DT[1999-01-02]AN[Eva]US[Fay];B[gc]C[sharp  move]N[tengen])",
		"(;SZ[9]PB[Cho]PW[Dora];B[cc];W[ee](;B[aa])(;B[gg]))",
		"(;SZ[9]PB[Cho]PW[Dora];B[gg]C[sharp\nmove];C[and a note behind it];W[ee]C[elsewhere])",
		"(;SZ[9]PB[Ivo]PW[Jo]GC[on the game]"+strings.Replace(long, ";B[cc]", ";B[cc]C[sharp move]", 1)+")",
		"(;SZ[9]PB[Ivo]PW[Jo]GC[on the game, too]"+strings.Replace(long, ";B[cc]", ";B[cc]C[sharp move]", 1)+")",
		"(;SZ[9]AB[cc]GC[a problem];W[ee])",
	)
	told := func(s *archive.Search) string {
		found, err := Of(v.Views).Remarks(t.Context(), s, &RemarksOptions{Limit: s.Limit})
		if err != nil {
			t.Fatal(err)
		}
		lines := []string{fmt.Sprintf("%d in %d records of %d games", found.Total, found.Records, found.Games)}
		for _, r := range found.Remarks {
			line := fmt.Sprintf("%s[%s] %d:", r.Property, strings.Join(strings.Fields(r.Text), " "), r.Games)
			for _, p := range r.Places {
				line += " " + strings.TrimRight(p.Ref+"/"+p.Annotator+"/"+p.User, "/")
			}
			lines = append(lines, line)
		}
		return strings.Join(lines, "\n")
	}
	q := archivetest.Query(t, `pos:"SZ[9]AB[cc]"`)
	for _, test := range []struct {
		search archive.Search
		want   string
	}{
		{archive.Search{Query: q}, `4 in 5 records of 4 games
C[and a note behind it] 1: 3@n2
C[sharp move] 3: 1@1/Eva/Fay 3@1 4@1 5@1
GC[a problem] 1: 6@0
N[tengen] 1: 1@1/Eva/Fay`},
		{archive.Search{Query: q, Records: true, Limit: 1}, `4 in 5 records of 5 games
C[and a note behind it] 1: 3@n2`},
		{archive.Search{Query: archivetest.Query(t, `pos:"SZ[9]AB[cc]" player:ann`)}, `2 in 1 records of 1 games
C[sharp move] 1: 1@1/Eva/Fay
N[tengen] 1: 1@1/Eva/Fay`},
		{archive.Search{Query: archivetest.Query(t, `pos:"SZ[9]AB[aa]"`)}, "0 in 0 records of 0 games"},
	} {
		want := test.want
		if got := told(&test.search); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	if _, err := Of(v.Views).Remarks(t.Context(), &archive.Search{Query: archivetest.Query(t, "player:ann")}, &RemarksOptions{}); archive.KindOf(err) != archive.KindUsage {
		t.Errorf("without a board: %v", err)
	}
}
