package parquet_test

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"

	"kifudb/format"
	"kifudb/indexer"
	"kifudb/sgfread"
)

// lichess are some of the columns of the data sets of lichess.org.
type lichess struct {
	Event    string
	White    *string
	Result   string
	WhiteElo *int16
	UTCDate  int32  `parquet:"UTCDate,date"`
	UTCTime  int64  `parquet:"UTCTime,time(microsecond)"`
	Movetext string `parquet:"movetext"`
}

// written returns rows as a file.
func written[T any](t testing.TB, rows []T, options ...pq.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := pq.NewGenericWriter[T](&b, options...)
	for part := range slices.Chunk(rows, 7) {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// cut returns the records of a file, each with the name of its format before it.
func cut(t testing.TB, file []byte) (list []string, err error) {
	t.Helper()
	head := format.NewHead(file, int64(len(file)))
	f := indexer.Formats().Recognise("x", head)
	if f == nil || f.Name != "games-parquet" {
		return nil, fmt.Errorf("recognised as %v", f)
	}
	s := f.Split(&format.File{Head: head, R: bufio.NewReader(bytes.NewReader(file)), At: bytes.NewReader(file), Size: int64(len(file)), Most: 1 << 16, Scanner: sgfread.NewScanner(bytes.NewReader(nil), nil)})
	for s.Scan() {
		p := s.Piece()
		if p.Format == nil || p.Format.Name == "games-parquet" {
			t.Fatal("a record has no format of its own")
		}
		if len(p.Game) == 0 { // what stands behind the last game of a cell
			list[len(list)-1] += string(p.Lead)
			continue
		}
		list = append(list, p.Format.Name+" "+string(p.Lead)+string(p.Game))
	}
	return list, s.Err()
}

func ref[T any](v T) *T { return &v }

var games = []lichess{
	{"Rated \"x\"\ngame", ref(`a\b`), "1-0", ref(int16(1500)), 18292, 3_723_000_000, "1. e4 e5 1-0"},
	{"B", nil, "0-1", nil, -1, 0, ""},
	{"C", ref("c"), "*", nil, 18659, 1, "1. d4 { [%clk 0:03:00] } *"},
}

func TestMovesAlone(t *testing.T) {
	want := []string{
		"pgn [Event \"Rated \\\"x\\\" game\"]\n[White \"a\\\\b\"]\n[Result \"1-0\"]\n[WhiteElo \"1500\"]\n[UTCDate \"2020.01.31\"]\n[UTCTime \"01:02:03\"]\n\n1. e4 e5 1-0\n",
		"pgn [Event \"B\"]\n[Result \"0-1\"]\n[UTCDate \"1969.12.31\"]\n[UTCTime \"00:00:00\"]\n\n\n",
		"pgn [Event \"C\"]\n[White \"c\"]\n[Result \"*\"]\n[UTCDate \"2021.02.01\"]\n[UTCTime \"00:00:00\"]\n\n1. d4 { [%clk 0:03:00] } *\n",
	}
	for name, options := range map[string][]pq.WriterOption{
		"plain": nil, "snappy": {pq.Compression(&pq.Snappy)}, "zstd": {pq.Compression(&pq.Zstd)}, "gzip": {pq.Compression(&pq.Gzip)},
		"version 1": {pq.DataPageVersion(1)}, "groups": {pq.MaxRowsPerRowGroup(1)}, "pages": {pq.PageBufferSize(16)},
	} {
		got, err := cut(t, written(t, games, options...))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v\ngot  %q\nwant %q", name, err, got, want)
		}
	}
}

// Records that are whole are taken as they are, each in its format; cells without one are passed
// over, and those in no known format are said to be left out.
func TestRecords(t *testing.T) {
	type row struct {
		ID   int
		Note string
		SGF  *string
	}
	var rows []row
	var want []string
	for i := range 500 {
		text := fmt.Sprintf("(;GM[1]SZ[9]N[%d];B[aa])", i)
		switch i % 5 {
		case 1:
			rows = append(rows, row{i, "(not", nil})
			continue
		case 2:
			text += "\n(;GM[1];B[bb])"
		}
		rows = append(rows, row{i, "x", &text})
		for _, game := range strings.Split(text, "\n") {
			want = append(want, "sgf "+game)
		}
	}
	got, err := cut(t, written(t, rows, pq.MaxRowsPerRowGroup(50)))
	for i := range got {
		got[i] = strings.Replace(got[i], "sgf \n", "sgf ", 1)
	}
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%d records, want %d, %v", len(got), len(want), err)
	}
	rows[299].SGF = ref("what is this")
	rows[300].SGF = ref("(;GM[1]C[" + strings.Repeat("x", 1<<17) + "])")
	got, err = cut(t, written(t, rows))
	if err == nil || !strings.Contains(err.Error(), "row 300: ") || !strings.Contains(err.Error(), "1 more") || len(got) != len(want)-2 {
		t.Errorf("%d records, %v; want %d and an error that names row 300", len(got), err, len(want)-2)
	}
}

// A table without records, and one that kifudb wrote itself, have none.
func TestTablesWithoutRecords(t *testing.T) {
	type row struct{ Text, Moves string }
	for name, file := range map[string][]byte{
		"texts":    written(t, []row{{"good morning", "house"}, {"(;GM[1];B[aa])", "removed"}}),
		"exported": written(t, []row{{"(;GM[1];B[aa])", ""}}, pq.KeyValueMetadata("kifudb.table", "comments")),
		"empty":    written(t, []row{}),
	} {
		if got, err := cut(t, file); len(got) > 0 || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// A damaged file gives an error and no panic, and keeps no row that is not there.
func TestDamagedTables(t *testing.T) {
	var many []lichess
	for range 20 {
		many = append(many, games...)
	}
	whole := written(t, many, pq.MaxRowsPerRowGroup(10), pq.Compression(&pq.Snappy))
	for n := 8; n < len(whole); n += 97 {
		if _, err := cut(t, whole[:n]); err == nil {
			t.Errorf("nothing is said of %d bytes of %d", n, len(whole))
		}
	}
	for i := 4; i < len(whole); i += 5 {
		bad := bytes.Clone(whole)
		bad[i] ^= 0x55
		cut(t, bad)
	}
}

func FuzzTable(f *testing.F) {
	f.Add(written(f, games))
	f.Add(written(f, games, pq.Compression(&pq.Zstd), pq.MaxRowsPerRowGroup(1)))
	f.Fuzz(func(t *testing.T, file []byte) { cut(t, file) })
}
