package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"kifudb/archive"
)

// An aliasPage is which spellings of names are one, and which may be.
type aliasPage struct {
	aliasForm
	Kinds  []orderLink
	Words  string
	Groups []archive.AliasGroup
	More   int // groups that are not shown
	Pairs  []archive.SuggestedPair
	Total  int
	All    string // address of all pairs, "" if they are there
	Faint  string // address of fainter ones, "" if they are there
}

// An aliasForm is what can be done about the spellings of a name, or of any.
type aliasForm struct {
	Kind      string
	Name      string // "" on the page of all
	Spellings []string
	Back      string // address that a change leads back to
	Undo      string // what would be taken back, "" if nothing
	ReadOnly  bool
}

const (
	shownPairs  = 50
	shownGroups = 200
)

func (s *Server) aliasForm(kind archive.AliasKind, name, back string) (*aliasForm, error) {
	undo, err := s.archive.LastAliasChange()
	return &aliasForm{Kind: aliasWord(kind), Name: name, Back: back, Undo: undo, ReadOnly: s.options.ReadOnly}, err
}

// readAliasKind reads which names an address or a form is about.
func readAliasKind(values url.Values) archive.AliasKind {
	if values.Get("kind") == aliasWord(archive.Events) {
		return archive.Events
	}
	return archive.Players
}

// aliases shows which spellings are one name, and which may be.
func (s *Server) aliases(w http.ResponseWriter, r *http.Request) {
	values := r.URL.Query()
	kind := readAliasKind(values)
	p := &aliasPage{Words: strings.TrimSpace(values.Get("words"))}
	f := s.frame(nil, "players", s.pages.words.say("aliases.title"), "")
	s.showAsked(w, r, "aliases.html", f, func(ctx context.Context, v *archive.View) (any, error) {
		form, err := s.aliasForm(kind, "", r.URL.RequestURI())
		if err != nil {
			return nil, err
		}
		p.aliasForm, p.Kinds = *form, nil
		for _, k := range []archive.AliasKind{archive.Players, archive.Events} {
			p.Kinds = append(p.Kinds, orderLink{aliasWord(k), "/aliases?" + url.Values{"kind": {aliasWord(k)}}.Encode(), k == kind})
		}
		if p.Groups, err = s.archive.Aliases(kind).Groups(p.Words); err != nil {
			return nil, err
		}
		if len(p.Groups) > shownGroups {
			p.More = len(p.Groups) - shownGroups
			p.Groups = p.Groups[:shownGroups]
		}
		points, limit := archive.SuggestPoints, shownPairs
		if values.Has("faint") {
			points = 1
		} else {
			p.Faint = "/aliases?" + url.Values{"kind": {aliasWord(kind)}, "faint": {"1"}}.Encode()
		}
		if values.Has("all") {
			limit = 0
		}
		found, err := v.SuggestAliases(ctx, kind, points, limit)
		if err != nil {
			return nil, err
		}
		p.Pairs, p.Total = found.Pairs, found.Total
		if len(p.Pairs) < p.Total {
			more := url.Values{"kind": {aliasWord(kind)}, "all": {"1"}}
			if values.Has("faint") {
				more.Set("faint", "1")
			}
			p.All = "/aliases?" + more.Encode()
		}
		return p, nil
	})
}

// changeAliases does what a form says about the spellings of names: makes several one,
// parts one from the others, or takes the last change back.
func (s *Server) changeAliases(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, &statusError{http.StatusBadRequest, "error.form"})
		return
	}
	form := r.PostForm
	of := s.archive.Aliases(readAliasKind(form))
	back := localAddress(form.Get("back"), "/aliases")
	var names []string
	for _, name := range form["name"] {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	var err error
	switch form.Get("do") {
	case "unite":
		_, err = of.Unite(uniteWords(names), names...)
		if err == nil && form.Get("to") != "" { // the page of the name that is left
			back = localAddress(form.Get("to"), back)
		}
	case "part":
		if len(names) == 0 {
			err = &statusError{http.StatusBadRequest, "error.form"}
			break
		}
		_, err = of.Remove(partWords(names[0], names[1:]), names[0], names[1:]...)
	case "undo":
		_, err = s.archive.UndoAliases()
	default:
		err = &statusError{http.StatusBadRequest, "error.form"}
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
}

// localAddress is an address of this server, or another one if it is not.
func localAddress(address, or string) string {
	// Browsers read "//" and "/\\" as the beginning of another server's.
	if !strings.HasPrefix(address, "/") || strings.HasPrefix(address[1:], "/") || strings.ContainsAny(address, "\\\r\n\t") {
		return or
	}
	return address
}
