package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/internal/testsize"
	"kifudb/store"
)

// kept is a ledger in which something of each kind was entered, as it was earlier and as it is now,
// with what it says.
type kept struct {
	*DB
	archive *store.DB
	earlier map[string][]byte // files, after the third change
	now     map[string][]byte
	says    string
	last    store.LedgerMark
}

func newKept(t *testing.T) *kept {
	t.Helper()
	archive, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
	must(t, err)
	t.Cleanup(func() { archive.Close() })
	k := &kept{DB: Open(archive.Dir()), archive: archive}
	run := begin(t, k.DB)
	file(t, k.DB, run, "/in/a.sgf", 0)
	must(t, k.Enter(run, &Batch{Outcomes: []*Outcome{{Source: "/in/b.sgf", What: Refused, Reason: "it is no record"}},
		Sources: map[string]Source{"/in/b.sgf": {Size: 5, ModTime: 7, Run: run.Number, Lo: run.Outcomes, Hi: run.Outcomes + 1, Failed: 1}}}))
	k.earlier = k.files(t)
	_, err = k.Accept([]string{"/in/b.sgf"}, time.Unix(1_700_000_000, 0))
	must(t, err)
	must(t, k.Enter(run, &Batch{Gone: []Gone{{Source: "/in/a.sgf"}}, Forget: []string{"/in/none.sgf"}}))
	file(t, k.DB, run, "/in/c.sgf", 0)
	k.now, k.says, k.last = k.files(t), k.all(t), k.Mark()
	return k
}

func (k *kept) files(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, name := range []string{Name, LogName} {
		text, err := os.ReadFile(filepath.Join(k.dir, name))
		must(t, err)
		all[name] = text
	}
	return all
}

func (k *kept) put(t *testing.T, files map[string][]byte) {
	t.Helper()
	for name, text := range files {
		must(t, os.WriteFile(filepath.Join(k.dir, name), text, 0o666))
	}
}

// forked are the files of a copy of the archive from earlier, in which as many changes were made since.
func (k *kept) forked(t *testing.T) map[string][]byte {
	t.Helper()
	archive, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
	must(t, err)
	defer archive.Close()
	other := &kept{DB: Open(archive.Dir())}
	other.put(t, k.earlier)
	run, err := other.Run(0)
	must(t, err)
	for i := 0; other.Mark().Number < k.last.Number; i++ {
		file(t, other.DB, &run, fmt.Sprintf("/in/other%d.sgf", i), 0)
	}
	return other.files(t)
}

// all is everything that the ledger says.
func (k *kept) all(t *testing.T) string {
	t.Helper()
	text, err := k.reads()
	must(t, err)
	return text
}

func (k *kept) reads() (string, error) {
	db := Open(k.dir).Witnessed(k.least)
	known, _, err := db.Compare([]string{"/in/a.sgf", "/in/b.sgf", "/in/c.sgf"}, []string{"/in"}, far)
	text := ""
	for _, s := range known {
		text += fmt.Sprintf("%+v\n", *orNone(s))
	}
	runs, err2 := db.Runs()
	accepted, err3 := db.Accepted()
	for o, err := range db.Outcomes(1) {
		if err != nil {
			return text, err
		}
		text += fmt.Sprintf("%+v\n", *o)
	}
	return fmt.Sprintf("%s%+v\n%+v", text, runs, accepted), errors.Join(err, err2, err3)
}

func (k *kept) faults(t *testing.T) (all []string) {
	for fault := range Open(k.dir).Witnessed(k.least).Check(t.Context(), k.archive) {
		all = append(all, fault.Error())
	}
	return all
}

