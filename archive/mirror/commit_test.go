package mirror

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"kifudb/archive/objects"
	"kifudb/store"
)

var (
	someBlob = blob{strings.Repeat("ab", 32) + "-0123456789abcdef", 5}
	empty    = blob{}
)

// What a commit or a page names can never lead out of the folder, whoever wrote it.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{"", "/etc/passwd", "../x", "manifests/../../x", "manifests/1", "removed/x", "user.log", "segments/000001/games.db", "MANIFEST/x"} {
		c := &commit{Format: 1, Archive: "a", Number: 7, Files: []namedBlob{{name, someBlob}}}
		if err := c.check(7); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("a commit with a file %q: %v", name, err)
		}
	}
	for _, name := range []string{"", "../x", "segments/000002/games.db", "segments/000001/../000002/x", "segments/000001/", "/segments/000001/x", "segments/000001"} {
		p := &page{Segments: []segment{{Name: "000001", Files: []namedBlob{{name, someBlob}}}}}
		if err := p.check(); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("a page with a file %q: %v", name, err)
		}
	}
	for _, name := range []string{"x", "..", "../000001", "/"} {
		p := &page{Segments: []segment{{Name: name, Files: []namedBlob{{"segments/" + name + "/games.db", someBlob}}}}}
		if err := p.check(); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("a page with a segment %q: %v", name, err)
		}
	}
	for _, key := range []string{"x", "../../etc", strings.Repeat("a", 64), strings.Repeat("a", 64) + "-1", strings.Repeat("A", 64) + "-0123456789abcdef"} {
		c := &commit{Format: 1, Archive: "a", Number: 7, User: []blob{{key, 1}}}
		if err := c.check(7); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("contents %q: %v", key, err)
		}
	}
	good := &commit{Format: 1, Archive: "a", Number: 7, Files: []namedBlob{{"MANIFEST", someBlob}, {"manifests/0000000001", empty}}, User: []blob{someBlob}}
	if err := good.check(7); err != nil {
		t.Error(err)
	}
	if good.check(8) == nil {
		t.Error("a commit under another number is taken")
	}
}

// A commit that is read is checked, and one that is not there is told from a damaged one.
func TestReadCommit(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	text, err := encode(&commit{Format: 1, Archive: "a", Number: 7})
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range []uint64{7, 8} {
		if _, err := s.PutIfAbsent(t.Context(), commitKey(number), objects.Text(text)); err != nil {
			t.Fatal(err)
		}
	}
	if c, err := readCommit(t.Context(), s, 7); err != nil || c.Number != 7 || c.Archive != "a" {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := readCommit(t.Context(), s, 8); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), commitKey(8)) {
		t.Errorf("a commit under another number: %v", err)
	}
	if _, err := readCommit(t.Context(), s, 9); !errors.Is(err, objects.ErrNotExist) {
		t.Errorf("a commit that is not there: %v", err)
	}
}

// A segment is the one that was made if its name and its digest are.
func TestIsMade(t *testing.T) {
	made := &store.Contents{Segments: []store.SegmentContents{{Name: "000001", Digest: "a"}, {Name: "000002", Digest: "b"}}}
	for s, want := range map[[2]string]bool{{"000001", "a"}: true, {"000002", "b"}: true, {"000001", "b"}: false, {"000003", "a"}: false} {
		if got := isMade(made, &segment{Name: s[0], Digest: s[1]}); got != want {
			t.Errorf("segment %v: %t", s, got)
		}
	}
	if isMade(nil, &segment{Name: "000001", Digest: "a"}) {
		t.Error("a segment was made where nothing was")
	}
}

// Every byte of a commit counts, and one of a newer program is told from one that is damaged.
func TestCommitText(t *testing.T) {
	c := &commit{Format: 1, Archive: "a", Number: 7, User: []blob{someBlob}}
	text, err := encode(c)
	if err != nil {
		t.Fatal(err)
	}
	var back commit
	if err := decode(text, &back); err != nil || !sameBlobs(&back, c) {
		t.Errorf("%+v, %v", back, err)
	}
	for i := range text {
		broken := append([]byte{}, text...)
		broken[i] ^= 1
		if err := decode(broken, &back); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("byte %d: %v", i, err)
		}
	}
	for n := range text {
		if err := decode(text[:n], &back); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("cut off at %d: %v", n, err)
		}
	}
	newer, err := encode(json.RawMessage(fmt.Sprintf(`{"format":%d,"number":7,"what":"ever"}`, format+1)))
	if err != nil {
		t.Fatal(err)
	}
	if err := decode(newer, &back); !errors.Is(err, store.ErrNewer) {
		t.Errorf("a newer format: %v", err)
	}
}

// The newest commit is found without lists, and never behind the hint: older ones may be gone.
func TestNewest(t *testing.T) {
	ctx := t.Context()
	s := objects.NewFolder(t.TempDir())
	if _, err := newest(ctx, s, nil); !errors.Is(err, errEmpty) {
		t.Errorf("an empty store: %v", err)
	}
	for n := range uint64(9) {
		if err := (&commit{Archive: "a", Number: n + 1}).put(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	first, err := readCommit(ctx, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&commit{Archive: "a", Number: 9}).put(ctx, s); !errors.Is(err, errLost) {
		t.Errorf("a number that is taken: %v", err)
	}
	for n := range uint64(7) {
		if err := s.Delete(ctx, commitKey(n+1)); err != nil {
			t.Fatal(err)
		}
	}
	for name, from := range map[string]*commit{"nothing": nil, "an old one": first} {
		if c, err := newest(ctx, s, from); err != nil || c.Number != 9 {
			t.Errorf("from %s: %+v, %v", name, c, err)
		}
	}
	if err := s.Delete(ctx, headKey); err != nil {
		t.Fatal(err)
	}
	if c, err := newest(ctx, s, nil); err != nil || c.Number != 9 {
		t.Errorf("without a hint: %+v, %v", c, err)
	}
}
