package user_test

import (
	"fmt"
	"os"

	"kifudb/book/user"
	"kifudb/store"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	db := user.Open(dir)
	if _, err := db.AddTag("joseki", []user.Game{{ID: 7}, {ID: 12}}); err != nil {
		fmt.Println(err)
	}
	games, err := db.Tagged("joseki", false)
	fmt.Println(games, err)
	fmt.Println(db.TagsOf(store.GameID(7)))
	// Output:
	// {7,12} <nil>
	// [joseki] <nil>
}
