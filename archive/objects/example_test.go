package objects_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"kifudb/archive/objects"
)

// Of all who make an object, one is the first.
func ExampleStore() {
	dir, err := os.MkdirTemp("", "objects")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	s := objects.Retry(objects.NewFolder(dir), nil)
	for _, who := range []string{"Shusaku", "Shuwa"} {
		_, err := s.PutIfAbsent(ctx, "commits/0000000001", objects.Text([]byte(who)))
		fmt.Println(who, errors.Is(err, objects.ErrExists))
	}
	text, _, err := objects.ReadAll(ctx, s, "commits/0000000001", 1<<20)
	fmt.Println(string(text), err)
	// Output:
	// Shusaku false
	// Shuwa true
	// Shusaku <nil>
}
