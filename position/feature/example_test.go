package feature_test

import (
	"fmt"

	"kifudb/position/feature"
)

func ExampleKind_Word() {
	k := feature.Kind{Name: "ladder", Words: []feature.Word{{Name: "works"}, {Name: "fails", Also: []string{"逃げる"}}}}
	fmt.Println(k.Word("Works"), k.Word("逃げる"), k.Word("maybe"))
	// Output: 1 2 0
}
