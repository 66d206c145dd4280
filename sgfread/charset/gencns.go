//go:build ignore

// Gencns writes cns.gz, the characters of the planes 1 and 2 of CNS 11643, as the
// tables of the iconv of the machine have them: 2 × 94 × 94 lines, empty ones for cells
// without a character.
package main

import (
	"bytes"
	"compress/gzip"
	"log"
	"os"
	"os/exec"
)

func main() {
	var cells []byte
	for plane := byte(1); plane <= 2; plane++ {
		for row := byte(0xA1); row <= 0xFE; row++ {
			for column := byte(0xA1); column <= 0xFE; column++ {
				cells = append(cells, 0x8E, 0xA0+plane, row, column, '\n')
			}
		}
	}
	iconv := exec.Command("iconv", "-c", "-f", "EUC-TW", "-t", "UTF-8")
	iconv.Stdin = bytes.NewReader(cells)
	text, err := iconv.Output() // it complains of the cells without a character
	if n := bytes.Count(text, []byte("\n")); n != 2*94*94 {
		log.Fatalf("iconv wrote %d lines: %v", n, err)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("cns.gz", packed.Bytes(), 0o666); err != nil {
		log.Fatal(err)
	}
}
