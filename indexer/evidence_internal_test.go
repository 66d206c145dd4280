package indexer

import (
	"fmt"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"

	"kifudb/ledger"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// The same character is read as its neighbors are, those of its own folder: alone
// it would be taken for Korean.
func TestNeighborsDecideTheCharset(t *testing.T) {
	record := func(path, text string) entry {
		raw := "(;PB[" + text + "])"
		return entry{kind: recordFound, record: store.Record{Raw: []byte(raw), Tree: [2]int{0, len(raw)}, Source: store.Source{Path: path}}}
	}
	encode := func(e encoding.Encoding, text string) string {
		s, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	short := encode(simplifiedchinese.GBK, "林")
	b := &batch{entries: []entry{record("cn/0.sgf", short), record("jp/0.sgf", short)}}
	for i := range 8 {
		b.entries = append(b.entries,
			record(fmt.Sprintf("cn/%d.sgf", i+1), encode(simplifiedchinese.GBK, "第三届中国围棋名人战 黑中盘胜 北京 上海")),
			record(fmt.Sprintf("jp/%d.sgf", i+1), encode(japanese.EUCJP, "第三期の本因坊戦、黒の中押し勝ちとなりました")))
	}
	b.extract(newExtractor(), func(store.Digest) bool { return false })
	got := [2]string{b.entries[0].record.Charset.Name, b.entries[1].record.Charset.Name}
	if got[0] != charset.GB18030 || got[1] == charset.GB18030 {
		t.Errorf("got %v, want gb18030 for the first and not for the second", got)
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
