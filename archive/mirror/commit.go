package mirror

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kifudb/archive/objects"
	"kifudb/internal/wall"
	"kifudb/store"
)

// The newest format of commits that this program knows. It rises when an older program would
// misunderstand them: one of format 1 would forget the parts of ledgers.
const format = 2

const (
	commitPrefix = "commits/"
	dataPrefix   = "data/"
	headKey      = "head"
)

// Bounds of what is read into memory: of commits and pages, and of their files.
const (
	maxCommit = 64 << 20
	maxPage   = 64 << 20
)

// A blob names contents: by their digest, by chance, and with their size.
type blob struct {
	Key  string `json:"key,omitempty"` // SHA-256 in hexadecimal digits, "-", 16 digits by chance; "" if there are no bytes
	Size int64  `json:"size"`          // in bytes
}

func (b blob) digest() string {
	digest, _, _ := strings.Cut(b.Key, "-")
	return digest
}

func (b blob) object() string { return dataPrefix + b.Key[:2] + "/" + b.Key }

func (b blob) valid() bool {
	if b.Key == "" {
		return b.Size == 0
	}
	digest, chance, ok := strings.Cut(b.Key, "-")
	return ok && isHex(digest, 64) && isHex(chance, 16) && b.Size > 0
}

func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

// A namedBlob is a file of the archive, and the contents in the store that it has.
type namedBlob struct {
	Path string `json:"path"` // with slashes, in the archive's folder
	blob
}

// A commit is the state of the archive after one change.
type commit struct {
	Format     int          `json:"format"`
	Archive    string       `json:"archive"` // identity
	Number     uint64       `json:"number"`  // of the commit, from 1
	Generation uint64       `json:"generation"`
	Next       store.GameID `json:"next"`   // the first id that was not given
	Time       time.Time    `json:"time"`   // by the clock of who made it, for people
	Chance     string       `json:"chance"` // tells it from every other commit

	Pages    []pageRef   `json:"pages"`              // by segment numbers
	Files    []namedBlob `json:"files"`              // beside the segments, in the order in which they are written
	User     []blob      `json:"user"`               // the user's log, in chunks
	Ledgers  []ledgerRef `json:"ledgers"`            // by machine
	Found    []blob      `json:"found"`              // which records are of one game, in chunks
	Decided  []blob      `json:"decided"`            // which records are of one game, as the user wants it, in chunks
	Clusters string      `json:"clusters,omitempty"` // digest of that
}

// A pageRef names a page.
type pageRef struct {
	Page int `json:"page"` // its segments have numbers from 64 times this on
	blob
	Bytes int64 `json:"bytes"` // of all files of its segments
}

// pageSize is how many numbers of segments belong to a page.
const pageSize = 64

// A page has the entries of some segments.
type page struct {
	Segments []segment `json:"segments"` // by name
}

// A segment is one of the archive's, with its files.
type segment struct {
	Name   string       `json:"name"`
	Base   store.GameID `json:"base"`
	Games  int          `json:"games"`
	Digest string       `json:"digest"` // see [store.SegmentContents]
	Files  []namedBlob  `json:"files"`  // paths are in the archive's folder
	// Roll is what importers need of the segment, see [store.WriteRoll]; nil if nobody has
	// put it there.
	Roll *blob `json:"roll,omitempty"`
}

func (s *segment) bytes() (n int64) {
	for _, f := range s.Files {
		n += f.Size
	}
	return n
}

// encode returns the text of an object with its digest in the first line.
func encode(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	sum := sha256.Sum256(text)
	return append([]byte(hex.EncodeToString(sum[:])+"\n"), text...), err
}

