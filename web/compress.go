package web

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// compressed sends answers compressed to those who can read that: pages and JSON are a
// fifth as long then. Lines of an answer that grows are still sent one by one.
//
// An answer's length tells something about what is in it, and where a secret and what a
// stranger chooses stand in one answer, the secret can be found out by its length
// (BREACH). No answer has a secret in it: the token is in a cookie and never in a page,
// and forms are guarded by where they come from, not by a hidden value. Other sites
// cannot have pages asked for but by leading somebody there.
func compressed(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1000), gzhttp.EnableZstd(false))
	if err != nil {
		return nil, err
	}
	return wrap(next), nil
}
