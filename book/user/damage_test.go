package user

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/alias"
	"kifudb/store"
)

// The trials here take a short time; KIFUDB_TORTURE=1 makes them long.
func trials(short, long int) int {
	if os.Getenv("KIFUDB_TORTURE") != "" {
		return long
	}
	return short
}

// fill adds things of all kinds.
func fill(t testing.TB, db *DB) {
	t.Helper()
	day := time.Unix(1_700_000_000, 0)
	position := Position("SZ[19]AB[dd]")
	for i, do := range []func() error{
		func() error { _, err := db.AddTag("good", []Game{game(1), game(2), game(70_000)}); return err },
		func() error {
			_, err := db.AppendNote(Note{Game: 2, Text: "slow", Changed: day}, []Game{game(2)})
			return err
		},
		func() error {
			_, err := db.AppendNote(Note{Position: position, Text: "定石", Changed: day}, nil)
			return err
		},
		func() error {
			_, err := db.AddSearch(Search{Name: "ladders", Query: "comment:ladder"}, false)
			return err
		},
		func() error {
			return db.Looked(Search{Name: "ladders", Query: "comment:ladder", Seen: roaring.BitmapOf(1, 5, 6, 7), Looked: day, Generation: 3})
		},
		func() error {
			return db.ChangeAliases(alias.Players, "alias add", func(t *alias.Table) error { _, _, err := t.Add("Shusaku", "秀策"); return err })
		},
		func() error { return db.Decide(Choice{Decision: Decision{Apart, []store.GameID{1, 2}}}) },
		func() error { return db.RenameTag("good", "better", false) },
		func() error { _, err := db.AddTag("other", []Game{game(3)}); return err },
		func() error { _, err := db.UndoTags(); return err },
		func() error { return db.Decide(Choice{Decision: Decision{Prefer, []store.GameID{2}}}) },
		func() error { _, err := db.AppendNote(Note{Game: 2, Text: "but thick", Changed: day}, nil); return err },
	} {
		if err := do(); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
	}
}

// dump is everything that is kept, as text.
func dump(db *DB) (string, error) {
	var b strings.Builder
	tags, err1 := db.Tags()
	for _, tag := range tags {
		fmt.Fprintln(&b, "tag", tag.Name, tag.Games)
	}
	games, err2 := db.GameNotes()
	positions, err3 := db.PositionNotes()
	for _, n := range append(games, positions...) {
		fmt.Fprintf(&b, "note %d %s %q %d\n", n.Game, n.Position, n.Text, n.Changed.Unix())
	}
	searches, err4 := db.Searches()
	for _, s := range searches {
		fmt.Fprintln(&b, "search", s.Name, s.Query, s.Seen, s.Looked.Unix(), s.Generation)
	}
	var err5 error
	for _, kind := range []alias.Kind{alias.Players, alias.Events} {
		table, err := db.Aliases(kind)
		if err != nil {
			err5 = err
			continue
		}
		for _, g := range table.Groups() {
			fmt.Fprintln(&b, kind, g.Spellings)
		}
	}
	decisions, err6 := db.Decisions()
	fmt.Fprintln(&b, decisions)
	digests, err7 := db.Digests()
	fmt.Fprintln(&b, digests)
	return b.String(), errors.Join(err1, err2, err3, err4, err5, err6, err7)
}

// outcomes counts what became of the trials of a kind.
type outcomes struct {
	right, refused, unnoticed, wrong int
}

func (o *outcomes) row(t *testing.T, what string) {
	t.Logf("%-46s %6d trials  %6d answers right  %5d refused  %3d harmless and silent  %d wrong",
		what, o.right+o.refused, o.right, o.refused, o.unnoticed, o.wrong)
	if o.right+o.refused == 0 {
		t.Errorf("%s: no trials", what)
	}
}

