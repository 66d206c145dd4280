package html_test

import (
	"fmt"
	"strings"

	"kifudb/paper"
	"kifudb/paper/html"
)

// What a text says is never markup.
func Example() {
	d := &paper.Document{Title: "A game", Language: paper.English, Parts: func(yield func(*paper.Part, error) bool) {
		yield(&paper.Part{Anchor: "1", Blocks: []paper.Block{&paper.Paragraph{Lead: "27", Text: "A <b>bold</b> move."}}}, nil)
	}}
	var page strings.Builder
	if err := html.Write(&page, d, paper.Sheet{Width: 148, Height: 210, Margin: 15, FontSize: 10}); err != nil {
		fmt.Println(err)
		return
	}
	_, body, _ := strings.Cut(page.String(), "<main>\n")
	fmt.Print(body[:strings.Index(body, "</main>")])
	// Output:
	// <section class="part" id="p-1">
	// <p><b>27</b> A &lt;b&gt;bold&lt;/b&gt; move.</p>
	// </section>
}
