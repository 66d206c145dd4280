package objects_test

import (
	"testing"

	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
)

func TestFolder(t *testing.T) { objectstest.Conform(t, objects.NewFolder(t.TempDir())) }

func TestRetryConforms(t *testing.T) {
	objectstest.Conform(t, objects.Retry(objects.NewFolder(t.TempDir()), nil))
}

func TestBelow(t *testing.T) {
	objectstest.Conform(t, objects.Below(objects.NewFolder(t.TempDir()), "/some/prefix/"))
}

// A key never leads out of the folder.
func TestFolderKeys(t *testing.T) {
	f := objects.NewFolder(t.TempDir())
	for _, key := range []string{"", "/a", "../a", "a/../b", "a//b", "a/", ".a", "a/.b", "a\\b", "a\x00b"} {
		if _, err := f.PutIfAbsent(t.Context(), key, objects.Text(nil)); err == nil {
			t.Errorf("%q is taken for a key", key)
		}
		if _, _, err := f.Get(t.Context(), key, 0, -1); err == nil {
			t.Errorf("%q is read", key)
		}
		if err := f.Delete(t.Context(), key); err == nil {
			t.Errorf("%q is deleted", key)
		}
	}
}
