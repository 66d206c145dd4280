package alias_test

import (
	"errors"
	"fmt"

	"kifudb/book/alias"
)

func ExampleTable() {
	t := alias.NewTable(alias.Players, nil)
	if _, _, err := t.Add("Shusaku", "Kuwahara Shusaku", "本因坊秀策"); err != nil {
		fmt.Println(err)
	}
	name, err := alias.Players.Spelling("kuwahara shūsaku 4p")
	if err != nil {
		fmt.Println(err)
	}
	if g, ok := t.Find(name); ok {
		fmt.Println(g.Name(), g.Spellings)
	}
	_, err = t.Remove("Shuwa")
	fmt.Println(errors.Is(err, alias.ErrUnknown))
	// Output:
	// Shusaku [Shusaku Kuwahara Shusaku 本因坊秀策]
	// true
}
