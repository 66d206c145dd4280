package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive/objects"
	"kifudb/cluster/link"
	"kifudb/store"
)

// What is said to do about credentials is what helps: new ones are no help where others are meant.
func TestAdviceOnCredentials(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return name
	}
	reading := func(name string) error {
		_, err := link.ReadCredentials(name)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{reading(filepath.Join(dir, "none")), "a copy of the file that the nodes were started with"},
		{reading(write("open", "a secret of sixteen", 0o644)), "chmod 600"},
		{reading(write("short", "short", 0o600)), "'kifudb cluster credentials' makes one for a new cluster"},
		{fmt.Errorf("x: %w", link.ErrRefused), "a copy of the file that the nodes were started with"},
		{fmt.Errorf("x: %w", link.ErrUnreachable), "this machine searches alone"},
		{fmt.Errorf("x: %w", objects.ErrExpired), "get new ones"},
		{fmt.Errorf("x: %w", objects.ErrDenied), "AWS_ACCESS_KEY_ID"},
		{fmt.Errorf("x: %w", objects.ErrClock), ""},
		{fmt.Errorf("x: %w", store.ErrNotIndexed), "try again"},
	} {
		if got := advice(c.err); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%v: %q", c.err, got)
		}
	}
}
