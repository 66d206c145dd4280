package run

import (
	"errors"
	"strings"
	"testing"

	"kifudb/archive"
)

// A part of a request that cannot be understood is named by its flag. The query has none.
func TestSayErrorNamesFlags(t *testing.T) {
	for part, want := range map[string]string{
		"region": "kifudb: --region: it is too large",
		"query":  "kifudb: it is too large",
		"":       "kifudb: it is too large",
	} {
		var said strings.Builder
		SayError(&said, &archive.RequestError{Part: part, Err: errors.New("it is too large")}, false)
		if line, _, _ := strings.Cut(said.String(), "\n"); line != want {
			t.Errorf("%q: got %q, want %q", part, line, want)
		}
	}
}
