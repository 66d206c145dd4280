package testdata_test

import (
	"fmt"
	"io/fs"

	"kifudb/game/record"
	"kifudb/testdata"
)

func ExampleCollection() {
	text, err := fs.ReadFile(testdata.Collection(), "classical/1846-ear-reddening.sgf")
	if err != nil {
		fmt.Println(err)
	}
	records, err := record.Read(text, nil)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(records), records[0].Script.Moves())
	// Output:
	// 1 325
}
