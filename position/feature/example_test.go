package feature_test

import (
	"fmt"

	"kifudb/position/feature"
)

func ExampleKind_Word() {
	k := feature.Kind{Name: "ladder", Words: []feature.Word{{Name: "works"}, {Name: "fails", Also: []string{"逃げる", "doesn't work"}}}}
	fmt.Println(k.Word("Works"), k.Word("逃げる"), k.Word("doesnt-work"), k.Word("maybe"))
	// Output: 1 2 2 0
}
