package indexer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/mholt/archives"
)

// maxNesting is how deep containers may stand inside containers.
const maxNesting = 4

// maxNested is the size to which a container inside a container may grow in
// memory: zip and 7z need to seek, so it is held whole.
const maxNested = 1 << 30

// A container is a file that holds files: compressed, packed, or both.
type container struct {
	compression archives.Decompressor // nil if not compressed as a whole
	packing     archives.Extractor    // nil if it holds a single compressed file
	suffix      string                // what the container's name loses to give the name of a single file
}

// A format is recognised by the first bytes of a file, whatever its name.
type format struct {
	magic       string
	compression archives.Decompressor
	packing     archives.Extractor
	suffixes    []string
}

// formats lists what can be opened. The library is asked for these formats by
// name instead of letting it guess: its guess for Brotli, which has no magic
// number, tries to decompress every file.
func formats() []format {
	return []format{
		{magic: "PK\x03\x04", packing: archives.Zip{}},
		{magic: "PK\x05\x06", packing: archives.Zip{}}, // an empty zip
		{magic: "7z\xBC\xAF\x27\x1C", packing: archives.SevenZip{}},
		{magic: "Rar!\x1A\x07", packing: archives.Rar{}},
		{magic: "\x1F\x8B", compression: archives.Gz{}, suffixes: []string{".gz", ".tgz"}},
		{magic: "\x28\xB5\x2F\xFD", compression: archives.Zstd{}, suffixes: []string{".zst", ".tzst"}},
		{magic: "BZh", compression: archives.Bz2{}, suffixes: []string{".bz2", ".tbz2", ".tbz"}},
		{magic: "\xFD7zXZ\x00", compression: archives.Xz{}, suffixes: []string{".xz", ".txz"}},
	}
}

// tarMagic stands at tarMagicAt in the first header of a tar file. Files of the
// oldest tar have none and are known by their name.
const (
	tarMagic   = "ustar"
	tarMagicAt = 257
)

// identify looks at the first bytes of a reader that can peek and returns the
// container that it is, or nil for a plain file.
func identify(name string, r io.Reader) (*container, error) {
	head, err := peek(r, tarMagicAt+len(tarMagic))
	if err != nil {
		return nil, err
	}
	for _, f := range formats() {
		if !bytes.HasPrefix(head, []byte(f.magic)) {
			continue
		}
		c := &container{compression: f.compression, packing: f.packing}
		for _, suffix := range f.suffixes {
			if strings.HasSuffix(strings.ToLower(name), suffix) {
				c.suffix = suffix
			}
		}
		return c, nil
	}
	if isTar(name, head) {
		return &container{packing: archives.Tar{}}, nil
	}
	return nil, nil
}

func isTar(name string, head []byte) bool {
	return len(head) >= tarMagicAt+len(tarMagic) && string(head[tarMagicAt:tarMagicAt+len(tarMagic)]) == tarMagic ||
		strings.HasSuffix(strings.ToLower(name), ".tar")
}

// peek returns the first n bytes of r, fewer if there are no more, which is
// still read from the beginning afterwards. R is a *bufio.Reader with room for
// them, or can seek. Of the former the bytes are valid until it is read.
func peek(r io.Reader, n int) ([]byte, error) {
	if b, ok := r.(*bufio.Reader); ok {
		head, err := b.Peek(n)
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return head, err
	}
	s, ok := r.(io.ReadSeeker)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	head := make([]byte, n)
	n, err := io.ReadFull(s, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	_, err = s.Seek(0, io.SeekStart)
	return head[:n], err
}

// each visits the files in a container, in the container's order.
func (c *container) each(ctx context.Context, m member, visit func(member) error) error {
	r := m.r
	if c.compression != nil {
		d, err := c.compression.OpenReader(r)
		if err != nil {
			return err
		}
		defer d.Close()
		inner := m.path[:len(m.path)-len(c.suffix)]
		b := bufio.NewReaderSize(d, sampleSize)
		head, err := peek(b, tarMagicAt+len(tarMagic))
		if err != nil {
			return err
		}
		if !isTar(inner, head) {
			return visit(member{path: m.path, named: m.named || isSGF(inner), r: b})
		}
		return extract(ctx, archives.Tar{}, b, m.path, visit)
	}
	if _, ok := c.packing.(archives.Tar); !ok {
		seekable, err := hold(r)
		if err != nil {
			return err
		}
		r = seekable
	}
	return extract(ctx, c.packing, r, m.path, visit)
}

// extract visits the regular files of a packed container. A member that cannot
// be opened does not cost the next one.
func extract(ctx context.Context, packing archives.Extractor, r io.Reader, outer string, visit func(member) error) error {
	return packing.Extract(ctx, r, func(ctx context.Context, info archives.FileInfo) error {
		if info.IsDir() || !info.Mode().IsRegular() || info.LinkTarget != "" {
			return nil
		}
		name := outer + "!/" + cleanName(info.NameInArchive)
		f, err := info.Open()
		if err != nil {
			return visit(member{path: name, r: failing{err}})
		}
		defer f.Close()
		// The reader is hidden in a struct without other methods: what a
		// library's file claims to offer beyond Read is not always true.
		return visit(member{path: name, named: isSGF(name), r: struct{ io.Reader }{f}})
	})
}

// cleanName makes a name that a container gives safe to print and keep: no
// way out of the container, slashes only.
func cleanName(name string) string {
	return strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/")
}

// hold gives a reader that can seek, reading it into memory if it must.
func hold(r io.Reader) (io.Reader, error) {
	type seekReaderAt interface {
		io.Reader
		io.ReaderAt
		io.Seeker
	}
	if s, ok := r.(seekReaderAt); ok {
		return s, nil
	}
	b, err := io.ReadAll(io.LimitReader(r, maxNested+1))
	if err != nil {
		return nil, err
	}
	if len(b) > maxNested {
		return nil, fmt.Errorf("a container inside a container or a stream is larger than %d bytes: unpack it first", maxNested)
	}
	return bytes.NewReader(b), nil
}

// failing is a file that could not be opened.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
