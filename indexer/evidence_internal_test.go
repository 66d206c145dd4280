package indexer

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"

	"kifudb/indexer/ledger"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// evidence returns records of a folder of Chinese games and one of Japanese ones, each
// with a first one whose only name is the same byte for byte: alone it would be taken
// for Korean.
func evidence(t *testing.T) (cn, jp []store.Record) {
	t.Helper()
	record := func(path, text string) store.Record {
		raw := "(;PB[" + text + "])"
		return store.Record{Raw: []byte(raw), Tree: [2]int{0, len(raw)}, Source: store.Source{Path: path}}
	}
	encode := func(e encoding.Encoding, text string) string {
		s, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	short := encode(simplifiedchinese.GBK, "林")
	cn, jp = []store.Record{record("cn/0.sgf", short)}, []store.Record{record("jp/0.sgf", short)}
	for i := range 8 {
		cn = append(cn, record(fmt.Sprintf("cn/%d.sgf", i+1), encode(simplifiedchinese.GBK, "第三届中国围棋名人战 黑中盘胜 北京 上海")))
		jp = append(jp, record(fmt.Sprintf("jp/%d.sgf", i+1), encode(japanese.EUCJP, "第三期の本因坊戦、黒の中押し勝ちとなりました")))
	}
	return cn, jp
}

// extracted returns the charsets of records as an import reads them together.
func extracted(records []store.Record) (names []string) {
	b := &batch{}
	for _, r := range records {
		b.entries = append(b.entries, entry{kind: recordFound, record: r})
	}
	b.extract(newExtractor(), func(store.Digest) bool { return false })
	for _, e := range b.entries {
		names = append(names, e.record.Charset.Name)
	}
	return names
}

// guessed returns the charsets of records as they are guessed anew.
func guessed(records []store.Record) (names []string) {
	for _, c := range Guesses(records) {
		names = append(names, c.Name)
	}
	return names
}

// The same character is read as its neighbors are, those of its own folder, at an
// import and when encodings are guessed anew.
func TestNeighborsDecideTheCharset(t *testing.T) {
	cn, jp := evidence(t)
	for name, charsets := range map[string]func([]store.Record) []string{"import": extracted, "guesses": guessed} {
		got := charsets(slices.Concat(cn, jp))
		if first, second := got[0], got[len(cn)]; first != charset.GB18030 || second != charset.EUCJP {
			t.Errorf("%s: got %s and %s, want gb18030 and euc-jp", name, first, second)
		}
	}
}

// The bytes of a format that is not a text say nothing about texts beside them, though
// they may look like one.
func TestBinaryFormatsAreNoEvidence(t *testing.T) {
	known := formats
	formats = append(slices.Clone(formats), cards())
	t.Cleanup(func() { formats = known })

	records, _ := evidence(t)
	for name, charsets := range map[string]func([]store.Record) []string{"import": extracted, "guesses": guessed} {
		alone, among := charsets(records[:1])[0], charsets(records)[0]
		if alone == among {
			t.Fatalf("%s: alone and among texts it is %s: the test is about nothing", name, alone)
		}
		for i := range records[1:] {
			records[i+1].Format = "cards"
		}
		if got := charsets(records)[0]; got != alone {
			t.Errorf("%s: got %s among binary records, %s alone", name, got, alone)
		}
		for i := range records {
			records[i].Format, records[i].Charset = "", store.Charset{}
		}
	}
}

// A source is passed over only if nothing of it has changed.
func TestSourceIsTheSame(t *testing.T) {
	now := time.Unix(1_700_000_000, 5)
	for name, tt := range map[string]struct {
		known ledger.Source
		same  bool
	}{
		"the same":             {ledger.Source{Size: 7, ModTime: now.UnixNano()}, true},
		"longer":               {ledger.Source{Size: 6, ModTime: now.UnixNano()}, false},
		"later":                {ledger.Source{Size: 7, ModTime: now.UnixNano() - 1}, false},
		"earlier":              {ledger.Source{Size: 7, ModTime: now.UnixNano() + 1}, false},
		"by these formats":     {ledger.Source{Size: 7, ModTime: now.UnixNano(), Judged: formats.Version()}, true},
		"by formats of before": {ledger.Source{Size: 7, ModTime: now.UnixNano(), Judged: "before"}, false},
	} {
		s := &source{path: "x.sgf", size: 7, modTime: now, known: &tt.known}
		if got := s.same(); got != tt.same {
			t.Errorf("%s: got %v, want %v", name, got, tt.same)
		}
	}
}

// A byte order mark says that a record is UTF-8, however little of its text is not ASCII,
// and whatever its neighbors are.
func TestMarkedRecord(t *testing.T) {
	cn, _ := evidence(t)
	for _, text := range []string{"é", "林"} {
		raw := "\xEF\xBB\xBF\n(;PB[" + text + "])"
		marked := store.Record{Raw: []byte(raw), Tree: [2]int{4, len(raw)}, Source: store.Source{Path: "cn/m.sgf"}}
		for i, got := range [][]string{extracted(append(cn, marked)), guessed(append(cn, marked))} {
			if name := got[len(cn)]; name != charset.UTF8 || got[1] != charset.GB18030 {
				t.Errorf("%s, way %d: read as %s among %s", text, i, name, got[1])
			}
		}
	}
	raw := "\xEF\xBB\xBF" + string(cn[1].Raw)
	if got := extracted(append(cn, store.Record{Raw: []byte(raw), Tree: [2]int{3, len(raw)}, Source: store.Source{Path: "cn/m.sgf"}})); got[len(cn)] != charset.GB18030 {
		t.Errorf("Chinese after a false mark: read as %s", got[len(cn)])
	}
}
