package tex_test

import (
	"bytes"
	"fmt"
	"strings"

	"kifudb/paper"
	"kifudb/paper/tex"
)

func Example() {
	d := &paper.Document{Title: "A game", Language: paper.English, Parts: func(yield func(*paper.Part, error) bool) {
		yield(&paper.Part{Anchor: "1", Blocks: []paper.Block{&paper.Paragraph{Lead: "27", Text: "100% of the moves \\are good."}}}, nil)
	}}
	var file bytes.Buffer
	if err := tex.Write(&file, d, paper.Sheet{}); err != nil {
		fmt.Println(err)
		return
	}
	for row := range strings.Lines(file.String()) {
		if strings.HasPrefix(row, "% Compile") || strings.Contains(row, "moves") {
			fmt.Print(row)
		}
	}
	// Output:
	// % Compile with: pdflatex, twice, so that numbers of pages are right.
	// \textbf{27} 100\% of the moves \textbackslash{}are good.\par
}
