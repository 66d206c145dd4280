package archive

import (
	"bytes"
	"encoding/json"
	"html"
	"html/template"
	"net/url"
	"strings"
	"testing"
)

func TestOriginsCut(t *testing.T) {
	o := NewOrigins([]string{"/home/ann/games", "/home/ann/old/kgs.zip", "/data", "/archive", "-", "", "s3://bucket/shelf", "relative.sgf"})
	for _, c := range []struct {
		text   string
		markup bool
		want   string
	}{
		{"", false, ""},
		{"nothing of it", false, "nothing of it"},
		{"/home/ann/games/2001/a.sgf", false, "games/2001/a.sgf"},
		{"/home/ann/old/kgs.zip!/x.sgf and /home/ann/old", false, "kgs.zip!/x.sgf and old"},
		{"/home/ann/older/x", false, "older/x"}, // beside it
		{`{"file":"/data/a.sgf","q":"file:\"/home/ann/games\"\n/data"}`, false, `{"file":"data/a.sgf","q":"file:\"games\"\ndata"}`},
		{"and/data or metadata/database", false, "and/data or metadata/database"},
		{"s3://bucket/shelf/x", false, "shelf/x"},
		{`<a href="/archive/imports/1" title="/archive/uploads/x">/archive/uploads/x</a>`, true, `<a href="/archive/imports/1" title="archive/uploads/x">archive/uploads/x</a>`},
		{`<a href="/search?q=file%3A%22%2Fhome%2Fann%2Fgames%2F2001%22">`, true, `<a href="/search?q=file%3A%22games%2F2001%22">`},
		{"/home/ann/ga…", true, "ga…"},
	} {
		if got := string(o.Cut([]byte(c.text), c.markup)); got != c.want {
			t.Errorf("%s: %s", c.text, got)
		}
	}
}

// Whatever a folder is called, in no form of writing it is left.
func TestOriginsCutForms(t *testing.T) {
	for _, folder := range []string{"/srv/plain", `/srv/R&D + "x" 100%`, "/srv/it's <b>", "/srv/囲碁 é", `C:\games\old`, "/srv/a\tb"} {
		o := NewOrigins([]string{folder + folder[:1] + "x.zip", strings.Replace(folder, "C:", "D:", 1)})
		path := folder + string(folder[max(strings.LastIndexAny(folder, `/\`), 0)]) + "x.zip!/a.sgf"
		var page bytes.Buffer
		if err := template.Must(template.New("").Parse(`<p title="{{.}}">{{.}}<a href="/s?q={{.}}">`)).Execute(&page, path); err != nil {
			t.Fatal(err)
		}
		data, _ := json.Marshal(path)
		for form, text := range map[string]string{"plain": path, "JSON": string(data), "page": page.String(), "drawing": html.EscapeString(path), "address": url.QueryEscape(path)} {
			got := string(o.Cut([]byte(text), form == "page"))
			for _, part := range []string{"srv", `C:\`} {
				if strings.Contains(got, part) && strings.Contains(path, part) {
					t.Errorf("%s in %s: %s", folder, form, got)
				}
			}
			if !strings.Contains(got, "x.zip") {
				t.Errorf("%s in %s: %s", folder, form, got)
			}
		}
	}
}

// A short name leads back to the path that it was cut from.
func TestOriginsPaths(t *testing.T) {
	paths := []string{"/home/ann/games/2001", "/home/ann/games", "/home/ann/old/kgs.zip!/kgs", "/home/ann/old", "/data/x", "/data"}
	o := NewOrigins([]string{"/home/ann/games", "/home/ann/old/kgs.zip", "/data"})
	for _, path := range paths {
		short := string(o.Cut([]byte(path), false))
		found := false
		for _, one := range o.Paths(short) {
			found = found || one == path
		}
		if !found || short == path {
			t.Errorf("%s is %s, which may be %q", path, short, o.Paths(short))
		}
	}
}
