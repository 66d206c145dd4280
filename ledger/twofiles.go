package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"go.etcd.io/bbolt"
)

// fileContents is what one of the two files of the ledger holds.
type fileContents struct {
	there  bool
	number uint64              // of its last change
	values []map[string][]byte // by bucket, as in travelling
	faults []error
	bad    []string // what of it cannot be read, in words
}

func newCopied() *fileContents {
	c := &fileContents{values: make([]map[string][]byte, len(travelling))}
	for i := range c.values {
		c.values[i] = map[string][]byte{}
	}
	return c
}

func (c *fileContents) whole() bool { return c.there && len(c.faults) == 0 }

func (c *fileContents) lacks(what string, fault error) {
	c.faults, c.bad = append(c.faults, fault), append(c.bad, what)
}

// take does what a part says.
func (c *fileContents) take(part []byte) error {
	return eachUpTo(part, maxFrame, func(bucket int, key, value []byte) error {
		if value == nil {
			delete(c.values[bucket], string(key))
		} else {
			c.values[bucket][string(key)] = value
		}
		return nil
	})
}

// same reports whether two files say the same, but for how long the log is.
func (c *fileContents) same(o *fileContents) bool {
	for i, name := range travelling {
		if string(name) == string(bucketAbout) {
			continue
		}
		if !maps.EqualFunc(c.values[i], o.values[i], bytes.Equal) {
			return false
		}
	}
	return true
}

// readLog reads all of the log, of its changes those up to a number.
func (db *DB) readLog(limit uint64) (*fileContents, error) {
	c := newCopied()
	text, err := os.ReadFile(db.logPath())
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	c.there = true
	fault := func(what, format string, args ...any) {
		c.lacks(what, fmt.Errorf("%s: %w (%s)", db.logPath(), ErrCorrupt, fmt.Sprintf(format, args...)))
	}
	begun := false
	for at := 0; at < len(text); {
		f, n, ok := frameOf(text[at:])
		if !ok {
			next := bytes.Index(text[at+1:], []byte("klg1"))
			if next < 0 {
				break // cut off; that its change is missing is seen by the number
			}
			if _, _, ok := frameOf(text[at+1+next:]); ok {
				fault(fmt.Sprintf("what follows change %d", c.number), "bytes %d to %d are damaged", at, at+next)
			}
			at += 1 + next
			continue
		}
		if at += n; f.number > limit {
			break
		}
		if begun && f.number > c.number+1 {
			fault(fmt.Sprintf("changes %d to %d", c.number+1, f.number-1), "changes %d to %d are missing", c.number+1, f.number-1)
		}
		begun, c.number = true, f.number
		if err := c.take(f.part); err != nil {
			fault(fmt.Sprintf("change %d", f.number), "change %d: %v", f.number, err)
		}
	}
	return c, nil
}

// readTables reads all of the database.
func (db *DB) readTables(tx *bbolt.Tx) *fileContents {
	c := newCopied()
	c.there = true
	for i, name := range travelling {
		b := tx.Bucket(name)
		if b == nil {
			continue
		}
		_ = b.ForEach(func(k, v []byte) error {
			if _, err := db.open(k, v); err != nil {
				c.lacks(nameOf(i, k), err)
				return nil
			}
			c.values[i][string(k)] = bytes.Clone(v)
			return nil
		})
	}
	a, _, _ := db.about(tx)
	c.number = a.Log
	return c
}

// nameOf says which entry a key is of.
func nameOf(bucket int, key []byte) string {
	switch string(travelling[bucket]) {
	case string(bucketRuns):
		return fmt.Sprintf("import %x", key)
	case string(bucketOutcomes):
		run, sequence := sequenceOf(key)
		return fmt.Sprintf("what import %d did with its files from the %dth on", run, sequence+1)
	case string(bucketSources):
		return fmt.Sprintf("the file %q", key)
	case string(bucketGone):
		return fmt.Sprintf("what is gone from %q", key)
	case string(bucketAccepted):
		return fmt.Sprintf("that %q is accepted", key)
	}
	return "how far the ledger has come"
}

// Lost says whether the ledger cannot be read, or lacks what the archive knows that it had.
func (db *DB) Lost() error { return db.view(func(*bbolt.Tx) error { return nil }) }

