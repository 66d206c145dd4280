package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"kifudb/archive"
	"kifudb/web"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "game.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[19]PB[Ann]PW[Ben];B[pd];W[dp];B[pq])"), 0o666); err != nil {
		fmt.Println(err)
	}
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		fmt.Println(err)
	}
	defer a.Close()
	if _, err := a.Import(context.Background(), &archive.Import{Paths: []string{file}}); err != nil {
		fmt.Println(err)
	}
	server, err := web.New(a, &web.Options{ReadOnly: true})
	if err != nil {
		fmt.Println(err)
	}
	answer := httptest.NewRecorder()
	server.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "http://localhost/?q=pos:%22Q16+D4%22", nil))
	fmt.Println(answer.Code, strings.Contains(answer.Body.String(), "Q3"))
	// Output: 200 true
}
