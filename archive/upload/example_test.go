package upload_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"kifudb/archive/upload"
)

func ExampleNew() {
	folder, err := os.MkdirTemp("", "uploads")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	u, err := upload.New(folder, upload.Limits{Files: 10, Bytes: 1 << 20})
	if err != nil {
		log.Fatal(err)
	}
	received, err := u.Add("../../games/con.sgf", strings.NewReader("(;)"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(received.Path, received.Bytes)
	dir, err := u.Settle()
	if err != nil {
		log.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, received.Path))
	fmt.Println(string(data), err)
	// Output:
	// games/_con.sgf 3
	// (;) <nil>
}
