package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"kifudb/archive"
	"kifudb/internal/wall"
	"kifudb/study/chart"
)

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed static
var staticFiles embed.FS

// pages are the templates with the words in them, and the files that they name.
type pages struct {
	language  string // of the words
	words     words
	templates map[string]*template.Template // by the name of the page
	static    http.Handler
	made      map[string]staticFile // static files that are not in the folder, by address
	stamps    map[string]string     // of all static files, by address: digests of what they hold
}

// layout is what all pages share.
var layout = []string{"templates/base.html", "templates/board.html", "templates/parts.html", "templates/study.html", "templates/own.html"}

func newPages(language string) (*pages, error) {
	w, err := readWords(language)
	if err != nil {
		return nil, err
	}
	p := &pages{language: language, words: w, templates: map[string]*template.Template{}, stamps: map[string]string{}}
	if err := p.makeFiles(); err != nil {
		return nil, err
	}
	if err := p.stampFiles(); err != nil {
		return nil, err
	}
	p.static = p.serveStatic()
	names, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if slices.Contains(layout, name) {
			continue
		}
		t, err := template.New("base.html").Funcs(p.functions()).ParseFS(templateFiles, append(slices.Clone(layout), name)...)
		if err != nil {
			return nil, err
		}
		p.templates[path.Base(name)] = t
	}
	return p, nil
}

// functions are what templates may call.
func (p *pages) functions() template.FuncMap {
	f := template.FuncMap{
		"say":        p.words.say,
		"count":      p.words.count,
		"number":     number,
		"property":   p.words.property,
		"asset":      p.asset,
		"words":      func() (string, error) { return p.asset(wordScript(p.language)) },
		"field":      func(name string) string { return p.words.named("field", name) },
		"metric":     func(name string) string { return p.words.named("metric", name) },
		"add":        func(first, n int) int { return first + n - 1 },
		"step":       func(key, link string) map[string]string { return map[string]string{"Key": key, "Link": link} },
		"titled":     func(title string, list []countLink) titled { return titled{title, list} },
		"tools":      func() []tool { return tools },
		"scopes":     func() []string { return scopes },
		"keys":       func() []gameKey { return gameKeys },
		"playSpeeds": func() []string { return playSpeeds },
		"sign":       signOf,
		"today":      func() string { return wall.Now().Format(time.DateOnly) },
		"languages":  func() []languageName { return languages },
	}
	maps.Copy(f, figureFunctions)
	maps.Copy(f, p.words.archiveFunctions())
	maps.Copy(f, studyFunctions)
	return f
}

// A staticFile is made when the program starts.
type staticFile struct {
	contentType string
	data        []byte
}

// makeFiles makes the static files that are not in the folder: the styles of charts, which
// package chart has, and the words for scripts. Those of all languages are there, as
// somebody may choose another language while a page is loading.
func (p *pages) makeFiles() error {
	p.made = map[string]staticFile{"/static/chart.css": {"text/css; charset=utf-8", []byte(chart.Style)}}
	for _, l := range languages {
		w, err := readWords(l.Tag)
		if err != nil {
			return err
		}
		script, err := w.script()
		if err != nil {
			return err
		}
		p.made["/static/"+wordScript(l.Tag)] = staticFile{"text/javascript; charset=utf-8", script}
	}
	return nil
}

// stampFiles notes what the static files hold, so that a browser keeps them until
// they change.
func (p *pages) stampFiles() error {
	for address, file := range p.made {
		p.stamps[address] = stampOf(file.data)
	}
	return fs.WalkDir(staticFiles, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := staticFiles.ReadFile(name)
		if err != nil {
			return err
		}
		p.stamps["/"+name] = stampOf(data)
		return nil
	})
}

func stampOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// asset returns the address of a file in static that changes when the file does.
func (p *pages) asset(name string) (string, error) {
	name = "/static/" + name
	stamp, ok := p.stamps[name]
	if !ok {
		return "", fmt.Errorf("there is no file %s", name)
	}
	return name + "?" + stamp, nil
}

// serveStatic serves the files that pages name.
func (p *pages) serveStatic() http.Handler {
	files := http.FileServerFS(staticFiles)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stamp, ok := p.stamps[r.URL.Path]
		if !ok { // folders are not listed
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", `W/"`+stamp+`"`) // weak: compressed it is the same
		w.Header().Set("Cache-Control", "no-cache")
		if r.URL.RawQuery == stamp {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		if file, ok := p.made[r.URL.Path]; ok {
			w.Header().Set("Content-Type", file.contentType)
			http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(file.data))
			return
		}
		files.ServeHTTP(w, r)
	})
}

// A frame is what every page shows around its own.
type frame struct {
	Lang     string
	Title    string
	Here     string      // the entry of the menu: explorer, games, players, archive
	Query    string      // in the search box
	Asks     string      // the page that the search box asks, "" for the list of games
	Kept     []namedLink // values that the page keeps then
	Fault    *fault      // what is wrong with it
	Games    int         // in the archive
	ReadOnly bool
	Jobs     int  // that are running
	Refresh  bool // the page is asked for again after a moment, also without scripts
	Growing  bool // its figures are not exact yet; its script asks for the rest, and without scripts the page is asked for again
	Script   string
	Second   string    // another script
	Address  string    // of the page, to come back to
	Said     *saidLine // what a form has done
	Body     any       // the page's own
}

// frame returns what a page shows around its own, of a view of the archive.
func (s *Server) frame(v *archive.View, here, title, query string) *frame {
	f := &frame{Lang: s.pages.language, Here: here, Title: plainTitle(title), Query: query, ReadOnly: s.options.ReadOnly}
	if v != nil {
		f.Games = v.Len()
	}
	for _, j := range s.archive.Jobs() {
		if j.State == "running" {
			f.Jobs++
		}
	}
	return f
}

// show writes a page, or that it is the one that who asks has already. Nothing is written before all of it is there, so that an error
// in the middle is no half page.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, name string, f *frame) {
	var page bytes.Buffer
	f.Address = r.URL.RequestURI()
	f.Said = s.said(w, r)
	if err := s.pages.templates[name].ExecuteTemplate(&page, "base.html", f); err != nil {
		s.log.Error("page", "name", name, "address", r.URL.Path, "error", err)
		http.Error(w, s.pages.words.say("error.inside"), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Add("Vary", "Accept-Language, Cookie")
	if status == http.StatusOK && !f.Growing {
		sum := sha256.Sum256(page.Bytes())
		tag := `W/"` + hex.EncodeToString(sum[:12]) + `"`
		w.Header().Set("ETag", tag)
		if strings.Contains(r.Header.Get("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		if _, err := page.WriteTo(w); err != nil {
			s.log.Debug("the client has gone", "address", r.URL.Path)
		}
	}
}
