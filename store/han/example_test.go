package han_test

import (
	"fmt"

	"kifudb/store/han"
)

func ExampleForm() {
	fmt.Println(han.Form('國') == han.Form('国'), han.Form('澤') == han.Form('沢'), han.Form('高') == han.Form('髙'))
	// Output: true true false
}
