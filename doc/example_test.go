package doc_test

import (
	"fmt"
	"strings"

	"kifudb/doc"
)

func Example() {
	d := doc.Find(doc.Documents(), "othello")
	text, _, _ := strings.Cut(d.Terminal(40), "\n\n")
	fmt.Println(d.Name, text)
	fmt.Println(len(doc.Search(doc.Documents(), "transpositions WTHOR")) < len(doc.Search(doc.Documents(), "WTHOR")))
	// Output:
	// OTHELLO.md OTHELLO
	// true
}
