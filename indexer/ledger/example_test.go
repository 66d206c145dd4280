package ledger_test

import (
	"fmt"
	"os"
	"time"

	"kifudb/indexer/ledger"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	db := ledger.Open(dir)
	run, err := db.Begin(ledger.Run{Started: time.Unix(1e9, 0), Paths: []string{"/games"}}, ledger.At{})
	if err != nil {
		fmt.Println(err)
	}
	err = db.Enter(&run, &ledger.Batch{Outcomes: []*ledger.Outcome{{Source: "/games/a.sgf", What: ledger.Read}}})
	if err != nil {
		fmt.Println(err)
	}
	for o, err := range db.Outcomes(run.Number) {
		fmt.Println(o.Source, o.What, err)
	}
	// Output:
	// /games/a.sgf read <nil>
}
