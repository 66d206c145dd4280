package evaluation

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"kifudb/game/estimate"
	"kifudb/internal/durable"
)

// AnswersName is the name of the file with the answers of engines in the directory of an archive. It has entries as
// the file evaluations, of kind 4: the digest is the [Key] of a question, and the body an estimate. It
// is only kept so that nothing is asked twice; without it everything can be asked again.
const AnswersName = "evaluations.answers"

const kindAnswer = 4

// A Key tells a question to an engine from others: who is asked, how, and about which position.
type Key [16]byte

// KeyOf returns the key of a question that a text states.
func KeyOf(question []byte) Key {
	sum := sha256.Sum256(question)
	return Key(sum[:16])
}

// Answers are what engines have answered in the past. They are for one goroutine.
type Answers struct {
	db     *DB
	known  map[Key][]byte // packed estimates
	buffer []byte
	lost   int // entries that cannot be read
}

// Answers reads the answers that are kept.
func (db *DB) Answers() (a *Answers, err error) {
	a = &Answers{db: db, known: map[Key][]byte{}}
	unlock, err := db.lock() // nobody appends meanwhile
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	path := a.path()
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := db.files.Write(path, false, func(io.Writer) error { return nil }); err != nil {
			return nil, err
		}
		return a, db.files.SyncDir(db.dir)
	}
	if err != nil {
		return nil, err
	}
	whole, err := a.read(bufio.NewReaderSize(file, 1<<20))
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if whole >= 0 {
		err = os.Truncate(path, whole)
	}
	return a, err
}

func (a *Answers) path() string { return filepath.Join(a.db.dir, AnswersName) }

// read reads the entries, and returns where the last whole one ends if something follows that is none, otherwise -1.
// Behind damage nothing is read: it can be asked again.
func (a *Answers) read(r io.Reader) (whole int64, err error) {
	var b [headWidth]byte
	for at := int64(0); ; {
		if n, err := io.ReadFull(r, b[:]); err != nil {
			switch {
			case errors.Is(err, io.EOF):
				return -1, nil
			case errors.Is(err, io.ErrUnexpectedEOF) && n > 0:
				return at, nil
			}
			return 0, err
		}
		var h head
		if !h.read(b[:]) || h.kind != kindAnswer || h.length > 1<<16 {
			return at, nil
		}
		body := make([]byte, h.length)
		if _, err := io.ReadFull(r, body); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return at, nil
			}
			return 0, err
		}
		at += headWidth + int64(h.length)
		if crc32.Checksum(body, castagnoli) != h.sum {
			a.lost++
			continue
		}
		a.known[Key(h.digest)] = body
	}
}

// Len returns how many answers there are.
func (a *Answers) Len() int { return len(a.known) }

// Get returns the answer to a question as an estimate of a source, nil if there is none.
func (a *Answers) Get(key Key, source *Source) *estimate.Estimate {
	body, ok := a.known[key]
	if !ok {
		return nil
	}
	e, rest, err := source.of().Unpack(body)
	if err != nil || len(rest) > 0 {
		return nil
	}
	return e
}

// Put keeps an answer. It is on the disk after the next [Answers.Flush].
func (a *Answers) Put(key Key, e *estimate.Estimate) {
	body := e.AppendPacked(nil)
	a.known[key] = body
	a.buffer = appendEntry(a.buffer, head{kind: kindAnswer, digest: [16]byte(key)}, body)
}

// Flush writes what was put.
func (a *Answers) Flush() (err error) {
	if len(a.buffer) == 0 {
		return nil
	}
	unlock, err := a.db.lock()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if err := (durable.Files{}).Append(a.path(), a.buffer); err != nil {
		return err
	}
	a.buffer = a.buffer[:0]
	return nil
}

// Forget removes all answers from the disk, and returns how many bytes they took.
func (db *DB) Forget() (bytes int64, err error) {
	unlock, err := db.lock()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	path := filepath.Join(db.dir, AnswersName)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), db.files.Remove(path)
}

// Source returns the source as estimates of it have it.
func (s *Source) Source() *estimate.Source { return s.of() }
