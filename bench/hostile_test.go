package bench

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/indexer"
	"kifudb/internal/testsize"
)

// A hostile is a text made of one tiny item, many times over. Records like that are
// never played: they are written, or damaged, so that what a program keeps of each
// item is much larger than the item.
type hostile struct {
	name   string
	file   string // its extension may matter
	before string
	item   string // of the item %d is its number, and %s that in capitals
	after  string
}

// text writes the shape in about so many bytes.
func (s *hostile) text(size int) []byte {
	var b bytes.Buffer
	b.WriteString(s.before)
	for i := 0; b.Len()+len(s.after) < size; i++ {
		item := strings.Replace(s.item, "%d", strconv.Itoa(i), 1)
		b.WriteString(strings.Replace(item, "%s", capitals(i), 1))
	}
	b.WriteString(s.after)
	return b.Bytes()
}

// capitals writes a number with letters.
func capitals(n int) string {
	var b []byte
	for ; n > 0 || len(b) == 0; n /= 26 {
		b = append(b, 'A'+byte(n%26))
	}
	return string(b)
}

// maxLive is how much may be live at once while a record of 2 MiB is imported, shown
// and searched. Much of it is bounded however large a record is: a tree has so many
// nodes at most, a game so many comments. Before these bounds some shapes took 130
// bytes for each of their own.
const maxLive = 240 << 20

// moreLive is how much may be live at once for shapes that need more, however large the file is.
var moreLive = map[string]int{
	// Each of 17 games has nearly the whole text, of which each worker derives one, at sixty times its
	// size, while others wait; a record has at most 4 MiB.
	"notation games in variations": 420 << 20,
}

// TestHostileShapes imports shapes, shows them and searches their comments: each
// seventh, or all with KIFUDB_TORTURE set.
func TestHostileShapes(t *testing.T) {
	size := testsize.Of(2<<20, 512<<10)
	step := 7
	switch {
	case os.Getenv("KIFUDB_TORTURE") != "":
		step = 1
	case testing.Short():
		step = 20
	}
	defer debug.SetGCPercent(debug.SetGCPercent(15)) // so that what is measured is live
	for i := 0; i < len(shapes); i += step {
		s := &shapes[i]
		t.Run(strings.ReplaceAll(s.name, " ", "-"), func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, s.file)
			most, sizes := maxLive, []int{size}
			if more := moreLive[s.name]; more > 0 { // to show that it does not grow
				most, sizes = more, []int{size, 15 * size / 8, 4 * size}
			}
			for _, size := range sizes {
				if err := os.WriteFile(file, s.text(size), 0o666); err != nil {
					t.Fatal(err)
				}
				live := peak(func() { useAll(t, filepath.Join(dir, "archive"+strconv.Itoa(size)), file) })
				if live > most {
					t.Errorf("%d kB: %d MB were live at once; at most %d are expected", size>>10, live>>20, most>>20)
				}
				t.Logf("%d kB: %d MB live at once", size>>10, live>>20)
			}
		})
	}
}

// useAll does to a file what users do. What cannot be read is not the point here.
func useAll(t *testing.T, dir, file string) {
	a, err := archive.Open(dir, &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{file}, Problem: func(indexer.Problem) {}}); err != nil {
		t.Fatal(err)
	}
	err = a.Ask(func(v *archive.View) error {
		if v.Len() == 0 {
			return nil
		}
		_, _ = v.Node("1")
		q, err := archive.ParseQuery("C:x")
		if err == nil {
			_, err = v.Search(context.Background(), &archive.Search{Query: q, Limit: 30})
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// peak returns the most bytes of objects in the heap, beyond those before, that
// were seen while something ran.
func peak(run func()) int {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	read := func() int {
		metrics.Read(sample)
		return int(sample[0].Value.Uint64())
	}
	runtime.GC()
	before, most := read(), 0
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
				most = max(most, read()-before)
			}
		}
	})
	run()
	close(stop)
	wg.Wait()
	return most
}

