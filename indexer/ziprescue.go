package indexer

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/zip"
)

// A zip lists its files twice: each file follows a local header, and a directory at the
// end names them all. If the directory is lost, the importer builds one from the local
// headers, and the library then reads the zip with that directory appended. The layout
// is that of APPNOTE.TXT, 4.3.7 to 4.3.16:
//
//	local header   "PK\x03\x04", u16 version, u16 flags, u16 method, u32 time,
//	               u32 CRC-32, u32 packed size, u32 size, u16 length of the name,
//	               u16 length of the extra data; name, extra data, packed data
//	descriptor     after the data if a flag says so, for values that the header
//	               lacks: "PK\x07\x08", which may be left out, u32 CRC-32,
//	               packed size and size, u32 each or u64 each

const (
	localHeader   = "PK\x03\x04"
	centralHeader = "PK\x01\x02"
	directoryEnd  = "PK\x05\x06"
	descriptor    = "PK\x07\x08"
	localLen      = 30
	maxRescued    = 1 << 20 // files; a directory of them is held in memory
	zip64Field    = 0x0001
	inZip64       = 1<<32 - 1
	unknownLength = -1
)

// A localFile is a file of a zip as its local header tells it.
type localFile struct {
	header       []byte // of localLen bytes
	nameAndExtra []byte
	at, data     int64
	packed, size int64 // packed is unknownLength, or size, if the file is not whole
	crc          uint32
}

// A localReader looks for files in a zip without a directory.
type localReader struct {
	r    io.ReaderAt
	end  int64
	left int64 // bytes that may still be searched for descriptors, or many headers would take a search each to the end
}

