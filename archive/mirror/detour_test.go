package mirror_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"reflect"
	"testing"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
)

// objectsOf is a store with what a mirror has of another one.
type objectsOf struct {
	objects.Store // nil: nothing else is asked
	m             *mirror.Mirror
}

func (s objectsOf) Get(_ context.Context, key string, offset, _ int64) (io.ReadCloser, objects.Info, error) {
	o, err := s.m.Object(key)
	if err == nil && o.File != "" {
		o.Text, err = os.ReadFile(o.File)
	}
	if err != nil {
		return nil, objects.Info{}, err
	}
	return io.NopCloser(bytes.NewReader(o.Text[offset:])), objects.Info{Key: key, Size: int64(len(o.Text)), Tag: "x"}, nil
}

// What a sparse mirror has of the store is enough for another one to show the same commit, and equal byte for byte.
func TestObject(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	full := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
	add(t, full, "one")
	add(t, full, "two")
	m := open(t, s, mirror.Options{Cache: t.TempDir(), Sparse: true})
	_, all := segmentsOf(t, m)
	var names []string
	for _, g := range all {
		names = append(names, g.Name)
	}
	release, err := m.Need(t.Context(), m.Commit(), names)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	given := 0
	for info, err := range s.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		r, _, err := objectsOf{m: m}.Get(t.Context(), info.Key, 0, -1)
		if errors.Is(err, objects.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		given++
		got, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := objects.ReadAll(t.Context(), s, info.Key, 1<<30)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %.80q, and in the store %.80q, %v", info.Key, got, want, err)
		}
	}
	if given < 8 {
		t.Errorf("%d objects are given", given)
	}
	other := open(t, objectsOf{m: m}, mirror.Options{Cache: t.TempDir()})
	if here, of := segmentsOf(t, other); len(here) != len(all) || !reflect.DeepEqual(of, all) {
		t.Errorf("the segments are %v, of %v; expected %v", here, of, all)
	}
	for _, key := range []string{"commits/0000000099", "data/../../mirror.json", "mirror.json", "../lock", "uploads/x", "data/00/0011"} {
		if o, err := m.Object(key); !errors.Is(err, objects.ErrNotExist) {
			t.Errorf("%s: %+v, %v", key, o, err)
		}
	}
}
