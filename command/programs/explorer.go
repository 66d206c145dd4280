package programs

import (
	"log/slog"
	"net/http"

	"kifudb/archive"
	"kifudb/protocol/lichess"
)

// ExplorerHandler answers programs that know the opening explorer of lichess.org.
func ExplorerHandler(a *archive.Archive, log *slog.Logger) http.Handler {
	return lichess.New(lichess.Options{
		Ask: func(do func(*archive.Views) error) error {
			return a.Ask(func(v *archive.View) error { return do(v.Views) })
		},
		Log: log,
	}).Handler()
}
