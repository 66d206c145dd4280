package paper_test

import (
	"fmt"

	"kifudb/paper"
)

func ExampleSheetOf() {
	s, err := paper.SheetOf("A5", 1, nil)
	fmt.Println(s.Width, s.Height, err)
	_, err = paper.SheetOf("148 by 210", 1, nil)
	fmt.Println(err)
	// Output:
	// 148 210 <nil>
	// paper: there is no size "148 by 210"; expected one of A4, A5, B5, JB5, letter, or width and height as in 148x210
}
