package export_test

import (
	"fmt"
	"io"
	"strings"

	"kifudb/archive/export"
)

func Example() {
	format, err := export.RecordFormatNamed("csa", 0)
	if err != nil {
		fmt.Println(err)
	}
	var text strings.Builder
	written, err := export.WriteAs(&text, format, func(w io.Writer) error {
		_, err := io.WriteString(w, "(;GM[8]PB[Ann]PW[Ben];B[7g7f](;W[3c3d])(;W[8c8d]))")
		return err
	})
	if err != nil {
		fmt.Println(err)
	}
	lines := strings.Split(text.String(), "\n")
	fmt.Println(lines[0], "and", len(lines)-1, "lines more")
	for _, loss := range written.Losses {
		fmt.Println("lost:", loss.What)
	}
	// Output:
	// 'CSA encoding=UTF-8 and 16 lines more
	// lost: variations
}
