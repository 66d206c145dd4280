package archive

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"kifudb/book/user"
	"kifudb/store"
)

// What users add to an archive has a way out as text, for version control and for
// other archives: tags, notes, saved searches, decisions on duplicates, aliases.
// Each has a file here that says what its text looks like. Games are named by the
// digests of their records, so that a text fits any archive that has them. The
// same things give the same text.

const maxLine = 4 << 20 // bytes of a line that are read

// A TextError says in which line of a text something is wrong.
type TextError struct {
	Line int
	Err  error
}

func (e *TextError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *TextError) Unwrap() error { return e.Err }

// readLines reads a text line by line. Errors are a [*TextError].
func readLines(r io.Reader, read func(line string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	lines.Split(splitLines)
	number := 0
	for lines.Scan() {
		number++
		line := lines.Text()
		if !utf8.ValidString(line) {
			return &TextError{number, fmt.Errorf("it is not UTF-8")}
		}
		if err := read(line); err != nil {
			return &TextError{number, err}
		}
	}
	if err := lines.Err(); err != nil {
		return &TextError{number + 1, err}
	}
	return nil
}

// meansNothing reports whether a line is empty or a comment.
func meansNothing(line string) bool {
	return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#")
}

// splitLines is bufio.ScanLines that keeps carriage returns: they may be those
// of a note.
func splitLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// ParseDigest reads the digest of a record as texts have it, in hexadecimal.
func ParseDigest(s string) (d store.Digest, err error) {
	if n, err := hex.Decode(d[:], []byte(s[:min(len(s), 2*len(d))])); err != nil || n != len(d) || len(s) != 2*len(d) {
		return d, fmt.Errorf("%q is not the digest of a record", s)
	}
	return d, nil
}

// digests returns a function that tells the digests of games: of their records,
// or of those they had if they are gone.
func (v *View) digests() (func(GameID) (store.Digest, bool), error) {
	kept, err := v.archive.user.Digests()
	return func(id GameID) (store.Digest, bool) {
		if g, local, ok := v.snapshot.Segment(id); ok {
			if d := g.Digest(local); d != (store.Digest{}) {
				return d, true
			}
		}
		d, ok := kept[id]
		return d, ok
	}, err
}

// byDigest returns a function that finds games by their digests: live ones, or
// those that had it when something was put on them.
func (v *View) byDigest() (func(store.Digest) (GameID, bool), error) {
	kept, err := v.archive.user.Digests()
	known := map[store.Digest]GameID{}
	for id, d := range kept {
		if before, ok := known[d]; !ok || id < before {
			known[d] = id
		}
	}
	return func(d store.Digest) (GameID, bool) {
		if id, ok := v.snapshot.Known(d); ok {
			return id, true
		}
		id, ok := known[d]
		if ok {
			_, _, ok = v.snapshot.Segment(id)
		}
		return id, ok
	}, err
}

// userGames returns what is noted of games on which something is put.
func (v *View) userGames(ids ...GameID) []user.Game {
	games := make([]user.Game, len(ids))
	for i, id := range ids {
		games[i].ID = id
		if g, local, ok := v.snapshot.Segment(id); ok {
			games[i].Digest = g.Digest(local)
		}
	}
	return games
}

// Held returns the game that has the very same record.
func (v *View) Held(record *store.Record) (GameID, bool) { return v.snapshot.Known(record.Digest()) }
