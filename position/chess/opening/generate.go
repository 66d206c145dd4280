//go:build ignore

// This program makes openings.tsv of eco_lichess.tsv, which is its argument: it keeps
// the code, the name and the position, in the order of codes, names and positions.
package main

import (
	"bytes"
	"io"
	"log"
	"os"
	"slices"
	"strings"

	"kifudb/internal/durable"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: go run generate.go eco_lichess.tsv")
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var lines []string
	for i, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		fields := strings.Split(strings.TrimRight(line, "\r"), "\t")
		if len(fields) != 5 {
			log.Fatalf("line %d has %d fields, not 5", i+1, len(fields))
		}
		if i > 0 {
			lines = append(lines, fields[0]+"\t"+fields[1]+"\t"+fields[4]+"\n")
		}
	}
	slices.Sort(lines)
	var out bytes.Buffer
	for _, line := range slices.Compact(lines) {
		out.WriteString(line)
	}
	if _, err := (durable.Files{}).Write("openings.tsv", true, func(w io.Writer) error {
		_, err := w.Write(out.Bytes())
		return err
	}); err != nil {
		log.Fatal(err)
	}
}
