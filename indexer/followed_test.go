package indexer_test

import (
	"strings"
	"testing"

	"kifudb/game"
	"kifudb/indexer"
	"kifudb/store"
)

// Why records were not followed; what is only against the rules, or not clean, is no reason.
func TestUnfollowed(t *testing.T) {
	for raw, want := range map[string]string{
		"(;SZ[9];B[cc];W[gg];B[])":                            "",
		"(;SZ[9];B[cc];W[cc];B[zz])":                          "bad-move",
		"(;SZ[9];B[G3];W[C3])":                                "", // read as the board names points
		"(;SZ[9];B[cc];W[gg](;B[gc])(;B[k1]))":                "bad-move",
		"(;SZ[9];B[cc];W[gg]C[ends here":                      "unclosed-value missing-close",
		"(;SZ[9]KM[650];B[cc]LB[zz:1])":                       "", // what is marked is no move
		"(;GM[11]SZ[5];B[a2];W[swap-pieces];B[c3];W[resign])": "",
		"(;GM[11]SZ[5];B[a2];W[z9])":                          "bad-move",
		"(;GM[2];B[f5];W[d6])":                                "",
		"(;GM[2];B[a1];W[d6])":                                "illegal-move", // where it went on nobody knows
		"(;GM[2]SZ[9];B[f5])":                                 "bad-start",
		"(;GM[9];B[b8-b6];W[a7-d7];W[resign])":                "", // too far, and made
		"(;GM[9];B[b8-b6];W[d4-d5])":                          "illegal-move",
		"(;GM[9]SU[Gemma];B[b8-b6])":                          "bad-start",
		"(;GM[6];B[31hefe];W[66])":                            "", // no rules: what there is was read
	} {
		var codes []string
		for _, p := range indexer.Unfollowed(record(raw, "utf-8")) {
			codes = append(codes, p.Code)
			if p.Err == nil || !strings.HasPrefix(p.Err.Error(), p.Code) {
				t.Errorf("%s: %s says %v", raw, p.Code, p.Err)
			}
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}

// A record without problems need not be asked about: all of its moves are on the board.
func TestRecordsWithoutProblemsAreFollowed(t *testing.T) {
	clean := 0
	for _, raw := range []string{
		"(;GM[2];B[f5];W[d6];B[c3])", "(;GM[2];B[a1])", "(;GM[9];B[b8-b6];W[d4-d5])", "(;GM[11];B[a2];W[swap])", "(;GM[4];B[hh];W[ii];B[zz])",
		"(;GM[3];B[e2e4];W[e7e5])", "(;GM[8];B[7g7f];W[3c3d];B[7f7f])", "(;SZ[9];B[cc];W[jj])", "(;SZ[9];B[cc](;W[dd])(;W[ee];B[ss]))", "(;SZ[9]PB[A];B[cc];W[C4])",
	} {
		r := record(raw, "utf-8")
		g, err := indexer.Derive(r)
		must(t, err)
		if g.Facts.Flags&store.HasProblems != 0 {
			continue
		}
		clean++
		if causes := indexer.Unfollowed(r); len(causes) > 0 {
			t.Errorf("%s has no problem and was not followed: %v", raw, causes)
		}
		if rules, ok := game.Of(int(g.Facts.Game)).(game.Replayer); ok {
			start, err := rules.Start(indexer.RecordOf(g.Facts.Size, g.Info))
			must(t, err)
			for step := range rules.Replay(start, g.Script) {
				if step.Moved && !step.Done {
					t.Errorf("%s has no problem, and move %d was not made", raw, step.MoveNumber)
				}
			}
		}
	}
	if clean < 2 || clean > 6 {
		t.Errorf("%d records are without problems", clean)
	}
}
