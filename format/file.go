package format

import (
	"bufio"
	"io"

	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// A File is what a format cuts into records.
type File struct {
	Head *Head
	R    *bufio.Reader // from the beginning
	Path string        // as in records

	// At and Size give the same bytes to formats that are read from their end.
	At   io.ReaderAt
	Size int64

	// Scanner is the caller's, one for all files, for its memory. A splitter of SGF
	// may use it.
	Scanner *sgfread.Scanner
	// Beside are the files beside it that match the format's patterns.
	Beside []store.Companion
	// Most is about the largest number of bytes of one record, with what stands
	// around it.
	Most int
}

// Text returns the file as text in which every byte of ASCII means itself, and the
// charset of all its records, if it was converted as a whole for that.
func (f *File) Text() (io.Reader, store.Charset) {
	r, whole := charset.NewReader(f.R)
	return r, Converted(whole)
}

// Converted returns the charset of the records of a file that was converted as a
// whole from an encoding; an empty one for "".
func Converted(whole string) store.Charset {
	if whole == "" {
		return store.Charset{}
	}
	return store.Charset{Name: whole, Confidence: 1, Reason: charset.ReasonMark}
}

// A Splitter cuts a file into records, one after the other, in bounded memory.
type Splitter interface {
	// Scan finds the next piece and reports whether there is one.
	Scan() bool
	// Piece returns what Scan found. Its bytes are valid until the next Scan.
	Piece() Piece
	// Err returns what ended the scan before the end of the file.
	Err() error
}

// A Piece is a part of a file that holds one game.
type Piece struct {
	Lead    []byte        // what stands before the game
	Game    []byte        // empty for text behind the last game
	Line    int           // of the file, in which the game begins; 0 if it has no lines
	Charset store.Charset // if it is known without a look at the game
	Format  *Format       // of the record, if it is not that of the file

	// Companions are what the game refers to in the files beside its own: no more
	// than it needs, as each record has its own.
	Companions []store.Companion
}