// decode reads what encode wrote.
func decode(text []byte, v any) error {
	line, rest, ok := bytes.Cut(text, []byte("\n"))
	sum := sha256.Sum256(rest)
	if !ok || string(line) != hex.EncodeToString(sum[:]) {
		return fmt.Errorf("%w: its digest is wrong", store.ErrCorrupt)
	}
	var version struct{ Format int }
	if err := json.Unmarshal(rest, &version); err != nil {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	if version.Format > format {
		return fmt.Errorf("%w (format %d of the object store, this program reads up to %d)", store.ErrNewer, version.Format, format)
	}
	if err := json.Unmarshal(rest, v); err != nil {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return nil
}

// check says what in a commit cannot be. Paths must not lead out of the archive's folder.
func (c *commit) check(number uint64) error {
	if c.Number != number || c.Archive == "" || c.Format < 1 {
		return fmt.Errorf("%w: it is commit %d of archive %q", store.ErrCorrupt, c.Number, c.Archive)
	}
	blobs := slices.Concat(c.User, c.Found, c.Decided)
	for _, p := range c.Pages {
		blobs = append(blobs, p.blob)
	}
	for _, l := range c.Ledgers {
		blobs = append(blobs, l.blobs()...)
		if !isHex(l.Machine, 16) {
			return fmt.Errorf("%w: %q is not a valid name for a computer", store.ErrCorrupt, l.Machine)
		}
	}
	for _, f := range c.Files {
		blobs = append(blobs, f.blob)
		if !store.IsSmallFile(f.Path) {
			return fmt.Errorf("%w: %q is not a valid name for a file", store.ErrCorrupt, f.Path)
		}
	}
	for _, b := range blobs {
		if !b.valid() {
			return fmt.Errorf("%w: %q is not a valid name for contents", store.ErrCorrupt, b.Key)
		}
	}
	return nil
}

func (p *page) check() error {
	for _, s := range p.Segments {
		if s.Roll != nil && (!s.Roll.valid() || s.Roll.Size == 0) {
			return fmt.Errorf("%w: %q is not a valid name for contents", store.ErrCorrupt, s.Roll.Key)
		}
		for _, f := range s.Files {
			if !f.valid() || !store.IsSegmentFile(s.Name, f.Path) {
				return fmt.Errorf("%w: a file of segment %q cannot be called %q", store.ErrCorrupt, s.Name, f.Path)
			}
		}
	}
	return nil
}

func commitKey(number uint64) string { return fmt.Sprintf("%s%010d", commitPrefix, number) }

// readCommit returns a commit; the error wraps objects.ErrNotExist if there is none.
func readCommit(ctx context.Context, s objects.Store, number uint64) (*commit, error) {
	c := new(commit)
	key := commitKey(number)
	err := again(ctx, func() error {
		text, _, err := objects.ReadAll(ctx, s, key, maxCommit)
		if err != nil {
			return err
		}
		*c = commit{}
		return decode(text, c)
	})
	if err == nil {
		err = c.check(number)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	return c, nil
}

// maxDamaged is how often is tried what came damaged, by a bad line or the memory of some machine
// between: what is damaged in the store itself comes so each time.
const maxDamaged = 5

// again retries a read a few times if its data came damaged, and without limit if the data
// were replaced during the read.
func again(ctx context.Context, read func() error) (err error) {
	for damaged := 0; damaged < maxDamaged && ctx.Err() == nil; {
		switch err = read(); {
		case errors.Is(err, store.ErrCorrupt):
			damaged++
		case !errors.Is(err, objects.ErrChanged):
			return err
		}
	}
	return cmp.Or(err, ctx.Err())
}

// A hint is the object "head".
type hint struct {
	Format int    `json:"format"`
	Number uint64 `json:"number"`
}

// readHint returns a number that the newest commit has at least, 0 if nothing is known.
func readHint(ctx context.Context, s objects.Store) (h hint, tag string, err error) {
	err = again(ctx, func() error {
		text, info, err := objects.ReadAll(ctx, s, headKey, 1<<16)
		if err != nil {
			return err
		}
		tag = info.Tag
		return decode(text, &h)
	})
	if errors.Is(err, objects.ErrNotExist) {
		return hint{}, "", nil
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", headKey, err)
	}
	return h, tag, err
}

// errEmpty is returned where the store holds no archive.
var errEmpty = errors.New("there is no archive in the store")

// newest returns the newest commit. From is one that is known already, or nil: it is returned
// if it is the newest. Older commits may be gone, so the search begins at the hint; a list is
// asked for only if there is none.
func newest(ctx context.Context, s objects.Store, from *commit) (*commit, error) {
	h, _, err := readHint(ctx, s)
	if err != nil {
		return nil, err
	}
	if h.Number == 0 {
		for info, err := range s.List(ctx, commitPrefix) {
			if err != nil {
				return nil, err
			}
			if n, err := strconv.ParseUint(strings.TrimPrefix(info.Key, commitPrefix), 10, 64); err == nil {
				h.Number = max(h.Number, n)
			}
		}
	}
	c := from
	if c == nil || c.Number < h.Number {
		c = nil
		if h.Number > 0 {
			if c, err = readCommit(ctx, s, h.Number); err != nil {
				return nil, err
			}
		}
	}
	for {
		number := uint64(1)
		if c != nil {
			number = c.Number + 1
		}
		next, err := readCommit(ctx, s, number)
		switch {
		case errors.Is(err, objects.ErrNotExist) && c == nil:
			return nil, errEmpty
		case errors.Is(err, objects.ErrNotExist):
			return c, nil
		case err != nil:
			return nil, err
		}
		c = next
	}
}

// errLost is returned for a commit of whose number there is another one.
var errLost = errors.New("somebody else has committed")

// put makes a commit, or returns errLost.
func (c *commit) put(ctx context.Context, s objects.Store) error {
	c.Format, c.Chance, c.Time = format, objects.Nonce(), wall.Now().UTC().Round(time.Second)
	text, err := encode(c)
	if err != nil {
		return err
	}
	_, err = s.PutIfAbsent(ctx, commitKey(c.Number), objects.Text(text))
	if errors.Is(err, objects.ErrExists) || errors.Is(err, objects.ErrTemporary) { // it may be ours
		there, readErr := readCommit(ctx, s, c.Number)
		switch {
		case readErr == nil && there.Chance == c.Chance:
			err = nil
		case readErr == nil:
			return errLost
		case errors.Is(readErr, objects.ErrNotExist): // and nobody else's: it was not done
		default:
			err = fmt.Errorf("it is unknown whether the store has the change: %w", errors.Join(err, readErr))
		}
	}
	if err != nil {
		return err
	}
	_ = raiseHint(ctx, s, c.Number) // the next one does it
	return nil
}

// raiseHint makes the hint at least a number.
func raiseHint(ctx context.Context, s objects.Store, number uint64) error {
	for range 8 {
		h, tag, err := readHint(ctx, s)
		if err != nil || h.Number >= number {
			return err
		}
		text, err := encode(hint{format, number})
		if err != nil {
			return err
		}
		if tag == "" {
			_, err = s.PutIfAbsent(ctx, headKey, objects.Text(text))
		} else {
			_, err = s.PutIfMatch(ctx, headKey, tag, objects.Text(text))
		}
		if !errors.Is(err, objects.ErrExists) && !errors.Is(err, objects.ErrChanged) {
			return err
		}
	}
	return objects.ErrChanged
}
