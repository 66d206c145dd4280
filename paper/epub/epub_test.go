package epub_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kifudb/paper"
	"kifudb/paper/epub"
	"kifudb/paper/papertest"
)

// written returns a document as a book, which must be the same bytes when it is written again.
func written(t testing.TB, d *paper.Document) []byte {
	t.Helper()
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := epub.Write(b, d); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same document gave other bytes")
	}
	return first.Bytes()
}

// files returns the files of a book. It wants them to be well-formed XML, all links to lead to an element that is
// there, and the package to list all files and no others.
func files(t testing.TB, book []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for i, f := range z.File {
		if f.Flags&8 != 0 || len(f.Extra) > 0 {
			t.Errorf("%s: flags %x, %d more bytes", f.Name, f.Flags, len(f.Extra))
		}
		if i == 0 && (f.Name != "mimetype" || f.Method != zip.Store) {
			t.Errorf("the first file is %s, method %d", f.Name, f.Method)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(f.Name, err)
		}
		list[f.Name] = string(data)
	}
	if string(book[30:58]) != "mimetypeapplication/epub+zip" {
		t.Errorf("it begins with %q", book[:60])
	}
	ids := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if name == "mimetype" || strings.HasSuffix(name, ".css") {
			continue
		}
		for _, id := range identifiers(t, name, list[name]) {
			if ids[name+"#"+id] {
				t.Errorf("%s has %s twice", name, id)
			}
			ids[name+"#"+id], ids[name] = true, true
		}
		ids[name] = true
	}
	link := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	listed := 0
	for name, text := range list {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target := path.Join(path.Dir(name), m[1])
			if strings.HasPrefix(m[1], "#") {
				target = name + m[1]
			}
			if _, ok := list[target]; !ok && !ids[target] {
				t.Errorf("%s: a link leads to %s, which is not there", name, target)
			}
			if strings.HasSuffix(name, ".opf") {
				listed++
			}
		}
	}
	if listed != len(list)-3 { // without mimetype, container.xml and itself
		t.Errorf("the package lists %d of %d files", listed, len(list)-3)
	}
	return list
}

// identifiers returns the names of elements in a file.
func identifiers(t testing.TB, name, text string) (list []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(name, err)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if a.Name.Local == "id" {
					list = append(list, a.Value)
				}
			}
		}
	}
}

// A book has its title, its contents, a page for each part, and its index.
func TestBook(t *testing.T) {
	list := files(t, written(t, papertest.Book(3, 2, "&c.")))
	names := slices.Sorted(maps.Keys(list))
	want := "[EPUB/book.css EPUB/index1.xhtml EPUB/nav.xhtml EPUB/package.opf EPUB/page2.xhtml EPUB/page3.xhtml EPUB/page4.xhtml EPUB/title.xhtml EPUB/toc.ncx META-INF/container.xml mimetype]"
	if fmt.Sprint(names) != want {
		t.Errorf("files %v", names)
	}
	for name, wants := range map[string][]string{
		"EPUB/package.opf":  {"<dc:title>Games &amp;c.</dc:title>", "<dc:creator>kifudb &amp;c.</dc:creator>", "<dc:language>en</dc:language>", `href="page3.xhtml" media-type="application/xhtml+xml" properties="svg"/>`, `<itemref idref="f1"/>` + "\n" + `<itemref idref="nav"/>`},
		"EPUB/nav.xhtml":    {`<li><a href="page3.xhtml#p-g2">Game 2 &amp;c.</a></li>`, `<li><a href="index1.xhtml">Players &amp;c.</a></li>`},
		"EPUB/toc.ncx":      {`<content src="page4.xhtml#p-g3"/>`},
		"EPUB/index1.xhtml": {`<bdi>Honinbo Shusaku &amp;c.</bdi> <a href="page2.xhtml#p-g1">1</a>, <a href="page4.xhtml#p-g3">3</a>`},
		"EPUB/page3.xhtml":  {`<h2>Game 2 &amp;c.</h2>`, `aria-label="Figure 2 (51–100) &amp;c.: 51 `},
	} {
		for _, want := range wants {
			if !strings.Contains(list[name], want) {
				t.Errorf("%s has no %s", name, want)
			}
		}
	}
}

