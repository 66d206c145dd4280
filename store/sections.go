package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"

	"kifudb/internal/regular"
)

const (
	sectionsMagic   = "kifudb\r\n" // a transfer as text would break it
	sectionsVersion = 1
	sectionsHeader  = 64
	sectionsEntry   = 64
	sectionsTag     = 40
	usualTag        = 12 // bytes of a tag
	sectionsAlign   = 64
)

// sectionWriter collects the sections of a file.
type sectionWriter struct {
	tags []string
	data [][]byte
}

func (w *sectionWriter) add(tag string, data []byte) {
	w.tags = append(w.tags, tag)
	w.data = append(w.data, data)
}

// write makes the file, with the checksums of pages. The layout is described in format.go.
func (w *sectionWriter) write(f files, path string) error {
	table := map[string]section{}
	for i, tag := range w.tags {
		table[tag] = w.data[i]
	}
	if sums := largeSums(table); sums != nil {
		w.add(tagSums, sums)
		table[tagSums] = sums
	}
	if sums := pageSums(table); sums != nil {
		w.add(tagPages, sums)
	}
	return w.writeAs(f, path)
}

// writeAs makes the file of the sections that there are.
func (w *sectionWriter) writeAs(f files, path string) error {
	le := binary.LittleEndian
	head := make([]byte, sectionsHeader+sectionsEntry*len(w.tags))
	at := uint64(aligned(len(head)))
	parts := [][]byte{head, make([]byte, int(at)-len(head))}
	for i, data := range w.data {
		entry := head[sectionsHeader+sectionsEntry*i:]
		copy(entry[:sectionsTag], w.tags[i])
		le.PutUint64(entry[40:], at)
		le.PutUint64(entry[48:], uint64(len(data)))
		le.PutUint32(entry[56:], crc32.Checksum(data, castagnoli))
		parts = append(parts, data, make([]byte, aligned(len(data))-len(data)))
		at += uint64(aligned(len(data)))
	}
	copy(head, sectionsMagic)
	le.PutUint32(head[8:], sectionsVersion)
	le.PutUint32(head[12:], uint32(len(w.tags)))
	le.PutUint64(head[16:], at)
	le.PutUint32(head[60:], crc32.Checksum(head, castagnoli))
	return f.write(path, parts...)
}

func aligned(n int) int { return (n + sectionsAlign - 1) &^ (sectionsAlign - 1) }

// sections is a file of tagged sections. It is mapped when a section is first asked for; until
// then places in it can be read.
type sections struct {
	path  string
	size  int64
	table []sectionEntry // in the order of the file

	file    *os.File // closed once the file is mapped
	mapOnce sync.Once
	mem     atomic.Pointer[mmap.MMap] // nil until the file is mapped

	pagesOnce sync.Once // see pagesOf
	largeSums late[*checkedSection]

	spoiled atomic.Pointer[error] // the first damage that reading met
}

// sectionEntry is the entry for a section in the table of a file.
type sectionEntry struct {
	tag    string
	at     int64
	length int
	sum    uint32
	pages  section // sums of its pages, if it has them; set by pagesOf
}

// openSections opens a file and checks that its table is whole. The sections
// themselves are compared with their checksums when they are read, see checked.go;
// verifySmall and verify read them at once.
func openSections(path string) (_ *sections, err error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	s := &sections{path: path, file: file}
	if err := s.readTable(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return s, nil
}

// readTable reads which sections there are.
func (s *sections) readTable() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if s.size = info.Size(); s.size < sectionsHeader || s.size > math.MaxInt {
		return damaged(s.path, "%d bytes are not a file of sections", s.size)
	}
	table := tableBuffers.Get().(*tableBuffer)
	defer tableBuffers.Put(table)
	if err := table.read(s.file, s.path, s.size); err != nil {
		return err
	}
	return s.setTable(table.head)
}

// memory maps the file and returns it. Parts that cannot be mapped read as empty.
func (s *sections) memory() mmap.MMap {
	if mem := s.mem.Load(); mem != nil {
		return *mem
	}
	s.mapOnce.Do(func() {
		mem, err := mmap.MapRegion(s.file, int(s.size), mmap.RDONLY, 0, 0)
		if err = errors.Join(err, s.file.Close()); err != nil { // the mapping stays
			s.spoil(fmt.Errorf("%s: %w", s.path, err))
		}
		s.mem.Store(&mem)
	})
	return *s.mem.Load()
}

// data returns a section as it lies in the file.
func (s *sections) data(t *sectionEntry) section {
	return section(s.memory()).bytes(int(t.at), t.length)
}

// mapped reports whether the file is.
func (s *sections) mapped() bool { return s.mem.Load() != nil }

// A tableBuffer holds the table of a file, which is read, not mapped: the system maps
// sixteen pages at the first touch of one, which takes it longer than to read a page, and
// as long again to take them back.
type tableBuffer struct{ head []byte }

var tableBuffers = sync.Pool{New: func() any { return &tableBuffer{make([]byte, 4<<10)} }}

// read reads the table of a file and compares it with its checksum.
func (b *tableBuffer) read(file io.ReaderAt, path string, size int64) error {
	le := binary.LittleEndian
	b.head = b.head[:min(int64(cap(b.head)), size)]
	if _, err := file.ReadAt(b.head, 0); err != nil {
		return err
	}
	if string(b.head[:8]) != sectionsMagic {
		return damaged(path, "wrong first bytes")
	}
	if v := le.Uint32(b.head[8:]); v > sectionsVersion {
		return ErrNewer
	}
	whole := sectionsHeader + sectionsEntry*int64(le.Uint32(b.head[12:]))
	switch {
	case whole > size:
		return damaged(path, "table of sections is cut off")
	case whole > int64(len(b.head)):
		b.head = make([]byte, whole)
		if _, err := file.ReadAt(b.head, 0); err != nil {
			return err
		}
	}
	b.head = b.head[:whole]
	sum := le.Uint32(b.head[60:])
	clear(b.head[60:64])
	if crc32.Checksum(b.head, castagnoli) != sum {
		return damaged(path, "checksum of the header is wrong")
	}
	return nil
}

