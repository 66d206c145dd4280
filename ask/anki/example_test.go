package anki_test

import (
	"archive/zip"
	"bytes"
	"fmt"

	"kifudb/ask/anki"
)

func Example() {
	deck := &anki.Deck{Name: "kifudb: ear", Notes: []anki.Note{{
		Key: "SZ[9]AB[ee]PL[W]", Title: "Ann – Ben, 7@1", Turn: "White to play", Board: []byte("<svg/>"), Answer: "C7",
	}}}
	var file bytes.Buffer
	if err := anki.Write(&file, deck); err != nil {
		fmt.Println(err)
		return
	}
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range z.File {
		fmt.Println(f.Name)
	}
	// Output:
	// collection.anki2
	// media
	// 0
}
