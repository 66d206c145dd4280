package pages_test

import (
	"fmt"
	"hash/crc32"

	"kifudb/store/pages"
)

func ExampleGuard() {
	const shift = 3 // pages of 8 bytes
	data := []byte("a file of three pages...")
	var sums []uint32
	for at := 0; at < len(data); at += 1 << shift {
		sums = append(sums, crc32.ChecksumIEEE(data[at:][:1<<shift]))
	}
	data[10] = '?'
	guard := pages.New(len(data), shift, func(page int) bool {
		return crc32.ChecksumIEEE(data[page<<shift:][:1<<shift]) == sums[page]
	})
	fmt.Println(guard.Use(0, 8), guard.Use(6, 4), guard.Use(16, 2))
	// Output: true false true
}
