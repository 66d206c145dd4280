package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"kifudb/archive/objects"
	"kifudb/store"
)

// commitNewer commits as a newer program would, in a format that this one does not know.
func commitNewer(t *testing.T, s objects.Store, number uint64) {
	t.Helper()
	text, _, err := objects.ReadAll(t.Context(), s, fmt.Sprintf("commits/%010d", number), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("\n"))
	var commit map[string]any
	if err := json.Unmarshal(text, &commit); err != nil {
		t.Fatal(err)
	}
	commit["format"], commit["number"], commit["chance"] = 99, number+1, "another"
	commit["segments"] = "something that this program cannot know"
	if text, err = json.Marshal(commit); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	text = append([]byte(hex.EncodeToString(sum[:])+"\n"), text...)
	if _, err := s.PutIfAbsent(t.Context(), fmt.Sprintf("commits/%010d", number+1), objects.Text(text)); err != nil {
		t.Fatal(err)
	}
}

// While programs are upgraded one after the other, a newer one commits in a format that older
// ones do not know. These say so in place of an answer, whatever they are asked to do, change
// and remove nothing, and what they hold already they go on to answer about.
func TestStoreNewerFormat(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	a := newMachine(t, s).archive(t)
	importedFrom(t, a, records(t, 0, 3))
	old := newMachine(t, s)
	whole := old.archive(t)
	node, err := newMachine(t, s).open(Options{Sparse: true})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	state, err := node.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	held, err := node.Hold(t.Context(), state, []string{state.Segments[0].Name})
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	keys := func() (list string) {
		for info, err := range s.List(t.Context(), "") {
			if err != nil {
				t.Fatal(err)
			}
			list += info.Key + "\n"
		}
		return list
	}
	commitNewer(t, s, a.mirror.Commit())
	before := keys()
	for what, do := range map[string]func() error{
		"State":   func() error { _, err := node.State(t.Context()); return err },
		"Refresh": func() error { return whole.mirror.Refresh(t.Context(), 0) },
		"Import": func() error {
			_, err := whole.Import(t.Context(), &Import{Paths: []string{records(t, 3, 4)}})
			return err
		},
		"Compact": func() error { _, err := whole.Compact(t.Context(), nil); return err },
		"Collect": func() error { _, err := whole.mirror.Collect(t.Context()); return err },
		"Remove": func() error {
			_, err := whole.Remove(t.Context(), func(*View) ([]GameID, error) { return []GameID{1}, nil })
			return err
		},
		"Tag": func() error {
			return whole.Ask(func(v *View) error { _, err := v.Tag("x", []GameID{1}); return err })
		},
		"Open":   func() error { _, err := old.open(Options{}); return err },
		"Create": func() error { _, err := newMachine(t, s).open(Options{Create: true}); return err },
	} {
		if err := do(); !errors.Is(err, store.ErrNewer) || KindOf(err) != KindTooNew {
			t.Errorf("%s: %v", what, err)
		}
	}
	if after := keys(); after != before {
		t.Errorf("something was changed:\n%s", after)
	}
	if _, err := held.Record(state.Segments[0].Base); err != nil {
		t.Errorf("what is held already: %v", err)
	}
}