// TestOneFileOfLedger damages one of the two files in every way. What is asked is answered rightly or not
// at all, Check names the damage, and Repair brings everything back.
func TestOneFileOfLedger(t *testing.T) {
	k := newKept(t)
	r := rand.New(rand.NewPCG(1, 2))
	var right, refused, harmless int
	try := func(what string, named bool, files map[string][]byte) {
		t.Helper()
		for _, name := range []string{Name, LogName} {
			must(t, os.RemoveAll(filepath.Join(k.dir, name)))
		}
		k.put(t, files)
		said, err := k.reads()
		switch {
		case err == nil && said == k.says:
			right++
		case errors.Is(err, ErrCorrupt):
			refused++
		default:
			t.Errorf("%s: %v\n%s\nwant %s", what, err, said, k.says)
		}
		faults := k.faults(t)
		if len(faults) == 0 && (named || err != nil) {
			t.Errorf("%s: Check finds nothing, reading %v", what, err)
		}
		if len(faults) == 0 {
			harmless++
			return
		}
		mended, err := Open(k.dir).Witnessed(k.least).Repair(t.Context(), k.archive, false)
		if err != nil || len(mended) == 0 {
			t.Errorf("%s: Repair: %v, %v", what, mended, err)
		}
		if faults := k.faults(t); len(faults) > 0 {
			t.Errorf("%s, repaired: %q", what, faults)
		} else if said := k.all(t); said != k.says {
			t.Errorf("%s, repaired:\n%s\nwant %s", what, said, k.says)
		}
	}
	with := func(name string, text []byte) map[string][]byte {
		files := map[string][]byte{Name: k.now[Name], LogName: k.now[LogName]}
		if files[name] = text; text == nil {
			delete(files, name)
		}
		return files
	}
	for _, name := range []string{Name, LogName} {
		whole := k.now[name]
		try(name+" deleted", true, with(name, nil))
		try(name+" empty", true, with(name, []byte{}))
		try(name+" older", true, with(name, k.earlier[name]))
		for i := range 20 {
			n := len(whole) * i / 20
			try(fmt.Sprintf("%s cut to %d bytes", name, n), name == LogName, with(name, whole[:n:n]))
		}
		flips, last := testsize.Of(500, 60), len(whole)
		if name == LogName { // without its last sums, the change before comes again
			_, n, err := frameBefore(bytes.NewReader(whole), int64(last))
			must(t, err)
			last -= int(n)
		}
		for range flips {
			at := r.IntN(len(whole))
			if name == Name { // most of its pages are empty
				for whole[at] == 0 && r.IntN(20) > 0 {
					at = r.IntN(len(whole))
				}
			}
			text := slices.Clone(whole)
			text[at] ^= 1 << r.IntN(8)
			try(fmt.Sprintf("%s, byte %d flipped", name, at), name == LogName && at < last, with(name, text))
		}
	}
	t.Logf("%d right, %d refused, %d of them harmless", right, refused, harmless)
}

// TestBothFilesOfLedger takes both files away, puts older ones in their place, or damages the same entry in
// both. If the archive knows that there was more, nobody reads or enters anything until the loss is accepted.
func TestBothFilesOfLedger(t *testing.T) {
	for _, lost := range []string{"deleted", "older", "damaged", "forked"} {
		t.Run(lost, func(t *testing.T) {
			k := newKept(t)
			k.DB.Witnessed(func() (store.LedgerMark, error) { return k.last, nil })
			switch lost {
			case "deleted":
				must(t, errors.Join(os.Remove(k.path()), os.Remove(k.logPath())))
			case "older":
				k.put(t, k.earlier)
			case "forked": // as many other changes after the same beginning
				k.put(t, k.forked(t))
			default:
				for name, text := range k.now {
					text = slices.Clone(text)
					for at := range text {
						if name == LogName && at%50 == 9 || strings.HasPrefix(string(text[at:]), `"reason":"it`) {
							text[at] ^= 4
						}
					}
					must(t, os.WriteFile(filepath.Join(k.dir, name), text, 0o666))
				}
			}
			again := Open(k.dir).Witnessed(k.least)
			if said, err := k.reads(); !errors.Is(err, ErrCorrupt) {
				t.Errorf("reading: %v\n%s", err, said)
			}
			if lost != "damaged" { // what is not damaged can be added to
				if _, err := again.Begin(Run{}, far); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), fmt.Sprint("change ", k.last.Number)) {
					t.Errorf("entering: %v", err)
				}
			}
			if mended, err := again.Repair(t.Context(), k.archive, false); err != nil || len(mended) > 0 {
				t.Errorf("Repair: %v, %v", mended, err)
			}
			if faults := k.faults(t); len(faults) == 0 || !strings.Contains(strings.Join(faults, "\n"), "accept the loss") {
				t.Errorf("Check: %q", faults)
			}
			mended, err := again.Repair(t.Context(), k.archive, true)
			if err != nil || len(mended) == 0 {
				t.Errorf("accepted: %v, %v", mended, err)
			}
			if faults := k.faults(t); len(faults) > 0 {
				t.Errorf("accepted: %q", faults)
			}
			if _, err := again.Begin(Run{}, far); err != nil {
				t.Errorf("entering, when it is accepted: %v", err)
			}
			if _, err := k.reads(); err != nil {
				t.Errorf("reading, when it is accepted: %v", err)
			}
		})
	}
}

// TestForkedFileOfLedger puts one of the files of another copy of the archive in the place of its own.
func TestForkedFileOfLedger(t *testing.T) {
	for _, name := range []string{Name, LogName} {
		k := newKept(t)
		k.DB.Witnessed(func() (store.LedgerMark, error) { return k.last, nil })
		files := k.files(t)
		files[name] = k.forked(t)[name]
		k.put(t, files)
		if said, err := k.reads(); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v\n%s", name, err, said)
		}
		if faults := k.faults(t); len(faults) == 0 {
			t.Errorf("%s: Check finds nothing", name)
		}
		mended, err := Open(k.dir).Witnessed(k.least).Repair(t.Context(), k.archive, false)
		if err != nil || len(mended) == 0 {
			t.Errorf("%s: Repair: %v, %v", name, mended, err)
		}
		if faults := k.faults(t); len(faults) > 0 {
			t.Errorf("%s, repaired: %q", name, faults)
		} else if said := k.all(t); said != k.says {
			t.Errorf("%s, repaired:\n%s\nwant %s", name, said, k.says)
		}
	}
}

