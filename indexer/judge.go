package indexer

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/format"
)

// judge returns the format of a file. A file whose name claims no format must be a record
// throughout. If it is not, like is the format that it resembles.
func judge(name string, h *format.Head) (f, like *format.Format) {
	f = formats.Recognise(name, h)
	if f == nil || formats.Claimed(name) != nil || f.IsWhole(h) {
		return f, nil
	}
	return nil, f
}

// claims reports whether a file's name claims that it holds games.
func claims(name string) bool {
	f := formats.Claimed(name)
	return f != nil && !f.Table
}

// isSGF reports whether a file that the user has not named is one in SGF: its name says so, or it
// is one throughout.
func isSGF(name string, head []byte) bool {
	h := format.NewHead(head, 0)
	if f := formats.Claimed(name); f != nil {
		return f == formats[0]
	}
	f, _ := judge(name, h)
	return f == formats[0]
}

// packed are the extensions by which a name claims that a file holds others.
var packed = []string{".zip", ".7z", ".rar", ".tar", ".tgz", ".tbz2", ".tbz", ".txz", ".tzst"}

// claimsFiles reports whether a file's name claims that it holds others.
func claimsFiles(name string) bool {
	return slices.Contains(packed, strings.ToLower(filepath.Ext(format.Unpacked(name))))
}

// closed are containers that are recognised, and not opened: what stands where in their heads.
var closed = []struct {
	at        int
	magic, is string
}{
	{2, "-lh", "LZH"}, {2, "-lz", "LZH"}, {0, "MSCF\x00\x00\x00\x00", "Cabinet"}, {0, "\x60\xEA", "ARJ"}, {7, "**ACE**", "ACE"}, {20, "\xDC\xA7\xC4\xFD", "ZOO"},
	{0, "\x1F\x9D", "compress"}, {0, "\x04\x22\x4D\x18", "LZ4"}, {0, "LZIP\x01", "lzip"},
}

// closedContainer says that a file is a container that is not opened; nil if it is none.
func closedContainer(head []byte) error {
	for _, c := range closed {
		if len(head) > c.at && bytes.HasPrefix(head[c.at:], []byte(c.magic)) {
			return fmt.Errorf("packed by %s, which kifudb cannot open: unpack it and import the files", c.is)
		}
	}
	return nil
}

// A shownKind is what the head of a file shows if the file holds no games.
type shownKind struct {
	damage error  // there is nothing in it
	other  string // what it is instead of a record, for people; "" if it does not show it
}

func shown(h *format.Head) shownKind {
	switch {
	case len(h.Bytes) == 0:
		return shownKind{damage: errors.New("the file is empty")}
	case h.Bytes[0] == 0 && len(bytes.Trim(h.Bytes, "\x00")) == 0:
		return shownKind{damage: errors.New("nothing but NUL bytes: the file was damaged before it came here, get it again")}
	}
	return shownKind{other: format.Other(h)}
}

// none accounts for a file in which no game was found. It has failed if it was to hold some: its
// name claims games or files, it came from standard input, or the user named it and it shows
// nothing else.
// All other files are passed over, and the reason is kept.
func (c *cutter) none(m member, s shownKind, like *format.Format) error {
	claimed, files := formats.Claimed(m.name) != nil, claimsFiles(m.name)
	failed := claimed || files || m.path == stdinName || m.named && s.other == "" && like == nil
	e := entry{kind: filePassed, path: m.path, named: m.named, whole: true, problem: Problem{Path: m.path, Err: s.damage}}
	if failed {
		e.kind = fileFailed
	}
	switch {
	case s.damage != nil:
	case files:
		e.problem.Err = errors.New("the name says that it is a container, but it is none")
		if s.other != "" {
			e.problem.Err = fmt.Errorf("%w: %s", e.problem.Err, s.other)
		}
	case like != nil:
		e.problem.Err = fmt.Errorf("parts of it look like %s, but the file as a whole is not a record: if it is one, name it %s", like.Title, like.Extensions[0])
	case s.other == "":
		e.problem.Err = errNoGame
	case failed:
		e.problem.Err = fmt.Errorf("%w: %s", errNoGame, s.other)
	default:
		e.problem.Err = errors.New(s.other)
	}
	return c.put(e)
}

var (
	errNoGame  = errors.New("no game record found")
	errNoFiles = errors.New("a container without files")
)
