package run

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"

	"kifudb/archive"
	"kifudb/archive/objects"
	"kifudb/archive/objects/s3"
	"kifudb/command/phrase"
	"kifudb/command/terminal"
	"kifudb/internal/lazy"
)

// Where archives in object stores keep here what they need, and how much of it.
const (
	CacheVariable     = "KIFUDB_CACHE"
	CacheSizeVariable = "KIFUDB_CACHE_SIZE"
)

// OpenArchive opens the archive at a place as the user names it: a folder or a location in an
// object store.
func OpenArchive(place string, o *archive.Options) (*archive.Archive, error) {
	if o == nil {
		o = &archive.Options{}
	}
	if err := WithObjects(o, place); err != nil {
		return nil, err
	}
	return archive.Open(place, o)
}

// WithObjects lets options open object stores.
func WithObjects(o *archive.Options, places ...string) (err error) {
	o.Objects = openObjects
	if o.Fetching == nil && terminal.IsTerminal(os.Stderr) {
		o.Fetching = showFetching
	}
	for _, place := range places {
		if !archive.InStore(place) {
			continue
		}
		if err := checkPlace(place); err != nil {
			return err
		}
		if o.Cache.Dir == "" {
			o.Cache.Dir = os.Getenv(CacheVariable)
		}
		if size := os.Getenv(CacheSizeVariable); size != "" && o.Cache.Size == 0 {
			if o.Cache.Size, err = ParseSize(size); err != nil {
				return Usage("%s: %v", CacheSizeVariable, err)
			}
		}
	}
	return nil
}

// checkPlace refuses a location that cannot be one. It is asked before anything shows the
// location, which may hold credentials.
func checkPlace(place string) error {
	if !strings.HasPrefix(place, s3.Scheme+"://") {
		return nil
	}
	if _, err := s3.Parse(place); err != nil {
		return Usage("%w", err)
	}
	return nil
}

// fetching is how many segments are being fetched just now.
var fetching struct {
	sync.Mutex
	now int
}

// showFetching says on the terminal which segment is being fetched, as long as one is.
func showFetching(f archive.Fetching) {
	fetching.Lock()
	defer fetching.Unlock()
	if f.Done {
		if fetching.now--; fetching.now == 0 {
			fmt.Fprint(os.Stderr, "\r\x1b[K")
		}
		return
	}
	fetching.now++
	fmt.Fprintf(os.Stderr, "\r\x1b[Kfetching segment %d of %d, %s", f.Segment, f.Of, phrase.Number(int(f.Bytes>>20))+" MiB")
}

// openObjects opens the object store at a location.
func openObjects(location string) (objects.Store, error) {
	if folder, ok := strings.CutPrefix(location, objects.FolderScheme); ok {
		if folder == "" {
			return nil, Usage("objects: needs the name of a folder, as in objects:/mnt/shared/games")
		}
		return objects.NewFolder(folder), nil
	}
	if !strings.HasPrefix(location, s3.Scheme+"://") {
		scheme, _, _ := strings.Cut(location, ":")
		return nil, Usage("there are no archives at %s:; expected a folder, s3://BUCKET/PREFIX or objects:FOLDER", scheme)
	}
	s, err := s3.Open(location)
	if err != nil {
		return nil, Usage("%v", err)
	}
	return s, nil
}

var sizeForm = lazy.Regexp(`^([0-9]+(?:\.[0-9]+)?) ?(?:([kmgt])(i?))?b?$`)

// ParseSize reads a number of bytes such as 200GB, or 64GiB in powers of 1024.
func ParseSize(text string) (int64, error) {
	wrong := Usage("%q is not a size; expected a number of bytes such as 200GB or 64GiB", text)
	m := sizeForm().FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if m == nil {
		return 0, wrong
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		return 0, wrong
	}
	step := 1000.0
	if m[3] != "" {
		step = 1024
	}
	if m[2] != "" {
		n *= math.Pow(step, float64(1+strings.Index("kmgt", m[2])))
	}
	if n < 1 || n > 1<<60 {
		return 0, wrong
	}
	return int64(n), nil
}
