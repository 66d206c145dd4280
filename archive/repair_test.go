package archive

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRepairOfASoundArchive(t *testing.T) {
	state, err := withGames(t, 20).StartRepair(Repair{}).Wait(t.Context())
	if err != nil || state.State != "done" {
		t.Fatalf("%+v, %v", state, err)
	}
	if text, err := json.Marshal(state.Result); err != nil || string(text) != `{"besides":[],"faults":[],"left":0,"mended":0,"segments":[]}` {
		t.Errorf("%s, %v", text, err)
	}
	if p := state.Progress; p.Stage != "checking" || p.Done != 20 || p.Total != 20 {
		t.Errorf("progress %+v", p)
	}
}

// What is derived is built anew of the records, comments alone if only they are
// damaged, and the list of segments of what they say of themselves.
func TestRepair(t *testing.T) {
	for _, test := range []struct {
		damage   string
		segment  bool
		comments bool
	}{
		{"segments/*/games.idx", true, false},
		{"segments/*/comments/comments.idx", true, true},
		{"MANIFEST", false, false},
	} {
		a := reopened(t, withGames(t, 20), func(dir string) { overwritten(t, dir, test.damage) })
		var told []SegmentRepair
		r, err := a.Repair(t.Context(), &Repair{Each: func(m *SegmentRepair) { told = append(told, *m) }})
		if err != nil {
			t.Fatal(err)
		}
		if r.Mended != 1 || r.Left != 0 || len(r.Faults) != 0 || len(r.Segments) != 1 || len(told) != 1 {
			t.Fatalf("%s: %+v, told %+v", test.damage, r, told)
		}
		m := r.Segments[0]
		if !m.Mended || m.Error != "" || len(m.Faults) == 0 || m.Comments != test.comments || (m.Segment != "") != test.segment {
			t.Errorf("%s: %+v", test.damage, m)
		}
		if test.segment && (m.First != 1 || m.Last != 20) {
			t.Errorf("%s: games %d to %d", test.damage, m.First, m.Last)
		}
		if c, err := a.Check(t.Context(), &Check{}); err != nil || c.Games != 20 || len(c.Faults) != 0 {
			t.Errorf("%s: afterwards %+v, %v", test.damage, c, err)
		}
	}
}

// Records that are damaged beyond their parity are found in the files from which they came, and in
// other archives.
func TestRepairFindsRecords(t *testing.T) {
	lost := func(dir string) { overwritten(t, dir, "segments/*/games.db") }
	for name, from := range map[string]func(t *testing.T, a *Archive, sources []string) []string{
		"files": func(*testing.T, *Archive, []string) []string { return nil },
		"archive": func(t *testing.T, a *Archive, sources []string) []string {
			other := filepath.Join(t.TempDir(), "other")
			if err := os.CopyFS(other, os.DirFS(a.Dir())); err != nil {
				t.Fatal(err)
			}
			return append(without(t, sources), other)
		},
		"backup": func(t *testing.T, a *Archive, sources []string) []string {
			backup := filepath.Join(t.TempDir(), "backup")
			if _, err := a.BackupFile(t.Context(), backup, false, nil); err != nil {
				t.Fatal(err)
			}
			return append(without(t, sources), backup)
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := withGames(t, 20)
			places := from(t, a, sourcesIn(t, a))
			a = reopened(t, a, lost)
			r, err := a.Repair(t.Context(), &Repair{From: places})
			if err != nil || r.Mended != 1 || r.Left != 0 || len(r.Faults) != 0 || r.Segments[0].Found != 20 || len(r.Segments[0].Lost) != 0 {
				t.Fatalf("%+v, %v", r, err)
			}
		})
	}
}

// sourcesIn returns the files from which the games of an archive came.
func sourcesIn(t *testing.T, a *Archive) (files []string) {
	t.Helper()
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for id := range GameID(v.Len()) {
		g, err := v.Game(id + 1)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(files, g.File) {
			files = append(files, g.File)
		}
	}
	return files
}

// without removes files.
func without(t *testing.T, files []string) []string {
	t.Helper()
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	return nil
}

// What is found nowhere is given up only if that is said, and it is said from which files it came.
func TestRepairGivesUp(t *testing.T) {
	a := withGames(t, 20)
	without(t, sourcesIn(t, a))
	a = reopened(t, a, func(dir string) { overwritten(t, dir, "segments/*/games.db") })
	r, err := a.Repair(t.Context(), &Repair{})
	if err != nil || r.Mended != 0 || r.Left != 1 || len(r.Faults) == 0 || r.Segments[0].Mended || r.Segments[0].Error == "" || len(r.Segments[0].Lost) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	r, err = a.Repair(t.Context(), &Repair{GiveUp: true})
	if err != nil || r.Mended != 1 || r.Left != 0 || len(r.Faults) != 0 || len(r.Segments[0].Lost) != 20 {
		t.Fatalf("%+v, %v", r, err)
	}
	if lost := r.Segments[0].Lost[19]; lost.ID != 20 || !strings.HasSuffix(lost.File, "many.sgf") {
		t.Errorf("%+v", lost)
	}
}

// What lies beside the segments is mended, too, and what cannot be is left and said.
func TestRepairBesides(t *testing.T) {
	a := withGames(t, 20)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Tag("mine", []GameID{1}); err != nil {
		t.Fatal(err)
	}
	v.Close()
	a = reopened(t, a, func(dir string) { overwritten(t, dir, "user.log") })
	r, err := a.Repair(t.Context(), &Repair{})
	if err != nil || len(r.Besides) == 0 || len(r.Segments)+len(r.Faults) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := a.Remove(t.Context(), chosen(t, "20")); err != nil { // a commit notes that something was added
		t.Fatal(err)
	}
	a = reopened(t, a, func(dir string) {
		for _, name := range []string{"user.log", "user.copy"} {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	})
	if r, err = a.Repair(t.Context(), &Repair{}); err != nil || len(r.Faults) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
