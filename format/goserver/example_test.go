package goserver_test

import (
	"fmt"

	"kifudb/format/goserver"
)

func ExampleFormats() {
	for _, f := range goserver.Formats() {
		fmt.Print(f.Name, ":")
		for _, w := range f.Writers {
			fmt.Print(" ", w.Name)
		}
		fmt.Println()
	}
	// Output:
	// gib:
	// ngf:
	// ugf:
	// ogs:
	// katago-json:
}
