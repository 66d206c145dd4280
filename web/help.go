package web

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"
	"time"

	"kifudb/doc"
)

// helpRoot is the address of the page that lists the documents. Documents and their pictures are below it.
const helpRoot = "/help"

// mostHits are how many sections a search in the documents shows.
const mostHits = 40

// A helpPage lists documents, or sections that a search found.
type helpPage struct {
	Words     string
	Documents []*doc.Document
	Topics    []*doc.Document // what the program says of itself
	Hits      []*doc.Hit
	Found     int // sections, of which Hits are the first
}

// A documentPage shows a document.
type documentPage struct {
	*doc.Document
	Text     template.HTML
	Contents []*doc.Section
}

// documents returns all that may be read, topics last.
func (s *Server) documents() []*doc.Document { return append(doc.Documents(), s.options.Help...) }

// help lists the documents and finds sections of them.
func (s *Server) help(w http.ResponseWriter, r *http.Request) {
	p := &helpPage{Words: strings.TrimSpace(r.URL.Query().Get("q"))}
	if p.Words == "" {
		p.Documents, p.Topics = doc.Documents(), s.options.Help
	} else {
		p.Hits = doc.Search(s.documents(), p.Words)
		p.Found = len(p.Hits)
		p.Hits = p.Hits[:min(mostHits, p.Found)]
	}
	f := s.frame(nil, "help", s.pages.words.say("help.title"), "")
	f.Body = p
	s.show(w, r, http.StatusOK, "help.html", f)
}

// document shows a document or one of its pictures.
func (s *Server) document(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if data, ok := doc.Picture(name); ok {
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "private, max-age=86400")
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
		return
	}
	list := s.documents()
	d := doc.Find(list, name)
	if d == nil {
		s.fail(w, r, errNoPage)
		return
	}
	if d.Name != name {
		http.Redirect(w, r, helpRoot+"/"+d.Name, http.StatusFound)
		return
	}
	text, err := d.HTML(list, helpRoot+"/")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p := &documentPage{Document: d, Text: template.HTML(text)} //nolint:gosec // of the program's own documents, without their HTML
	if contents := d.Sections()[1:]; len(contents) > 2 {
		p.Contents = contents
	}
	f := s.frame(nil, "help", d.Title, "")
	f.Body = p
	s.show(w, r, http.StatusOK, "document.html", f)
}