// zipByLocalHeaders reads a zip without its directory.
func zipByLocalHeaders(r io.ReaderAt, size int64) (*zip.Reader, error) {
	var locals []localFile
	search := localReader{r, size, 8 * size}
	for at := int64(0); len(locals) < maxRescued; {
		var err error
		if at, err = find(r, localHeader, at, size); err != nil {
			return nil, err
		}
		if at < 0 {
			break
		}
		l, err := search.read(at)
		if err != nil {
			return nil, err
		}
		if l == nil {
			at += int64(len(localHeader))
			continue
		}
		locals = append(locals, *l)
		at = max(l.data+l.packed, at+localLen)
	}
	directory := directoryOf(locals, size)
	z, err := zip.NewReader(&fileWithTail{r, size, directory}, size+int64(len(directory)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, err
	}
	for i, f := range z.File {
		f.CompressedSize64 = uint64(locals[i].packed)
		f.UncompressedSize64 = uint64(locals[i].size) // if it is not known, no size is right, and the end is unexpected
	}
	return z, nil
}

// read reads the local header at an offset, and finds where the data ends.
// It returns nil if there is none in spite of the signature.
func (s *localReader) read(at int64) (*localFile, error) {
	if at+localLen > s.end {
		return nil, nil
	}
	b, err := readAt(s.r, at, localLen)
	if err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	n, extra := int(le.Uint16(b[26:])), int(le.Uint16(b[28:]))
	l := &localFile{header: b, at: at, data: at + localLen + int64(n+extra), crc: le.Uint32(b[14:])}
	if n == 0 || l.data > s.end || le.Uint16(b[4:])&0xFF > 63 || le.Uint16(b[8:]) > 99 {
		return nil, nil
	}
	if l.nameAndExtra, err = readAt(s.r, at+localLen, n+extra); err != nil {
		return nil, err
	}
	l.packed, l.size = int64(le.Uint32(b[18:])), int64(le.Uint32(b[22:]))
	if field, ok := extraField(l.nameAndExtra[n:], zip64Field); ok && len(field) >= 16 && (l.packed == inZip64 || l.size == inZip64) {
		l.size, l.packed = int64(le.Uint64(field)), int64(le.Uint64(field[8:]))
	}
	if le.Uint16(b[6:])&zipDescriptor != 0 && l.packed == 0 {
		return l, s.seekDescriptor(l)
	}
	if l.packed < 0 || l.packed > s.end-l.data { // it is cut, or the size was damaged
		return l, s.seekNext(l)
	}
	return l, nil
}

// seekDescriptor finds the descriptor behind data of unknown length: the one
// that tells the length at which it stands.
func (s *localReader) seekDescriptor(l *localFile) error {
	le := binary.LittleEndian
	for at := l.data; ; at++ {
		var err error
		from := at
		if at, err = find(s.r, descriptor, at, min(s.end, at+s.left)); err != nil {
			return err
		}
		s.left -= max(at, from+1) - from
		if at < 0 {
			s.left = 0
			return s.seekNext(l)
		}
		b, err := readAt(s.r, at, int(min(24, s.end-at)))
		if err != nil {
			return err
		}
		if len(b) < 16 {
			return s.seekNext(l)
		}
		switch packed := at - l.data; {
		case len(b) == 24 && le.Uint64(b[8:]) == uint64(packed) && packed > 0:
			l.size = int64(le.Uint64(b[16:]))
		case le.Uint32(b[8:]) == uint32(packed):
			l.size = int64(le.Uint32(b[12:]))
		default:
			continue
		}
		l.packed, l.crc = at-l.data, le.Uint32(b[4:])
		return nil
	}
}

// seekNext lets data whose end is not known go on to the next header, or to the
// end: of a zip that was not compressed again the next header is its own. If a
// descriptor without signature stands there, the data are whole.
func (s *localReader) seekNext(l *localFile) error {
	next := s.end
	if inner, err := find(s.r, localHeader, l.data, min(s.end, l.data+int64(len(localHeader)))); err != nil {
		return err
	} else if inner < 0 {
		for _, signature := range [...]string{localHeader, centralHeader} {
			at, err := find(s.r, signature, l.data, next)
			if err != nil {
				return err
			}
			if at >= 0 {
				next = at
			}
		}
	}
	l.packed, l.size, l.crc = next-l.data, unknownLength, 0
	if l.packed < 12 {
		return nil
	}
	b, err := readAt(s.r, next-12, 12)
	if err != nil {
		return err
	}
	if le := binary.LittleEndian; int64(le.Uint32(b[4:])) == l.packed-12 {
		l.packed, l.size, l.crc = l.packed-12, int64(le.Uint32(b[8:])), le.Uint32(b)
	}
	return nil
}

// directoryOf makes a directory for files, to stand at an offset. The caller sets the values
// that do not fit for large files. It clears the flag for descriptors, because they
// have been read.
func directoryOf(locals []localFile, at int64) []byte {
	le := binary.LittleEndian
	var b []byte
	for i := range locals {
		l := &locals[i]
		n := le.Uint16(l.header[26:])
		b = append(b, centralHeader...)
		b = le.AppendUint16(b, le.Uint16(l.header[4:])) // made by: nobody says on which system
		b = append(b, l.header[4:6]...)
		b = le.AppendUint16(b, le.Uint16(l.header[6:])&^zipDescriptor)
		b = append(b, l.header[8:14]...)
		b = le.AppendUint32(b, l.crc)
		b = append(b, 0, 0, 0, 0, 0, 0, 0, 0) // sizes
		b = le.AppendUint16(b, n)
		field := le.AppendUint64(le.AppendUint16(le.AppendUint16(nil, zip64Field), 8), uint64(l.at))
		unicode, ok := extraField(l.nameAndExtra[n:], unicodePathField)
		if ok {
			field = append(le.AppendUint16(le.AppendUint16(field, unicodePathField), uint16(len(unicode))), unicode...)
		}
		b = le.AppendUint16(b, uint16(len(field)))
		b = append(b, make([]byte, 2+2+2+4)...) // comment, disk, attributes
		b = le.AppendUint32(b, inZip64)         // the offset is in the field
		b = append(append(b, l.nameAndExtra[:n]...), field...)
	}
	// The end of a zip64, since the offset may need it, and the end of a zip.
	size := len(b)
	b = append(b, "PK\x06\x06"...)
	b = le.AppendUint64(b, 44)
	b = append(b, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	b = le.AppendUint64(b, uint64(len(locals)))
	b = le.AppendUint64(b, uint64(len(locals)))
	b = le.AppendUint64(b, uint64(size))
	b = le.AppendUint64(b, uint64(at))
	b = append(b, "PK\x06\x07\x00\x00\x00\x00"...)
	b = le.AppendUint64(b, uint64(at)+uint64(size))
	b = append(b, 1, 0, 0, 0)
	b = append(b, directoryEnd+"\x00\x00\x00\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x00\x00"...)
	return b
}

// find returns the offset at which a signature next stands, -1 if it does not.
func find(r io.ReaderAt, signature string, at, end int64) (int64, error) {
	const chunk = 64 << 10
	for at+int64(len(signature)) <= end {
		b, err := readAt(r, at, int(min(chunk, end-at)))
		if err != nil {
			return 0, err
		}
		if i := bytes.Index(b, []byte(signature)); i >= 0 {
			return at + int64(i), nil
		}
		at += int64(len(b) - len(signature) + 1)
	}
	return -1, nil
}

func readAt(r io.ReaderAt, at int64, n int) ([]byte, error) {
	b := make([]byte, n)
	if n, err := r.ReadAt(b, at); n < len(b) {
		return nil, err
	}
	return b, nil
}

// fileWithTail is a file with more bytes after its end.
type fileWithTail struct {
	r    io.ReaderAt
	size int64
	tail []byte
}

func (f *fileWithTail) ReadAt(b []byte, off int64) (int, error) {
	n := 0
	if off < f.size {
		var err error
		inside := int(min(int64(len(b)), f.size-off))
		if n, err = f.r.ReadAt(b[:inside], off); n < inside {
			return n, err
		}
		if n == len(b) {
			return n, nil
		}
		off = f.size
	}
	more := copy(b[n:], f.tail[min(off-f.size, int64(len(f.tail))):])
	if n += more; n < len(b) {
		return n, io.EOF
	}
	return n, nil
}
