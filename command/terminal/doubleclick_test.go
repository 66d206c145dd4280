package terminal

import (
	"slices"
	"testing"
)

func TestByDoubleClick(t *testing.T) {
	for _, test := range []struct {
		args []string
		own  bool
		want []string
	}{
		{[]string{"kifudb.exe"}, true, []string{"kifudb.exe", "serve", "--open"}},
		{[]string{"kifudb"}, false, []string{"kifudb"}},
		{[]string{"kifudb.exe", "help"}, true, []string{"kifudb.exe", "help"}},
	} {
		if got := ByDoubleClick(test.args, func() bool { return test.own }); !slices.Equal(got, test.want) {
			t.Errorf("%q, own console %v: %q", test.args, test.own, got)
		}
	}
	if OwnConsole() {
		t.Error("a test has no console of its own")
	}
}
