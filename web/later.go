package web

import (
	"bufio"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"runtime/debug"
	"time"

	"kifudb/archive"
)

// A later is the part of a page that takes time to make.
type later struct {
	flush func()        // sends what comes before it
	done  chan struct{} // is closed when what follows is there
	put   func(late bool) int
	err   error
}

// Wait sends a page as far as it is there, and waits for the rest. Templates call it between the two.
func (f *frame) Wait() (string, error) {
	if f.later == nil {
		return "", nil
	}
	f.later.flush()
	<-f.later.done
	if f.later.err == nil {
		f.later.put(true)
	}
	return "", f.later.err
}

// showSoon shows a page whose body takes time: as [Server.show] does if that is a moment, and otherwise its
// head and its beginning at once, and the body behind them when it is there. Fill makes the body, and returns
// a function that puts it into the frame and returns the status of the answer. If late is set the head has
// been sent, with status 200: the body then has to say what else is wrong. Fill must not change what the
// beginning shows.
//
// A page that was sent in two parts has no ETag, and browsers do not keep it. If its body fails, the page
// ends with what went wrong.
func (s *Server) showSoon(w http.ResponseWriter, r *http.Request, name string, f *frame, fill func(context.Context) (put func(late bool) int, err error)) {
	l := &later{done: make(chan struct{})}
	go func() {
		defer close(l.done)
		defer func() { // net/http catches what panics in its own goroutines only
			if v := recover(); v != nil {
				l.err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			}
		}()
		l.put, l.err = fill(r.Context())
	}()
	var impatient <-chan time.Time
	if r.Method == http.MethodGet {
		timer := time.NewTimer(s.options.Patience)
		defer timer.Stop()
		impatient = timer.C
	}
	select {
	case <-l.done:
		if l.err != nil {
			s.fail(w, r, l.err)
			return
		}
		status := l.put(false)
		s.show(w, r, status, name, f)
		return
	case <-impatient:
	}
	page := bufio.NewWriter(w)
	l.flush = func() {
		_ = page.Flush() // the client may have gone, which the request's context tells the body
		_ = http.NewResponseController(w).Flush()
	}
	f.later, f.Address, f.Said = l, r.URL.RequestURI(), s.said(w, r)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Add("Vary", "Accept-Language, Cookie")
	err := s.pages.templates[name].ExecuteTemplate(page, "base.html", f)
	<-l.done
	if err != nil {
		text := s.pages.words.say("error.inside")
		if l.err != nil {
			err, text = l.err, s.sayError(l.err)
		}
		if r.Context().Err() == nil { // otherwise nobody is there to read it
			s.log.ErrorContext(r.Context(), "page", "name", name, "address", r.URL.Path, "error", err)
		}
		fmt.Fprintf(page, "<p class=\"notice partial\" role=\"alert\">%s</p></main></body></html>\n", template.HTMLEscapeString(text))
	}
	l.flush()
}

// showAsked shows a page soon whose body is the answer to a question.
func (s *Server) showAsked(w http.ResponseWriter, r *http.Request, name string, f *frame, do func(context.Context, *archive.View) (any, error)) {
	s.showSoon(w, r, name, f, func(ctx context.Context) (func(bool) int, error) {
		var body any
		games := 0
		err := s.ask(ctx, func(ctx context.Context, v *archive.View) (err error) {
			games = v.Len()
			body, err = do(ctx, v)
			return err
		})
		return func(bool) int {
			f.Games, f.Body = games, body
			return http.StatusOK
		}, err
	})
}
