package query_test

import (
	"encoding/json"
	"fmt"

	"kifudb/query"
)

func ExampleParse() {
	q, err := query.Parse(`"cho chikun" EV:honinbo date:1985..1999 -handicap>0`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(q)
	// Output: "cho chikun" event:honinbo date:1985..1999 -handicap:>0
}

// The options of a board term follow it; the normal form shows them all.
func ExampleParse_board() {
	q, err := query.Parse(`player:cho pat:NE3x3[...|.X.|..O] move:<=50 next:w`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(q)
	// Output: player:cho pat:"NE3x3[...|.X.|..O]" anchor:drawn move:<=50 next:w colors:fixed symmetry:on variations:on
}

func ExampleParse_error() {
	_, err := query.Parse("shusaku evnet:castle")
	fmt.Println(err)
	_, err = query.Parse("player:cho (date:1985 or")
	fmt.Println(err)
	// Output:
	// column 9: unknown field "evnet"; did you mean "event"?
	// column 25: the query ends here; expected a word, a field or a parenthesis
}

func ExampleQuery_MarshalJSON() {
	q, err := query.Parse("(player:cho,honi* or komi>=6.5) -pos:[Q16 D4]")
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(q)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))
	// Output: {"and":[{"or":[{"field":"player","values":["cho",{"prefix":"honi"}]},{"field":"komi","values":[{"atLeast":"6.5"}]}]},{"not":{"pos":"Q16 D4","move":"any","next":"any","colors":"fixed","symmetry":"on","variations":"on"}}]}
}
