package enginetest_test

import (
	"fmt"
	"os"
	"strings"

	"kifudb/archive/engine/enginetest"
)

func Example() {
	in := strings.NewReader(`{"id":"a","boardXSize":9,"boardYSize":9,"rules":"chinese","moves":[["B","E5"]]}`)
	status := enginetest.Main([]string{"-view", "black"}, in, os.Stdout, os.Stderr)
	fmt.Println(status)
	// Output:
	// {"id":"a","turnNumber":1,"isDuringSearch":false,"moveInfos":[{"move":"D8","order":0}],"rootInfo":{"winrate":0.1493,"scoreLead":-17.4,"visits":10,"currentPlayer":"W"}}
	// 0
}
