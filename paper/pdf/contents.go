package pdf

import (
	"fmt"
	"maps"
	"slices"

	"kifudb/paper"
	"kifudb/paper/typeface"
)

// A listing is a line of the contents. Its page number is known when all pages are made.
type listing struct {
	page   int // index of layout.pages
	y      float64
	line   line
	anchor string
	last   bool // of its entry: the number of the page stands here
}

// numberRoom is what numbers of pages need at the right of the contents, in sizes of the font.
const numberRoom = 3.5

// front puts what is before the first part: the page with the title, and room for the contents, whose
// pages are written when it is known where the parts are.
func (l *layout) front() {
	d := l.doc
	switch {
	case d.Book:
		l.openPage()
		l.page.bare = true
		l.y = l.top + (l.bottom-l.top)*0.25
		centre := func(s string, times float64, bold bool, before float64) {
			size := l.size * times
			l.y += before * l.size
			for _, t := range l.wrap(s, bold, size, l.inner, maxTitle) {
				if l.y+size*leading > l.bottom {
					return
				}
				l.set(l.page, t, size, l.left+(l.inner-t.width)/2, l.y+size)
				l.y += size * leading
			}
		}
		centre(d.Title, 2.4, true, 0)
		centre(d.Subtitle, 1.3, false, 1)
		centre(d.Author, 1.2, false, 3)
		l.endPage()
	case d.Title != "" || d.Subtitle != "" || d.Author != "":
		l.begins = true
		l.openPage()
		for i, s := range []string{d.Title, d.Subtitle, d.Author} {
			size := l.size * []float64{1.8, 1.1, 1.1}[i]
			for _, t := range l.wrap(s, i == 0, size, l.inner, maxTitle) {
				if l.y+size*leading > l.bottom {
					break
				}
				l.set(l.page, t, size, l.left, l.y+size*1.05)
				l.y += size * leading
			}
		}
		l.y += l.size * 0.8
		l.columnTop = l.y
	}
	if len(d.Contents) == 0 {
		return
	}
	l.openPage()
	size := l.size * 1.5
	l.mark("contents ") // no part's anchor has a space
	l.flush()
	l.entries = append(l.entries, entry{d.Language.Contents(), "contents "})
	for _, t := range l.wrap(d.Language.Contents(), true, size, l.inner, 1) {
		l.set(l.page, t, size, l.left, l.y+size*1.05)
		l.y += size * leading
	}
	l.y += l.size * 0.6
	l.columnTop = l.y // a page of contents has one column

	// The first page of the contents may have the title of the document; it stays open till the end
	// with the others.
	open := []*page{l.page}
	for _, e := range d.Contents {
		lines := l.wrap(e.Title, false, l.size, l.inner-numberRoom*l.size, 3)
		lines = lines[:min(len(lines), max(int((l.bottom-l.top)/(l.size*leading)), 1))]
		if len(lines) == 0 {
			lines = append(lines, line{})
		}
		if l.y+float64(len(lines))*l.size*leading > l.bottom && l.y > l.top {
			l.page = nil
			l.openPage()
			open = append(open, l.page)
		}
		for i, t := range lines {
			l.listed = append(l.listed, listing{l.page.number - 1, l.y + l.size*1.05, t, e.Anchor, i == len(lines)-1})
			l.y += l.size * leading
		}
	}
	l.listPages = open
	l.page = nil
	l.columnAt, l.columnTop, l.y = 0, l.top, l.top
	l.begins = true
}

// contents writes the pages of the contents.
func (l *layout) contents() {
	at := 0
	for _, p := range l.listPages {
		for ; at < len(l.listed) && l.listed[at].page == p.number-1; at++ {
			entry := &l.listed[at]
			l.set(p, entry.line, l.size, l.left, entry.y)
			found, ok := l.places[entry.anchor]
			if !ok {
				continue
			}
			l.link(p, entry.anchor, l.left, entry.y-l.size, l.left+l.inner, entry.y+l.size*0.3)
			if entry.last {
				for _, t := range l.wrap(decimal(found.page+1), false, l.size, l.inner, 1) {
					l.set(p, t, l.size, l.left+l.inner-t.width, entry.y)
				}
			}
		}
		l.frame(p)
		l.writePage(p)
	}
}

// index puts an index: names with the pages of their parts.
func (l *layout) index(x *paper.Index) {
	l.closePage()
	l.running, l.begins = line{}, true
	if wide := 120 * millimetre; l.inner >= wide {
		l.setColumns(2)
	}
	anchor := fmt.Sprintf("index %d", len(l.entries)) // no part's anchor has a space
	l.mark(anchor)
	if x.Title != "" {
		l.entries = append(l.entries, entry{x.Title, anchor})
	}
	l.title(x.Title, 1.5, true)
	l.run(x.Title)
	indent := l.size * 1.5
	for _, n := range x.Names {
		var w words
		l.add(&w, n.Name, false, -1)
		numbers := map[int]string{}
		for _, a := range n.Anchors {
			p, ok := l.places[a]
			if _, known := numbers[p.page]; ok && !known && p.page >= 0 {
				numbers[p.page] = a
			}
		}
		for i, page := range slices.Sorted(maps.Keys(numbers)) {
			separator := ", "
			if i == 0 {
				separator = "  "
			} else {
				w.ends[len(w.ends)-1] = false // no line begins with a comma
			}
			l.add(&w, separator, false, -1)
			l.links = append(l.links, numbers[page])
			l.add(&w, decimal(page+1), false, int32(len(l.links)-1))
		}
		shift := 0.0
		for len(w.chars) > 0 {
			t := w.next(l.size, l.column-shift)
			by := shift
			p := l.lineOf(t, l.size, 0, false, atLeft, l.column)
			draw := p.draw
			p.draw = func(x, y float64) { draw(x+by, y) }
			l.put(p)
			shift = indent
		}
	}
	l.flush()
}

