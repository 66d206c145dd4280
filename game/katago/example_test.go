package katago_test

import (
	"fmt"

	"kifudb/game/katago"
	"kifudb/position"
)

func Example() {
	q := katago.Query{ID: "a", Size: position.Square(9), Rules: "chinese", Moves: []position.Move{{Color: position.Black, Point: position.At(4, 4)}}}
	fmt.Printf("%s", q.Line())
	_, r, _, err := katago.Read([]byte(`{"id":"a","turnNumber":1,"moveInfos":[{"move":"C5","order":0}],"rootInfo":{"winrate":0.25,"visits":100}}`))
	fmt.Println(r.Turn, r.Best, *katago.BlackChance(r.Chance, katago.Mover, q.ToMove(r.Turn)), err)
	// Output:
	// {"boardXSize":9,"boardYSize":9,"id":"a","moves":[["B","E5"]],"rules":"chinese"}
	// 1 [C5] 0.75 <nil>
}
