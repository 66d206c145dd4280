//go:build unix

package link

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Credentials are for their owner alone. Those of another user, as of a secret of Kubernetes, may be for a group.
func TestReadableCredentials(t *testing.T) {
	for _, c := range []struct {
		owner   int
		mode    os.FileMode
		refused bool
	}{
		{os.Geteuid(), 0o600, false}, {os.Geteuid(), 0o440, true}, {os.Geteuid(), 0o604, true},
		{1, 0o440, false}, {1, 0o444, true},
	} {
		if c.owner != os.Geteuid() && os.Geteuid() != 0 {
			t.Log("only root can make a file of another user's")
			continue
		}
		path := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(path, []byte("kifudb:0123456789abcdef0123"), c.mode); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Chmod(path, c.mode), os.Chown(path, c.owner, -1)); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadCredentials(path); errors.Is(err, ErrReadable) != c.refused || !c.refused && err != nil {
			t.Errorf("mode %v of user %d: %v", c.mode, c.owner, err)
		}
	}
}
