package lint

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/game/record"
	"kifudb/indexer"
	"kifudb/internal/testsize"
	"kifudb/position"
)

// dirt are properties with all that goes wrong in them; what stands in a root only comes
// last.
var dirt = [...]string{
	"B[aa]", "W[bb]", "B[c c]", "W[]", "B[tt]", "B[Q16]", "W[pass]", "B[zz]", "W[aa:bb]", "B[cc]W[dd]", "W[ee][ff]", "White[gg]", "b[hh]", "W", "B[aa", "[ii]",
	"AB[aa:cc]", "AW[bb][bb]", "AE[aa]", "AB[A1:C2]", "AW[]", "AB[aa][]", "PL[w]", "PL[green]", "AB[zz]",
	"TR[aa]MA[aa]", "MA[aa][bb][aa]", "CR[aa:cc]", "SQ[bb:dd]", "SL[bb]", "LB[aa:1][aa:2]", "LB[a a:x]", "LB[aa]", "LB[bb:]", "L[aa][bb]", "M[cc]", "L[x]",
	"AR[aa:bb][aa:bb]", "AR[aa:aa]", "LN[a a:b b]", "TB[aa][bb]", "TW[bb]", "DD[]", "DD[aa][]", "VW[][aa]", "VW[aa][cc]", "VW[aa:cc][bb]", "TB[]",
	"GB[1]GW[1]", "GB[]", "DM[3]", "UC[2]DM[1]", "TE[1]BM[1]", "BM[1]TE[2]", "DO[]IT[]", "DO[x]", "KO[]", "IT[]TE[2]", "HO[1]", "V[1,5]", "V[x]",
	"FG[]", "FG[:x]", "FG[257:One]", "FG[4:y]", "FG[name]", "PM[7]", "MN[1 kk]", "BL[34.]", "WL[soon]", "OB[-3]", "OW[2.5]",
	"C[]", "C[one]C[two]", "C[a][b]", "C[x\\]", "C[open [4k] bracket]", "N[ ]", "N[a\nb]", "C[\x00]", "C[(;B[aa]]",
	"XX[y]", "LONGID[z]", "KEPT[:k]", strings.Repeat("Y", 120) + "[z]", "KI[11]", "KI[x]", "KM[3.5]KI[8]", "TC[4]", "SI[1]", "EX[aa]",
	"RE[john wins]", "RE[b+r]", "RE[B+ 3.5 ]", "RE[Black+3.5]", "RE[]", "DT[2003/4/5]", "DT[5.4.2003]", "DT[a sunny day]", "DT[May 6, 1996]", "KM[5 1/2]", "KM[650]", "KM[x]",
	"TM[9 hours]", "TM[1h + 30s]", "HA[x]", "HA[2]", "PB[a]PB[b]", "PW[]", "GC[long\ntext]", "GN[x:y]", "BR[9 dan]", "junk", "..", "\\", ";", ";;",
	"FF[4]", "FF[3]", "FF[7]", "GM[1]", "GM[go]", "GM[2]", "GM[19]", "SZ[19:19]", "SZ[9]", "SZ[200]", "SZ[-1]", "SZ[13:9]", "CA[UTF-8]", "CA[Klingon]", "ST[9]", "AP[x]", "IP[x]",
}

// dirty makes a file of a game or two, with variations.
func dirty(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(2) {
		b.WriteString("(;")
		open := 1
		for range r.IntN(12) {
			switch r.IntN(6) {
			case 0:
				b.WriteString("(;")
				open++
			case 1:
				if open > 1 {
					b.WriteString(")")
					open--
				}
			default:
				if r.IntN(2) == 0 {
					b.WriteString(";")
				}
				for range 1 + r.IntN(3) {
					b.WriteString(dirt[r.IntN(len(dirt))])
				}
			}
		}
		b.WriteString(strings.Repeat(")", open))
		if r.IntN(8) == 0 {
			b.WriteString(" between ")
		}
	}
	return b.String()
}

