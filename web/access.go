package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"
)

// A Role says what somebody may do who has a token. Each may do what the one before may.
type Role uint8

// The roles.
const (
	Reader Role = iota + 1 // looks and asks, as on a server that is for reading only
	Writer                 // changes tags, notes, names, saved searches and decisions, and uploads files
	Admin                  // does everything
)

var roleNames = [...]string{Reader: "reader", Writer: "writer", Admin: "admin"}

// String returns the word for a role.
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return ""
}

// ParseRole reads the word for a role.
func ParseRole(text string) (Role, bool) {
	i := slices.Index(roleNames[:], text)
	return Role(max(i, 0)), i > 0
}

// An Access is somebody who may ask a server: the name is for the log.
type Access struct {
	Name  string
	Role  Role
	Token string
}

// nobody is who asks a server without tokens: this machine.
var nobody = &Access{Name: "local", Role: Admin}

// writersPages are the pages, and operations of the API, by which a [Writer] may make changes, with all below them. What
// is not here is for an [Admin]: work on the whole archive or with files of this machine, and the jobs of others.
var writersPages = []string{"/tags", "/notes", "/saved", "/undo", "/decisions", "/aliases", "/uploads", "/drill", "/archive/duplicates", "/archive/upload"}

// isAdmins reports whether a request needs an [Admin].
func isAdmins(r *http.Request) bool {
	path := strings.TrimPrefix(r.URL.Path, apiRoot)
	return changes(r) && !slices.ContainsFunc(writersPages, func(page string) bool {
		return path == page || strings.HasPrefix(path, page+"/")
	})
}

// changes reports whether a request may change something.
func changes(r *http.Request) bool { return !isRead(r.Method) && !slices.Contains(onlyAsk, r.URL.Path) }

type accessKey struct{}

// whoAsks returns who sent a request, nil if it is nobody who may ask.
func whoAsks(ctx context.Context) *Access {
	who, _ := ctx.Value(accessKey{}).(*Access)
	return who
}

// has returns who has a token, nil for nobody. It takes a time that tells nothing, neither of the token's length.
func (s *Server) has(given string) (who *Access) {
	a := sha256.Sum256([]byte(given))
	for i := range s.access {
		b := sha256.Sum256([]byte(s.access[i].Token))
		if subtle.ConstantTimeCompare(a[:], b[:]) == 1 {
			who = &s.access[i]
		}
	}
	return who
}

// known notes who sends a request.
func (s *Server) known(r *http.Request) *http.Request {
	who := s.sender(r)
	if who == nil {
		return r
	}
	return r.WithContext(context.WithValue(r.Context(), accessKey{}, who))
}

func (s *Server) sender(r *http.Request) *Access {
	if len(s.access) == 0 {
		return nobody
	}
	if given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		if client := s.has(given); client != nil {
			return client
		}
	}
	if c, err := r.Cookie(tokenCookie); err == nil {
		return s.has(c.Value)
	}
	return nil
}

// mostTold is how many bytes of a request the log tells.
const mostTold = 300

// audited logs each change, also one that was refused: who made it, what it was, and how it ended.
func (s *Server) audited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := whoAsks(r.Context())
		if who == nil || !changes(r) && !(r.URL.Path == assistantRoot && !isRead(r.Method) && !s.options.ReadOnly && s.options.AssistantWrites) {
			next.ServeHTTP(w, r)
			return
		}
		body := &toldBody{ReadCloser: r.Body}
		r.Body = body
		out := &auditWriter{ResponseWriter: w}
		began := time.Now()
		defer func() {
			told := ""
			switch kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind {
			case "application/json", "application/x-www-form-urlencoded":
				told = strings.ToValidUTF8(body.told.String(), "�")
			}
			s.log.InfoContext(r.Context(), "change", "who", who.Name, "role", who.Role.String(), "method", r.Method, "address", r.URL.Path,
				"body", told, "status", out.status, "ms", time.Since(began).Milliseconds())
		}()
		next.ServeHTTP(out, r)
	})
}

// A toldBody keeps the beginning of what is read.
type toldBody struct {
	io.ReadCloser
	told bytes.Buffer
}

func (b *toldBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.told.Write(p[:min(n, mostTold-b.told.Len())])
	return n, err
}

// An auditWriter notes the status of an answer.
type auditWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements [http.ResponseWriter].
func (w *auditWriter) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *auditWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap is for [http.ResponseController].
func (w *auditWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
