package pdf_test

import (
	"bytes"
	"fmt"

	"kifudb/paper"
	"kifudb/paper/pdf"
)

func Example() {
	d := &paper.Document{Title: "A game", Language: paper.English, Parts: func(yield func(*paper.Part, error) bool) {
		yield(&paper.Part{Anchor: "1", Blocks: []paper.Block{&paper.Paragraph{Lead: "27", Text: "The ear-reddening move."}}}, nil)
	}}
	sheet, err := paper.SheetOf("A5", 1, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	report, err := pdf.Write(&file, d, sheet)
	fmt.Printf("%.8s, %d page, %d missing characters, %v\n", file.String(), report.Pages, report.Missing, err)
	// Output: %PDF-1.7, 1 page, 0 missing characters, <nil>
}
