package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
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
)

//go:embed templates/*.html
var templateFiles embed.FS

// pages are the templates with the words in them, and the files that they name.
type pages struct {
	language  string // of the words
	words     words
	templates map[string]*template.Template // by the name of the page
	files     *staticFolder
}

// layout is what all pages share.
var layout = []string{"templates/base.html", "templates/board.html", "templates/parts.html", "templates/study.html", "templates/own.html"}

func newPages(language string) (*pages, error) {
	w, err := readWords(language)
	if err != nil {
		return nil, err
	}
	p := &pages{language: language, words: w, templates: map[string]*template.Template{}}
	if p.files, err = newStaticFolder(); err != nil {
		return nil, err
	}
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
		"asset":      p.files.address,
		"converts":   converts,
		"words":      func() (string, error) { return p.files.address(wordScript(p.language)) },
		"modules":    p.files.imported,
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
	AsOf     string      // which commit of it is shown if its store cannot be reached, see [archive.View.AsOf]
	ReadOnly bool
	Jobs     int  // that are running
	Refresh  bool // the page is asked for again after a moment, also without scripts
	Growing  bool // its figures are not exact yet; its script asks for the rest, and without scripts the page is asked for again
	Script   string
	Second   string     // another script
	Address  string     // of the page, to come back to
	Said     *saidLine  // what a form has done
	Drop     *dropPlace // for files that are dropped anywhere, nil for reading only
	Begin    any        // what the page's own begins with, which takes no time
	Body     any        // the page's own
	later    *later     // makes the Body while the page is sent, nil if it is there
}

// frame returns what a page shows around its own, of a view of the archive.
func (s *Server) frame(v *archive.View, here, title, query string) *frame {
	f := &frame{Lang: s.pages.language, Here: here, Title: plainTitle(title), Query: query, ReadOnly: s.options.ReadOnly, Drop: s.dropPlace()}
	if v != nil {
		f.Games, f.AsOf = v.Len(), v.AsOf()
	} else {
		f.AsOf = s.archive.AsOf()
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
		s.log.ErrorContext(r.Context(), "page", "name", name, "address", r.URL.Path, "error", err)
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
			s.log.DebugContext(r.Context(), "the client has gone", "address", r.URL.Path)
		}
	}
}