// TestUnendedTransaction takes the last sums away, as if the program had been killed after its transaction:
// the change comes again, and pages that nobody knows are not followed.
func TestUnendedTransaction(t *testing.T) {
	k := newKept(t)
	text := k.now[LogName]
	_, n, err := frameBefore(bytes.NewReader(text), int64(len(text)))
	must(t, err)
	must(t, os.WriteFile(k.logPath(), text[:len(text)-int(n)], 0o666))
	if said := k.all(t); said != k.says {
		t.Errorf("got\n%s\nwant\n%s", said, k.says)
	}
	if faults := k.faults(t); len(faults) > 0 {
		t.Error(faults)
	}
	_, err = Open(k.dir).Begin(Run{}, far)
	must(t, err)
}

// TestLedgerEndsAnywhere makes each step of a change fail, as if the program had ended there or
// the disk had failed. The change is made or not, nothing is damaged, and the next one goes on.
func TestLedgerEndsAnywhere(t *testing.T) {
	for _, ends := range []bool{true, false} {
		for _, first := range []bool{true, false} {
			for fail := 1; ; fail++ {
				archive, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
				must(t, err)
				defer archive.Close()
				db := Open(archive.Dir())
				if !first {
					begin(t, db)
				}
				n := 0
				db.files.Step = func(string, string) error {
					if n++; n == fail || ends && n > fail {
						return errors.New("failed on purpose")
					}
					return nil
				}
				_, err = db.Begin(Run{Paths: []string{"/x"}}, far)
				db = Open(archive.Dir())
				for fault := range db.Check(t.Context(), archive) {
					if !errors.Is(fault, ErrAhead) {
						t.Errorf("step %d: %v", fail, fault)
					}
				}
				before, readErr := db.Runs()
				if readErr != nil || len(before) > 2 {
					t.Errorf("step %d: %v, %v", fail, before, readErr)
				}
				run, nextErr := db.Begin(Run{Paths: []string{"/y"}}, far)
				if nextErr != nil || run.Number != len(before)+1 {
					t.Errorf("step %d: then %v, %+v", fail, nextErr, run)
				}
				if err == nil && n < fail {
					break
				}
			}
		}
	}
}

// TestLogAheadOfDatabase is a program that was killed between the two files: whoever comes next brings
// the change in.
func TestLogAheadOfDatabase(t *testing.T) {
	k := newKept(t)
	older := k.now[Name]
	run, err := k.Begin(Run{Paths: []string{"/z"}}, far)
	must(t, err)
	newer := k.all(t)
	must(t, os.WriteFile(k.path(), older, 0o666))
	if faults := k.faults(t); len(faults) > 0 {
		t.Error(faults)
	}
	if got := k.all(t); got != newer {
		t.Errorf("got\n%s\nwant\n%s", got, newer)
	}
	if again, err := k.Run(0); err != nil || again.Number != run.Number {
		t.Errorf("%+v, %v", again, err)
	}
	// And half of a change, which does not count.
	text := k.files(t)[LogName]
	must(t, os.WriteFile(k.logPath(), append(text, text[len(text)-40:len(text)-11]...), 0o666))
	if faults := k.faults(t); len(faults) > 0 || k.all(t) != newer {
		t.Error(faults)
	}
	must(t, k.update(func(*loggedTx) error { return nil }))
	if faults := k.faults(t); len(faults) > 0 || k.all(t) != newer {
		t.Error(faults)
	}
}

// TestLogIsWrittenAnew demands that a log does not grow for ever with what is entered over and over.
func TestLogIsWrittenAnew(t *testing.T) {
	k := newKept(t)
	run, err := k.Run(0)
	must(t, err)
	longest, size := 0, 0
	r := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		reason := make([]byte, 300)
		for i := range reason {
			reason[i] = byte('a' + r.IntN(26))
		}
		run.Error = string(reason)
		must(t, k.Enter(&run, &Batch{}))
		text, err := os.ReadFile(k.logPath())
		must(t, err)
		size += len(reason) / 2
		longest = max(longest, len(text))
	}
	if size < smallLog/3 || longest > smallLog+12<<10 {
		t.Errorf("the log takes up to %d bytes", longest)
	}
	if faults := k.faults(t); len(faults) > 0 {
		t.Error(faults)
	}
}

func orNone(s *Source) *Source {
	if s == nil {
		return new(Source)
	}
	return s
}