// fixedInMemory returns what --fix writes of a text.
func fixedInMemory(t testing.TB, text []byte) []byte {
	_, records, err := indexer.Records(context.Background(), "a.sgf", text)
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexer.NewFile("a.sgf", text, records)
	if err != nil {
		t.Fatal(err)
	}
	var clean CleanFile
	fixed, err := clean.format(f)
	if err != nil {
		return nil
	}
	return fixed
}

// dirtFaults returns what is wrong with what --fix writes of a text: it has a problem that
// is said to be mended, it becomes another one when it is fixed again, or another game.
func dirtFaults(t testing.TB, text []byte) (faults []string) {
	clean := fixedInMemory(t, text)
	if clean == nil {
		return nil
	}
	l := &linter{Lint: &Lint{}}
	left, err := l.left("a.sgf", clean)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range left {
		if k.code.Mended() {
			faults = append(faults, "it has "+k.Code)
		}
	}
	if again := fixedInMemory(t, clean); !bytes.Equal(again, clean) {
		faults = append(faults, fmt.Sprintf("fixed again it is %q", again))
	}
	if bytes.Contains(text, []byte("[zz]")) && (bytes.Contains(text, []byte("SZ[200]")) || bytes.Contains(text, []byte("SZ[-1]"))) {
		return faults // the board becomes larger, see TestFormatNormalized
	}
	if before, after := gamesIn(t, text), gamesIn(t, clean); !slices.Equal(before, after) {
		faults = append(faults, fmt.Sprintf("the games\n%v\nare now\n%v", before, after))
	}
	return faults
}

// gamesIn returns the games of a text: comments, and the board at the end of each variation.
func gamesIn(t testing.TB, text []byte) (games []string) {
	_, records, err := indexer.Records(context.Background(), "a.sgf", text)
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		g, err := indexer.Derive(records[i])
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, c := range g.Comments {
			if c.Ident == "C" {
				b.WriteString(strings.Join(strings.Fields(strings.ReplaceAll(c.Text, "\x00", " ")), " ") + " ")
			}
		}
		played, _ := record.Read(records[i].Raw[records[i].Tree[0]:records[i].Tree[1]], nil)
		for _, r := range played {
			if r.Game.About().Number != 1 {
				continue
			}
			var replayer position.Replayer
			ends := map[int]string{} // of all variations
			replayer.Replay(r.Size, r.Script, func(board *position.Board, step *position.Step) bool {
				delete(ends, step.Parent)
				ends[step.Node] = board.SetupSGF()
				return true
			})
			for _, end := range slices.Sorted(maps.Values(ends)) {
				b.WriteString(end + "\n")
			}
		}
		games = append(games, strings.Join(strings.Fields(b.String()), " "))
	}
	return games
}

// What --fix writes of random dirt has no problem left that it mends, stays as it is when
// it is fixed again, and is the same game.
func TestLintFixOfDirt(t *testing.T) {
	for seed := range uint64(testsize.Of(20_000, 1_500)) {
		text := dirty(rand.New(rand.NewPCG(seed, 29)))
		for _, fault := range dirtFaults(t, []byte(text)) {
			t.Errorf("seed %d, %q: %s\n%s", seed, text, fault, fixedInMemory(t, []byte(text)))
		}
		if t.Failed() {
			return
		}
	}
}

// The same holds for the files of the repository, and those below the folder that
// KIFUDB_LINT_DATA names.
func TestLintFixOfFiles(t *testing.T) {
	folders := []string{filepath.Join("..", "..", "testdata")}
	if folder := os.Getenv("KIFUDB_LINT_DATA"); folder != "" {
		folders = append(folders, folder)
	}
	files := 0
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !strings.EqualFold(filepath.Ext(path), ".sgf") {
				return err
			}
			text, err := os.ReadFile(path)
			files++
			for _, fault := range dirtFaults(t, text) {
				t.Errorf("%s: %.1000s", path, fault)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if t.Logf("%d files", files); files < 50 {
		t.Error("there are too few files")
	}
}
