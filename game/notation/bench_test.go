package notation

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/position/shogi"
)

// benchmarkRecord is a game of some 300 moves with variations, from a fixed seed.
func benchmarkRecord() *Record {
	return randomRecord(rand.New(rand.NewPCG(1, 1)), shogi.New(), 300)
}

func BenchmarkConvert(b *testing.B) {
	for name, to := range map[string]Format{
		"packed Western":   {Width: 72},
		"Japanese columns": {Notation: Japanese, Numbers: Pairs},
	} {
		b.Run(name, func(b *testing.B) {
			var text bytes.Buffer
			from := Format{Notation: Japanese, Numbers: Single, Width: 72}
			if err := Write(&text, benchmarkRecord(), from, nil); err != nil {
				b.Fatal(err)
			}
			in := strings.Replace(text.String(), "\n", "\n"+to.Output()+"\n", 1)
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				if n, err := Convert(io.Discard, strings.NewReader(in), nil); n > 0 || err != nil {
					b.Fatal(n, err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	var commands, csa, usi bytes.Buffer
	r := benchmarkRecord()
	for _, err := range []error{Write(&commands, r, Format{Width: 72}, nil), WriteCSA(&csa, r, nil), WriteUSI(&usi, r, nil)} {
		if err != nil {
			b.Fatal(err)
		}
	}
	for _, bench := range []struct {
		name string
		text []byte
		read func([]byte, *ReadOptions) []*Record
	}{{"commands", commands.Bytes(), Read}, {"csa", csa.Bytes(), ReadCSA}, {"usi", usi.Bytes(), ReadUSI}} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				if records := bench.read(bench.text, nil); len(records) != 1 {
					b.Fatalf("%d records", len(records))
				}
			}
		})
	}
}
