package charset_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/sgfread/charset"
)

// sure is the confidence from which on an archive does not call an encoding
// doubtful.
const sure = 0.9

// kinds are how much text a record may have: one name, two, also event, place
// and ranks, also a comment.
var kinds = []string{"name", "names", "info", "comment"}

// records returns game records of a language in UTF-8.
func (l language) records(kind string) []string {
	var all []string
	for i, black := range l.players {
		for step := 1; step <= 6; step++ {
			white := l.players[(i+step)%len(l.players)]
			n := i + step
			if kind == "name" {
				white = "guest" + fmt.Sprint(step)
			}
			var b strings.Builder
			fmt.Fprintf(&b, "(;GM[1]FF[3]SZ[19]PB[%s]PW[%s]", black, white)
			if kind == "info" || kind == "comment" {
				fmt.Fprintf(&b, "EV[%s]PC[%s]", l.events[n%len(l.events)], l.places[n%len(l.places)])
				fmt.Fprintf(&b, "BR[%s]WR[%s]RE[B+R]", l.ranks[i%len(l.ranks)], l.ranks[n%len(l.ranks)])
			}
			b.WriteString(";B[pd];W[dd];B[pq]")
			if kind == "comment" {
				fmt.Fprintf(&b, "C[%s]", l.comments[n%len(l.comments)])
			}
			b.WriteString(";W[dq])")
			all = append(all, b.String())
			if kind == "name" {
				break
			}
		}
	}
	return all
}

// tally counts what becomes of the records of a class.
type tally struct {
	all, wrong int
	shy        int // right, but called doubtful
	silent     int // wrong, and not called doubtful
	damaged    int // wrong, and with characters lost that another encoding has
	into       map[string]int
	example    string
}

func (t *tally) add(text, enc, declared string, pool *charset.Pool) {
	raw, ok := encode(text, enc)
	if !ok || raw == text {
		return
	}
	t.all++
	g := charset.Detect([]byte(raw), declared, pool)
	switch right := sameText(string(charset.Decode(nil, []byte(raw), g.Name)), text); {
	case right && g.Confidence < sure:
		t.shy++
	case !right:
		t.wrong++
		t.into[g.Name]++
		t.example = text
		if g.Confidence >= sure {
			t.silent++
		}
		if g.Damaged > 0 {
			t.damaged++
		}
	}
}

// sameText reports whether a text was read rightly. Romanian with cedillas is the same bytes in
// windows-1250 as with commas in ISO-8859-16, and the commas are right.
func sameText(got, want string) bool {
	if strings.ContainsAny(want, "ăĂţŢ") {
		got = strings.NewReplacer("ș", "ş", "ț", "ţ", "Ș", "Ş", "Ț", "Ţ").Replace(got)
	}
	return got == want
}

// TestAccuracy pins what becomes of records in many languages, encodings and
// lengths, without CA and without neighbors: testdata/accuracy.txt says how many
// are read wrongly, and whether that is known. Any change is to be seen there,
// for the better or the worse; KIFUDB_GOLDEN=1 accepts it. Besides, no class may
// be bad.
func TestAccuracy(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s %-13s %-8s %7s %6s %6s %6s  %s\n", "language", "encoding", "text", "records", "wrong", "silent", "shy", "read as")
	most := map[string]float64{"name": 35, "names": 8, "info": 8, "comment": 0}
	mostSilent := map[string]float64{"name": 7, "names": 2, "info": 1, "comment": 0}
	for _, name := range slices.Sorted(maps.Keys(languages)) {
		l := languages[name]
		for _, enc := range l.encodings {
			for _, kind := range kinds {
				n := tally{into: map[string]int{}}
				for _, text := range l.records(kind) {
					n.add(text, enc, "", nil)
				}
				if n.all < 10 {
					t.Errorf("%s in %s: only %d records", name, enc, n.all)
				}
				var into []string
				for _, e := range slices.Sorted(maps.Keys(n.into)) {
					into = append(into, fmt.Sprintf("%s %d", e, n.into[e]))
				}
				line := fmt.Sprintf("%-20s %-13s %-8s %7d %6d %6d %6d  %s", name, enc, kind, n.all, n.wrong, n.silent, n.shy, strings.Join(into, ", "))
				fmt.Fprintln(&b, strings.TrimRight(line, " "))
				if share := 100 * float64(n.wrong) / float64(n.all); share > most[kind] {
					t.Errorf("%s in %s, %s: %.1f %% of %d records are read wrongly, more than %.0f %%: %v, for instance %s",
						name, enc, kind, share, n.all, most[kind], n.into, n.example)
				}
				if share := 100 * float64(n.silent) / float64(n.all); share > mostSilent[kind] {
					t.Errorf("%s in %s, %s: %.1f %% of %d records are read wrongly and not doubtful, more than %.0f %%: %v, for instance %s",
						name, enc, kind, share, n.all, mostSilent[kind], n.into, n.example)
				}
				if n.damaged > 0 {
					t.Errorf("%s in %s, %s: %d of %d records lose characters that another encoding has, for instance %s",
						name, enc, kind, n.damaged, n.all, n.example)
				}
			}
		}
	}
	const golden = "testdata/accuracy.txt"
	if os.Getenv("KIFUDB_GOLDEN") != "" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s is not what comes out (-file +now):\n%s", golden, diff)
	}
}

