package tests

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/sgfread/gameinfo"
	"kifudb/testdata"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
)

// moreGames is the zip archive of the collection.
const moreGames = "more-games.zip"

// encodings are the files that are written from UTF-8 sources into the
// character sets of their time.
var encodings = map[string]string{
	"gb18030":              "GB18030",
	"gbk-undeclared":       "GBK",
	"big5":                 "Big5",
	"big5-undeclared":      "Big5",
	"shift_jis":            "Shift_JIS",
	"shift_jis-undeclared": "Shift_JIS",
	"euc-jp-undeclared":    "EUC-JP",
	"euc-kr-undeclared":    "EUC-KR",
	"iso-8859-1":           "ISO-8859-1",
}

// TestCollectionReplays plays every record of the embedded collection, all
// variations: no record may hold an illegal move, except the one that is there
// to be damaged.
func TestCollectionReplays(t *testing.T) {
	records := 0
	for name, file := range collection(t) {
		trees, err := sgfread.Parse(utf8Text(file), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for i, tree := range trees {
			records++
			if game := tree.Values(0, "GM"); len(game) > 0 && string(game[0]) != "1" {
				continue
			}
			replay(t, name, i, tree)
		}
	}
	if want := 82; records < want {
		t.Errorf("got %d records, want at least %d", records, want)
	}
}

// replay plays the tree's nodes, each from a copy of its parent's board.
func replay(t *testing.T, name string, record int, tree *sgfread.Tree) {
	t.Helper()
	size := position.Square(19)
	if v := tree.Values(0, "SZ"); len(v) > 0 {
		sz, _, ok := sgfread.ParseSize(v[0])
		if !ok {
			t.Fatalf("%s: record %d: size %q", name, record, v[0])
		}
		size = position.Size{Cols: sz.Cols, Rows: sz.Rows}
	}
	boards := map[sgfread.NodeID]*position.Board{}
	for id := range tree.All() {
		board := position.NewBoard(size)
		if id != 0 {
			board = boards[tree.Parent(id)].Clone()
		}
		boards[id] = board
		for ident, color := range map[string]position.Color{"AB": position.Black, "AW": position.White} {
			for _, v := range tree.Values(id, ident) {
				board.Set(position.At(int(v[0]-'a'), int(v[1]-'a')), color)
			}
		}
		for ident, color := range map[string]position.Color{"B": position.Black, "W": position.White} {
			for _, v := range tree.Values(id, ident) {
				point := position.Pass
				if len(v) == 2 && string(v) != "tt" {
					point = position.At(int(v[0]-'a'), int(v[1]-'a'))
				}
				move := position.Move{Color: color, Point: point}
				if err := board.Legal(move); err != nil {
					t.Errorf("%s: record %d: node %d: %v", name, record, id, err)
				}
				board.Play(move)
			}
		}
	}
}

// TestCollectionValues reads every date, result, komi and rank: all but the
// named ones must be understood.
func TestCollectionValues(t *testing.T) {
	unread := map[string]bool{"last Sunday": true, "?": true, "Meijin": true, "名人": true, "十段": true}
	seen := 0
	for name, file := range collection(t) {
		trees, _ := sgfread.Parse(utf8Text(file), nil)
		for _, tree := range trees {
			for _, p := range tree.Properties(0) {
				text := string(p.Values[0])
				var certainty gameinfo.Certainty
				switch p.Name {
				case "DT":
					certainty = gameinfo.ParseDate(text).Certainty
				case "RE":
					certainty = gameinfo.ParseResult(text).Certainty
				case "KM":
					certainty = gameinfo.ParseKomi(text).Certainty
				case "BR", "WR":
					_, certainty = gameinfo.ParseRank(text)
				default:
					continue
				}
				seen++
				if certainty == gameinfo.Unread && !unread[text] {
					t.Errorf("%s: %s[%s] is not understood", name, p.Name, text)
				}
			}
		}
	}
	if seen < 260 {
		t.Errorf("got %d values, want at least 260", seen)
	}
}

// TestCollectionIsGenerated compares the files that are made from others with
// their sources. With KIFUDB_GOLDEN set it writes them.
func TestCollectionIsGenerated(t *testing.T) {
	write := os.Getenv("KIFUDB_GOLDEN") != ""
	for name, label := range encodings {
		source, err := os.ReadFile(filepath.Join("testdata", "source", "text", name+".sgf"))
		if err != nil {
			t.Fatal(err)
		}
		enc, err := ianaindex.IANA.Encoding(label)
		if err != nil {
			t.Fatal(err)
		}
		want, err := encoding.ReplaceUnsupported(enc.NewEncoder()).Bytes(source)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(want, []byte{0x1a}) {
			t.Errorf("%s: a character does not exist in %s", name, label)
		}
		file := filepath.Join("testdata", "sgf", "encodings", name+".sgf")
		if write {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what its source makes it (make golden): %v", file, err)
		} else if got := utf8Text(got); !bytes.Equal(got, source) {
			t.Errorf("%s is read as\n%.300s", file, got)
		}
	}
	sources := map[string]string{}
	root := os.DirFS(filepath.Join("testdata", "source", "zip"))
	eachFile(t, root, func(name string, b []byte) { sources[name] = string(b) })
	file := filepath.Join("testdata", "sgf", moreGames)
	if write {
		if err := os.WriteFile(file, zipped(t, root), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != len(sources) {
		t.Errorf("%s has %d files, its source has %d", file, len(z.File), len(sources))
	}
	eachFile(t, z, func(name string, b []byte) {
		if sources[name] != string(b) {
			t.Errorf("%s: %s is not what its source makes it (make golden)", file, name)
		}
	})
}

// zipped packs a tree of files in sorted order, without times.
func zipped(t *testing.T, root fs.FS) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	eachFile(t, root, func(name string, b []byte) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	})
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// collection returns the embedded files by name, those of the archive too.
func collection(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	eachFile(t, testdata.Collection(), func(name string, b []byte) {
		if path.Ext(name) != ".zip" {
			files[name] = b
			return
		}
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		eachFile(t, z, func(inner string, b []byte) { files[name+"!/"+inner] = b })
	})
	if len(files) < 60 {
		t.Fatalf("got %d files, want at least 60", len(files))
	}
	return files
}

func eachFile(t *testing.T, root fs.FS, visit func(name string, b []byte)) {
	t.Helper()
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		f, err := root.Open(name)
		if err != nil {
			return err
		}
		b, err := io.ReadAll(f)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		visit(name, b)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// utf8Text decodes a file as its character set is declared or detected.
func utf8Text(file []byte) []byte {
	guess := charset.Detect(file, charset.Declared(file), nil)
	return bytes.TrimPrefix(charset.Decode(nil, file, guess.Name), []byte(strings.TrimSpace("\ufeff")))
}
