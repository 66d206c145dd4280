package web

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"kifudb/archive"
)

// A flash is what a form has done, said once on the page that is shown next.
type flash struct {
	Key  string   `json:"k"` // of its words
	Args []string `json:"a,omitempty"`
	N    int      `json:"n"`           // for words that count
	Undo string   `json:"u,omitempty"` // names what takes it back
}

// flashCookie carries a flash from a form's answer to the next page, and nothing more:
// it is no place for secrets, and what it says is text.
const flashCookie = "kifudb_said"

// maxFlash bounds what browsers are given to keep.
const maxFlash = 2000

// done leads from a form back to the page it is on, which says what was done.
func (s *Server) done(w http.ResponseWriter, r *http.Request, back string, say flash) {
	data, err := json.Marshal(say)
	if err == nil && len(data) < maxFlash {
		http.SetCookie(w, &http.Cookie{
			Name: flashCookie, Value: base64.RawURLEncoding.EncodeToString(data), Path: "/", HttpOnly: true,
			SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil, MaxAge: 60,
		})
	}
	http.Redirect(w, r, localAddress(back, "/"), http.StatusSeeOther)
}

// said returns what is to be said on a page, and takes it from the browser.
func (s *Server) said(w http.ResponseWriter, r *http.Request) *saidLine {
	c, err := r.Cookie(flashCookie)
	if err != nil {
		return nil
	}
	http.SetCookie(w, &http.Cookie{Name: flashCookie, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	data, err := base64.RawURLEncoding.DecodeString(c.Value)
	var say flash
	if err != nil || json.Unmarshal(data, &say) != nil || !strings.HasPrefix(say.Key, "said.") {
		return nil
	}
	args := make([]any, len(say.Args))
	for i, a := range say.Args {
		args[i] = a
	}
	return &saidLine{s.pages.words.count(say.Key, say.N, args...), say.Undo}
}

// A saidLine is a flash in words.
type saidLine struct{ Text, Undo string }

// maxUndos is how many changes can be taken back, the last ones.
const maxUndos = 50

// undos are how the last changes are taken back.
type undos struct {
	mu   sync.Mutex // protects what follows
	list []undoing
}

type undoing struct {
	name string
	undo func(*archive.View) error
}

// add keeps how a change is taken back and returns the name of that.
func (u *undos) add(undo func(*archive.View) error) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	name := rand.Text()
	u.list = append(u.list, undoing{name, undo})
	u.list = u.list[max(0, len(u.list)-maxUndos):]
	return name
}

// take returns what takes a change back, once.
func (u *undos) take(name string) (func(*archive.View) error, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for i, one := range u.list {
		if one.name == name {
			u.list = append(u.list[:i:i], u.list[i+1:]...)
			return one.undo, true
		}
	}
	return nil, false
}

// undoForm takes a change back.
func (s *Server) undoForm(w http.ResponseWriter, r *http.Request) {
	s.form(w, r, func(v *archive.View, f fields) (flash, error) {
		undo, ok := s.undos.take(f.get("undo"))
		if !ok {
			return flash{}, &statusError{http.StatusGone, "error.undo"}
		}
		return flash{Key: "said.undone"}, undo(v)
	})
}

// fields are what a form sends.
type fields map[string][]string

func (f fields) get(name string) string {
	if list := f[name]; len(list) > 0 {
		return strings.TrimSpace(list[0])
	}
	return ""
}

// form reads a form, does with a view of the archive what it asks for, and leads back
// to the page it is on, which says what was done.
func (s *Server) form(w http.ResponseWriter, r *http.Request, do func(*archive.View, fields) (flash, error)) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, errForm)
		return
	}
	var say flash
	err := s.once(r.Context(), func(_ context.Context, v *archive.View) (err error) {
		say, err = do(v, fields(r.PostForm))
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.done(w, r, r.PostForm.Get("back"), say)
}
