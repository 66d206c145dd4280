package indexer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/bodgit/sevenzip"
	"github.com/mholt/archives"

	"kifudb/format"
)

// maxNesting is how deep containers may stand inside containers.
const maxNesting = 4

// A container is a file that holds files: compressed, packed, or both.
type container struct {
	compression archives.Decompressor // nil if not compressed as a whole
	packing     archives.Extractor    // nil if it holds a single compressed file
	zip, tar    bool
	seeks       bool   // it is read from its end
	solid       bool   // the next file is reached through the one before
	suffix      string // what the container's name loses to give the name of a single file
}

// A containerKind is recognised by the first bytes of a file, under any name.
type containerKind struct {
	magic       string
	compression archives.Decompressor
	packing     archives.Extractor
	zip         bool
	seeks       bool
	solid       bool
	suffixes    []string
}

// containers lists what can be opened. The library is asked for these formats by
// name instead of letting it guess: its guess for Brotli, which has no magic
// number, tries to decompress every file.
var containers = []containerKind{
	{magic: "PK\x03\x04", zip: true, seeks: true},
	{magic: "PK\x05\x06", zip: true, seeks: true}, // an empty zip
	{magic: "7z\xBC\xAF\x27\x1C", seeks: true, solid: true},
	// The whole signature, without which the library searches for ever.
	{magic: "Rar!\x1A\x07\x00", packing: archives.Rar{}, solid: true},
	{magic: "Rar!\x1A\x07\x01\x00", packing: archives.Rar{}, solid: true},
	{magic: "\x1F\x8B", compression: archives.Gz{}, suffixes: []string{".gz", ".tgz"}},
	{magic: "\x28\xB5\x2F\xFD", compression: archives.Zstd{}, suffixes: []string{".zst", ".tzst"}},
	{magic: "BZh", compression: archives.Bz2{}, suffixes: []string{".bz2", ".tbz2", ".tbz"}},
	{magic: "\xFD7zXZ\x00", compression: archives.Xz{}, suffixes: []string{".xz", ".txz"}},
}

// tarMagic stands at tarMagicAt in the first header of a tar file. Files of the
// oldest tar have none and are known by their name.
const (
	tarMagic   = "ustar"
	tarMagicAt = 257
)

// identify looks at the first bytes of a file and returns the container that it
// is, or nil for a plain file.
func identify(name string, r *bufio.Reader) (*container, error) {
	head, err := peek(r, tarMagicAt+len(tarMagic))
	if err != nil && len(head) == 0 {
		return nil, err
	}
	for _, f := range containers {
		if !bytes.HasPrefix(head, []byte(f.magic)) {
			continue
		}
		c := &container{compression: f.compression, packing: f.packing, zip: f.zip, seeks: f.seeks, solid: f.solid}
		for _, suffix := range f.suffixes {
			if strings.HasSuffix(strings.ToLower(name), suffix) {
				c.suffix = suffix
			}
		}
		return c, nil
	}
	if isTar(name, head) {
		return &container{tar: true}, nil
	}
	return nil, nil
}

func isTar(name string, head []byte) bool {
	return len(head) >= tarMagicAt+len(tarMagic) && string(head[tarMagicAt:tarMagicAt+len(tarMagic)]) == tarMagic ||
		strings.HasSuffix(strings.ToLower(name), ".tar")
}

// peek returns the first n bytes of r, at most format.HeadSize, and fewer if there
// are no more. They are valid until r is read, and are still read then, as is the
// error that ended them.
func peek(r *bufio.Reader, n int) ([]byte, error) {
	head, err := r.Peek(n)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return head, err
}

// sticky gives the error at which a reader ended again and again: what came
// before it is peeked at first and read then.
type sticky struct {
	r   io.Reader
	err error
}

func (s *sticky) Read(b []byte) (n int, err error) {
	if s.err == nil {
		n, s.err = s.r.Read(b)
	}
	return n, s.err
}

// each visits the files in a container, in the container's order. A kind that is read
// from its end must have a file by now.
func (c *container) each(ctx context.Context, m member, visit func(member, io.Reader) error) error {
	switch {
	case c.compression != nil:
		return c.decompressed(ctx, m, visit)
	case c.zip:
		return eachInZip(m, visit)
	case c.seeks:
		return extract7z(ctx, m, visit)
	case c.tar:
		return extractTar(ctx, m.r, m, visit)
	}
	return extract(ctx, c.packing, m.r, m, visit)
}

