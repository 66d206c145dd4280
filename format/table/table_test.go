package table_test

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"kifudb/format"
	"kifudb/format/table"
)

// split cuts a file and lists its games with their lines, and the error.
func split(name string, r io.Reader, head []byte, most int) (games []string, err error) {
	f := format.List(table.Formats()).Named(name)
	s := f.Split(&format.File{Head: format.NewHead(head, 0), R: bufio.NewReader(r), Most: most})
	for s.Scan() {
		games = append(games, fmt.Sprintf("%d %s", s.Piece().Line, s.Piece().Game))
	}
	return games, s.Err()
}

func TestSplit(t *testing.T) {
	for _, test := range []struct{ name, text, games, err string }{
		// Lines, a list, lists in lists, keys and other strings.
		{"sgf-json", `{"id":1,"sgf":"(;B[pd])"}` + "\n" + `{"id":2,"sgf":"(;B[dd])","note":"(no"}` + "\n", "1 (;B[pd])|2 (;B[dd])", ""},
		{"sgf-json", "[\n  \"(;B[pd])\",\n  [{\"(;x\": 1, \"a\\\"\": \"(;B[dd])\"}]\n]", "2 (;B[pd])|3 (;x|3 (;B[dd])", ""},
		{"sgf-json", `["\n(;C[\"a\"\u9ed2\\]\n\\\\];B[pd])"]`, "1 (;C[\"a\"黒\\]\n\\\\];B[pd])", ""},
		{"sgf-json", `["(;B[aa])(;B[bb])\n\n(;B[cc])",` + "\n" + `"(;B[dd])"]`, "1 (;B[aa])|1 (;B[bb])|1 (;B[cc])|2 (;B[dd])", ""},
		{"sgf-json", "[\"(;B[aa]\",\"(;B[bb])\"]", "1 (;B[aa]|1 (;B[bb])", ""},
		// What is wrong costs nothing else.
		{"sgf-json", "{\"s\":\"(;B[aa])\n{\"s\":\"(;B[bb])\"}", "2 (;B[bb])", "line 1: a string without the quotation mark that ends it; this record was left out, all others read"},
		{"sgf-json", "{\"s\":\"(;B[aa]\\x)\"}\n{\"s\":\"(;B[bb])\"}\n{\"s\":\"(;B[c", "2 (;B[bb])", "line 1: a string that is not JSON: invalid character 'x' in string escape code; this record and 1 more were left out, all others read"},
		{"sgf-json", "{\"s\":\"(;B[aa])\"}\n(;B[bb];\"(;\")\n{\"s\":\"(;B[cc])\"}\n(;", "1 (;B[aa])|3 (;B[cc])", "line 2: a parenthesis outside the strings of JSON: put records that are not JSON into a file of their own; this record and 1 more were left out"},
		{"sgf-json", "{\"s\":\"(;C[\xba\xda])\"}\n{\"s\":\"(;B[bb])\"}", "2 (;B[bb])", "line 1: a string that is not in UTF-8, as JSON is: convert the file; this record was left out, all others read"},
		{"sgf-json", "{\"s\":\"(;C[" + strings.Repeat("x", 2000) + "])\"}\n{\"s\":\"(;B[bb])\"}", "2 (;B[bb])", "line 1: a record of more than 1000 bytes; this record was left out, all others read"},
		{"sgf-json", "{\"s\":\"" + strings.Repeat("x", 2000) + "\"}\n{\"s\":\"(;B[bb])\"}\n{\"s", "2 (;B[bb])", ""},

		{"sgf-csv", "id,sgf\n1,\"(;C[a, \"\"b\"\"];B[pd])\"\n2,(;B[dd])\n", "2 (;C[a, \"b\"];B[pd])|3 (;B[dd])", ""},
		{"sgf-csv", "sgf\tid\r\n\"(;B[pd]\n\n;W[dd])(;B[ee])\n(;B[ff])\"\t1\r\n\"(;B[qq])\"\t2", "2 (;B[pd]\n\n;W[dd])|4 (;B[ee])|5 (;B[ff])|6 (;B[qq])", ""},
		{"sgf-csv", "a;b\n\"x;\"\"(;\"\"\";\"(;B[aa])\"\n", "2 (;B[aa])", ""},
		{"sgf-csv", "\ufeff\"(;C[a,b])\",1\n\"(;B[bb])\",2\n", "1 (;C[a,b])|2 (;B[bb])", ""},
		{"sgf-csv", "id,sgf\n1,\"(;B[aa])\n2,\"(;B[bb])\"\n3,\"(;B[cc])\"\n", "2 (;B[aa])|3 (;B[bb])|4 (;B[cc])", ""}, // a mark is missing
		{"sgf-csv", "id,sgf\n1,\"(;B[aa])\"\n2,\"(;B[bb])\n" + strings.Repeat("3,x\n", 2000), "2 (;B[aa])", "a row of more than 2000 bytes"},
	} {
		games, err := split(test.name, strings.NewReader(test.text), []byte(test.text), 1000)
		if got := strings.Join(games, "|"); got != test.games {
			t.Errorf("%.60q: got %q, want %q", test.text, got, test.games)
		}
		if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%.60q: %v, want %q", test.text, err, test.err)
		}
	}
}

