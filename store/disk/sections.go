package disk

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

// SectionWriter collects the sections of a file.
type SectionWriter struct {
	Tags []string
	Data [][]byte
}

// Add adds a section.
func (w *SectionWriter) Add(tag string, data []byte) {
	w.Tags = append(w.Tags, tag)
	w.Data = append(w.Data, data)
}

// Write makes the file, with the checksums of pages. The layout is described in doc.go.
func (w *SectionWriter) Write(f Files, path string) error {
	table := map[string]raw{}
	for i, tag := range w.Tags {
		table[tag] = w.Data[i]
	}
	if sums := largeSums(table); sums != nil {
		w.Add(TagSums, sums)
		table[TagSums] = sums
	}
	if sums := pageSums(table); sums != nil {
		w.Add(TagPages, sums)
	}
	return w.writeAs(f, path)
}

// writeAs makes the file of the sections that there are.
func (w *SectionWriter) writeAs(f Files, path string) error {
	le := binary.LittleEndian
	head := make([]byte, sectionsHeader+sectionsEntry*len(w.Tags))
	at := uint64(aligned(len(head)))
	parts := [][]byte{head, make([]byte, int(at)-len(head))}
	for i, data := range w.Data {
		entry := head[sectionsHeader+sectionsEntry*i:]
		copy(entry[:sectionsTag], w.Tags[i])
		le.PutUint64(entry[40:], at)
		le.PutUint64(entry[48:], uint64(len(data)))
		le.PutUint32(entry[56:], crc32.Checksum(data, Castagnoli))
		parts = append(parts, data, make([]byte, aligned(len(data))-len(data)))
		at += uint64(aligned(len(data)))
	}
	copy(head, sectionsMagic)
	le.PutUint32(head[8:], sectionsVersion)
	le.PutUint32(head[12:], uint32(len(w.Tags)))
	le.PutUint64(head[16:], at)
	le.PutUint32(head[60:], crc32.Checksum(head, Castagnoli))
	return f.Write(path, parts...)
}

func aligned(n int) int { return (n + sectionsAlign - 1) &^ (sectionsAlign - 1) }

// Sections is a file of tagged sections. It is mapped when a section is first asked for; until
// then places in it can be read.
type Sections struct {
	Path  string
	size  int64
	Table []SectionEntry // in the order of the file

	file    *os.File // closed once the file is mapped
	mapOnce sync.Once
	mem     atomic.Pointer[mmap.MMap] // nil until the file is mapped

	pagesOnce sync.Once // see pagesOf
	sumsOnce  sync.Once // for largeSums
	largeSums *Section

	spoiled atomic.Pointer[error] // the first damage that reading met
}

// SectionEntry is the entry for a section in the table of a file.
type SectionEntry struct {
	Tag    string
	At     int64
	Length int
	sum    uint32
	pages  raw // sums of its pages, if it has them; set by pagesOf
}

// OpenSections opens a file and checks that its table is whole. The sections
// themselves are compared with their checksums when they are read, see checked.go;
// VerifySmall and Verify read them at once.
func OpenSections(path string) (_ *Sections, err error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	s := &Sections{Path: path, file: file}
	if err := s.readTable(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return s, nil
}

// readTable reads which sections there are.
func (s *Sections) readTable() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if s.size = info.Size(); s.size < sectionsHeader || s.size > math.MaxInt {
		return Damaged(s.Path, "%d bytes are not a file of sections", s.size)
	}
	table := tableBuffers.Get().(*tableBuffer)
	defer tableBuffers.Put(table)
	if err := table.read(s.file, s.Path, s.size); err != nil {
		return err
	}
	return s.setTable(table.head)
}

// memory maps the file and returns it. Parts that cannot be mapped read as empty.
func (s *Sections) memory() mmap.MMap {
	if mem := s.mem.Load(); mem != nil {
		return *mem
	}
	s.mapOnce.Do(func() {
		mem, err := mmap.MapRegion(s.file, int(s.size), mmap.RDONLY, 0, 0)
		if err = errors.Join(err, s.file.Close()); err != nil { // the mapping stays
			s.Spoil(fmt.Errorf("%s: %w", s.Path, err))
		}
		s.mem.Store(&mem)
	})
	return *s.mem.Load()
}

// data returns a section as it lies in the file.
func (s *Sections) data(t *SectionEntry) raw {
	return raw(s.memory()).bytes(int(t.At), t.Length)
}

// Mapped reports whether the file is mapped.
func (s *Sections) Mapped() bool { return s.mem.Load() != nil }

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
		return Damaged(path, "wrong first bytes")
	}
	if v := le.Uint32(b.head[8:]); v > sectionsVersion {
		return ErrNewer
	}
	whole := sectionsHeader + sectionsEntry*int64(le.Uint32(b.head[12:]))
	switch {
	case whole > size:
		return Damaged(path, "table of sections is cut off")
	case whole > int64(len(b.head)):
		b.head = make([]byte, whole)
		if _, err := file.ReadAt(b.head, 0); err != nil {
			return err
		}
	}
	b.head = b.head[:whole]
	sum := le.Uint32(b.head[60:])
	clear(b.head[60:64])
	if crc32.Checksum(b.head, Castagnoli) != sum {
		return Damaged(path, "checksum of the header is wrong")
	}
	return nil
}

// Find returns what the table says of a section, nil if there is none.
func (s *Sections) Find(tag string) *SectionEntry {
	for i := range s.Table {
		if s.Table[i].Tag == tag {
			return &s.Table[i]
		}
	}
	return nil
}

