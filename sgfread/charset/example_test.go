package charset_test

import (
	"fmt"
	"io"
	"strings"

	"kifudb/sgfread/charset"
)

// A record that names its players in GB18030 and says nothing about it.
func Example() {
	tree := []byte("(;GM[1]PB[\xBF\xC2\xBD\xE0]PW[\xB5\xB3\xD2\xE3\xB7\xC9];B[pd])")
	guess := charset.Detect(tree, charset.Declared(tree), nil)
	fmt.Println(guess.Name, guess.Reason, guess.Confidence > 0.9)
	fmt.Printf("%s\n", charset.Decode(nil, tree, guess.Name))
	// Output:
	// gb18030 likely true
	// (;GM[1]PB[柯洁]PW[党毅飞];B[pd])
}

// The files of a folder help each other.
func ExamplePool() {
	folder := [][]byte{
		[]byte("(;PB[\xBF\xC2\xBD\xE0]PW[\xB5\xB3\xD2\xE3\xB7\xC9])"),
		[]byte("(;PB[\xB9\xC5\xC1\xA6]PW[\xB3\xA3\xEA\xBB])"),
		[]byte("(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA])"),
	}
	var pool charset.Pool
	for _, tree := range folder {
		pool.Add(tree)
	}
	for _, tree := range folder {
		guess := charset.Detect(tree, "", &pool)
		fmt.Printf("%s %s\n", guess.Name, charset.Decode(nil, tree, guess.Name))
	}
	// Output:
	// gb18030 (;PB[柯洁]PW[党毅飞])
	// gb18030 (;PB[古力]PW[常昊])
	// gb18030 (;PB[聂卫平]PW[马晓春])
}

// What a conversion by way of windows-1252 left of a name.
func ExampleDecode() {
	fmt.Printf("%s\n", charset.Decode(nil, []byte("\xE6\x9F\xAF\xE6\xB4?"), charset.UTF8))
	// Output: 柯�
}

func ExampleLookup() {
	for _, label := range []string{"GB2312", "x-sjis", "Latin-1", "KS_C_5601-1987"} {
		name, _ := charset.Lookup(label)
		fmt.Println(name)
	}
	// Output:
	// gb18030
	// shift_jis
	// windows-1252
	// euc-kr
}

func ExampleNewReader() {
	file := strings.NewReader("\xFE\xFF\x00(\x00;\x00P\x00B\x00[\x67\xEF\x6D\x01\x00]\x00)")
	r, name := charset.NewReader(file)
	text, _ := io.ReadAll(r)
	fmt.Printf("%s %s\n", name, text)
	// Output: utf-16be (;PB[柯洁])
}
