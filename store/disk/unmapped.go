package disk

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"
)

// Unmapped returns what reads a section of a file that is not mapped. It reads whole pages and
// compares them with their checksums; in files of older versions, which have none, it just reads.
func (s *Sections) Unmapped(t *SectionEntry) io.ReaderAt {
	lies := io.NewSectionReader(s.file, t.At, int64(t.Length))
	first, ok := s.sumsOf(t)
	if !ok {
		return lies
	}
	return &pageReader{s, lies, s.Find(TagSums).At + 4*int64(first)}
}

// A pageReader reads a large section.
type pageReader struct {
	file *Sections
	lies *io.SectionReader
	sums int64 // where in the file their checksums begin
}

// pageRooms has room for the pages in which a read lies, and for their checksums.
var pageRooms = sync.Pool{New: func() any { return new([]byte) }}

// ReadAt reads as io.ReaderAt says. A page that does not have its checksum is an error; nobody
// relies on the checksums themselves being whole, as damage to them is an error, too.
func (r *pageReader) ReadAt(b []byte, at int64) (int, error) {
	if at < 0 || at >= r.lies.Size() || len(b) == 0 {
		return 0, io.EOF
	}
	end := min(at+int64(len(b)), r.lies.Size())
	from, to := at>>largePageShift, (end-1)>>largePageShift+1
	room := pageRooms.Get().(*[]byte)
	defer pageRooms.Put(room)
	n := min(to<<largePageShift, r.lies.Size()) - from<<largePageShift
	if need := int(n + 4*(to-from)); cap(*room) < need {
		*room = make([]byte, need)
	}
	data, sums := (*room)[:n], (*room)[n:n+4*(to-from)]
	if _, err := r.lies.ReadAt(data, from<<largePageShift); err != nil {
		return 0, err
	}
	if _, err := r.file.file.ReadAt(sums, r.sums+4*from); err != nil {
		return 0, err
	}
	for page := range to - from {
		of := data[page<<largePageShift : min((page+1)<<largePageShift, n)]
		if crc32.Checksum(of, Castagnoli) != binary.LittleEndian.Uint32(sums[4*page:]) {
			return 0, Damaged(r.file.Path, "checksum of a page is wrong")
		}
	}
	read := copy(b, data[at-from<<largePageShift:])
	if read < len(b) {
		return read, io.EOF
	}
	return read, nil
}
