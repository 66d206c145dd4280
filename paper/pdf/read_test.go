package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// A reader is a PDF that a test reads: the opposite of what the package writes, by other means.
type reader struct {
	t       testing.TB
	objects map[int]string
	streams map[int][]byte
}

var streamSize = regexp.MustCompile(`/Length (\d+)`)

// open reads a PDF by its table of objects, each of which must be where the table says.
func open(t testing.TB, data []byte) *reader {
	t.Helper()
	r := &reader{t, map[int]string{}, map[int][]byte{}}
	m := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(data)
	if m == nil {
		t.Fatal("no end")
	}
	at, _ := strconv.Atoi(string(m[1]))
	lines := strings.Split(string(data[at:]), "\n")
	var count int
	if _, err := fmt.Sscanf(lines[0]+" "+lines[1], "xref 0 %d", &count); err != nil {
		t.Fatal(err)
	}
	for number := 1; number < count; number++ {
		line := lines[2+number]
		if len(line) != 19 || !strings.HasSuffix(line, " n ") {
			t.Fatalf("object %d: %q", number, line)
		}
		place, _ := strconv.Atoi(line[:10])
		rest, ok := bytes.CutPrefix(data[place:], fmt.Appendf(nil, "%d 0 obj\n", number))
		if !ok {
			t.Fatalf("object %d is not at %d", number, place)
		}
		stop := bytes.Index(rest, []byte("\n"))
		if dictionary, ok := bytes.CutSuffix(rest[:stop], []byte("stream")); ok {
			size, _ := strconv.Atoi(string(streamSize.FindSubmatch(dictionary)[1]))
			body := rest[stop+1:]
			if !bytes.HasPrefix(body[size:], []byte("\nendstream\nendobj\n")) {
				t.Fatalf("object %d: its length is not %d", number, size)
			}
			z, err := zlib.NewReader(bytes.NewReader(body[:size]))
			if err != nil {
				t.Fatal(err)
			}
			if r.streams[number], err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
			r.objects[number] = string(dictionary)
			continue
		}
		r.objects[number] = string(rest[:bytes.Index(rest, []byte("\nendobj\n"))])
	}
	return r
}

// one returns the object with a type.
func (r *reader) one(kind string) string {
	r.t.Helper()
	for _, o := range r.objects {
		if strings.Contains(o, "/Type/"+kind+"/") || strings.HasSuffix(o, "/Type/"+kind+">>") {
			return o
		}
	}
	r.t.Fatalf("no %s", kind)
	return ""
}

// refs returns the objects that a key refers to.
func refs(object, key string) (list []int) {
	m := regexp.MustCompile(`/` + key + `\s*\[?((?:\s*\d+ 0 R)+)`).FindStringSubmatch(object)
	if m == nil {
		return nil
	}
	for _, n := range regexp.MustCompile(`(\d+) 0 R`).FindAllStringSubmatch(m[1], -1) {
		number, _ := strconv.Atoi(n[1])
		list = append(list, number)
	}
	return list
}

func unhex(s string) string {
	var units []uint16
	for ; len(s) >= 4; s = s[4:] {
		n, _ := strconv.ParseUint(s[:4], 16, 16)
		units = append(units, uint16(n))
	}
	return string(utf16.Decode(units))
}

// fonts returns what the glyphs of the document's fonts mean, by the names of the fonts.
func (r *reader) fonts() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, o := range r.objects {
		if !strings.HasPrefix(o, "<</Font<<") {
			continue
		}
		for _, m := range regexp.MustCompile(`/(F\d+) (\d+) 0 R`).FindAllStringSubmatch(o, -1) {
			number, _ := strconv.Atoi(m[2])
			means := map[string]string{}
			table := r.streams[refs(r.objects[number], "ToUnicode")[0]]
			for _, c := range regexp.MustCompile(`<([0-9A-F]{4})> <([0-9A-F]+)>\n`).FindAllStringSubmatch(string(table), -1) {
				means[c[1]] = unhex(c[2])
			}
			all[m[1]] = means
		}
	}
	return all
}

// pages returns the texts of the pages, a line each for lines that are set.
func (r *reader) pages() (list []string) {
	fonts := r.fonts()
	for _, n := range refs(r.one("Pages"), "Kids") {
		var b strings.Builder
		font := ""
		for row := range strings.SplitSeq(string(r.streams[refs(r.objects[n], "Contents")[0]]), "\n") {
			switch {
			case strings.HasSuffix(row, " Tf"):
				font = strings.TrimPrefix(strings.Fields(row)[0], "/")
			case strings.HasSuffix(row, ">Tj"):
				for s := row[1 : len(row)-3]; s != ""; s = s[4:] {
					means, ok := fonts[font][s[:4]]
					if !ok {
						r.t.Fatalf("glyph %s of font %s means nothing", s[:4], font)
					}
					b.WriteString(means)
				}
			case row == "ET":
				b.WriteByte('\n')
			}
		}
		list = append(list, b.String())
	}
	return list
}
