package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"kifudb/command/nodes"
	"kifudb/command/run"
	"kifudb/sgfread/charset"
)

// Each tree of a file is in an encoding of its own, unless the whole file is.
func TestLintFixesEncodings(t *testing.T) {
	inUTF16 := func(text string) []byte {
		b := []byte{0xFF, 0xFE}
		for _, c := range utf16.Encode([]rune(text)) {
			b = append(b, byte(c), byte(c>>8))
		}
		return b
	}
	const root = "(;FF[4]CA[UTF-8]GM[1]SZ[19]"
	for _, test := range []struct {
		name, in, want, from string
	}{
		{"UTF-16", string(inUTF16("(;CA[UTF-16]PB[柯洁])")), root + "PB[柯洁])\n", "from " + charset.UTF16LE},
		{"ISO-2022-JP", "(;CA[ISO-2022-JP]PB[\x1b$B1):,D><y\x1b(B])", root + "PB[羽根直樹])\n", "from " + charset.ISO2022JP},
		{"two encodings", "(;CA[Shift_JIS]PB[\x89H\x8d\xaa])\n(;CA[GB18030]PB[\xbf\xc2\xbd\xe0])\n(;PB[x])",
			root + "PB[羽根])\n" + root + "PB[柯洁])\n" + root + "PB[x])\n", "from shift_jis, gb18030"},
		{"UTF-8", "(;PB[柯洁])", root + "PB[柯洁])\n", "(1 game)"},
	} {
		folder := t.TempDir()
		file := filepath.Join(folder, "in.sgf")
		if err := os.WriteFile(file, []byte(test.in), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Chdir(folder)
		var out bytes.Buffer
		newApp(nodes.Elsewhere{}, strings.NewReader(""), &out, io.Discard).Run([]string{"kifudb", "lint", "--fix", "-o", "clean", "--", "in.sgf"})
		got, err := os.ReadFile(filepath.Join("clean", "in.sgf"))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != test.want {
			t.Errorf("%s: written clean as %q, want %q", test.name, got, test.want)
		}
		if !strings.Contains(out.String(), test.from) {
			t.Errorf("%s: %q does not say %q", test.name, &out, test.from)
		}
	}
}

// A declared charset that is unknown, that the bytes contradict or that does not
// have all characters is said, with what was used instead, and is no success.
func TestLintCharsets(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"unknown", "(;CA[Klingon]PB[\xbf\xc2\xbd\xe0])", `warning: unknown-charset: CA does not name a charset that is known ("Klingon, read as `},
		{"unknown, though nothing hangs on it", "(;CA[Klingon]PB[x])", `("Klingon, read as utf-8")`},
		{"contradicted", "(;CA[UTF-8]PB[\xbf\xc2\xbd\xe0\xbe\xc5\xb6\xce]PW[\xb3\xa3\xea\xbb\xbe\xc5\xb6\xce])", `in.sgf:1:3: warning: wrong-charset: the bytes are not in the charset that CA names ("UTF-8, read as gb18030")`},
		{"lossy", "(;CA[UTF-8]PB[柯洁 柯洁 柯洁]C[cut \xe6\x9f])", `fault: lossy-charset: `},
		{"ASCII", "(;FF[4]GM[1]SZ[19]CA[GB2312]PB[x])", ""},
		{"right", "(;FF[4]GM[1]SZ[19]CA[GB2312]PB[\xbf\xc2\xbd\xe0\xbe\xc5\xb6\xce])", ""},
	} {
		file := filepath.Join(t.TempDir(), "in.sgf")
		if err := os.WriteFile(file, []byte(test.in), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Chdir(filepath.Dir(file))
		var out bytes.Buffer
		status := Main([]string{"kifudb", "lint", "in.sgf"}, strings.NewReader(""), &out, io.Discard)
		if test.want == "" && (out.Len() > 0 || status != run.ExitOK) || test.want != "" && (status != run.ExitFailed || !strings.Contains(out.String(), test.want)) {
			t.Errorf("%s: status %d, %q; want %q", test.name, status, &out, test.want)
		}
	}
}

// A summary counts problems by their kind and names no place. Mere notes are no failure.
func TestLintSummary(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.sgf")
	if err := os.WriteFile(file, []byte("(;PB[a];B[aa])(;PB[b];B[aa])"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	status := Main([]string{"kifudb", "lint", "--summary", file}, strings.NewReader(""), &out, io.Discard)
	if status != run.ExitOK || !strings.Contains(out.String(), "missing-root-property  note          2      1  ") || strings.Contains(out.String(), "in.sgf") {
		t.Errorf("status %d, %q", status, &out)
	}
}