// finish writes what is about the whole document.
func (l *layout) finish() error {
	f := l.file
	if len(l.pages) == 0 { // a PDF has a page
		l.openPage()
		l.endPage()
	}
	var kids []byte
	for _, p := range l.pages {
		kids = append(kids, ref(p)+"\n"...)
	}
	f.object(l.tree, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(l.pages), kids))

	fonts := ""
	for i, face := range l.order {
		fonts += fmt.Sprintf("/F%d %s", i, ref(l.font(face)))
	}
	disc := f.reserve()
	f.stream(disc, "/Type/XObject/Subtype/Form/BBox[-1 -1 1 1]", append(circle(nil, 1), 'f'))
	f.object(l.resources, "<</Font<<"+fonts+">>/ExtGState<</Veil<</ca 0.65>>>>/XObject<</Disc "+ref(disc)+">>>>")

	root := "<</Type/Catalog/Pages " + ref(l.tree) + "/ViewerPreferences<</DisplayDocTitle true>>"
	if l.doc.Language != "" {
		root += "/Lang" + text(string(l.doc.Language))
	}
	if names := l.destinations(); names != "" {
		at := f.reserve()
		f.object(at, "<</Dests<</Names["+names+"]>>>>")
		root += "/Names " + ref(at)
	}
	if outline := l.outline(); outline != 0 {
		root += "/Outlines " + ref(outline) + "/PageMode/UseOutlines"
	}
	catalog, info := f.reserve(), f.reserve()
	f.object(catalog, root+">>")
	about := "<</Producer" + text("kifudb")
	if l.doc.Title != "" {
		about += "/Title" + text(clean(l.doc.Title))
	}
	if l.doc.Author != "" {
		about += "/Author" + text(clean(l.doc.Author))
	}
	f.object(info, about+">>")
	return f.end(catalog, info)
}

// destinations returns the places of the document by their names, sorted as readers need it.
func (l *layout) destinations() string {
	var b []byte
	for _, anchor := range slices.Sorted(maps.Keys(l.places)) {
		p := l.places[anchor]
		if p.page < 0 {
			continue
		}
		b = append(b, name(anchor)+"["+ref(l.pages[p.page])+"/XYZ 0 "...)
		b = append(number(b, l.height-p.y+l.size), " null]\n"...)
	}
	return string(b)
}

// maxBookmark is how many characters of a title a bookmark has.
const maxBookmark = 200

// outline writes the bookmarks and returns their root, 0 if there are none.
func (l *layout) outline() int {
	if len(l.entries) == 0 {
		return 0
	}
	f := l.file
	root := f.reserve()
	objects := make([]int, len(l.entries))
	for i := range objects {
		objects[i] = f.reserve()
	}
	for i, e := range l.entries {
		title := []rune(clean(e.title))
		body := "<</Title" + text(string(title[:min(len(title), maxBookmark)])) + "/Parent " + ref(root) + "/Dest" + name(e.anchor)
		if i > 0 {
			body += "/Prev " + ref(objects[i-1])
		}
		if i+1 < len(objects) {
			body += "/Next " + ref(objects[i+1])
		}
		f.object(objects[i], body+">>")
	}
	f.object(root, fmt.Sprintf("<</Type/Outlines/First %s/Last %s/Count %d>>", ref(objects[0]), ref(objects[len(objects)-1]), len(objects)))
	return root
}

// font writes a font and returns its object.
func (l *layout) font(face *typeface.Face) int {
	f := l.file
	title, data := face.Write()
	program, descriptor, descendant, unicode, font := f.reserve(), f.reserve(), f.reserve(), f.reserve(), f.reserve()
	f.stream(program, "/Subtype/CIDFontType0C", data)
	b := face.Bounds()
	f.object(descriptor, fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%d %d %d %d]/ItalicAngle 0/Ascent %d/Descent %d/CapHeight 700/StemV 80/FontFile3 %s>>",
		title, b.Left, b.Bottom, b.Right, b.Top, b.Top, b.Bottom, ref(program)))
	var widths []byte
	for _, w := range face.Widths() {
		widths = append(widths, decimal(w)+" "...)
	}
	f.object(descendant, fmt.Sprintf("<</Type/Font/Subtype/CIDFontType0/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor %s/DW 1000/W[0[%s]]>>",
		title, ref(descriptor), widths))
	f.stream(unicode, "", characterMap(face.Characters()))
	f.object(font, fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%s]/ToUnicode %s>>", title, ref(descendant), ref(unicode)))
	return font
}

// characterMap says which character each glyph is, so that text can be found and copied.
func characterMap(characters []rune) []byte {
	b := []byte("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	const most = 100 // in one list
	for from := 1; from < len(characters); from += most {
		to := min(from+most, len(characters))
		b = fmt.Appendf(b, "%d beginbfchar\n", to-from)
		for i := from; i < to; i++ {
			b = fmt.Appendf(b, "<%04X> <%s>\n", i, text(string(characters[i]))[len("<FEFF"):len(text(string(characters[i])))-1])
		}
		b = append(b, "endbfchar\n"...)
	}
	return append(b, "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"...)
}