// find returns what the table says of a section, nil if there is none.
func (s *sections) find(tag string) *sectionEntry {
	for i := range s.table {
		if s.table[i].tag == tag {
			return &s.table[i]
		}
	}
	return nil
}

// pagesOf returns the checksums of a section's pages, nil if it has none. They are read
// when the first section is that has some; if they are damaged, so is the file, and each
// section is compared as a whole.
func (s *sections) pagesOf(t *sectionEntry) section {
	s.pagesOnce.Do(func() {
		if err := s.readPages(); err != nil {
			s.spoil(err)
		}
	})
	return t.pages
}

// readPages shares the checksums of pages out to the sections.
func (s *sections) readPages() error {
	if s.find(tagPages) == nil {
		return nil
	}
	if err := s.verifySection(tagPages); err != nil {
		return err
	}
	sums := s.section(tagPages)
	for _, tag := range s.tags() {
		if t := s.find(tag); hasPages(tag, t.length) {
			n := 4 * ((t.length + pageBytes - 1) / pageBytes)
			if n > len(sums) {
				return damaged(s.path, "section %s is cut off", tagPages)
			}
			t.pages, sums = sums[:n:n], sums[n:]
		}
	}
	if len(sums) > 0 {
		return damaged(s.path, "section %s is too long", tagPages)
	}
	return nil
}

// spoil keeps what reading has met; the first damage stays.
func (s *sections) spoil(err error) { s.spoiled.CompareAndSwap(nil, &err) }

// damage returns the first damage that reading has met.
func (s *sections) damage() error {
	if err := s.spoiled.Load(); err != nil {
		return *err
	}
	return nil
}

// setTable takes the table that was read.
func (s *sections) setTable(head []byte) error {
	le := binary.LittleEndian
	size := uint64(s.size)
	if le.Uint64(head[16:]) != size {
		return damaged(s.path, "the file has %d bytes and should have %d", size, le.Uint64(head[16:]))
	}
	s.table = make([]sectionEntry, (len(head)-sectionsHeader)/sectionsEntry)
	var tags strings.Builder
	tags.Grow(len(s.table) * usualTag)
	for i := range s.table {
		entry := head[sectionsHeader+i*sectionsEntry:]
		from := tags.Len()
		tags.Write(bytes.TrimRight(entry[:sectionsTag], "\x00"))
		tag := tags.String()[from:]
		at, length := le.Uint64(entry[40:]), le.Uint64(entry[48:])
		if at > size || length > size-at {
			return damaged(s.path, "section %s lies outside the file", tag)
		}
		s.table[i] = sectionEntry{tag: tag, at: int64(at), length: int(length), sum: le.Uint32(entry[56:])}
	}
	return nil
}

// section returns a section by its tag as it lies in the file, an empty one if there
// is none.
func (s *sections) section(tag string) section {
	if t := s.find(tag); t != nil {
		return s.data(t)
	}
	return nil
}

// large reports whether writers leave a section to Check when they compare the others with their
// checksums, as it would take longer than most changes. Questions compare both kinds page by page.
// The small ones together are some 170 bytes a game.
func large(tag string) bool {
	switch tag {
	case tagScripts, tagPositions, tagVerified, tagTexts: // packed texts have checksums of their own
		return true
	}
	return strings.HasPrefix(tag, tagColumns)
}

// verifySmall compares the checksums of all sections that are not large.
func (s *sections) verifySmall() error {
	for _, tag := range s.tags() {
		if !large(tag) {
			if err := s.verifySection(tag); err != nil {
				return err
			}
		}
	}
	return nil
}

// verifySection compares the checksum of a section.
func (s *sections) verifySection(tag string) error {
	if t := s.find(tag); t != nil && crc32.Checksum(s.data(t), castagnoli) != t.sum {
		return damaged(s.path, "checksum of section %s is wrong", tag)
	}
	return nil
}

// verify compares all checksums.
func (s *sections) verify() iter.Seq[error] {
	return func(yield func(error) bool) {
		for _, tag := range s.tags() {
			if err := s.verifySection(tag); err != nil && !yield(err) {
				return
			}
		}
	}
}

// tags returns the tags in ascending order.
func (s *sections) tags() []string {
	tags := make([]string, 0, len(s.table))
	for i := range s.table {
		tags = append(tags, s.table[i].tag)
	}
	slices.Sort(tags)
	return tags
}

func sortedTags(table map[string]section) []string { return slices.Sorted(maps.Keys(table)) }

// leave gives back the memory of the bytes that were read. They stay readable.
func (s *sections) leave() { leave(s.memory()) }

// close is not called while anything is read.
func (s *sections) close() error {
	mem := s.mem.Load()
	switch {
	case mem == nil:
		return s.file.Close()
	case *mem == nil: // it could not be mapped
		return nil
	}
	return mem.Unmap()
}

// A section is what lies in the file.
type section []byte

// bytes returns n bytes from an offset, or nil.
func (s section) bytes(at, n int) []byte {
	if at < 0 || n < 0 || at > len(s) || n > len(s)-at {
		return nil
	}
	return s[at : at+n : at+n]
}

// offsets collects parts of varying length and where they begin.
type offsets struct {
	data []byte
	at   []byte
}

// end says that a part ends here. Call it once before the first part.
func (o *offsets) end() {
	o.at = binary.LittleEndian.AppendUint32(o.at, uint32(len(o.data)))
}
