package web

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"kifudb/internal/monitor"
)

// policy is what a browser may do on a page: run, draw and ask what comes from here,
// and nothing that stands in the page itself or elsewhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard lets those pass who may ask, and says with each answer what a browser may do
// with it.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		switch {
		case len(r.RequestURI) > maxURL:
			s.fail(w, r, &statusError{http.StatusRequestURITooLong, "error.long"})
		case !s.knownHost(r.Host):
			s.fail(w, r, &statusError{http.StatusMisdirectedRequest, "error.host"})
		case !sameOrigin(r):
			s.fail(w, r, &statusError{http.StatusForbidden, "error.origin"})
		case !s.admitted(w, r):
		case s.options.ReadOnly && changes(r):
			s.fail(w, r, &statusError{http.StatusForbidden, "error.readonly"})
		case isAdmins(r) && len(s.access) > 0 && whoAsks(r.Context()).Role < Admin:
			s.fail(w, r, &statusError{http.StatusForbidden, "error.admin"})
		default:
			r.Body = http.MaxBytesReader(w, r.Body, s.bodyLimit(r))
			next.ServeHTTP(w, r)
		}
	})
}

// assistantRoot is where assistants are answered. On a server for reading only they change nothing either.
const assistantRoot = "/mcp"

// onlyAsk are the addresses to which a question is sent that may be too long for an
// address. They change nothing.
var onlyAsk = []string{assistantRoot, apiRoot + "/board", apiRoot + "/follow", apiRoot + "/position", apiRoot + "/paste", apiRoot + "/trees", "/statistics/follow"}

// orExplorer hands the explorer of [Options] what is for it. Its addresses are those of lichess.org's, because many
// programs can change the host and no more. One of them is a page's as well, which has other parameters.
func (s *Server) orExplorer(next http.Handler) http.Handler {
	if s.options.Explorer == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, values := r.URL.Path, r.URL.Query()
		switch {
		case slices.Contains([]string{"/masters", "/lichess", "/master", "/personal"}, path), // the last two are old names
			strings.HasPrefix(path, "/masters/pgn/"), strings.HasPrefix(path, "/master/pgn/"),
			path == "/player" && values.Has("player") && values.Has("color"):
			monitor.Route(r, "explorer")
			s.options.Explorer.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// isRead reports whether requests of a method change nothing.
func isRead(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// knownHost reports whether the name that a browser knows this server by is its own.
// A name of somebody else's that leads to this machine would make his pages those of
// this server (DNS rebinding).
func (s *Server) knownHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || slices.Contains(s.options.Hosts, name) {
		return true
	}
	if address, err := netip.ParseAddr(name); err == nil && address.Unmap().IsLoopback() {
		return true
	}
	return s.options.Token != "" && slices.Contains(s.options.Hosts, "*")
}

// sameOrigin reports whether a request comes from a page of this server, or from no
// page at all. Other sites may link here, and nothing else.
func sameOrigin(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site") // which no page can make up
	if origin := r.Header.Get("Origin"); origin == "null" && site == "same-origin" {
		return true // a form of a page that sends no referrer
	} else if origin != "" {
		u, err := url.Parse(origin)
		return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
	}
	switch site {
	case "", "none", "same-origin":
		return true
	}
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// The names under which a token comes.
const (
	tokenCookie = "kifudb_token"
	tokenValue  = "token" // of an address, once
)

// admitted reports whether who asks knows the token, and otherwise answers itself. A
// browser is given the token in an address, once, and keeps it in a cookie that no
// script and no other site can use; programs send it as "Authorization: Bearer".
func (s *Server) admitted(w http.ResponseWriter, r *http.Request) bool {
	if s.options.Token == "" {
		return true
	}
	if whoAsks(r.Context()) != nil {
		return true
	}
	if given := r.URL.Query().Get(tokenValue); given != "" && isRead(r.Method) && s.has(given) != nil {
		http.SetCookie(w, &http.Cookie{
			Name: tokenCookie, Value: given, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
			MaxAge: 365 * 24 * 60 * 60,
		})
		u := *r.URL
		values := u.Query()
		values.Del(tokenValue)
		u.RawQuery = values.Encode()
		http.Redirect(w, r, u.RequestURI(), http.StatusSeeOther) // so that it stays in no history and no link
		return false
	}
	w.Header().Set("WWW-Authenticate", `Bearer realm="kifudb"`)
	s.fail(w, r, &statusError{http.StatusUnauthorized, "error.token"})
	return false
}
