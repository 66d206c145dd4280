package terminal

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestByDoubleClick(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "missing")
	for _, test := range []struct {
		args []string
		own  bool
		want []string
	}{
		{[]string{"kifudb.exe"}, true, []string{"kifudb.exe", "serve", "--open"}},
		{[]string{"kifudb"}, false, []string{"kifudb"}},
		{[]string{"kifudb.exe", "help"}, true, []string{"kifudb.exe", "help"}},
		{[]string{"kifudb.exe", folder}, true, []string{"kifudb.exe", "import", folder}},
		{[]string{"kifudb.exe", folder, folder}, true, []string{"kifudb.exe", "import", folder, folder}},
		{[]string{"kifudb.exe", folder}, false, []string{"kifudb.exe", folder}},
		{[]string{"kifudb.exe", folder, missing}, true, []string{"kifudb.exe", folder, missing}},
		{[]string{"kifudb.exe", "."}, true, []string{"kifudb.exe", "."}},
		{nil, true, nil},
	} {
		if got := ByDoubleClick(test.args, func() bool { return test.own }); !slices.Equal(got, test.want) {
			t.Errorf("%q, own console %v: %q", test.args, test.own, got)
		}
	}
	if OwnConsole() {
		t.Error("a test has no console of its own")
	}
}