// both reads both files as of one moment: of the log the changes that the database has.
func (db *DB) both() (log, tables *fileContents, err error) {
	tables = newCopied()
	if info, statErr := os.Stat(db.path()); statErr == nil && info.Size() > 0 {
		err = db.with(true, func(b *bbolt.DB) error {
			return b.View(func(tx *bbolt.Tx) (err error) {
				tables = db.readTables(tx)
				log, err = db.readLog(^uint64(0))
				if err == nil && log.number == tables.number+1 { // a program ended between the two
					log, err = db.readLog(tables.number)
				}
				return err
			})
		})
		if errors.Is(err, ErrCorrupt) {
			tables.there, tables.number = true, 0
			tables.lacks("the database as a whole", err)
			err = nil
		}
	}
	if err == nil && log == nil {
		log, err = db.readLog(^uint64(0))
	}
	if err == nil && !tables.there && log.number <= 1 { // it ended in the first change
		log = newCopied()
	}
	return log, tables, err
}

// twoFaults says in what the two files are not as they should be. Lost reports whether
// something is in neither of them.
func (db *DB) twoFaults() (log, tables *fileContents, faults []error, lost bool, err error) {
	if !db.logged() {
		return nil, nil, nil, false, nil
	}
	least, err := db.leastNumber()
	if err != nil {
		return nil, nil, nil, false, err
	}
	if log, tables, err = db.both(); err != nil {
		return nil, nil, nil, false, err
	}
	faults = slices.Concat(tables.faults, log.faults)
	if !log.there && tables.number == 0 && least == 0 { // of a version that had no log, or nothing was ever entered
		return log, tables, faults, len(faults) > 0, nil
	}
	number := max(log.number, tables.number, least)
	sound := func(c *fileContents) bool { return c.whole() && c.number == number }
	lost = !sound(log) && !sound(tables)
	switch {
	case lost:
		faults = append(faults, db.lostError(log, tables, least))
	case !log.there:
		faults = append(faults, db.damaged("%s is missing; a repair makes it of the database", LogName))
	case !tables.there:
		faults = append(faults, db.damaged("it is missing; a repair makes it of %s", LogName))
	case log.number != tables.number:
		faults = append(faults, db.damaged("%s ends with change %d, the database with %d; a repair makes one of the other", LogName, log.number, tables.number))
	case len(faults) == 0 && !log.same(tables):
		faults = append(faults, db.damaged("%s and the database do not say the same; a repair makes the database of the log", LogName))
	}
	return log, tables, faults, lost, nil
}

// lostError says what is in neither file.
func (db *DB) lostError(log, tables *fileContents, least uint64) error {
	what := fmt.Sprintf("change %d was entered, and the last one is %d in the database and %d in %s", least, tables.number, log.number, LogName)
	if least <= max(log.number, tables.number) {
		what = "in both are damaged: " + list(slices.Concat(tables.bad, log.bad))
	}
	return db.damaged("what imports entered is lost here and in %s: %s; restore both from a backup, or accept the loss", LogName, what)
}

// list names some things.
func list(names []string) string {
	const most = 20
	text := ""
	for i, name := range names {
		if i == most {
			return text + fmt.Sprintf(", and %d more", len(names)-most)
		}
		if i > 0 {
			text += ", "
		}
		text += name
	}
	return text
}

// repairTwo makes the two files whole and alike. If something is lost in both it does so only if
// that is accepted: then what can be read stays, and files are read again about which something is missing.
func (db *DB) repairTwo(accept bool) (mended []string, err error) {
	log, tables, faults, lost, err := db.twoFaults()
	if err != nil || len(faults) == 0 || lost && !accept {
		return nil, err
	}
	least, err := db.leastNumber()
	if err != nil {
		return nil, err
	}
	number := max(log.number, tables.number, least)
	for _, fault := range faults {
		mended = append(mended, fault.Error()+": done")
	}
	if !lost {
		best := log
		if !log.whole() || log.number < number {
			best = tables
		}
		return mended, db.writeBoth(best, number)
	}
	given, err := db.giveUp()
	return append(mended, given), err
}

