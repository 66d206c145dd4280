package report_test

import (
	"fmt"
	"os"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/paper/report"
	"kifudb/paper/text"
)

func ExampleDocument() {
	found := &ask.Report{Provenance: archive.Provenance{Query: "player:nobody", Of: 12}}
	d, err := report.Document(found, "Nobody")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := text.Write(os.Stdout, d); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Nobody
	// ======
	//
	// Found  0 games, of 12 records in the archive
	// Query  player:nobody
	//
	// Nothing like this in 12 records.
}
