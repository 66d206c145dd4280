package web

import (
	"net/http"
	"slices"

	"golang.org/x/text/language"
)

// A languageName is a language of the pages with the name that it has for itself.
type languageName struct{ Tag, Name string }

// languages are those of the pages. The first is for those who want none of them, and
// says what another does not.
var languages = []languageName{{"en", "English"}, {"zh", "中文"}, {"ja", "日本語"}}

// languageCookie keeps the language that was chosen in the footer.
const languageCookie = "kifudb_language"

// inAllLanguages serves all pages in the language of whoever asks: the one that was
// chosen, or else the one that the browser asks for. Each has a server of its own,
// with other words and the same archive, lanes and log.
func (s *Server) inAllLanguages() (http.Handler, error) {
	var handlers, readers []http.Handler
	var tags []language.Tag
	for _, l := range slices.Backward(languages) { // s itself ends up with the first
		var err error
		if s.pages, err = newPages(l.Tag); err != nil {
			return nil, err
		}
		one := *s
		handlers = append(handlers, one.inOneLanguage())
		if len(s.access) > 0 {
			reading := *s
			reading.options.ReadOnly = true
			if s.options.AssistantWrites {
				reading.options.Assistant = s.options.AssistantReads
			}
			readers = append(readers, reading.inOneLanguage())
		}
		tags = append(tags, language.Make(l.Tag))
	}
	slices.Reverse(handlers)
	slices.Reverse(readers)
	slices.Reverse(tags)
	matcher := language.NewMatcher(tags)
	return compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var chosen string
		if c, err := r.Cookie(languageCookie); err == nil {
			chosen = c.Value
		}
		_, i := language.MatchStrings(matcher, chosen, r.Header.Get("Accept-Language"))
		r = s.known(r)
		if who := whoAsks(r.Context()); who != nil && who.Role == Reader {
			readers[i].ServeHTTP(w, r)
			return
		}
		handlers[i].ServeHTTP(w, r)
	}))
}

// inOneLanguage returns what answers in the language of the server.
func (s *Server) inOneLanguage() http.Handler {
	return s.audited(s.guard(s.drained(s.limited(s.forStrangers(s.routes())))))
}

// chooseLanguage keeps a language for this browser and leads back to the page.
func (s *Server) chooseLanguage(w http.ResponseWriter, r *http.Request) {
	to, back := r.URL.Query().Get("to"), r.URL.Query().Get("back")
	if !slices.ContainsFunc(languages, func(l languageName) bool { return l.Tag == to }) {
		s.fail(w, r, errNoPage)
		return
	}
	back = localAddress(back, "/")
	http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: to, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil, MaxAge: 365 * 24 * 60 * 60})
	http.Redirect(w, r, back, http.StatusSeeOther)
}