// try looks at damaged files: the answers must be right, or refused if lost may
// be; Check must name the damage, unless it is what a crash leaves; a change
// must be refused, or not spoil anything; and Repair must mend it all.
func try(t *testing.T, dir, want string, mayLose bool, o *outcomes, what string) {
	tried := o.right + o.refused + o.wrong
	t.Helper()
	wrong := func(format string, args ...any) {
		o.wrong++
		t.Errorf("%s: %s", what, fmt.Sprintf(format, args...))
	}
	db := openAt(dir)
	got, err := dump(db)
	faults := db.Check()
	switch {
	case err == nil && got != want:
		wrong("a wrong answer:\n%s", got)
	case err == nil:
		o.right++
	case mayLose && errors.Is(err, ErrCorrupt):
		o.refused++
	default:
		wrong("%v", err)
	}
	if err != nil && len(faults) == 0 {
		wrong("nothing is readable and Check finds nothing")
	}
	if len(faults) == 0 {
		o.unnoticed++
	}
	if tried++; tried%trials(8, 1) != 0 { // what follows waits for the disk
		return
	}
	if mended, err := db.Repair(true); err != nil || len(mended) == 0 && len(faults) > 0 {
		wrong("Repair: %v, %v, after %v", mended, err, faults)
	}
	if faults := db.Check(); len(faults) > 0 {
		wrong("after Repair: %v", faults)
	}
	after, afterErr := dump(db)
	if afterErr != nil || err == nil && after != want {
		wrong("after Repair: %v:\n%s", afterErr, after)
	}
	if err != nil && len(faults) > 0 { // what was lost is kept as far as it can be read
		if _, err := os.Stat(db.path(LostName)); err != nil {
			wrong("what is lost: %v", err)
		}
	}
	if _, err := db.AddTag("afterwards", []Game{game(9)}); err != nil {
		wrong("after Repair nothing can be changed: %v", err)
	}
}

// restore puts sound files into a directory.
func restore(t *testing.T, dir string, log, copied []byte) {
	t.Helper()
	if err := errors.Join(os.WriteFile(dir+"/"+LogName, log, 0o644), os.WriteFile(dir+"/"+CopyName, copied, 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.RemoveAll(dir+"/"+LostName), os.RemoveAll(dir+"/"+store.WitnessName)); err != nil {
		t.Fatal(err)
	}
	sound := &file{name: LogName}
	if err := sound.read(copied, ""); err != nil {
		t.Fatal(err)
	}
	db := openAt(dir)
	if err := db.count(&contents{state: newState(sound.lines)}); err != nil {
		t.Fatal(err)
	}
}

func sound(t *testing.T) (dir, want string, log []byte) {
	t.Helper()
	db := openAt(t.TempDir())
	fill(t, db)
	want, err := dump(db)
	if err != nil {
		t.Fatal(err)
	}
	log = []byte(read(t, db, LogName))
	if faults := db.Check(); len(faults) > 0 || len(log) < 1000 || strings.Count(want, "\n") < 7 {
		t.Fatalf("%v, %d bytes:\n%s", faults, len(log), want)
	}
	return db.dir, want, log
}

// No byte that changes in one of the files, no end that is cut off and no file
// that is deleted costs anything or is passed over.
func TestOneDamagedFile(t *testing.T) {
	dir, want, log := sound(t)
	step := max(1, len(log)/trials(40, len(log)))
	for _, name := range []string{LogName, CopyName} {
		var flips, cuts, gone outcomes
		for i := 0; i < len(log); i += step {
			for _, mask := range []byte{0x01, 0x80, '\n' ^ log[i]} {
				if mask == 0 {
					continue
				}
				restore(t, dir, log, log)
				broken := append([]byte{}, log...)
				broken[i] ^= mask
				if err := os.WriteFile(dir+"/"+name, broken, 0o644); err != nil {
					t.Fatal(err)
				}
				try(t, dir, want, false, &flips, fmt.Sprintf("%s, byte %d ^ %#x", name, i, mask))
			}
			restore(t, dir, log, log)
			if err := os.WriteFile(dir+"/"+name, log[:i], 0o644); err != nil {
				t.Fatal(err)
			}
			try(t, dir, want, false, &cuts, fmt.Sprintf("%s cut to %d bytes", name, i))
		}
		restore(t, dir, log, log)
		if err := os.Remove(dir + "/" + name); err != nil {
			t.Fatal(err)
		}
		try(t, dir, want, false, &gone, name+" deleted")
		flips.row(t, name+": a byte changed")
		cuts.row(t, name+": cut off")
		gone.row(t, name+": deleted")
		if flips.unnoticed > 0 || gone.unnoticed > 0 {
			t.Errorf("%s: damage that Check does not name: %d, %d", name, flips.unnoticed, gone.unnoticed)
		}
		last := len(log) - strings.LastIndexByte(strings.TrimSuffix(string(log), "\n"), '\n')
		if allowed := last/step + 1; cuts.unnoticed > allowed {
			t.Errorf("%s: %d cuts are not named, %d may be those of a crash", name, cuts.unnoticed, allowed)
		}
	}
}

// Damage to both files may lose something, but never without a word.
func TestBothFilesDamaged(t *testing.T) {
	dir, want, log := sound(t)
	r := rand.New(rand.NewPCG(1, 7))
	var o outcomes
	ends := []int{}
	for i, b := range log {
		if b == '\n' {
			ends = append(ends, i)
		}
	}
	for range trials(60, 20_000) {
		var files [2][]byte
		same := r.IntN(2) == 0
		at := r.IntN(len(log))
		for f := range files {
			files[f] = append([]byte{}, log...)
			if !same {
				at = r.IntN(len(log))
			} else { // somewhere on the same line
				line := 0
				for ends[line] < at {
					line++
				}
				begin := 0
				if line > 0 {
					begin = ends[line-1] + 1
				}
				at = begin + r.IntN(ends[line]-begin)
			}
			files[f][at] ^= byte(1 + r.IntN(255))
		}
		restore(t, dir, files[0], files[1])
		try(t, dir, want, true, &o, fmt.Sprintf("both damaged, about byte %d", at))
	}
	o.row(t, "both files: a byte changed in each")
	if o.refused == 0 || o.right == 0 || o.unnoticed > 0 {
		t.Errorf("%+v", o)
	}
}

// A line that is lost in both files costs what it changed, and no other.
func TestLostLineCostsOnlyItself(t *testing.T) {
	dir, _, log := sound(t)
	lines := strings.SplitAfter(string(log), "\n")
	lines[2] = strings.Replace(lines[2], "定石", "定跡", 1)
	broken := []byte(strings.Join(lines, ""))
	restore(t, dir, broken, broken)
	db := openAt(dir)
	if _, err := db.GameNotes(); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "1 change of") {
		t.Errorf("got %v", err)
	}
	if _, err := db.Repair(true); err != nil {
		t.Fatal(err)
	}
	games, err1 := db.GameNotes()
	positions, err2 := db.PositionNotes()
	searches, err3 := db.Searches()
	if err := errors.Join(err1, err2, err3); err != nil || len(games) != 1 || len(positions) != 0 || len(searches) != 1 {
		t.Errorf("%v, %d %d %d", err, len(games), len(positions), len(searches))
	}
	if got := read(t, db, LostName); !strings.Contains(got, "定跡") {
		t.Errorf("what can be read of it is not kept: %s", got)
	}
}