// extract7z visits the files of a 7z, and says it if none could be reached.
func extract7z(ctx context.Context, m member, visit func(member, io.Reader) error) error {
	reached := false
	err := extract(ctx, archives.SevenZip{}, m.file, m, func(inner member, r io.Reader) error {
		reached = true
		return visit(inner, r)
	})
	if err == nil || reached || ours(err) != nil || outside(err) {
		return err
	}
	return fmt.Errorf("the list of files at the end of the 7z is missing or damaged, get it again: %w", err)
}

// extractTar visits the files of a tar. It ends with blocks of zero bytes, and
// one that does not was cut short, perhaps between two files.
func extractTar(ctx context.Context, r io.Reader, m member, visit func(member, io.Reader) error) error {
	const block = 512
	ending := &zeros{r: r}
	err := extract(ctx, archives.Tar{}, ending, m, visit)
	if err == nil && ending.n < block {
		return errors.New("the mark at the end of the tar is missing: it may have been cut short")
	}
	return err
}

// zeros counts the zero bytes at the end of the bytes that were read.
type zeros struct {
	r io.Reader
	n int
}

func (z *zeros) Read(b []byte) (int, error) {
	n, err := z.r.Read(b)
	rest := bytes.TrimRight(b[:n], "\x00")
	if len(rest) > 0 {
		z.n = 0
	}
	z.n += n - len(rest)
	return n, err
}

// decompressed visits the file that was compressed, or the files in it if it
// is a tar file: those two together are one container.
func (c *container) decompressed(ctx context.Context, m member, visit func(member, io.Reader) error) error {
	d, err := c.compression.OpenReader(m.r)
	if err != nil {
		return err
	}
	defer d.Close()
	b := bufio.NewReaderSize(&sticky{r: d}, format.HeadSize)
	head, err := peek(b, tarMagicAt+len(tarMagic))
	if err != nil && len(head) == 0 {
		return err
	}
	inner := m.name[:len(m.name)-len(c.suffix)]
	if isTar(inner, head) {
		return extractTar(ctx, &skipReader{ctx: ctx, r: b, from: m.read}, m, visit)
	}
	return visit(member{path: m.path, name: inner, named: m.named}, b)
}

// inner returns a file in a container.
func (m member) inner(name string) member {
	path := m.path + "!/" + cleanName(name)
	return member{path: path, name: path}
}

// extract visits the regular files of a packed container. A member that cannot
// be opened does not cost the next one.
func extract(ctx context.Context, packing archives.Extractor, r io.Reader, m member, visit func(member, io.Reader) error) error {
	var names entryNames
	return packing.Extract(ctx, r, func(_ context.Context, info archives.FileInfo) error {
		if !info.Mode().IsRegular() || info.LinkTarget != "" {
			return nil
		}
		names.add(info.NameInArchive) // of those to come nothing is known yet
		inner := m.inner(names.decode(info.NameInArchive))
		inner.size = info.Size()
		f, err := info.Open()
		if err != nil {
			return visit(inner, errorReader{err})
		}
		defer f.Close()
		if h, ok := info.Header.(sevenzip.FileHeader); ok {
			return visit(inner, &checksumReader{r: f, left: info.Size(), want: h.CRC32})
		}
		return visit(inner, f)
	})
}

// checksumReader reads a file in a 7z. It returns an error instead of the end if the bytes
// do not match their checksum. The library leaves that check to its users.
type checksumReader struct {
	r         io.Reader
	left      int64
	sum, want uint32 // CRC-32; 0 is one that is not known
}

func (c *checksumReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.sum = crc32.Update(c.sum, crc32.IEEETable, b[:n])
	c.left -= int64(n)
	switch {
	case err != io.EOF:
	case c.left > 0:
		err = io.ErrUnexpectedEOF
	case c.want != 0 && c.sum != c.want:
		err = errors.New("the checksum is wrong: the file is damaged")
	}
	return n, err
}

// init replaces the method with which 7z encrypts (AES-256 with SHA-256) by one that fails.
// The library would try the empty password and return random bytes.
func init() {
	sevenzip.RegisterDecompressor([]byte{0x06, 0xF1, 0x07, 0x01},
		func([]byte, uint64, []io.ReadCloser) (io.ReadCloser, error) { return nil, errEncrypted })
}

// errorReader stands for a file that could not be opened: each read returns the error.
type errorReader struct{ err error }

func (f errorReader) Read([]byte) (int, error) { return 0, f.err }
