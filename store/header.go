package store

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"kifudb/store/disk"
)

// A segmentHeader says of a segment all that a manifest does not, and enough
// that a manifest which is lost can be made anew of the headers. It lies in the
// segment's directory and is written before the segment gets its name.
type segmentHeader struct {
	Format     int    `json:"format"`
	Archive    string `json:"archive"` // the identity of the archive it belongs to
	Segment    string `json:"segment"` // the name of its directory
	Base       GameID `json:"base"`
	Games      int    `json:"games"` // ids, including those of games that are gone
	Bytes      int64  `json:"bytes"` // of the raw records
	Generation uint64 `json:"generation"`

	// Commit are the segments that the same commit makes: it has come to pass
	// only if all of them are there.
	Commit []string `json:"commit"`

	// Removed says that the same commit wrote which of the games are removed.
	Removed bool `json:"removed,omitempty"`

	// Commented is false if no game has comments, so that there are none to index.
	Commented bool `json:"commented"`

	Files map[string]disk.FileSum `json:"files"` // without comments/
}

// A commentsHeader is the same for the comments of a segment, which come later.
type commentsHeader struct {
	Format     int                     `json:"format"`
	Archive    string                  `json:"archive"`
	Segment    string                  `json:"segment"`
	Generation uint64                  `json:"generation"`
	Files      map[string]disk.FileSum `json:"files"`
}

// noComments stands in an entry for comments of which there are none.
const noComments = "none"

// digestOf returns the digest by which an entry knows a header.
func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// writeHeader writes the header of a segment or of its comments into a directory
// and returns its digest.
func writeHeader(f disk.Files, dir string, header any) (digest string, err error) {
	text, err := seal(header)
	if err != nil {
		return "", err
	}
	return digestOf(text), f.Write(filepath.Join(dir, headerName), text)
}

// readHeader reads the header in the directory of a segment, under any directory name,
// and returns its digest.
func readHeader(dir string) (h *segmentHeader, digest string, err error) {
	h = new(segmentHeader)
	path := filepath.Join(dir, headerName)
	text, err := readSealed(path, h)
	if err != nil {
		return nil, "", err
	}
	if h.Segment != filepath.Base(dir) {
		return nil, "", disk.Damaged(path, "it is the header of segment %s", h.Segment)
	}
	return h, digestOf(text), nil
}

// readCommentsHeader reads the header of a segment's comments.
func readCommentsHeader(dir string) (h *commentsHeader, digest string, err error) {
	h = new(commentsHeader)
	path := filepath.Join(dir, commentsName, headerName)
	text, err := readSealed(path, h)
	if err != nil {
		return nil, "", err
	}
	if h.Segment != filepath.Base(dir) {
		return nil, "", disk.Damaged(path, "it is the header of the comments of segment %s", h.Segment)
	}
	return h, digestOf(text), nil
}

// dir returns the directory of a segment.
func (e *segmentEntry) dir(archive string) string {
	return filepath.Join(archive, segmentsName, e.Name)
}

// header returns the text of the segment's header, which is the one that the manifest names.
func (e *segmentEntry) header(archive string) ([]byte, error) {
	path := filepath.Join(e.dir(archive), headerName)
	text, err := disk.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if digestOf(text) != e.Header {
		if _, err := e.files(archive); err != nil { // which knows what is wrong
			return nil, err
		}
		return nil, disk.Damaged(path, "it is not the one that the manifest names")
	}
	return text, nil
}

// filesIn returns the files that the text of a segment's header lists.
func filesIn(path string, text []byte) (map[string]disk.FileSum, error) {
	h := new(segmentHeader)
	if err := unseal(path, text, h); err != nil {
		return nil, err
	}
	return h.Files, nil
}

// files returns the files of a segment without its comments, as its header has them.
func (e *segmentEntry) files(archive string) (map[string]disk.FileSum, error) {
	dir := e.dir(archive)
	h, digest, err := readHeader(dir)
	if err != nil {
		return nil, err
	}
	if digest != e.Header {
		return nil, disk.Damaged(filepath.Join(dir, headerName), "it is not the one that the manifest names")
	}
	return h.Files, nil
}

// commentFiles returns the files of a segment's comments, without their directory.
func (e *segmentEntry) commentFiles(archive string) (map[string]disk.FileSum, error) {
	if !e.hasComments() {
		return nil, nil
	}
	dir := e.dir(archive)
	h, digest, err := readCommentsHeader(dir)
	if err != nil {
		return nil, err
	}
	if digest != e.Comments {
		return nil, disk.Damaged(filepath.Join(dir, commentsName, headerName), "it is not the one that the manifest names")
	}
	return h.Files, nil
}

// indexed reports whether the comments, if there are any, are indexed.
func (e *segmentEntry) indexed() bool { return e.Comments != "" }

// hasComments reports whether there are indexed comments.
func (e *segmentEntry) hasComments() bool { return e.Comments != "" && e.Comments != noComments }

// entry returns what a manifest says of the segment.
func (h *segmentHeader) entry(digest string) segmentEntry {
	e := segmentEntry{Name: h.Segment, Format: h.Format, Base: h.Base, Games: h.Games, Bytes: h.Bytes, Header: digest}
	if !h.Commented {
		e.Comments = noComments
	}
	return e
}
