package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/web"
)

// A file of tokens names each client once, with a role and a token that can be sent.
func TestReadAccess(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "names nobody",
		"# nobody\n\n":                       "names nobody",
		"ann 0123456789abcdef\n":             ":1: expected a name, a role and a token",
		"ann writer 0123456789abcdef more\n": ":1: expected a name, a role and a token",
		"a\"b writer 0123456789abcdef\n":     ":1: expected a name, a role and a token",
		"\nann boss 0123456789abcdef\n":      `:2: "boss" is not a role`,
		"ann writer short\n":                 ":1: a token has at least 16 characters",
		"ann writer 0123456789;bcdef\n":      ":1: a token has at least 16 characters",
		"ann writer 0123456789abcdef\nann admin 1123456789abcdef": ":2: ann is named twice",
		"ann writer 0123456789abcdef\nbob admin 0123456789abcdef": ":2: bob has the token of somebody else",
	} {
		file := filepath.Join(t.TempDir(), "tokens")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if list, err := readAccess(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("# who may ask\nann\treader  0123456789abcdef\n\nbob admin 1123456789abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []web.Access{{Name: "ann", Role: web.Reader, Token: "0123456789abcdef"}, {Name: "bob", Role: web.Admin, Token: "1123456789abcdef"}}
	if list, err := readAccess(file); err != nil || !slices.Equal(list, want) {
		t.Errorf("%v, %v", list, err)
	}
	if got := ownToken(&web.Options{Access: want}); got != want[1].Token {
		t.Errorf("other commands send %q", got)
	}
}
