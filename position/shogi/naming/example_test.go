package naming_test

import (
	"fmt"

	"kifudb/position/shogi"
	"kifudb/position/shogi/naming"
)

func ExampleGiven() {
	start, err := shogi.ParseSFEN("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(naming.Given(start), "pieces,", naming.New(start).Handicap())
	// Output:
	// 2 pieces, 二枚落ち 2P
}
