package epub_test

import (
	"archive/zip"
	"bytes"
	"fmt"

	"kifudb/paper"
	"kifudb/paper/epub"
)

func Example() {
	d := &paper.Document{Title: "A game", Language: paper.English, Parts: func(yield func(*paper.Part, error) bool) {
		yield(&paper.Part{Anchor: "1", Blocks: []paper.Block{&paper.Paragraph{Lead: "27", Text: "The ear-reddening move."}}}, nil)
	}}
	var book bytes.Buffer
	if err := epub.Write(&book, d); err != nil {
		fmt.Println(err)
		return
	}
	z, err := zip.NewReader(bytes.NewReader(book.Bytes()), int64(book.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range z.File {
		fmt.Println(f.Name)
	}
	// Output:
	// mimetype
	// META-INF/container.xml
	// EPUB/book.css
	// EPUB/page1.xhtml
	// EPUB/nav.xhtml
	// EPUB/toc.ncx
	// EPUB/package.opf
}
