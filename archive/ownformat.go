package archive

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/format"
	"kifudb/indexer"
	"kifudb/sgfread/charset"
)

// inSGF returns a tree's file in SGF, and notes in which format it was.
func (t *OwnTree) inSGF(data []byte) ([]byte, error) {
	f, records, err := indexer.Records(context.Background(), t.File, data)
	if err != nil || f == nil || f.Derive == nil {
		return data, err
	}
	if len(records) != 1 {
		return nil, badRequest("into", "the file holds %s; a tree is one game with variations", countedGames(len(records)))
	}
	t.Format = f.Name
	game, err := indexer.Derive(records[0])
	if err != nil {
		return nil, err
	}
	sgf := &indexer.Formats()[0].Writers[0]
	var text bytes.Buffer
	err = sgf.Write(&text, &format.Written{Game: game, From: f, Lost: func(what format.Loss) { t.Unread = append(t.Unread, string(what)) }})
	for _, v := range game.Info {
		if v.Ident == "problem" {
			t.Unread = append(t.Unread, v.Text)
		}
	}
	return text.Bytes(), err
}

// notice says what could not be read of the tree; ok is false if nothing was lost.
func (t *OwnTree) notice() (_ Notice, ok bool) {
	if len(t.Unread) == 0 {
		return Notice{}, false
	}
	return Notice{NoticeTree, fmt.Sprintf("%s: not all of it could be read: %s", t.File, strings.Join(t.Unread, ", "))}, true
}

// TreeText returns a file with one record as text, decoded from the encoding in which the
// record is read; of other files the bytes, as what is wrong with them is said when they
// are parsed.
func TreeText(file string, data []byte) string {
	_, records, err := indexer.Records(context.Background(), file, data)
	if err != nil || len(records) != 1 {
		return string(data)
	}
	return string(charset.Decode(nil, data, records[0].Charset.Name))
}

// TreeExtensions are the extensions, with their dots, of files in which a tree may be: those
// of all formats that are read and are texts, SGF's first.
func TreeExtensions() []string {
	var list []string
	for _, f := range indexer.Formats() {
		if !f.Read() || f.Binary || f.Table {
			continue
		}
		for _, extension := range f.Extensions {
			if !slices.Contains(list, extension) {
				list = append(list, extension)
			}
		}
	}
	return list
}

// RecordFormatOf returns the format of a file by its extension, nil if games are written
// in none of that extension.
func RecordFormatOf(path string) *RecordFormat {
	extension := strings.ToLower(filepath.Ext(path))
	for _, f := range indexer.Formats() {
		if slices.Contains(f.Extensions, extension) && len(f.Writers) > 0 {
			return &RecordFormat{f, &f.Writers[0], 0}
		}
	}
	return nil
}

// Name returns the name of the format.
func (f *RecordFormat) Name() string { return f.writer.Name }

// WriteAs writes what is written in SGF in another format, and says what that cannot
// hold.
func WriteAs(w io.Writer, f *RecordFormat, write func(io.Writer) error) (*Written, error) {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return nil, err
	}
	from, records, err := indexer.Records(context.Background(), "tree.sgf", text.Bytes())
	if err == nil && (from == nil || len(records) != 1) {
		err = fmt.Errorf("%w: it is %d records in SGF", ErrNoForm, len(records))
	}
	if err != nil {
		return nil, err
	}
	out := NewRecordWriter(w, RecordOptions{Format: f})
	if err := out.writeIn(f, "tree", records[0], nil); err != nil {
		return nil, err
	}
	return out.Finish()
}
