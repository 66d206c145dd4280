package typeface_test

import (
	"fmt"

	"kifudb/paper/typeface"
)

// The built-in font has Latin, Greek and Cyrillic letters.
func Example() {
	fonts, err := typeface.NewSet(nil, "en", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer fonts.Close()
	for _, r := range "Go 囲" {
		g := fonts.Glyph(r, false)
		fmt.Printf("%c %d %v\n", r, g.Width, g.Missing)
	}
	name, _ := fonts.Faces()[0].Write()
	fmt.Println(len(name))
	// Output:
	// G 778 false
	// o 556 false
	//   278 false
	// 囲 600 true
	// 16
}
