package filename_test

import (
	"fmt"
	"strings"

	"kifudb/archive/filename"
)

func Example() {
	template, err := filename.Parse("{event}/{black} - {white}")
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(template.Fields)
	names := filename.Names{}
	for _, values := range [][]string{{"Final 1/2", "Ann", "Ben"}, {"Final 1/2", "Ann", "BEN"}} {
		path := template.Path(values, "game")
		folder, name := path[:len(path)-1], path[len(path)-1]
		fmt.Println(strings.Join(folder, "/"), names.Unique(folder, name, ".sgf"))
	}
	// Output:
	// [event black white]
	// Final 1_2 Ann - Ben
	// Final 1_2 Ann - BEN (2)
}
