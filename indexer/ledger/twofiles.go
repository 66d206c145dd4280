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

	"kifudb/store"
)

// fileContents is what one of the two files of the ledger holds.
type fileContents struct {
	there  bool
	number uint64              // of its last change
	chain  chain               // after that
	chains map[uint64]chain    // the chain after a change, where it is known
	values []map[string][]byte // by bucket, as in travelling
	faults []error
	bad    []string // what of it cannot be read, in words
}

func newContents() *fileContents {
	c := &fileContents{values: make([]map[string][]byte, len(travelling)), chains: map[uint64]chain{}}
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
	c := newContents()
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
	begun, ended, chained := false, false, false
	eachFrame(text, func(f *frame) {
		switch {
		case f.kind == frameMarks:
			f.marks(func(number uint64, chain chain) { c.chains[number] = chain })
			return
		case !f.change() || ended:
			return
		case f.number > limit:
			ended = true
			return
		}
		if begun && f.number > c.number+1 {
			fault(fmt.Sprintf("changes %d to %d", c.number+1, f.number-1), "changes %d to %d are missing", c.number+1, f.number-1)
		} else if begun && f.number > c.number && f.kind == frameChange && chained && f.chain != c.chain.next(f.number, f.part) {
			fault(fmt.Sprintf("change %d", f.number), "change %d does not follow the one before", f.number)
		}
		begun, c.number, c.chain, chained = true, f.number, f.chain, f.kind == frameChange
		if chained {
			c.chains[f.number] = f.chain
		}
		if err := c.take(f.part); err != nil {
			fault(fmt.Sprintf("change %d", f.number), "change %d: %v", f.number, err)
		}
	}, func(from, to int) {
		if !ended {
			fault(fmt.Sprintf("what follows change %d", c.number), "bytes %d to %d are damaged", from, to)
		}
	})
	return c, nil // what is cut off at the end is seen by the number of its change
}

// readTables reads all of the database that can be read.
func (db *DB) readTables(file *os.File) (*fileContents, error) {
	c := newContents()
	c.there = true
	err := salvage(file, func(bucket, key, value []byte) {
		i := numberOf(bucket)
		if i < 0 {
			return
		}
		if _, err := db.open(key, value); err != nil {
			c.lacks(nameOf(i, key), err)
			return
		}
		c.values[i][string(key)] = value
	}, func(page uint64) {
		c.lacks(fmt.Sprintf("page %d", page), db.damaged("page %d cannot be read", page))
	})
	var a about
	if value := c.values[numberOf(bucketAbout)][string(keyAbout)]; value != nil {
		err = errors.Join(err, db.openJSON(keyAbout, value, &a))
	}
	if c.number, c.chain = a.Log, chainOf(a.Chain); a.Chain != "" {
		c.chains[a.Log] = c.chain
	}
	return c, err
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
	tables = newContents()
	if info, statErr := os.Stat(db.path()); statErr == nil && info.Size() > 0 {
		read := func(file *os.File) (err error) {
			if tables, err = db.readTables(file); err != nil {
				return err
			}
			log, err = db.readLog(^uint64(0))
			if err == nil && log.number == tables.number+1 { // a program ended between the two
				log, err = db.readLog(tables.number)
			}
			if err == nil && log.whole() && log.chains[tables.number] == tables.chain { // otherwise it does not know all pages
				if _, err := db.trust(file); err != nil && !errors.Is(err, errUnended) && !errors.Is(err, errPutBack) {
					tables.lacks("the database as a whole", err)
				}
			}
			return err
		}
		err = db.opened(true, func(*bbolt.DB) error { return db.onFile(os.O_RDONLY, read) }) // nobody else writes meanwhile
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
		log = newContents()
	}
	return log, tables, err
}

