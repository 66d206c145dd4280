package disk_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"kifudb/store/disk"
)

// A byte of a section has changed on the disk: it reads as empty, and the file reports damage.
func Example() {
	dir, err := os.MkdirTemp("", "disk")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "games.idx")
	var w disk.SectionWriter
	w.Add("facts", []byte("komi 6.5"))
	if err := w.Write(disk.Files{}, path); err != nil {
		log.Fatal(err)
	}
	show := func() {
		file, err := disk.OpenSections(path)
		if err != nil {
			log.Fatal(err)
		}
		defer file.Close()
		facts := file.Section("facts")
		fmt.Printf("%q %t\n", facts.Bytes(0, facts.Len()), file.Damage() != nil)
	}
	show()
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	text[len(text)-60] ^= 1
	if err := os.WriteFile(path, text, 0o666); err != nil {
		log.Fatal(err)
	}
	show()
	// Output:
	// "komi 6.5" false
	// "" true
}