// giveUp drops what cannot be read in both files, and what needs it.
func (db *DB) giveUp() (mended string, err error) {
	log, tables, err := db.both()
	if err != nil {
		return "", err
	}
	least, err := db.leastNumber()
	if err != nil {
		return "", err
	}
	number := max(log.number, tables.number, least)
	for _, name := range []string{db.name, LogName} {
		path := filepath.Join(db.dir, name)
		if _, err := os.Stat(path); err == nil {
			if err := db.files.Rename(path, filepath.Join(db.dir, "damaged-"+name)); err != nil {
				return "", err
			}
		}
	}
	older, newer := log, tables
	if log.number > tables.number {
		older, newer = tables, log
	}
	for i := range older.values {
		maps.Copy(older.values[i], newer.values[i])
	}
	dropped, err := older.dropBroken(db)
	if err != nil {
		return "", err
	}
	mended = fmt.Sprintf("%s: what is lost is given up; both files are set aside as damaged-%s and damaged-%s, and the next import reads %s again", db.path(), db.name, LogName, dropped)
	return mended, db.writeBoth(older, number)
}

// writeBoth writes both files anew.
func (db *DB) writeBoth(c *fileContents, number uint64) error {
	temp := &DB{dir: db.dir, name: "rebuilt-" + db.name, files: db.files}
	if err := db.files.Remove(temp.path()); err != nil {
		return err
	}
	var end about
	err := temp.change(func(w *loggedTx) error {
		for i, name := range travelling {
			b := w.Tx.Bucket(name)
			for _, key := range slices.Sorted(maps.Keys(c.values[i])) {
				if err := b.Put([]byte(key), c.values[i][key]); err != nil {
					return err
				}
			}
		}
		a, _, err := temp.about(w.Tx)
		if err != nil {
			return err
		}
		a.Log = number
		if _, err := db.writeLog(w.Tx, &a); err != nil {
			return err
		}
		end = a
		return putJSON(w.Tx.Bucket(bucketAbout), keyAbout, end)
	})
	if err != nil {
		return err
	}
	return db.files.Rename(temp.path(), db.path())
}

// dropBroken drops what needs entries that are lost, and says how many files are to be read again.
func (c *fileContents) dropBroken(db *DB) (dropped string, err error) {
	at := func(name []byte) map[string][]byte { return c.values[numberOf(name)] }
	outcomes := &blockSet{db: db, values: at(bucketOutcomes)}
	n := 0
	for path, value := range at(bucketSources) {
		var s Source
		if err := db.openJSON([]byte(path), value, &s); err != nil || !outcomes.have(s.Run, s.Lo, s.Hi) {
			delete(at(bucketSources), path)
			n++
		}
	}
	runs := at(bucketRuns)
	last := 0
	for key, value := range runs {
		var r Run
		if err := db.openJSON([]byte(key), value, &r); err != nil {
			delete(runs, key)
			continue
		}
		last = max(last, r.Number)
		if !outcomes.have(r.Number, 0, r.Outcomes) {
			r.State, r.Outcomes, r.Totals = Undone, 0, Totals{}
			if runs[key], err = sealed([]byte(key), r); err != nil {
				return "", err
			}
		}
	}
	for number := 1; number <= last; number++ {
		key := string(runKey(number))
		if runs[key] == nil {
			if runs[key], err = sealed([]byte(key), Run{Number: number, State: Undone}); err != nil {
				return "", err
			}
		}
	}
	if n == 0 && len(at(bucketSources)) == 0 {
		return "all files", nil
	}
	return fmt.Sprintf("%d files that it knew, and those that it does not know any more,", n), nil
}

// A blockSet is blocks of outcomes.
type blockSet struct {
	db     *DB
	values map[string][]byte
	ends   map[string]int // of the blocks that were read: the sequence after the last
}

// have reports whether outcomes of a run can be read.
func (s *blockSet) have(run, lo, hi int) bool {
	if s.ends == nil {
		s.ends = map[string]int{}
		for key, value := range s.values {
			r := &blockReader{db: s.db}
			if r.open(); r.read([]byte(key), value) == nil {
				_, first := sequenceOf([]byte(key))
				s.ends[key] = first + len(r.block)
			}
			r.close()
		}
	}
	var firsts []int
	for key := range s.ends {
		if of, first := sequenceOf([]byte(key)); of == run {
			firsts = append(firsts, first)
		}
	}
	slices.Sort(firsts)
	for _, first := range firsts {
		if first <= lo {
			lo = max(lo, s.ends[string(outcomeKey(run, first))])
		}
	}
	return lo >= hi
}

// sealed returns a value as it is stored.
func sealed(key []byte, v any) ([]byte, error) {
	data, err := json.Marshal(v)
	return seal(key, data), err
}
