package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/command/run"
)

// TestShogiConvertStatus: the status says whether the text or the way the
// program was called is wrong.
func TestShogiConvertStatus(t *testing.T) {
	const formats = "INPUT=(WESTERN,NUMBERS=NONE)\nOUTPUT=(JAPANESE,NUMBERS=NONE,FORMAT=40)\n"
	dir := t.TempDir()
	for _, test := range []struct {
		name, text string
		args       []string
		want       int
		message    string
	}{
		{"clean", formats + "P-7f", nil, run.ExitOK, ""},
		{"a warning", formats + "P-7f P-3d B-2b+", nil, run.ExitOK, "-:3:11: warning: W03"},
		{"an error", formats + "P-5a", nil, run.ExitFailed, "-:3:1: error: E32"},
		{"no such file", "", []string{filepath.Join(dir, "missing.txt")}, run.ExitUsage, "missing.txt"},
		{"no such folder", formats, []string{"-o", filepath.Join(dir, "missing", "out.txt")}, run.ExitUsage, "missing"},
		{"two files", "", []string{"a", "b"}, run.ExitUsage, "takes one file"},
		{"an unknown flag", "", []string{"--latin"}, run.ExitUsage, "latin"},
	} {
		var out, messages bytes.Buffer
		args := append([]string{"kifudb", "shogi", "convert"}, test.args...)
		got := Main(args, strings.NewReader(test.text), &out, &messages)
		if got != test.want || !strings.Contains(messages.String(), test.message) {
			t.Errorf("%s: got status %d and %q, want %d and %q", test.name, got, messages.String(), test.want, test.message)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "missing")); !os.IsNotExist(err) {
		t.Errorf("a folder was made: %v", err)
	}
}
