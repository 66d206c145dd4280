package epub

import (
	"bytes"
	"fmt"
	"strings"

	"kifudb/paper"
	"kifudb/paper/html"
)

// The beginnings of files.
const (
	container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`
	pageHead = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="%s" xml:lang="%[1]s">
<head>
<meta charset="utf-8"/>
<title>%s</title>
<link rel="stylesheet" type="text/css" href="%s"/>
</head>
<body class="paper">
`
	packageHead = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="%s">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">%s</dc:identifier>
<dc:title>%s</dc:title>
<dc:language>%[1]s</dc:language>
%[4]s<meta property="dcterms:modified">%[5]s</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">Each board has a text that names its moves or its pieces.</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="book.css" media-type="text/css"/>
`
	ncxHead = `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="%s">
<head><meta name="dtb:uid" content="%s"/><meta name="dtb:depth" content="1"/><meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="0"/></head>
<docTitle><text>%s</text></docTitle>
<navMap>
`
)

// identifier returns the name of the book, which is made of the pages before.
func (b *book) identifier() string {
	var id [16]byte
	copy(id[:], b.sum.Sum(nil))
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID whose meaning is the writer's
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

func (b *book) language() string {
	if b.d.Language == "" {
		return string(paper.English)
	}
	return html.Text(string(b.d.Language))
}

// title returns the title, which no book may be without.
func (b *book) title() string {
	if strings.TrimSpace(b.d.Title) == "" {
		return "kifudb"
	}
	return b.d.Title
}

// An entry is a line of the contents.
type entry struct{ title, address string }

// entries are the contents: the parts that the document lists, or those that have a title, and its indexes. A book without any has
// its title there.
func (b *book) entries() (list []entry) {
	contents := b.d.Contents
	if len(contents) == 0 {
		contents = b.parts
	}
	for _, e := range contents {
		if p := b.places[e.Anchor]; p.page != "" && strings.TrimSpace(e.Title) != "" {
			list = append(list, entry{e.Title, p.page + "#" + html.ID(e.Anchor)})
		}
	}
	if len(list) == 0 {
		list = append(list, entry{b.title(), b.pages[0].name})
	}
	for i, index := range b.d.Index {
		list = append(list, entry{index.Title, fmt.Sprintf("index%d.xhtml", i+1)})
	}
	for i := range list {
		if list[i].title = html.Text(list[i].title); strings.TrimSpace(list[i].title) == "" {
			list[i].title = "–"
		}
	}
	return list
}

// nav writes the contents as a page.
func (b *book) nav() []byte {
	var s bytes.Buffer
	fmt.Fprintf(&s, pageHead, b.language(), html.Text(b.title()), "book.css")
	fmt.Fprintf(&s, `<nav epub:type="toc" role="doc-toc" class="contents"><h1>%s</h1>`+"\n<ol>\n", html.Text(b.d.Language.Contents()))
	for _, e := range b.entries() {
		fmt.Fprintf(&s, `<li><a href="%s">%s</a></li>`+"\n", e.address, e.title)
	}
	s.WriteString("</ol></nav>\n</body>\n</html>\n")
	return s.Bytes()
}

// ncx writes the contents for readers of EPUB 2.
func (b *book) ncx() []byte {
	var s bytes.Buffer
	fmt.Fprintf(&s, ncxHead, b.language(), b.identifier(), html.Text(b.title()))
	for i, e := range b.entries() {
		fmt.Fprintf(&s, `<navPoint id="n%d" playOrder="%[1]d"><navLabel><text>%s</text></navLabel><content src="%s"/></navPoint>`+"\n", i+1, e.title, e.address)
	}
	s.WriteString("</navMap>\n</ncx>\n")
	return s.Bytes()
}

// packageFile writes what the book is, and lists its files and the order of its pages. A book has
// its contents after the title.
func (b *book) packageFile() []byte {
	author := ""
	if strings.TrimSpace(b.d.Author) != "" {
		author = "<dc:creator>" + html.Text(b.d.Author) + "</dc:creator>\n"
	}
	if strings.TrimSpace(b.d.Subtitle) != "" {
		author += "<dc:description>" + html.Text(b.d.Subtitle) + "</dc:description>\n"
	}
	var s bytes.Buffer
	fmt.Fprintf(&s, packageHead, b.language(), b.identifier(), html.Text(b.title()), author, modified)
	for i, p := range b.pages {
		properties := ""
		if p.boards {
			properties = ` properties="svg"`
		}
		fmt.Fprintf(&s, `<item id="f%d" href="%s" media-type="application/xhtml+xml"%s/>`+"\n", i+1, p.name, properties)
	}
	s.WriteString(`</manifest>` + "\n" + `<spine toc="ncx" page-progression-direction="ltr">` + "\n")
	for i := range b.pages {
		fmt.Fprintf(&s, `<itemref idref="f%d"/>`+"\n", i+1)
		if i == 0 && b.d.Book && len(b.d.Contents) > 0 {
			s.WriteString(`<itemref idref="nav"/>` + "\n")
		}
	}
	s.WriteString("</spine>\n</package>\n")
	return s.Bytes()
}
