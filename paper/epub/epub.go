// Package epub writes documents as books for readers of EPUB 3.3. The same document is the same
// bytes.
//
// A book is a zip file of pages in XHTML: each part of a document is one, or several if it is
// long. Boards are elements of SVG in these pages, which readers show in any size, and which need no font. Each
// draws all that it shows, because some shops cut pages into pictures.
package epub

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed" // the styles
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"kifudb/paper"
	"kifudb/paper/html"
)

//go:embed book.css
var style string

// MaxPage is about how many bytes of a part are one page. Readers are slow to show longer ones.
const MaxPage = 200 << 10

// modified is when each book says that it was changed, which must be said: the same document is
// the same book whenever it is written.
const modified = "2000-01-01T00:00:00Z"

// Write writes a document. It needs memory for one page, and for the list of parts.
func Write(w io.Writer, d *paper.Document) error {
	b := &book{d: d, zip: zip.NewWriter(w), sum: sha256.New(), packed: flateWriter(), places: map[string]place{}}
	if err := b.write(); err != nil {
		return err
	}
	return b.zip.Close()
}

// A book is an EPUB that is being written.
type book struct {
	d      *paper.Document
	zip    *zip.Writer
	sum    hash.Hash // of all pages, for the name of the book
	packed *flate.Writer

	page   bytes.Buffer // that is being written
	body   *html.Body   // of the page
	name   string       // of the page, "" if none is open
	pages  []pageFile   // in their order
	places map[string]place
	parts  []paper.Entry // with an anchor, as they came
}

// A pageFile is a page in the zip file.
type pageFile struct {
	name   string
	boards bool // has some
}

// A place is where a part begins.
type place struct {
	page   string
	number int // of the part, from 1
}

func flateWriter() *flate.Writer {
	w, err := flate.NewWriter(io.Discard, flate.DefaultCompression)
	if err != nil {
		panic(err) // only for a level that there is not
	}
	return w
}

// write writes all files of the zip file.
func (b *book) write() error {
	// Programs tell a book by these bytes at its beginning, which may not be compressed.
	if err := b.store("mimetype", []byte("application/epub+zip"), zip.Store); err != nil {
		return err
	}
	if err := b.add("META-INF/container.xml", []byte(container)); err != nil {
		return err
	}
	if err := b.add("EPUB/book.css", []byte(style)); err != nil {
		return err
	}
	for i, e := range b.d.Contents { // what index and contents call the parts
		b.places[e.Anchor] = place{number: i + 1}
	}
	if b.d.Book {
		b.begin("title")
		b.body.Title(b.d)
		if err := b.end(); err != nil {
			return err
		}
	}
	if err := b.writeParts(); err != nil {
		return err
	}
	if err := b.writeIndex(); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{"EPUB/nav.xhtml", b.nav()}, {"EPUB/toc.ncx", b.ncx()}, {"EPUB/package.opf", b.packageFile()}} {
		if err := b.add(f.name, f.data); err != nil {
			return err
		}
	}
	return nil
}

// writeParts writes the parts as they come: each begins a page in a book, and elsewhere if the page before
// is full.
func (b *book) writeParts() error {
	n := 0
	for part, err := range b.d.Parts {
		if err != nil {
			return err
		}
		n++
		if b.d.Book || b.page.Len() > MaxPage {
			if err := b.end(); err != nil {
				return err
			}
		}
		b.beginParts()
		number := n
		if p := b.places[part.Anchor]; p.number > 0 {
			number = p.number
		}
		b.places[part.Anchor] = place{b.name, number}
		b.parts = append(b.parts, paper.Entry{Title: part.Title, Anchor: part.Anchor})
		b.body.Begin(part)
		for run := range html.Runs(part.Blocks) {
			if b.page.Len() > MaxPage { // the part goes on on another page
				b.body.End()
				if err := b.end(); err != nil {
					return err
				}
				b.beginParts()
				b.body.Continue(part)
			}
			b.body.Run(run)
		}
		b.body.End()
	}
	if len(b.pages) == 0 {
		b.beginParts() // a book has at least one page
	}
	return b.end()
}

// beginParts begins a page for parts, if none is open.
func (b *book) beginParts() {
	if b.name != "" {
		return
	}
	first := len(b.pages) == 0
	b.begin(fmt.Sprintf("page%d", len(b.pages)+1))
	if first {
		b.body.Title(b.d) // a document that is not a book has no page for it
	}
}

// begin begins a page.
func (b *book) begin(name string) {
	b.name = name + ".xhtml"
	b.page.Reset()
	fmt.Fprintf(&b.page, pageHead, b.language(), html.Text(b.title()), "book.css")
	b.body = html.NewBody(&b.page, b.d.Language)
	b.body.Apart()
}

// end writes the page that is open.
func (b *book) end() error {
	if b.name == "" {
		return nil
	}
	if err := b.body.Err(); err != nil {
		return err
	}
	b.page.WriteString("</body>\n</html>\n")
	f := pageFile{b.name, bytes.Contains(b.page.Bytes(), []byte("<svg "))}
	b.pages = append(b.pages, f)
	b.name = ""
	return b.add("EPUB/"+f.name, b.page.Bytes())
}

func (b *book) writeIndex() error {
	for i := range b.d.Index {
		b.begin(fmt.Sprintf("index%d", i+1))
		b.body.Index(&b.d.Index[i], func(anchor string) (string, int) {
			p := b.places[anchor]
			if p.page == "" {
				return "", 0
			}
			return p.page + "#" + html.ID(anchor), p.number
		})
		if err := b.end(); err != nil {
			return err
		}
	}
	return nil
}

// add writes a file, and counts it for the name of the book.
func (b *book) add(name string, data []byte) error {
	fmt.Fprintf(b.sum, "%s %d\n", name, len(data))
	b.sum.Write(data)
	return b.store(name, data, zip.Deflate)
}

// store writes a file into the zip file. Its length stands before it, as some readers want it.
func (b *book) store(name string, data []byte, method uint16) error {
	packed := data
	if method == zip.Deflate {
		var to bytes.Buffer
		b.packed.Reset(&to)
		if _, err := b.packed.Write(data); err != nil {
			return err
		}
		if err := b.packed.Close(); err != nil {
			return err
		}
		packed = to.Bytes()
	}
	w, err := b.zip.CreateRaw(&zip.FileHeader{
		Name: name, Method: method, CRC32: crc32.ChecksumIEEE(data),
		CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(data)),
		//lint:ignore SA1019 Modified adds a field that the first file of a book may not have.
		ModifiedDate: 20<<9 | 1<<5 | 1, // 2000-01-01
	})
	if err == nil {
		_, err = w.Write(packed)
	}
	return err
}
