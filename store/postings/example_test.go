package postings_test

import (
	"fmt"

	"kifudb/store/postings"
)

func Example() {
	var b postings.Builder
	b.Add(0, postings.KeysOf(0x1111_2222_3333_4444, 0xAAAA_BBBB_CCCC_DDDD))
	b.Add(5, postings.KeysOf(0xAAAA_BBBB_CCCC_DDDD))
	data, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	index, err := postings.Open(data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(index.Lookup(nil, 0xAAAA_BBBB_CCCC_DDDD))
	fmt.Println(index.Lookup(nil, 0x5555_6666_7777_8888))
	// Output:
	// [0 5]
	// []
}
