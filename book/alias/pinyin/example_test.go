package pinyin_test

import (
	"fmt"

	"kifudb/book/alias/pinyin"
)

func ExampleReads() {
	fmt.Println(pinyin.Reads('单', "dan"), pinyin.Reads('单', "shan"), pinyin.Reads('单', "ke"))
	// Output: true true false
}
