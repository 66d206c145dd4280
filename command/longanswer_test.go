package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kifudb/command/table"
)

// TestLongAnswers asks for answers that are kept whole, and for the same in pages of a few
// games: what is printed is the same, widths, notes, cursors and totals included.
func TestLongAnswers(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("KIFUDB_ARCHIVE", filepath.Join(dir, "archive"))
	players := []string{"Cho U", "柯洁", "", "Takemiya Masaki", "a name of a great many letters and then some more of them", "Go"}
	var records strings.Builder
	for i := range 40 {
		fmt.Fprintf(&records, "(;GM[1]SZ[19]PB[%s]PW[%s]BR[%dd]DT[%d-01-0%d]RE[%s]EV[<&> %s]C[a ladder]",
			players[i%len(players)], players[i*7%5], i%9+1, 1950+i*13%70, i%9+1, []string{"B+R", "W+2.5", ""}[i%3], strings.Repeat("cup ", i%4))
		for move := range 3 + i {
			fmt.Fprintf(&records, ";%c[%c%c]", "BW"[move%2], 'a'+(i+5*move)%19, 'a'+(3*i+move)%19)
		}
		records.WriteString(")\n")
	}
	file := filepath.Join(dir, "games.sgf")
	if err := os.WriteFile(file, []byte(records.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	times := regexp.MustCompile(`, [0-9.]+(µs|ms|s)(; shown after [0-9.]+(µs|ms|s))?\n`)
	run := func(kept int, args ...string) string {
		t.Helper()
		defer func(n int) { table.KeptRows = n }(table.KeptRows)
		table.KeptRows = kept
		var out, errs bytes.Buffer
		if status := Main(append([]string{"kifudb"}, args...), strings.NewReader(""), &out, &errs); status != 0 {
			t.Fatalf("%q ends with %d: %s", args, status, &errs)
		}
		return times.ReplaceAllString(out.String(), "\n") + errs.String()
	}
	run(table.KeptRows, "import", "-q", file)
	run(table.KeptRows, "correct", "7", "PB=Somebody Else")
	run(table.KeptRows, "correct", "33", "EV=Another")
	long := 0
	for _, limit := range []string{"0", "1", "3", "4", "9", "39", "40", "41"} {
		for _, args := range [][]string{
			{"*"}, {"--sort", "date", "*"}, {"--sort=-black,moves", "--offset", "2", "*"}, {"--offset", "38", "*"}, {"result:B+R"}, {"--facet", "year", "C:ladder"},
			{"--fields", "id,black,file,komi", "*"}, {"pat:NE[X]"}, {"player:nobody"}, {"--records", "--facet", "black,white", "--only-facets", "*"},
		} {
			for _, format := range []string{"table", "json"} {
				args := append([]string{"search", "--limit", limit, "--format", format}, args...)
				want := run(1000, args...)
				for _, kept := range []int{1, 3, 8} {
					if got := run(kept, args...); got != want {
						t.Fatalf("%q in pages of %d:\n%s\nwant\n%s", args, kept, got, want)
					}
				}
				if strings.Count(want, "\n") > 20 {
					long++
				}
				if format == "json" && !json.Valid([]byte(want)) {
					t.Fatalf("%q is no JSON:\n%s", args, want)
				}
			}
		}
	}
	if long < 20 {
		t.Errorf("%d of the answers are long", long)
	}
	first := run(1000, "search", "--limit", "5", "--sort", "date", "*")
	_, cursor, ok := strings.Cut(strings.TrimSpace(first), "--cursor ")
	if !ok {
		t.Fatalf("no cursor in\n%s", first)
	}
	for _, limit := range []string{"0", "12"} {
		args := []string{"search", "--limit", limit, "--sort", "date", "--cursor", cursor, "*"}
		if got, want := run(4, args...), run(1000, args...); got != want {
			t.Errorf("behind a cursor:\n%s\nwant\n%s", got, want)
		}
	}
}