// pagesOf returns the checksums of a section's pages, nil if it has none. They are read
// when the first section is that has some; if they are damaged, so is the file, and each
// section is compared as a whole.
func (s *Sections) pagesOf(t *SectionEntry) raw {
	s.pagesOnce.Do(func() {
		if err := s.readPages(); err != nil {
			s.Spoil(err)
		}
	})
	return t.pages
}

// readPages shares the checksums of pages out to the sections.
func (s *Sections) readPages() error {
	if s.Find(TagPages) == nil {
		return nil
	}
	if err := s.VerifySection(TagPages); err != nil {
		return err
	}
	sums := s.Raw(TagPages)
	for _, tag := range s.Tags() {
		if t := s.Find(tag); hasPages(tag, t.Length) {
			n := 4 * ((t.Length + PageBytes - 1) / PageBytes)
			if n > len(sums) {
				return Damaged(s.Path, "section %s is cut off", TagPages)
			}
			t.pages, sums = sums[:n:n], sums[n:]
		}
	}
	if len(sums) > 0 {
		return Damaged(s.Path, "section %s is too long", TagPages)
	}
	return nil
}

// Spoil keeps what reading has met; the first damage stays.
func (s *Sections) Spoil(err error) { s.spoiled.CompareAndSwap(nil, &err) }

// Damage returns the first damage that reading has met.
func (s *Sections) Damage() error {
	if err := s.spoiled.Load(); err != nil {
		return *err
	}
	return nil
}

// setTable takes the table that was read.
func (s *Sections) setTable(head []byte) error {
	le := binary.LittleEndian
	size := uint64(s.size)
	if le.Uint64(head[16:]) != size {
		return Damaged(s.Path, "the file has %d bytes and should have %d", size, le.Uint64(head[16:]))
	}
	s.Table = make([]SectionEntry, (len(head)-sectionsHeader)/sectionsEntry)
	var tags strings.Builder
	tags.Grow(len(s.Table) * usualTag)
	for i := range s.Table {
		entry := head[sectionsHeader+i*sectionsEntry:]
		from := tags.Len()
		tags.Write(bytes.TrimRight(entry[:sectionsTag], "\x00"))
		tag := tags.String()[from:]
		at, length := le.Uint64(entry[40:]), le.Uint64(entry[48:])
		if at > size || length > size-at {
			return Damaged(s.Path, "section %s lies outside the file", tag)
		}
		s.Table[i] = SectionEntry{Tag: tag, At: int64(at), Length: int(length), sum: le.Uint32(entry[56:])}
	}
	return nil
}

// Raw returns a section by its tag as it lies in the file, an empty one if there
// is none.
func (s *Sections) Raw(tag string) []byte {
	if t := s.Find(tag); t != nil {
		return s.data(t)
	}
	return nil
}

// The tags of large sections.
const (
	Scripts   = "scripts.packed"
	Positions = "positions"
	Verified  = "positions.verified"
	Columns   = "columns" // and the board
	Texts     = "texts"   // in packed blocks, which have checksums of their own
)

// Large reports whether writers leave a section to Check when they compare the others with their
// checksums, as it would take longer than most changes. Questions compare both kinds page by page.
// The small ones together are some 170 bytes a game.
func Large(tag string) bool {
	switch tag {
	case Scripts, Positions, Verified, Texts:
		return true
	}
	return strings.HasPrefix(tag, Columns)
}

// VerifySmall compares the checksums of all sections that are not large.
func (s *Sections) VerifySmall() error {
	for _, tag := range s.Tags() {
		if !Large(tag) {
			if err := s.VerifySection(tag); err != nil {
				return err
			}
		}
	}
	return nil
}

// VerifySection compares the checksum of a section.
func (s *Sections) VerifySection(tag string) error {
	if t := s.Find(tag); t != nil && crc32.Checksum(s.data(t), Castagnoli) != t.sum {
		return Damaged(s.Path, "checksum of section %s is wrong", tag)
	}
	return nil
}

// Verify compares all checksums.
func (s *Sections) Verify() iter.Seq[error] {
	return func(yield func(error) bool) {
		for _, tag := range s.Tags() {
			if err := s.VerifySection(tag); err != nil && !yield(err) {
				return
			}
		}
	}
}

// Tags returns the tags in ascending order.
func (s *Sections) Tags() []string {
	tags := make([]string, 0, len(s.Table))
	for i := range s.Table {
		tags = append(tags, s.Table[i].Tag)
	}
	slices.Sort(tags)
	return tags
}

func sortedTags(table map[string]raw) []string { return slices.Sorted(maps.Keys(table)) }

// Leave gives back the memory of the bytes that were read. They stay readable.
func (s *Sections) Leave() { leave(s.memory()) }

// Close lets the file go. It is not called while anything is read.
func (s *Sections) Close() error {
	mem := s.mem.Load()
	switch {
	case mem == nil:
		return s.file.Close()
	case *mem == nil: // it could not be mapped
		return nil
	}
	return mem.Unmap()
}

// A raw is what lies in the file.
type raw []byte

// bytes returns n bytes from an offset, or nil.
func (s raw) bytes(at, n int) []byte {
	if at < 0 || n < 0 || at > len(s) || n > len(s)-at {
		return nil
	}
	return s[at : at+n : at+n]
}

// Offsets collects parts of varying length and where they begin.
type Offsets struct {
	Data []byte
	At   []byte
}

// End says that a part ends here. Call it once before the first part.
func (o *Offsets) End() {
	o.At = binary.LittleEndian.AppendUint32(o.At, uint32(len(o.Data)))
}