var shapes = []hostile{
	// Values and properties of one node.
	{"comments", "a.sgf", "(;", "C[]", ")"},
	{"comments with text", "a.sgf", "(;", "C[x]", ")"},
	{"different comments", "a.sgf", "(;", "C[%d]", ")"},
	{"values of a comment", "a.sgf", "(;C[]", "[]", ")"},
	{"texts of a comment", "a.sgf", "(;C[]", "[%d]", ")"},
	{"points", "a.sgf", "(;AB", "[aa]", ")"},
	{"rectangles", "a.sgf", "(;AB", "[aa:ss]", ")"},
	{"labels", "a.sgf", "(;LB", "[aa:%d]", ")"},
	{"figures", "a.sgf", "(;", "FG[:n]", ")"},
	{"moves in a node", "a.sgf", "(;", "B[aa]W[bb]", ")"},
	{"players", "a.sgf", "(;", "PB[x]", ")"},
	{"different players", "a.sgf", "(;PB[]", "[%d]", ")"},
	{"komi", "a.sgf", "(;", "KM[x]", ")"},
	{"unknown properties", "a.sgf", "(;", "%s[]", ")"},
	{"unknown properties with text", "a.sgf", "(;", "%s[x]", ")"},
	{"unknown values", "a.sgf", "(;XX[]", "[%d]", ")"},
	{"a property without end", "a.sgf", "(;", "A", "[x])"},

	// Nodes and variations.
	{"nodes", "a.sgf", "(", ";", ")"},
	{"moves", "a.sgf", "(;", ";B[aa]", ")"},
	{"moves and passes", "a.sgf", "(;", ";B[aa];W[]", ")"},
	{"passes", "a.sgf", "(;", ";B[]", ")"},
	{"moves on a large board", "a.sgf", "(;SZ[52]", ";B[aa];W[zz]", ")"},
	{"bad moves", "a.sgf", "(;", ";B[zz]", ")"},
	{"commented nodes", "a.sgf", "(", ";C[x]", ")"},
	{"named nodes", "a.sgf", "(", ";N[%d]", ")"},
	{"setup in nodes", "a.sgf", "(", ";AB[aa]", ")"},
	{"rectangles in nodes", "a.sgf", "(;SZ[52]", ";AB[aa:ZZ]", ")"},
	{"rectangles come and go", "a.sgf", "(;SZ[52]", ";AB[aa:ZZ];AE[aa:ZZ]", ")"},
	{"players in nodes", "a.sgf", "(", ";PB[%d]", ")"},
	{"komi in nodes", "a.sgf", "(", ";KM[x]", ")"},
	{"root properties in nodes", "a.sgf", "(", ";FF[4]", ")"},
	{"variations", "a.sgf", "(;", "(;)", ")"},
	{"variations with moves", "a.sgf", "(;", "(;B[aa])", ")"},
	{"games in variations", "a.sgf", "(;", "(;PB[%d])", ")"},
	{"deep variations", "a.sgf", "", "(;", ""},
	{"deep variations with moves", "a.sgf", "", "(;B[aa]", ""},
	{"deep variations that branch", "a.sgf", "(;", "(;)(;", ""},
	{"nodes after variations", "a.sgf", "(;", "(;);", ")"},
	{"shogi moves", "a.sgf", "(;GM[8]", ";B[7g7f]", ")"},
	{"moves of another game", "a.sgf", "(;GM[2]", ";B[f5]", ")"},

	// Text and its faults.
	{"closing brackets", "a.sgf", "(;C[", "]", "])"},
	{"open closing brackets", "a.sgf", "(;C[", "[x]y", "])"},
	{"brackets and letters", "a.sgf", "(;C[", "]x", "])"},
	{"open brackets", "a.sgf", "(;C[", "[", "])"},
	{"escapes", "a.sgf", "(;C[", "\\]", "])"},
	{"backslashes", "a.sgf", "(;C[", "\\", "])"},
	{"line breaks", "a.sgf", "(;C[", "\n", "])"},
	{"junk", "a.sgf", "(;", "]", ")"},
	{"junk and nodes", "a.sgf", "(", ";]", ")"},
	{"words", "a.sgf", "(;", "Ab ", ")"},
	{"values without identifiers", "a.sgf", "(;(;)", "[]", ")"},
	{"properties after variations", "a.sgf", "(;(;)", "B[]", ")"},
	{"one comment", "a.sgf", "(;C[", "x", "])"},
	{"words of a comment", "a.sgf", "(;C[", "%d ", "])"},
	{"letters of a comment", "a.sgf", "(;C[", "a ", "])"},
	{"kanji of a comment", "a.sgf", "(;CA[UTF-8]C[", "碁", "])"},
	{"kanji in GBK", "a.sgf", "(;CA[GBK]C[", "\xC6\xE5", "])"},
	{"Latin letters", "a.sgf", "(;CA[ISO-8859-1]C[", "\xE4", "])"},
	{"bytes of no charset", "a.sgf", "(;C[", "\xFF\x80", "])"},
	{"one name", "a.sgf", "(;PB[", "x", "])"},
	{"words of a name", "a.sgf", "(;PB[", "%d ", "])"},
	{"UTF-16", "a.sgf", "\xFF\xFE(\x00;\x00", ";\x00", ")\x00"},
	{"UTF-16 kanji", "a.sgf", "\xFF\xFE(\x00;\x00C\x00[\x00", "\x81\x78", "]\x00)\x00"},
	{"ISO-2022-JP", "a.sgf", "(;C[", "\x1B$B8k\x1B(B", "])"},

	// Outside of games.
	{"games", "a.sgf", "", "(;)", ""},
	{"different games", "a.sgf", "", "(;C[%d])", ""},
	{"text before", "a.sgf", "", "text ", "(;)"},
	{"opening parentheses", "a.sgf", "", "(", ";)"},
	{"closing parentheses", "a.sgf", "(;)", ")", ""},
	{"nodes outside", "a.sgf", "(;)", ";B[aa]", ""},
	{"nothing", "a.sgf", "(;)", "\x00", ""},

	// Shogi.
	{"CSA moves", "a.csa", "V2.2\nPI\n+\n", "+7776FU\n-3334FU\n", ""},
	{"CSA comments", "a.csa", "V2.2\nPI\n+\n+7776FU\n", "'x\n", ""},
	{"CSA values", "a.csa", "V2.2\n", "$EVENT:%d\n", "PI\n+\n+7776FU\n"},
	{"CSA times", "a.csa", "V2.2\nPI\n+\n+7776FU\n", "T1\n", ""},
	{"CSA games", "a.csa", "V2.2\nPI\n+\n+7776FU\n", "/\nPI\n+\n+7776FU\n", ""},
	{"CSA empty games", "a.csa", "V2.2\nPI\n+\n+7776FU\n", "/\n", ""},
	{"CSA empty lines", "a.csa", "V2.2\nPI\n+\n+7776FU\n", "\n", ""},
	{"CSA statements", "a.csa", "V2.2\nPI\n+\n", "+7776FU,-3334FU,", "\n"},
	{"USI moves", "a.usi", "position startpos moves", " 7g7f 3c3d 7f7e 3d3e", "\n"},
	{"USI lines", "a.usi", "", "position startpos moves 7g7f\n", ""},
	{"notation moves", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\n", "R3h R7b R2h R8b\n", ""},
	{"notation bad moves", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\n", "K5c ", ""},
	{"notation comments", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\nCOMMENTS\n", "x\n", ""},
	{"notation empty lines", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\nCOMMENTS\n", "\n", ""},
	{"notation games", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\n", "GAME=(START)\nP7f\n", ""},
	{"notation empty games", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\n", "GAME=(START)\n", ""},
	{"notation variations", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\n", "MEMORIZE\nP3d\nRESUME\n", ""},
	{"notation empty variations", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\n", "MEMORIZE\nRESUME\n", ""},
	{"notation depth", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\n", "MEMORIZE\n", ""},
	{"notation recalls", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\nMEMORIZE\n", "P3d\nRECALL\n", ""},
	{"notation games in variations", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\n", "MEMORIZE\nGAME=(START)\nP7f\n", ""},
	{"notation modes", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\n", "COMMENTS\nSCORE\n", ""},
	{"notation inputs", "a.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nP7f\n", "INPUT=(WESTERN,NUMBERS=NONE)\n", ""},
}
