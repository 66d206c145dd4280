package objectstest_test

import (
	"context"
	"errors"
	"fmt"

	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
)

func ExampleFaulty() {
	s := &objectstest.Faulty{
		Store:  objects.NewFolder("nowhere"),
		Choose: func(string, string) objectstest.Fault { return objectstest.Refused },
	}
	_, _, err := s.Get(context.Background(), "head", 0, -1)
	fmt.Println(errors.Is(err, objects.ErrTemporary), s.Count(objectstest.Refused))
	// Output: true 1
}
