package charset_test

import (
	"strings"
	"testing"

	"kifudb/sgfread/charset"
)

// moves fills a record up to the usual length.
var moves = strings.Repeat(";B[pd];W[dd];B[pq];W[dq];B[fc]", 45)

func benchmarkDetect(b *testing.B, tree string) {
	raw := []byte(tree)
	charset.Detect(raw, "", nil) // builds the tables
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		charset.Detect(raw, "", nil)
	}
}

func BenchmarkDetect(b *testing.B) {
	b.Run("ascii", func(b *testing.B) { benchmarkDetect(b, "(;PB[Go Seigen]PW[Honinbo Shusai]"+moves+")") })
	b.Run("utf-8", func(b *testing.B) { benchmarkDetect(b, "(;PB[柯洁]PW[申真谞]"+moves+")") })
	for _, enc := range []string{"gb18030", "euc-kr", "shift_jis", "windows-1252", "windows-1251"} {
		for _, l := range languages {
			for _, e := range l.encodings {
				if e == enc {
					for _, kind := range []string{"names", "comment"} {
						raw := mustEncode(l.records(kind)[0], enc)
						b.Run(enc+"/"+kind, func(b *testing.B) { benchmarkDetect(b, strings.TrimSuffix(raw, ")")+moves+")") })
					}
				}
			}
		}
	}
}

func BenchmarkPoolAdd(b *testing.B) {
	raw := []byte(mustEncode("(;PB[柯洁]PW[党毅飞]"+moves+")", "gb18030"))
	var pool charset.Pool
	pool.Add(raw)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		pool.Add(raw)
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, name := range []string{"utf-8", "gb18030", "shift_jis", "windows-1252"} {
		text := "羽根直樹 中押し勝"
		switch name {
		case "windows-1252":
			text = "André Müller"
		case "gb18030":
			text = "柯洁九段 中盘胜"
		}
		raw := []byte(text)
		if name != "utf-8" {
			raw = []byte(mustEncode(text, name))
		}
		b.Run(name, func(b *testing.B) {
			var dst []byte
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				dst = charset.Decode(dst[:0], raw, name)
			}
		})
	}
}
