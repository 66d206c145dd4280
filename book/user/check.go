package user

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// usable says which operations are lost, or nil: then what the files come to is
// all that there ever was.
func (db *DB) usable(c *contents) error {
	const advice = "restore both from a backup, or accept the loss"
	if missing := c.missing(); len(missing) > 0 {
		return db.damaged(LogName, "%s lost here and in %s (%s); %s", changes(len(missing)), CopyName, ranges(missing), advice)
	}
	ends := func(f *file) bool { return slices.ContainsFunc(f.bad, func(b bad) bool { return b.last }) }
	if ends(c.log) && (ends(c.copy) || c.copy.missing) || ends(c.copy) && c.log.missing {
		return db.damaged(LogName, "the last changes are lost here and in %s (%s); %s", CopyName, badLines(append(c.log.bad, c.copy.bad...)), advice)
	}
	return nil
}

func changes(n int) string {
	if n == 1 {
		return "1 change of tags, notes and the like is"
	}
	return fmt.Sprintf("%d changes of tags, notes and the like are", n)
}

// faults returns the faults of the files that lose nothing. The traces of a crash are no
// faults: the last line cut off, or missing in the copy, which is written after the log.
func (db *DB) faults(c *contents) (faults []error) {
	if c.log.missing && c.copy.missing {
		return nil
	}
	const advice = "a repair makes both files whole"
	for _, f := range []*file{c.log, c.copy} {
		other := c.copy
		if f == c.copy {
			other = c.log
		}
		lacking, last := f.lacking(c.all), ""
		if len(c.all) > 0 {
			last = c.all[len(c.all)-1].text
		}
		crashed := f == c.copy && len(c.log.bad)+len(c.log.torn) == 0 && lacking == 1 && !slices.ContainsFunc(f.lines, func(l line) bool { return l.text == last })
		first := f.missing && len(c.all) == 1 && f == c.copy
		switch {
		case first:
		case f.missing:
			faults = append(faults, db.damaged(f.name, "missing; %s holds all that was in it; %s", other.name, advice))
		case len(f.bad) > 0:
			faults = append(faults, db.damaged(f.name, "%s; %s", badLines(f.bad), advice))
		case crashed && len(f.bad) == 0:
		case lacking > 0:
			faults = append(faults, db.damaged(f.name, "%d of %d changes that are in %s are missing; %s", lacking, len(c.all), other.name, advice))
		case len(f.torn) > 0 && f == c.copy:
			faults = append(faults, db.damaged(f.name, "its last line is cut off; %s", advice))
		}
	}
	return faults
}

// badLines says which lines are damaged.
func badLines(list []bad) string {
	const most = 3
	var parts []string
	for i, b := range list {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(list)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("line %d: %s", b.line, b.why))
	}
	return strings.Join(parts, ", ")
}

// Check reads the files and returns what is wrong with them: first what is
// lost, which keeps the other methods from working, then what Repair can mend.
func (db *DB) Check() (faults []error) {
	c, err := db.quiet()
	if err != nil {
		return []error{err}
	}
	if err := db.usable(c); err != nil {
		faults = append(faults, err)
	}
	faults = append(faults, db.faults(c)...)
	if fault := db.witnessFault(c); fault != nil {
		faults = append(faults, fault)
	}
	return faults
}

// Lost says which operations are lost, or nil.
func (db *DB) Lost() error {
	_, err := db.state()
	return err
}

// quiet reads the files while nobody changes them.
func (db *DB) quiet() (c *contents, err error) {
	if db.stampNow() == (stamp{}) {
		return db.load() // and makes no lock where there is nothing
	}
	unlock, err := db.lock()
	if errors.Is(err, os.ErrPermission) { // nobody changes it, or may look
		return db.load()
	}
	if err != nil {
		return nil, err
	}
	defer release(unlock, &err)
	return db.load()
}

// Repair makes the files alike and whole, and returns what it did. If something is lost
// in both it does nothing, unless that is accepted: then what is left of it is put into
// user.lost, and an operation notes what is given up, so that all goes on without.
func (db *DB) Repair(accept bool) (mended []string, err error) {
	if len(db.Check()) == 0 {
		return nil, nil
	}
	unlock, err := db.lock()
	if err != nil {
		return nil, err
	}
	defer release(unlock, &err)
	c, err := db.load()
	if err != nil {
		return nil, err
	}
	lost, faults := db.usable(c), db.faults(c)
	if fault := db.witnessFault(c); fault != nil {
		faults = append(faults, fault)
	}
	if lost == nil && len(faults) == 0 {
		return nil, nil
	}
	missing := c.missing()
	switch {
	case lost != nil && !accept:
		return nil, nil // Check says so
	case lost != nil:
		kept, err := db.keepLost(c)
		if err != nil {
			return nil, err
		}
		given := "the last ones"
		if len(missing) > 0 {
			given = ranges(missing)
		}
		mended = append(mended, fmt.Sprintf("%s: the changes that are lost are given up (%s)%s", LogName, given, kept))
	}
	for _, fault := range faults {
		mended = append(mended, fault.Error()+": done")
	}
	if len(c.all) == 0 {
		err = errors.Join(db.files.Remove(db.path(LogName)), db.files.Remove(db.path(CopyName)))
	} else {
		err = db.settle(c)
	}
	if err != nil {
		return mended, err
	}
	if len(missing) == 0 {
		return mended, db.count(c)
	}
	settled, err := db.load()
	if err != nil {
		return mended, err
	}
	return mended, db.add(settled, &operation{What: "given up", Lost: missing})
}

// keepLost adds what cannot be read to a file of its own, and says so.
func (db *DB) keepLost(c *contents) (said string, err error) {
	var text []byte
	for _, f := range []*file{c.log, c.copy} {
		for _, b := range f.bad {
			text = append(text, b.text...)
		}
		if len(f.torn) > 0 {
			text = append(append(text, f.torn...), '\n')
		}
	}
	if len(text) == 0 {
		return "", nil
	}
	before, err := os.ReadFile(db.path(LostName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	_, err = db.files.Write(db.path(LostName), true, writeAll(bytes.Join([][]byte{before, text}, nil)))
	return "; what is left of them is in " + LostName, err
}
