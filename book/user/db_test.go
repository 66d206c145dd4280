package user

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/store"
)

// openAt opens what was added to an archive that has no identity.
func openAt(dir string) *DB { return Open(dir) }

// named opens what was added to an archive with an identity.
func named(dir, id string) *DB { return Of(archive{dir, id}) }

type archive struct{ dir, id string }

// Witnessed implements Archive.
func (a archive) Witnessed() (store.Counts, error) { return nil, nil }

func (a archive) Dir() string { return a.dir }

func (a archive) ID() (string, error) {
	if a.id == "" {
		return "", errors.New("no archive")
	}
	return a.id, nil
}

func put(t *testing.T, db *DB, tag string, id store.GameID) {
	t.Helper()
	if _, err := db.AddTag(tag, []Game{game(id)}); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func read(t *testing.T, db *DB, name string) string {
	t.Helper()
	data, err := os.ReadFile(db.path(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, db *DB, name, text string) {
	t.Helper()
	if err := os.WriteFile(db.path(name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// framed returns a line of any text.
func framed(text string) string {
	rest := fmt.Sprintf(" %d %s", len(text), text)
	return fmt.Sprintf("%08x%s\n", crc32.Checksum([]byte(rest), castagnoli), rest)
}

func TestFilesAreMadeByFirstChange(t *testing.T) {
	db := openAt(t.TempDir())
	if got := tagsIn(t, db); len(got) != 0 {
		t.Errorf("got %v without files", got)
	}
	if faults := db.Check(); len(faults) != 0 {
		t.Error(faults)
	}
	if mended, err := db.Repair(true); err != nil || len(mended) != 0 {
		t.Error(mended, err)
	}
	if got := names(t, db.dir); len(got) != 0 {
		t.Errorf("reading made %v", got)
	}
	if _, err := db.RemoveTag("none", nil); !errors.Is(err, ErrNoTag) {
		t.Errorf("got %v, want ErrNoTag", err)
	}
	put(t, db, "a", 1)
	if got := names(t, db.dir); !slices.Equal(got, []string{CopyName, LockName, LogName, store.WitnessName}) {
		t.Errorf("got files %v", got)
	}
	if faults := db.Check(); len(faults) != 0 {
		t.Error(faults)
	}
	// What changes nothing adds nothing.
	before := read(t, db, LogName)
	put(t, db, "A", 1)
	if read(t, db, LogName) != before {
		t.Error("an operation that changes nothing was written")
	}
}

// People may read the log, and other programs too: this is its form.
func TestForm(t *testing.T) {
	db := named(t.TempDir(), "00112233445566778899aabbccddeeff")
	if _, err := db.AddTag("good", []Game{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 7}}); err != nil {
		t.Fatal(err)
	}
	if err := db.PutNotes([]Note{{Game: 7, Text: "slow <but> thick", Changed: time.Unix(5, 0)}}, nil); err != nil {
		t.Fatal(err)
	}
	text := read(t, db, LogName)
	if text != read(t, db, CopyName) {
		t.Error("the copy is another one")
	}
	for i, want := range []string{
		`"number":1,"clock":1,"time":"T","what":"tag add good","tags":[{"name":"good","add":"1-3,7"}]}`,
		`"number":2,"clock":2,"time":"T","what":"note","notes":[{"game":7,"text":"slow <but> thick","changed":5}]}`,
	} {
		line := strings.Split(text, "\n")[i]
		want := strings.Replace(want, `"T"`, line[strings.Index(line, `"time":`)+7:strings.Index(line, `,"what"`)], 1)
		head := fmt.Sprintf(` %d {"archive":"00112233445566778899aabbccddeeff","writer":%q,`, len(line)-13, db.writer())
		if len(line) < 8 || line[8:] != head+want {
			t.Errorf("got  %s\nwant xxxxxxxx%s", line, head+want)
		}
	}
}

func TestFailedChangeChangesNothing(t *testing.T) {
	db := openAt(t.TempDir())
	put(t, db, "a", 1)
	before := read(t, db, LogName)
	want := errors.New("no")
	if err := db.change("x", func(*state, *operation) error { return want }); !errors.Is(err, want) {
		t.Errorf("got %v", err)
	}
	if read(t, db, LogName) != before {
		t.Error("something was written")
	}
}

// Every single step of a change fails once. Then it has not happened, or has
// as a whole, and the next one goes on.
func TestEachStepFails(t *testing.T) {
	for _, first := range []bool{true, false} {
		for fail := 1; ; fail++ {
			db := openAt(t.TempDir())
			if !first {
				put(t, db, "before", 1)
			}
			n, failed := 0, ""
			db.files.Step = func(_, path string) error {
				if n++; n == fail {
					failed = path
					return errors.New("failed on purpose")
				}
				return nil
			}
			_, err := db.AddTag("a", []Game{game(2)})
			db.files.Step = nil
			if err == nil && n < fail {
				if n < 8 {
					t.Errorf("%d steps only", n)
				}
				break
			}
			done := err == nil // what fails then is the witness
			if done && !strings.Contains(failed, store.WitnessName) && failed != db.dir {
				t.Errorf("step %d, %s, failed without an error", fail, failed)
			}
			if faults := db.Check(); len(faults) != 0 {
				t.Errorf("first %v, step %d: %v", first, fail, faults)
			}
			got := tagsIn(t, db)
			if len(got["a"]) > 1 || !first && len(got["before"]) != 1 {
				t.Errorf("first %v, step %d: %v", first, fail, got)
			}
			if !first && len(got["a"]) != 0 && !done || done && len(got["a"]) != 1 {
				t.Errorf("step %d: done is %v, and the change is there: %v", fail, done, got)
			}
			put(t, db, "after", 3)
			if got := tagsIn(t, db); len(got["after"]) != 1 {
				t.Errorf("first %v, step %d: then %v", first, fail, got)
			}
		}
	}
}

// The order of operations on the disk is what makes a change safe.
func TestOrderOfWrites(t *testing.T) {
	db := openAt(t.TempDir())
	var steps []string
	db.files.Step = func(operation, path string) error {
		if path = filepath.Base(path); path == filepath.Base(db.dir) {
			path = "folder"
		}
		steps = append(steps, operation+" "+path)
		return nil
	}
	expect := func(what string, want ...string) {
		t.Helper()
		if !slices.Equal(steps, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", what, strings.Join(steps, ", "), strings.Join(want, ", "))
		}
		steps = nil
	}
	put(t, db, "a", 1)
	expect("the first change",
		"create user.log", "sync user.log", "rename user.log", "sync folder",
		"create user.copy", "sync user.copy", "rename user.copy", "sync folder",
		"create witness", "sync witness", "rename witness", "sync folder")
	put(t, db, "a", 2)
	expect("the second", "append user.log", "sync user.log", "append user.copy", "sync user.copy",
		"create witness", "sync witness", "rename witness", "sync folder")
	write(t, db, CopyName, read(t, db, CopyName)[:20])
	if _, err := db.Repair(true); err != nil {
		t.Fatal(err)
	}
	expect("repair", "create user.copy", "sync user.copy", "rename user.copy", "sync folder")
}

func TestNewerOperationIsRefused(t *testing.T) {
	db := openAt(t.TempDir())
	put(t, db, "a", 1)
	line := strings.TrimSuffix(read(t, db, LogName), "\n")
	text := framed(strings.Replace(line[strings.Index(line, "{"):], `"tags":`, `"drawings":[1],"tags":`, 1))
	write(t, db, LogName, text)
	write(t, db, CopyName, text)
	if _, err := db.Tags(); !errors.Is(err, store.ErrNewer) {
		t.Errorf("got %v, want ErrNewer", err)
	}
	if _, err := db.AddTag("b", []Game{game(1)}); !errors.Is(err, store.ErrNewer) {
		t.Errorf("got %v, want ErrNewer", err)
	}
	if _, err := db.Repair(true); !errors.Is(err, store.ErrNewer) || read(t, db, LogName) != text {
		t.Errorf("Repair: got %v, want ErrNewer", err)
	}
}

// The lock is between processes, so another one holds it here.
func TestOthersAreWaitedFor(t *testing.T) {
	if path := os.Getenv("KIFUDB_TEST_HOLD"); path != "" {
		err := openAt(path).change("hold", func(*state, *operation) error {
			os.Stdout.WriteString("held\n")
			time.Sleep(time.Hour)
			return nil
		})
		t.Fatal(err)
	}
	db := openAt(t.TempDir())
	put(t, db, "a", 1)
	holder := exec.Command(os.Args[0], "-test.run=^TestOthersAreWaitedFor$")
	holder.Env = append(os.Environ(), "KIFUDB_TEST_HOLD="+db.dir)
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	defer holder.Wait()
	defer holder.Process.Kill()
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if got := tagsIn(t, db); len(got) != 1 {
		t.Errorf("readers wait for writers: %v", got)
	}
	add := func(tag string) error {
		_, err := db.AddTag(tag, []Game{game(2)})
		return err
	}
	if !testing.Short() { // patience takes seconds
		if err := add("b"); !errors.Is(err, ErrLocked) {
			t.Errorf("got %v, want ErrLocked", err)
		}
	}
	// When the other is done, or killed, the waiting ends.
	time.AfterFunc(300*time.Millisecond, func() { holder.Process.Kill() })
	if err := patiently(t, func() error { return add("c") }); err != nil {
		t.Error(err)
	}
	if got := tagsIn(t, db); len(got) != 2 {
		t.Errorf("got %v", got)
	}
}

// patiently repeats what gives up because others have the file for too long, as
// they may on a busy machine. Giving up must have taken its time.
func patiently(t *testing.T, do func() error) error {
	for {
		start := time.Now()
		err := do()
		if !errors.Is(err, ErrLocked) {
			return err
		}
		if waited := time.Since(start); waited < patience/2 {
			t.Errorf("gave up after %v", waited)
			return err
		}
	}
}

func TestManyWritersAtOnce(t *testing.T) {
	dir := t.TempDir()
	const writers = 8
	errs := make(chan error)
	for i := range writers {
		go func() {
			errs <- patiently(t, func() error {
				_, err := openAt(dir).AddTag(string(rune('a'+i)), []Game{game(1)})
				return err
			})
		}()
	}
	for range writers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if got := tagsIn(t, openAt(dir)); len(got) != writers {
		t.Errorf("got %v", got)
	}
}

// A DB that stays open sees what others change.
func TestOpenDBSeesChanges(t *testing.T) {
	dir := t.TempDir()
	a, b := openAt(dir), openAt(dir)
	put(t, a, "x", 1)
	for id := store.GameID(2); id < 6; id++ {
		put(t, b, "x", id)
		if got := tagsIn(t, a)["x"]; len(got) != int(id) {
			t.Errorf("got %v after game %d", got, id)
		}
	}
	// What it returns is the caller's own.
	tags, err := a.Tags()
	if err != nil {
		t.Fatal(err)
	}
	tags[0].Games.Clear()
	if got := tagsIn(t, a)["x"]; len(got) != 5 {
		t.Errorf("got %v", got)
	}
}
