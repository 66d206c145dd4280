package format_test

import (
	"fmt"

	"kifudb/format"
	"kifudb/format/notations"
	"kifudb/format/unread"
	"kifudb/sgfread"
)

// A list of formats tells by its content in which one a file is.
func ExampleList_Recognise() {
	sgf := &format.Format{Name: "sgf", Recognise: func(h *format.Head) format.Certainty {
		if h.HasTree() {
			return format.Sure
		}
		return format.No
	}}
	list := append(format.List{sgf}, notations.Formats()...)
	list = append(list, unread.Formats()...)
	for _, file := range []struct{ path, text string }{
		{"a.sgf", "(;GM[1];B[pd])"},
		{"b.txt", "V2.2\nN+Ueno\nN-Shimoda\nPI\n+\n+7776FU\n"},
		{"c.txt", "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f 3c3d 0 32 2\n"},
		{"d.txt", "a letter\n"},
	} {
		f := list.Recognise(file.path, format.NewHead([]byte(file.text), int64(len(file.text))))
		switch {
		case f == nil:
			fmt.Println(file.path, "holds no records")
		case f == sgf:
			fmt.Println(file.path, "is SGF:", sgfread.SharedGames([]byte(file.text), nil).Count, "game")
		default:
			fmt.Println(file.path, "is in", f.Title+"; read:", f.Read())
		}
	}
	// Output:
	// a.sgf is SGF: 1 game
	// b.txt is in CSA; read: true
	// c.txt is in engine's book; read: false
	// d.txt holds no records
}