// twoFaults says in what the two files are not as they should be. Lost reports whether
// something is in neither of them.
func (db *DB) twoFaults() (log, tables *fileContents, faults []error, lost bool, err error) {
	if !db.logged() {
		return nil, nil, nil, false, nil
	}
	least, err := db.leastMark()
	if err != nil {
		return nil, nil, nil, false, err
	}
	if log, tables, err = db.both(); err != nil {
		return nil, nil, nil, false, err
	}
	faults = slices.Concat(tables.faults, log.faults)
	if !log.there && tables.number == 0 && least.Number == 0 { // of a version that had no log, or nothing was ever entered
		return log, tables, faults, len(faults) > 0, nil
	}
	sound := soundOf(log, tables, &least)
	lost = !sound(log) && !sound(tables)
	switch {
	case lost:
		faults = append(faults, db.lostError(log, tables, &least))
	case !log.there:
		faults = append(faults, db.damaged("%s is missing; a repair rebuilds it from the database", LogName))
	case !tables.there:
		faults = append(faults, db.damaged("it is missing; a repair rebuilds it from %s", LogName))
	case log.number != tables.number:
		faults = append(faults, db.damaged("%s ends with change %d, the database with %d; a repair rebuilds one from the other", LogName, log.number, tables.number))
	case len(faults) == 0 && log.chain != tables.chain:
		better := LogName
		if !sound(log) {
			better = "the database"
		}
		faults = append(faults, db.damaged("%s and the database have different changes, from two copies of the archive; a repair rebuilds both from %s", LogName, better))
	case len(faults) == 0 && !log.same(tables):
		faults = append(faults, db.damaged("%s and the database differ; a repair rebuilds the database from the log", LogName))
	}
	return log, tables, faults, lost, nil
}

// soundOf returns what tells whether one of the files has all that was entered, and nothing else.
func soundOf(log, tables *fileContents, least *store.LedgerMark) func(*fileContents) bool {
	number := max(log.number, tables.number, least.Number)
	other := isOther(log.chains, least)
	otherTables := isOther(tables.chains, least) || other && log.number == tables.number && log.chain == tables.chain
	return func(c *fileContents) bool {
		return c.whole() && c.number == number && (c != log || !other) && (c != tables || !otherTables)
	}
}

// lostError says what is in neither file.
func (db *DB) lostError(log, tables *fileContents, least *store.LedgerMark) error {
	what := fmt.Sprintf("the archive recorded change %d; the last one is %d in the database and %d in %s", least.Number, tables.number, log.number, LogName)
	switch bad := slices.Concat(tables.bad, log.bad); {
	case least.Number > max(log.number, tables.number):
	case len(bad) > 0:
		what = "in both are damaged: " + list(bad)
	default:
		what = fmt.Sprintf("change %d differs from the recorded one; it comes from another copy of the archive", least.Number)
	}
	return db.damaged("entries of imports are lost here and in %s: %s; restore both from a backup, or accept the loss", LogName, what)
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
	least, err := db.leastMark()
	if err != nil {
		return nil, err
	}
	for _, fault := range faults {
		mended = append(mended, fault.Error()+": done")
	}
	if !lost {
		best := log
		if !soundOf(log, tables, &least)(log) {
			best = tables
		}
		return mended, db.writeBoth(best, &least)
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
	least, err := db.leastMark()
	if err != nil {
		return "", err
	}
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
	mended = fmt.Sprintf("%s: the lost entries are given up; both files are kept as damaged-%s and damaged-%s, and the next import reads %s again", db.path(), db.name, LogName, dropped)
	older.number, older.chain = newer.number, newer.chain
	if least.Number >= older.number { // it goes on from there, without what is given up
		older.number, older.chain = least.Number, chainOf(least.Chain)
	}
	return mended, db.writeBoth(older, &least)
}

// writeBoth writes both files anew.
func (db *DB) writeBoth(c *fileContents, least *store.LedgerMark) error {
	temp := &DB{dir: db.dir, name: "rebuilt-" + db.name, files: db.files}
	if err := db.files.Remove(temp.path()); err != nil {
		return err
	}
	var a about
	err := temp.change(func(w *loggedTx) error {
		for i, name := range travelling {
			b := w.Tx.Bucket(name)
			for _, key := range slices.Sorted(maps.Keys(c.values[i])) {
				if err := b.Put([]byte(key), c.values[i][key]); err != nil {
					return err
				}
			}
		}
		var err error
		if a, _, err = temp.about(w.Tx); err != nil {
			return err
		}
		a.Log, a.Base = c.number, 0 // it is written anew soon
		return putChain(w.Tx, &a, c.chain)
	})
	if err != nil {
		return err
	}
	err = temp.with(true, func(b *bbolt.DB) error {
		return b.View(func(tx *bbolt.Tx) error {
			_, err := db.writeLog(tx, &a, a.Log, least)
			return err
		})
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
	return fmt.Sprintf("%d files that it knew, and those that it no longer knows,", n), nil
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
