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

// maxHeld is the size to which a zip or 7z that does not lie on disk, because
// it is inside a container or comes from a stream, may grow in memory: they
// need to seek.
const maxHeld = 512 << 20

// A container may expand to freeExpansion bytes, and to maxExpansion times what
// was read of it. Records shrink to a tenth; what shrinks to a thousandth was
// made to exhaust the machine.
const (
	freeExpansion = 1 << 30
	maxExpansion  = 200
)

// errBomb ends the reading of a container that expands without bounds.
var errBomb = fmt.Errorf("expands to more than %d times its size: not read any further", maxExpansion)

// A container is a file that holds files: compressed, packed, or both.
type container struct {
	compression archives.Decompressor // nil if not compressed as a whole
	packing     archives.Extractor    // nil if it holds a single compressed file
	seeks       bool                  // it is read from its end
	suffix      string                // what the container's name loses to give the name of a single file
}

// A format is recognised by the first bytes of a file, whatever its name.
type format struct {
	magic       string
	compression archives.Decompressor
	packing     archives.Extractor
	seeks       bool
	suffixes    []string
}

// formats lists what can be opened. The library is asked for these formats by
// name instead of letting it guess: its guess for Brotli, which has no magic
// number, tries to decompress every file.
func formats() []format {
	return []format{
		{magic: "PK\x03\x04", packing: archives.Zip{}, seeks: true},
		{magic: "PK\x05\x06", packing: archives.Zip{}, seeks: true}, // an empty zip
		{magic: "7z\xBC\xAF\x27\x1C", packing: archives.SevenZip{}, seeks: true},
		// The whole signature, without which the library searches for ever.
		{magic: "Rar!\x1A\x07\x00", packing: archives.Rar{}},
		{magic: "Rar!\x1A\x07\x01\x00", packing: archives.Rar{}},
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

// identify looks at the first bytes of a file and returns the container that it
// is, or nil for a plain file.
func identify(name string, r *bufio.Reader) (*container, error) {
	head, err := peek(r, tarMagicAt+len(tarMagic))
	if err != nil {
		return nil, err
	}
	for _, f := range formats() {
		if !bytes.HasPrefix(head, []byte(f.magic)) {
			continue
		}
		c := &container{compression: f.compression, packing: f.packing, seeks: f.seeks}
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

// peek returns the first n bytes of r, at most sampleSize, and fewer if there
// are no more. They are valid until r is read, and are still read then.
func peek(r *bufio.Reader, n int) ([]byte, error) {
	head, err := r.Peek(n)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return head, err
}

// each visits the files in a container, in the container's order.
func (c *container) each(ctx context.Context, m member, visit func(member, io.Reader) error) error {
	if c.compression != nil {
		return c.decompressed(ctx, m, visit)
	}
	if !c.seeks {
		return extract(ctx, c.packing, m.r, m.path, visit)
	}
	if m.file == nil {
		held, err := hold(m.r)
		if err != nil {
			return err
		}
		m.file = held
	}
	return extract(ctx, c.packing, m.file, m.path, visit)
}

// decompressed visits the file that was compressed, or the files in it if it
// is a tar file: those two together are one container.
func (c *container) decompressed(ctx context.Context, m member, visit func(member, io.Reader) error) error {
	d, err := c.compression.OpenReader(m.r)
	if err != nil {
		return err
	}
	defer d.Close()
	b := bufio.NewReaderSize(d, sampleSize)
	head, err := peek(b, tarMagicAt+len(tarMagic))
	if err != nil {
		return err
	}
	inner := m.path[:len(m.path)-len(c.suffix)]
	if isTar(inner, head) {
		return extract(ctx, archives.Tar{}, b, m.path, visit)
	}
	return visit(member{path: m.path, named: m.named || isSGF(inner)}, b)
}

// extract visits the regular files of a packed container. A member that cannot
// be opened does not cost the next one.
func extract(ctx context.Context, packing archives.Extractor, r io.Reader, outer string, visit func(member, io.Reader) error) error {
	return packing.Extract(ctx, r, func(_ context.Context, info archives.FileInfo) error {
		if !info.Mode().IsRegular() || info.LinkTarget != "" {
			return nil
		}
		m := member{path: outer + "!/" + cleanName(info.NameInArchive)}
		m.named = isSGF(m.path)
		f, err := info.Open()
		if err != nil {
			return visit(m, failing{err})
		}
		defer f.Close()
		return visit(m, f)
	})
}

// expanding counts what comes out of containers, and stops bombs.
type expanding struct {
	r io.Reader
	w *walker
}

func (e *expanding) Read(b []byte) (int, error) {
	if e.w.expanded.Load() > freeExpansion+maxExpansion*e.w.read.Load() {
		return 0, errBomb
	}
	n, err := e.r.Read(b)
	e.w.expanded.Add(int64(n))
	return n, err
}

// cleanName makes a name that a container gives safe to print and keep: no
// way out of the container, slashes only.
func cleanName(name string) string {
	return strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/")
}

// hold reads a container into memory.
func hold(r io.Reader) (seekable, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxHeld+1))
	if err != nil {
		return nil, err
	}
	if len(b) > maxHeld {
		return nil, fmt.Errorf("larger than %d bytes and not a file on disk: unpack it first", maxHeld)
	}
	return bytes.NewReader(b), nil
}

// failing is a file that could not be opened.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
