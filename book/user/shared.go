package user

import (
	"bytes"
	"errors"
)

// Shared keeps the log where others add to it, too.
type Shared interface {
	// Refresh brings what others have added into the files here, see [DB.Take].
	Refresh() error
	// Publish gives all lines away, those that are about to be written here too. If it fails
	// they are not.
	Publish(text []byte) error
	// Published is called when they are in the files.
	Published() error
}

// Share makes every change one of a log that is shared.
func (db *DB) Share(with Shared) { db.shared = with }

// Text returns the lines of the log, in an order in which more are only appended.
func (db *DB) Text() ([]byte, error) {
	c, err := db.load()
	if err != nil {
		return nil, err
	}
	return textOf(c.all), nil
}

func textOf(all []line) []byte {
	var b bytes.Buffer
	for _, l := range all {
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// Take adds the lines of another log of the same archive to the files, and returns all.
func (db *DB) Take(text []byte) (all []byte, err error) {
	unlock, err := db.lock()
	if err != nil {
		return nil, err
	}
	defer release(unlock, &err)
	c, err := db.load()
	if err != nil {
		return nil, err
	}
	id, err := db.archive()
	if err != nil {
		return nil, err
	}
	other := &file{name: LogName}
	if err := other.read(text, id); err != nil {
		return nil, err
	}
	if !other.whole {
		return nil, db.damaged(LogName, "what was taken over is not a whole log of this archive")
	}
	before := len(c.all)
	c.all = union(other, &file{lines: c.all})
	if len(c.all) == before && c.log.whole && c.copy.whole && c.log.missing == c.copy.missing {
		return textOf(c.all), nil
	}
	c.log.whole, c.copy.whole = false, false // as the order may be another one
	if len(c.all) == 0 {
		return nil, nil
	}
	c.state = newState(c.all)
	return textOf(c.all), errors.Join(db.settle(c), db.count(c))
}

// Union returns the lines of two logs of an archive, each once: those of the first one, then
// what the second one has beside them.
func Union(a, b []byte) ([]byte, error) {
	var files []*file
	for _, text := range [][]byte{a, b} {
		f := &file{name: LogName}
		if err := f.read(text, ""); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return textOf(union(files...)), nil
}