// A right declaration is believed, whatever the language and the length.
func TestDeclaredAccuracy(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(languages)) {
		l := languages[name]
		for _, enc := range l.encodings {
			n := tally{into: map[string]int{}}
			for _, kind := range kinds {
				for _, text := range l.records(kind) {
					n.add(text, enc, enc, nil)
				}
			}
			if n.all == 0 || n.wrong > 0 {
				t.Errorf("%s declared as %s: %d of %d records are read wrongly, as %v, for instance %s", name, enc, n.wrong, n.all, n.into, n.example)
			}
		}
	}
}

// A wrong declaration is seen through where there are more than a few
// characters; where it is not, the charset is doubtful.
func TestMisdeclaredAccuracy(t *testing.T) {
	for _, tt := range []struct {
		language, encoding, declared, kind string
		most                               float64 // percent that may be read wrongly
	}{
		{"simplified Chinese", "gb18030", "UTF-8", "names", 0},
		{"simplified Chinese", "gb18030", "ISO-8859-1", "names", 1},
		{"simplified Chinese", "gb18030", "ISO-8859-1", "name", 20},
		{"simplified Chinese", "gb18030", "Big5", "info", 0},
		{"simplified Chinese", "gb18030", "Shift_JIS", "info", 0},
		{"simplified Chinese", "gb18030", "windows-1251", "info", 0},
		{"traditional Chinese", "big5", "GB2312", "info", 0},
		{"Japanese", "shift_jis", "ISO-8859-1", "names", 0},
		{"Japanese", "shift_jis", "GB2312", "info", 0},
		{"Japanese", "euc-jp", "GB2312", "comment", 0},
		{"Korean", "euc-kr", "GB2312", "info", 0},
		{"Korean", "euc-kr", "ISO-8859-1", "names", 0},
		{"Russian", "windows-1251", "ISO-8859-1", "names", 0},
		{"Russian", "koi8-r", "windows-1251", "info", 0},
		{"Greek", "iso-8859-7", "ISO-8859-1", "names", 0},
		{"Polish", "iso-8859-2", "ISO-8859-1", "comment", 0},
		{"Turkish", "windows-1254", "ISO-8859-1", "comment", 0},
	} {
		n := tally{into: map[string]int{}}
		for _, text := range languages[tt.language].records(tt.kind) {
			n.add(text, tt.encoding, tt.declared, nil)
		}
		if share := 100 * float64(n.wrong) / float64(max(n.all, 1)); n.all == 0 || share > tt.most {
			t.Errorf("%s in %s, %s, declared as %s: %.1f %% of %d records are read wrongly, want %.0f %%: %v, for instance %s",
				tt.language, tt.encoding, tt.kind, tt.declared, share, n.all, tt.most, n.into, n.example)
		}
		if n.silent > 0 {
			t.Errorf("%s in %s, %s, declared as %s: %d of %d records are read wrongly and not doubtful",
				tt.language, tt.encoding, tt.kind, tt.declared, n.silent, n.all)
		}
	}
}

// Names alone, in groups of twenty that share a folder.
func TestPoolAccuracy(t *testing.T) {
	const group = 20
	for _, name := range slices.Sorted(maps.Keys(languages)) {
		l := languages[name]
		for _, enc := range l.encodings {
			n := tally{into: map[string]int{}}
			for texts := range slices.Chunk(l.records("names"), group) {
				var pool charset.Pool
				for _, text := range texts {
					if raw, ok := encode(text, enc); ok && raw != text {
						pool.Add([]byte(raw))
					}
				}
				for _, text := range texts {
					n.add(text, enc, "", &pool)
				}
			}
			if share := 100 * float64(n.wrong) / float64(max(n.all, 1)); n.all < 50 || share > 2 {
				t.Errorf("%s in %s: %.1f %% of %d names are read wrongly with their neighbors, more than 2 %%: %v, for instance %s",
					name, enc, share, n.all, n.into, n.example)
			}
		}
	}
}
