package store

import (
	"encoding/binary"
	"hash/crc32"
	"iter"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/edsrzf/mmap-go"
)

const (
	sectionsMagic   = "kifudb\r\n" // a transfer as text would break it
	sectionsVersion = 1
	sectionsHeader  = 64
	sectionsEntry   = 64
	sectionsTag     = 40
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

// write makes the file. The layout is described in format.go.
func (w *sectionWriter) write(f files, path string) error {
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

// sections is a mapped file of tagged sections.
type sections struct {
	path  string
	mem   mmap.MMap
	table map[string]section
	sums  map[string]uint32
}

// openSections maps a file and checks that its table is whole. The sections
// themselves are read when they are used; verify reads them all.
func openSections(path string) (_ *sections, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // the mapping stays
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() < sectionsHeader || info.Size() > math.MaxInt {
		return nil, damaged(path, "%d bytes are not a file of sections", info.Size())
	}
	mem, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return nil, err
	}
	s := &sections{path: path, mem: mem, table: map[string]section{}, sums: map[string]uint32{}}
	if err := s.readTable(); err != nil {
		mem.Unmap()
		return nil, err
	}
	return s, nil
}

func (s *sections) readTable() error {
	le := binary.LittleEndian
	if string(s.mem[:8]) != sectionsMagic {
		return damaged(s.path, "wrong first bytes")
	}
	if v := le.Uint32(s.mem[8:]); v > sectionsVersion {
		return ErrNewer
	}
	n := int(le.Uint32(s.mem[12:]))
	if n > (len(s.mem)-sectionsHeader)/sectionsEntry {
		return damaged(s.path, "table of sections is cut off")
	}
	head := slices.Clone([]byte(s.mem[:sectionsHeader+n*sectionsEntry]))
	sum := le.Uint32(head[60:])
	clear(head[60:64])
	if crc32.Checksum(head, castagnoli) != sum {
		return damaged(s.path, "checksum of the header is wrong")
	}
	if le.Uint64(head[16:]) != uint64(len(s.mem)) {
		return damaged(s.path, "the file has %d bytes and should have %d", len(s.mem), le.Uint64(head[16:]))
	}
	for i := range n {
		entry := head[sectionsHeader+i*sectionsEntry:]
		tag := strings.TrimRight(string(entry[:sectionsTag]), "\x00")
		at, length := le.Uint64(entry[40:]), le.Uint64(entry[48:])
		if at > uint64(len(s.mem)) || length > uint64(len(s.mem))-at {
			return damaged(s.path, "section %s lies outside the file", tag)
		}
		s.table[tag] = section(s.mem[at : at+length : at+length])
		s.sums[tag] = le.Uint32(entry[56:])
	}
	return nil
}

// section returns a section by its tag, an empty one if there is none.
func (s *sections) section(tag string) section { return s.table[tag] }

// large reports whether a section is verified by Check only. All others together
// are some 170 bytes a game, which are compared with their checksums when the
// file is opened. Of these a changed byte may hide a game from an answer until
// Check names it: reading them would take longer than most searches.
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
		if !large(tag) && crc32.Checksum(s.table[tag], castagnoli) != s.sums[tag] {
			return damaged(s.path, "checksum of section %s is wrong", tag)
		}
	}
	return nil
}

// verify compares all checksums.
func (s *sections) verify() iter.Seq[error] {
	return func(yield func(error) bool) {
		for _, tag := range s.tags() {
			if crc32.Checksum(s.table[tag], castagnoli) != s.sums[tag] && !yield(damaged(s.path, "checksum of section %s is wrong", tag)) {
				return
			}
		}
	}
}

// tags returns the tags in ascending order.
func (s *sections) tags() []string {
	tags := make([]string, 0, len(s.table))
	for tag := range s.table {
		tags = append(tags, tag)
	}
	slices.Sort(tags)
	return tags
}

func (s *sections) close() error { return s.mem.Unmap() }

// A section is read only through the methods below, which give zeros and
// nothing for what lies outside: damaged numbers may give wrong answers, which
// Check reports, but never a fault.
type section []byte

// bytes returns n bytes from an offset, or nil.
func (s section) bytes(at, n int) []byte {
	if at < 0 || n < 0 || at > len(s) || n > len(s)-at {
		return nil
	}
	return s[at : at+n : at+n]
}

// uint16 returns the i-th number of a table of 16-bit numbers.
func (s section) uint16(i int) int {
	if b := s.bytes(2*i, 2); b != nil {
		return int(binary.LittleEndian.Uint16(b))
	}
	return 0
}

// uint32 returns the i-th number of a table of 32-bit numbers.
func (s section) uint32(i int) int {
	if b := s.bytes(4*i, 4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// part returns the i-th part of data, which is cut at the offsets of table s.
func (s section) part(data section, i int) []byte {
	from, to := s.uint32(i), s.uint32(i+1)
	return data.bytes(from, to-from)
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
