package tests

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestNamesOfFilesInOtherEncodings gives each command that takes a path the path of a file whose name
// is not UTF-8, the way other commands print it.
func TestNamesOfFilesInOtherEncodings(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("this system has no such names")
	}
	dir := t.TempDir()
	work, folder := filepath.Join(dir, "archive"), filepath.Join(dir, "games")
	must(t, os.Mkdir(folder, 0o777))
	must(t, os.WriteFile(filepath.Join(folder, "caf\xe9 \x8e\xa1.sgf"), []byte("(;GM[1]FF[4]SZ[9]PB[Kaku];B[aa];W[zz])"), 0o666))
	must(t, os.WriteFile(filepath.Join(folder, "vide\xe9.sgf"), []byte("no game"), 0o666))
	if _, stderr, status := runCommand(work, "import", "-q", folder); status != 3 {
		t.Fatalf("import: exit status %d: %s", status, stderr)
	}
	out, _, _ := runCommand(work, "search", "--csv", "--fields", "file", "*")
	game := strings.TrimSpace(strings.TrimPrefix(out, "file"))
	if game != filepath.Join(folder, `caf\xE9 \x8E\xA1.sgf`) {
		t.Fatalf("search: %q", game)
	}
	empty := filepath.Join(folder, `vide\xE9.sgf`)
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"search", "--count", `file:"` + game + `"`}, 0, "1"},
		{[]string{"export", `file:"` + game + `"`}, 0, "PB[Kaku]"},
		{[]string{"imports", "show", "--failed"}, 0, empty},
		{[]string{"imports", "show", "--failed", "--json"}, 0, strings.ReplaceAll(empty, `\`, `\\`)},
		{[]string{"import", game}, 0, "files unchanged  1"},
		{[]string{"import", "--reread", game}, 0, ""},
		{[]string{"lint", game}, 1, game + ":1:"},
		{[]string{"lint", game + ".not"}, 3, game + ".not"},
		{[]string{"imports", "accept", game}, 2, game},
		{[]string{"imports", "accept", "--json", game}, 2, strings.ReplaceAll(game, `\`, `\\`)},
		{[]string{"imports", "accept", empty}, 0, ""},
		{[]string{"remove", "--source", game}, 0, ""},
	} {
		out, stderr, status := runCommand(work, test.args...)
		if status != test.status || !strings.Contains(out+stderr, test.want) || !utf8.ValidString(out+stderr) || strings.Contains(out+stderr, "\uFFFD") {
			t.Errorf("%q: exit status %d, %s%s; want %d and %s", test.args, status, out, stderr, test.status, test.want)
		}
	}
}