// TestRecognise: by content, whatever stands around.
func TestRecognise(t *testing.T) {
	for text, want := range map[string]string{
		`{"sgf":"(;B[pd])"}`:      "sgf-json",
		" [ [ \"( ;\\nB[pd])\"]]": "sgf-json",
		`{"a":1,"sgf":"(;C[` + strings.Repeat("x", format.HeadSize): "sgf-json",
		`{"sgf":"B[pd]"}`:              "",
		`[1,"(;B[pd])"]`:               "sgf-json",
		`[a,"(;B[pd])"]`:               "sgf-csv",
		`(;C["(;B[pd])"])`:             "",
		`[Event "(;B[pd])"]`:           "",
		"a,b\n1,\"(;B[pd])\"\n":        "sgf-csv",
		"\"(;B[pd])\"\n":               "sgf-csv",
		"1,(;B[pd])\n1,\"(;B[pd])\"\n": "sgf-csv",
		"1,(;B[pd])\n":                 "",
		"1\t(;C[x,\"(;\"])\n":          "",
		"(;B[pd]C[,\"(;B[pd])\"])\n":   "",
		"He wrote \"(;B[pd])\"\n":      "",
	} {
		f := format.List(table.Formats())
		got := ""
		for _, f := range f {
			if f.Is(format.NewHead([]byte(text), int64(len(text)))) {
				got = f.Name
				break
			}
		}
		if got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

// Tables in encodings other than UTF-8 keep the bytes of their cells.
func TestEncodings(t *testing.T) {
	text, err := simplifiedchinese.GBK.NewEncoder().String("id,sgf\n1,\"(;CA[GBK]PB[李昌镐]C[玕\"\"x\"\"];B[pd])(;B[dd])\"\n")
	if err != nil {
		t.Fatal(err)
	}
	games, err := split("sgf-csv", strings.NewReader(text), []byte(text), 1000)
	if err != nil || len(games) != 2 || !strings.Contains(games[0], "\"x\"];B[pd])") || games[1] != "2 (;B[dd])" {
		t.Errorf("%q, %v", games, err)
	}
}

// endless repeats a text.
type endless struct {
	text string
	left int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), e.left)], e.text)
	e.left -= n
	return n, nil
}

// However long a string or a row is, no more than the bound of it is kept.
func TestMemory(t *testing.T) {
	const size, most = 64 << 20, 1 << 16
	for name, start := range map[string]string{"sgf-json": `["(;C[`, "sgf-csv": "1,\"(;C["} {
		parts := io.MultiReader(strings.NewReader(start), &endless{strings.Repeat("x", 4096), size})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		games, err := split(name, parts, []byte(start), most)
		runtime.ReadMemStats(&after)
		if len(games) != 0 || err == nil {
			t.Errorf("%s: %d games, %v", name, len(games), err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 100*most {
			t.Errorf("%s: %d bytes for a cell of %d", name, used, size)
		}
	}
}

// FuzzSplit: what a table's writer put into cells comes out, and anything else does no harm.
func FuzzSplit(f *testing.F) {
	f.Add("(;C[a, \"b\"\\]\n];B[pd])", "name")
	f.Add("(;B[aa](;W[bb])(;W[cc]))", "1,\"(;")
	f.Fuzz(func(t *testing.T, record, other string) {
		for _, name := range []string{"sgf-json", "sgf-csv"} {
			if _, err := split(name, strings.NewReader(record), []byte(record), 1<<16); err != nil && err.Error() == "" {
				t.Fatal("an error without words")
			}
		}
		// Values without brackets, which a record may hold as they are.
		record = "(;C[" + strings.Map(func(r rune) rune {
			if strings.ContainsRune("[]\\\r", r) {
				return -1
			}
			return r
		}, strings.ToValidUTF8(record, "")) + "];B[pd])"
		other = strings.ToValidUTF8(strings.NewReplacer("(", "", "\r", "").Replace(other), "")
		var asCSV bytes.Buffer
		w := csv.NewWriter(&asCSV)
		line, err := json.Marshal(map[string]string{"a": other, "sgf": record})
		if err == nil {
			err = w.WriteAll([][]string{{other, record}, {other, record, other}})
		}
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"sgf-json": string(line) + "\n" + string(line), "sgf-csv": asCSV.String()} {
			games, err := split(name, strings.NewReader(text), []byte("x,y"), 1<<20)
			if err != nil || len(games) != 2 || !strings.HasSuffix(games[0], " "+record) || !strings.HasSuffix(games[1], " "+record) {
				t.Fatalf("%s: %q\n%q, %v", name, text, games, err)
			}
		}
	})
}
