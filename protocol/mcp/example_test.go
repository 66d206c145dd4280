package mcp_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"kifudb/archive"
	"kifudb/protocol/mcp"
)

// An assistant may ask about an archive in one process with it.
func Example() {
	dir, err := os.MkdirTemp("", "kifudb")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	server := mcp.New(mcp.Options{Ask: func(do func(*archive.Views) error) error {
		return a.Ask(func(v *archive.View) error { return do(v.Views) })
	}})
	asked := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"me","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"explain_query","arguments":{"query":"player:shusaku"}}}
`)
	var answers strings.Builder
	if err := server.Run(context.Background(), asked, &answers); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(answers.String(), "player:shusaku: 0 of 0 games match."))
	// Output: true
}
