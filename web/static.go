package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"kifudb/paper/html"
	"kifudb/study/chart"
)

//go:embed static
var staticFiles embed.FS

// A staticFolder is the scripts, styles and pictures of the pages, by name: those of the folder
// static and those that are made when the program starts. Its stamp stands in the addresses of
// the files, /static/STAMP/NAME, so that browsers keep them for ever, and a script imports others
// by their names alone.
type staticFolder struct {
	files map[string][]byte
	stamp string // digest of all files
}

// commentLines finds comments in scripts and styles that have lines of their own: browsers do not get
// them, a seventh of all bytes. No text in them begins a line with a sign of a comment.
var commentLines = regexp.MustCompile(`(?m)^[ \t]*(?://.*|/\*(?:[^*]|\*+[^*/])*\*+/[ \t]*)\n`)

func newStaticFolder() (*staticFolder, error) {
	f := &staticFolder{files: map[string][]byte{"chart.css": []byte(chart.Style), "paper.css": []byte(html.Style())}}
	list, err := fs.ReadDir(staticFiles, "static")
	if err != nil {
		return nil, err
	}
	for _, entry := range list {
		data, err := staticFiles.ReadFile("static/" + entry.Name())
		if err != nil {
			return nil, err
		}
		f.files[entry.Name()] = commentLines.ReplaceAll(data, nil)
	}
	// The words of all languages are there, as somebody may choose another one while a page is loading.
	said := f.wordsSaid()
	for _, l := range languages {
		w, err := readWords(l.Tag)
		if err != nil {
			return nil, err
		}
		if f.files[wordScript(l.Tag)], err = w.script(said); err != nil {
			return nil, err
		}
	}
	sum := sha256.New()
	for _, name := range f.names() {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(f.files[name]), f.files[name])
	}
	f.stamp = hex.EncodeToString(sum.Sum(nil)[:8])
	return f, nil
}

func (f *staticFolder) names() []string { return slices.Sorted(maps.Keys(f.files)) }

// address returns the address of a file, which changes when a file does.
func (f *staticFolder) address(name string) (string, error) {
	if f.files[name] == nil {
		return "", fmt.Errorf("there is no file %s", name)
	}
	return "/static/" + f.stamp + "/" + name, nil
}

// importLine is how scripts import others.
var importLine = regexp.MustCompile(`(?m)^(?:import|export) (?:[^'";]* from )?'\./([\w.]+)';`)

// imported returns the addresses of all modules that scripts import, directly or not, "" being no
// script. A page names them, so that a browser gets all at once, and not one after the other.
func (f *staticFolder) imported(scripts ...string) (list []string, err error) {
	seen := map[string]bool{"": true}
	for _, name := range scripts {
		seen[name] = true
	}
	for todo := slices.Clone(scripts); len(todo) > 0; todo = todo[1:] {
		for _, m := range importLine.FindAllSubmatch(f.files[todo[0]], -1) {
			name := string(m[1])
			if seen[name] {
				continue
			}
			address, err := f.address(name)
			if err != nil {
				return nil, err
			}
			seen[name] = true
			list, todo = append(list, address), append(todo, name)
		}
	}
	return list, nil
}

// A quoted text of a script may be the key of a word, or its beginning before a value.
var quotedText = regexp.MustCompile("'([a-z][\\w.]*)'|`([a-z][\\w.]*)(\\$\\{|`)")

// wordsSaid returns a function that reports whether a script may say the word of a key. Of all
// words scripts need a tenth.
func (f *staticFolder) wordsSaid() func(key string) bool {
	whole := map[string]bool{}
	var begin []string
	for name, data := range f.files {
		if path.Ext(name) != ".js" {
			continue
		}
		for _, m := range quotedText.FindAllSubmatch(data, -1) {
			switch {
			case string(m[3]) == "${":
				if text := string(m[2]); strings.Contains(text, ".") {
					begin = append(begin, text)
				}
			default:
				whole[string(m[1])+string(m[2])] = true
			}
		}
	}
	return func(key string) bool {
		return whole[strings.TrimSuffix(key, ".one")] || slices.ContainsFunc(begin, func(text string) bool { return strings.HasPrefix(key, text) })
	}
}

// contentTypes are the types of files by their extensions.
var contentTypes = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}

// ServeHTTP serves the files. One that is asked for with another stamp, by a page of another version of
// the program, or with none, is not kept.
func (f *staticFolder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/static/")
	stamp, after, ok := strings.Cut(name, "/")
	if ok && len(stamp) == len(f.stamp) {
		name = after
	}
	data := f.files[name]
	if data == nil { // folders are not listed
		http.NotFound(w, r)
		return
	}
	w.Header().Set("ETag", `W/"`+f.stamp+`"`) // weak: compressed it is the same
	w.Header().Set("Cache-Control", "no-cache")
	if stamp == f.stamp {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}