// A book is named by what is in it.
func TestIdentifier(t *testing.T) {
	id := regexp.MustCompile(`urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)
	seen := map[string]bool{}
	for _, text := range []string{"", "x", "y"} {
		list := files(t, written(t, papertest.Book(1, 1, text)))
		name := id.FindString(list["EPUB/package.opf"])
		if name == "" || name != id.FindString(list["EPUB/toc.ncx"]) || seen[name] {
			t.Errorf("the name is %q", name)
		}
		seen[name] = true
	}
}

// A part with thousands of figures is many pages, none of them long.
func TestLongPart(t *testing.T) {
	d := papertest.One(600, "x")
	list := files(t, written(t, d))
	figures, pages := 0, 0
	for name, text := range list {
		if strings.HasPrefix(name, "EPUB/page") && strings.HasSuffix(name, "xhtml") {
			pages++
			figures += strings.Count(text, "<figure>")
			if len(text) > 2*epub.MaxPage {
				t.Errorf("%s has %d bytes", name, len(text))
			}
		}
	}
	if figures != 600+5+1 || pages < 15 {
		t.Errorf("%d figures on %d pages", figures, pages)
	}
	if n := strings.Count(list["EPUB/nav.xhtml"], "<li>"); n != 1 {
		t.Errorf("%d entries in the contents", n)
	}
}

// Documents that are no books have their parts one below the other.
func TestFewPages(t *testing.T) {
	d := papertest.Book(10, 1, "")
	d.Book = false
	list := files(t, written(t, d))
	if n := strings.Count(list["EPUB/page1.xhtml"], `<section class="part" id=`); n < 2 || !strings.Contains(list["EPUB/page1.xhtml"], "<h1>Games") {
		t.Errorf("%d parts on the first page", n)
	}
	empty := &paper.Document{Parts: func(func(*paper.Part, error) bool) {}}
	if list := files(t, written(t, empty)); !strings.Contains(list["EPUB/package.opf"], "<dc:title>kifudb</dc:title>") {
		t.Error("a document of nothing has no title")
	}
}

// Errors of the parts and of the writer are told.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	d := papertest.Book(1, 1, "")
	d.Parts = papertest.Failing(broken)
	if err := epub.Write(io.Discard, d); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if err := epub.Write(full{}, papertest.Book(50, 3, "")); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// The program by which shops judge books finds no fault with ours. KIFUDB_EPUBCHECK names its epubcheck.jar.
func TestBookIsValid(t *testing.T) {
	jar := os.Getenv("KIFUDB_EPUBCHECK")
	if jar == "" {
		t.Skip("KIFUDB_EPUBCHECK does not name epubcheck.jar: books are not judged by it")
	}
	japanese := papertest.Book(2, 2, "本因坊秀策")
	japanese.Language = paper.Japanese
	several := papertest.Book(30, 2, "x")
	several.Book, several.Contents = false, nil
	for name, d := range map[string]*paper.Document{
		"long": papertest.One(60, ""), "hostile": papertest.Book(2, 2, papertest.Hostile),
		"japanese": japanese, "several": several, "pieces": papertest.Pieces(), "empty": {Parts: func(func(*paper.Part, error) bool) {}},
	} {
		file := filepath.Join(t.TempDir(), name+".epub")
		if dir := os.Getenv("KIFUDB_PAPER"); dir != "" { // to look at
			file = filepath.Join(dir, name+".epub")
		}
		if err := os.WriteFile(file, written(t, d), 0o666); err != nil {
			t.Fatal(err)
		}
		said, err := exec.CommandContext(t.Context(), "java", "-jar", jar, "--failonwarnings", file).CombinedOutput()
		if err != nil || !bytes.Contains(said, []byte("No errors or warnings")) {
			t.Errorf("%s: %v: %s", name, err, said)
		}
	}
}

// A book of 200 games with six figures each.
func BenchmarkWrite(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		n := counter(0)
		if err := epub.Write(&n, papertest.Book(200, 6, "")); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(n), "bytes")
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

// Readers such as MuPDF know no elements of HTML 5, which without a style put boards before the text
// around them, and look for how a text is centred only at its own element.
func TestSimpleReaders(t *testing.T) {
	for name, data := range files(t, written(t, papertest.Book(1, 2, "x"))) {
		if strings.HasSuffix(name, ".css") {
			for _, element := range []string{"section", "figure", "figcaption", "header", "nav"} {
				if !regexp.MustCompile(`(?m)^[a-z,]*\b` + element + `\b[a-z,]*\{display:block\}`).MatchString(data) {
					t.Errorf("%s: %s is no block", name, element)
				}
			}
		}
		if n := strings.Count(data, "<text "); n != strings.Count(data, `<text text-anchor="middle" `) {
			t.Errorf("%s: of %d texts some are not centred", name, n)
		}
	}
}
