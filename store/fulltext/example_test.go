package fulltext_test

import (
	"fmt"
	"log"

	"kifudb/store/fulltext"
)

func ExampleMatcher_Spans() {
	m, err := fulltext.Query{Text: "honinbo"}.Matcher()
	if err != nil {
		log.Fatal(err)
	}
	text := "Hon'inbō Shūsaku"
	for _, span := range m.Spans(text) {
		fmt.Println(text[span[0]:span[1]])
	}
	// Output: Hon'inbō
}
