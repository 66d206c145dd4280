package user

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kifudb/store"
)

// The two files of the log bear witness to each other, but not if both are gone or both are
// older. So a third file, [store.WitnessName], counts the operations of each writer, and every
// manifest repeats it. It is written after the log and read before it, so it never counts more
// than there is.

// seen are the counts that were read before the log.
type seen struct {
	counts store.Counts // by the file and the last manifest
	file   store.Counts // by the file alone
	bad    error        // why the file cannot be read
}

// readSeen reads the counts in an archive with an identity.
func (db *DB) readSeen(archive string) (s seen, err error) {
	s.counts = store.Counts{}
	if s.file, s.bad = store.ReadWitness(db.dir, archive); s.bad != nil && !errors.Is(s.bad, store.ErrCorrupt) {
		return s, s.bad
	}
	s.counts.Raise(s.file)
	if db.witnessed != nil {
		known, err := db.witnessed()
		if err != nil {
			return s, err
		}
		s.counts.Raise(known)
	}
	return s, nil
}

// counted returns how many operations of each writer there are, or are given up.
func (s *state) counted() store.Counts {
	counts := store.Counts{}
	for writer := range s.numbers {
		counts[writer] = s.last(writer)
	}
	return counts
}

// count writes the witness of a state.
func (db *DB) count(c *contents) error {
	counts := c.counted()
	counts.Raise(c.seen.counts)
	if c.seen.bad == nil && maps.Equal(c.seen.file, counts) {
		return nil
	}
	id, err := db.archive()
	if err != nil {
		return err
	}
	text, err := store.WitnessText(id, counts)
	if err != nil {
		return err
	}
	_, err = db.files.Write(db.path(store.WitnessName), true, writeAll(text))
	return err
}

// witnessFault says what is wrong with the witness although nothing is lost. One change that it
// lacks is what a crash leaves, and any number that others have made.
func (db *DB) witnessFault(c *contents) error {
	if c.seen.bad != nil {
		return fmt.Errorf("%w; the next change, or a repair, makes it anew", c.seen.bad)
	}
	lacking := 0
	for writer, n := range c.counted() {
		lacking += max(0, n-c.seen.file[writer])
	}
	if len(c.seen.counts) == 0 || lacking <= 1 || db.shared != nil { // or the archive is older than witnesses
		return nil
	}
	what := "missing"
	if c.seen.file != nil {
		what = fmt.Sprintf("it lacks %d changes, as an older one would", lacking)
	}
	return db.damaged(store.WitnessName, "%s; the next change, or a repair, makes it anew", what)
}

// ranges names operations in few words.
func ranges(names []string) string {
	var parts []string
	for i := 0; i < len(names); {
		writer, first, _ := strings.Cut(names[i], "/")
		last := first
		j := i + 1
		for ; j < len(names) && names[j] == writer+"/"+following(last); j++ {
			last = following(last)
		}
		part := "number " + first
		if last != first {
			part = "numbers " + first + " to " + last
		}
		parts = append(parts, part+" of writer "+writer)
		i = j
	}
	return strings.Join(parts, ", ")
}

func following(number string) string {
	n, _ := strconv.Atoi(number)
	return strconv.Itoa(n + 1)
}

// missing returns the names of the operations that must have been there and are not: those before
// the last one of each writer, which was seen now or counted before.
func (c *contents) missing() (names []string) {
	last := c.counted()
	last.Raise(c.seen.counts)
	for _, writer := range slices.Sorted(maps.Keys(last)) {
		for n := 1; n <= last[writer]; n++ {
			if !c.numbers[writer][n] {
				names = append(names, (&operation{Writer: writer, Number: n}).name())
			}
		}
	}
	return names
}
