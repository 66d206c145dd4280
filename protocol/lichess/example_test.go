package lichess_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"kifudb/archive"
	"kifudb/protocol/lichess"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(file, []byte("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. a3 e5 1-0\n"), 0o666); err != nil {
		fmt.Println(err)
	}
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		fmt.Println(err)
	}
	defer a.Close()
	s := lichess.New(lichess.Options{Ask: func(do func(*archive.Views) error) error {
		return a.Ask(func(v *archive.View) error { return do(v.Views) })
	}})
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/masters", nil))
	fmt.Print(w.Body)
	// Output:
	// {"white":0,"draws":0,"black":0,"moves":[],"topGames":[],"opening":null}
}
