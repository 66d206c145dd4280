package bench_test

import (
	"bytes"
	"fmt"

	"kifudb/bench"
)

// A game is made of a seed and a number, always the same one.
func ExampleGame() {
	record := bench.Game(1, 4)
	fmt.Printf("%s\n", record[:135])
	// Output:
	// (;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Wang Yuki]PW[Sun 민수]BR[1p]WR[9p]DT[2015-08-19]KM[6.5]RE[B+R]ID[4];B[pc];W[pp];B[cq];W[dd];B[cc];W[dc]
}

// A collection to import: one record to a line.
func ExampleWrite() {
	var collection bytes.Buffer
	if err := bench.Write(&collection, 1, 100); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Count(collection.Bytes(), []byte("\n")), "games")
	// Output: 100 games
}