// What is killed in the middle of a change has made it or not, and the next one
// goes on without being asked to repair anything.
func TestKilledInTheMiddle(t *testing.T) {
	if dir := os.Getenv("KIFUDB_TEST_CHANGE"); dir != "" {
		db := openAt(dir)
		for id := store.GameID(1); ; id++ {
			put2(db, id)
			fmt.Println(id)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	acknowledged, killed := 0, 0
	for range trials(4, 300) {
		worker := exec.Command(os.Args[0], "-test.run=^TestKilledInTheMiddle$")
		worker.Env = append(os.Environ(), "KIFUDB_TEST_CHANGE="+dir)
		out, err := worker.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := worker.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		if !lines.Scan() {
			t.Fatal("the worker does nothing")
		}
		time.AfterFunc(time.Duration(r.IntN(30_000))*time.Microsecond, func() { worker.Process.Kill() })
		n := 1
		for lines.Scan() {
			n++
		}
		worker.Wait()
		killed++
		acknowledged += n
		db := openAt(dir)
		if faults := db.Check(); len(faults) > 0 {
			t.Fatalf("after a kill: %v", faults)
		}
		tags := tagsIn(t, db)
		if got := len(tags["t"]); got < n || got > n+1 {
			t.Fatalf("%d changes were acknowledged, %d are there", n, got)
		}
		if _, err := db.RemoveTag("t", nil); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills, %d changes acknowledged, 0 lost", killed, acknowledged)
}

func put2(db *DB, id store.GameID) {
	if _, err := db.AddTag("t", []Game{{ID: id}}); err != nil {
		panic(err)
	}
}

// A line that the copy lacks is what a crash left only if it is the last one; any
// other was lost, and is named.
func TestLineThatTheCopyLacks(t *testing.T) {
	dir, want, log := sound(t)
	lines := strings.SplitAfter(strings.TrimSuffix(string(log), "\n"), "\n")
	for i := range lines {
		without := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")
		if i < len(lines)-1 {
			without += "\n"
		}
		for _, name := range []string{LogName, CopyName} {
			restore(t, dir, log, log)
			if err := os.WriteFile(dir+"/"+name, []byte(without), 0o644); err != nil {
				t.Fatal(err)
			}
			db := openAt(dir)
			faults := db.Check()
			if crashed := name == CopyName && i == len(lines)-1; (len(faults) == 0) != crashed {
				t.Errorf("%s without line %d of %d: %v", name, i+1, len(lines), faults)
			}
			if got, err := dump(db); err != nil || got != want {
				t.Errorf("%s without line %d of %d: %v\n%s", name, i+1, len(lines), err, got)
			}
		}
	}
}
