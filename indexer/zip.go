package indexer

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zip"
)

// The bits of a zip entry's flags.
const (
	zipEncrypted  = 1 << 0
	zipDescriptor = 1 << 3  // sizes and checksum stand behind the data
	zipUTF8       = 1 << 11 // the name is UTF-8
)

// errEncrypted is the error of every file that needs a password.
var errEncrypted = errors.New("encrypted: unpack it with its password and import the files")

// eachInZip visits the files of a zip. Files that its directory does not lead
// to, because it is cut off or damaged, are looked for by their own headers.
func eachInZip(m member, visit func(member, io.Reader) error) error {
	size, err := m.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	z, err := zip.NewReader(m.file, size)
	switch {
	case err == nil, errors.Is(err, zip.ErrInsecurePath):
	case outside(err):
		return err
	default:
		return rescueZip(m, size, nil, visit)
	}
	if inner, err := directoryOfInner(m.file, size, z); inner || err != nil {
		return cmp.Or(err, rescueZip(m, size, nil, visit))
	}
	z.RegisterDecompressor(zip.Deflate, inflate)
	decodeZipNames(z.File)
	found := map[int64]bool{} // where their data begins
	lost := 0
	for _, f := range z.File {
		at, err := f.DataOffset()
		if err != nil && !outside(err) {
			lost++
			continue
		}
		found[at] = true
		if err := visitZipped(m, f, visit); err != nil {
			return err
		}
	}
	if lost > 0 {
		return rescueZip(m, size, found, visit)
	}
	return nil
}

// directoryOfInner reports whether the last directory in a zip is not its own
// but that of a zip inside it, which stands last when the rest was cut off: it
// would be right if there were nothing before the inner zip, and the first file
// is not in it.
func directoryOfInner(r io.ReaderAt, size int64, z *zip.Reader) (bool, error) {
	const endLen = 22 // "PK\x05\x06", …, u32 size of the directory, u32 its offset, u16 length of a comment
	tail, err := readAt(r, max(0, size-endLen-1<<16), int(min(size, endLen+1<<16)))
	if err != nil {
		return false, err
	}
	le := binary.LittleEndian
	whole := tail[:max(0, len(tail)-endLen+len(directoryEnd))]
	end := bytes.LastIndex(whole, []byte(directoryEnd))
	if end < 0 || len(z.File) == 0 {
		return false, nil
	}
	at := size - int64(len(tail)-end)
	length, offset := le.Uint32(tail[end+12:]), le.Uint32(tail[end+16:])
	if offset == inZip64 || int64(length)+int64(offset) >= at {
		return false, nil
	}
	first, err := (&localReader{r: r, end: size}).read(0)
	if err != nil || first == nil {
		return false, err
	}
	for _, f := range z.File {
		if at, err := f.DataOffset(); err == nil && at == first.data {
			return false, nil
		}
	}
	return true, nil
}

// visitZipped visits a file of a zip.
func visitZipped(m member, f *zip.File, visit func(member, io.Reader) error) error {
	if !f.FileInfo().Mode().IsRegular() {
		return nil
	}
	inner := m.inner(f.Name)
	inner.size = int64(f.UncompressedSize64) // as it says
	if f.Flags&zipEncrypted != 0 {
		return visit(inner, errorReader{errEncrypted})
	}
	r, err := f.Open()
	if err != nil {
		return visit(inner, errorReader{err})
	}
	defer r.Close()
	return visit(inner, r)
}

// An inflater reads deflated data. That of the library is used again, too, but gets a new buffer for
// each file: 4 KB, where a record has one or two.
type inflater struct {
	packed *bufio.Reader
	data   io.ReadCloser
}

var inflaters = sync.Pool{New: func() any {
	packed := bufio.NewReader(nil)
	return &inflater{packed, flate.NewReader(packed)}
}}

// inflate is a [zip.Decompressor].
func inflate(r io.Reader) io.ReadCloser {
	i := inflaters.Get().(*inflater)
	i.packed.Reset(r)
	_ = i.data.(flate.Resetter).Reset(i.packed, nil) // which has no errors
	return i
}

func (i *inflater) Read(b []byte) (int, error) { return i.data.Read(b) }

// Close gives the inflater back: it must not be used any more.
func (i *inflater) Close() error {
	err := i.data.Close()
	i.packed.Reset(nil)
	inflaters.Put(i)
	return err
}

// rescueZip visits the files of a zip whose own headers are there, but for those
// whose data begins where others were found, and returns what is wrong with it.
func rescueZip(m member, size int64, found map[int64]bool, visit func(member, io.Reader) error) error {
	z, err := zipByLocalHeaders(m.file, size)
	if err != nil {
		return err
	}
	z.RegisterDecompressor(zip.Deflate, inflate)
	decodeZipNames(z.File)
	n := 0
	for _, f := range z.File {
		if at, err := f.DataOffset(); err == nil && found[at] {
			continue
		}
		if !strings.HasSuffix(f.Name, "/") {
			n++
		}
		if err := visitZipped(m, f, visit); err != nil {
			return err
		}
	}
	if found == nil {
		return fmt.Errorf("the directory at the end of the zip is missing or damaged: %s found by their own headers; if the zip was cut short, get it again", files(n))
	}
	return fmt.Errorf("the directory at the end of the zip does not match its files: %s found by their own headers; try to get the zip again", files(n))
}

func files(n int) string {
	if n == 1 {
		return "1 file was"
	}
	return fmt.Sprintf("%d files were", n)
}
