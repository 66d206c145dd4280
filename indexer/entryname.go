package indexer

import (
	"encoding/binary"
	"hash/crc32"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/zip"

	"kifudb/sgfread/charset"
)

// maxNameEvidence bounds the names of a container by which their encoding is
// guessed.
const maxNameEvidence = 64 << 10

// entryNames decodes the names of files in a container. Only some of them say in
// which encoding they are; the others were written in that of the system that
// packed them, all alike, so they are guessed together.
type entryNames struct {
	evidence []byte
	guess    string // the encoding, "" if it is not known yet
}

// add takes a name that does not say its encoding as evidence.
func (n *entryNames) add(raw string) {
	if !plainly(raw) && len(n.evidence) < maxNameEvidence {
		n.evidence = append(append(n.evidence, raw...), '\n')
		n.guess = ""
	}
}

// decode returns the name in UTF-8. A name that the encoding of the others does
// not fit is judged alone, and if nothing fits it stays as it is.
func (n *entryNames) decode(raw string) string {
	if plainly(raw) {
		return raw
	}
	if n.guess == "" {
		n.guess = charset.Detect(n.evidence, "", nil).Name
	}
	for _, name := range [...]string{n.guess, charset.Detect([]byte(raw), "", nil).Name} {
		if text := string(charset.Decode(nil, []byte(raw), name)); !strings.ContainsRune(text, utf8.RuneError) {
			return text
		}
	}
	return raw
}

// plainly reports whether a name is UTF-8 beyond doubt: ASCII, or with a
// character of three bytes or more. Two bytes of Chinese may look like one
// character of two.
func plainly(name string) bool {
	if !utf8.ValidString(name) {
		return false
	}
	ascii := true
	for _, r := range name {
		if r >= 0x800 {
			return true
		}
		ascii = ascii && r < utf8.RuneSelf
	}
	return ascii
}

// decodeZipNames puts the names of a zip's files into UTF-8: by the flag that
// says so, by the Unicode path of Info-ZIP, or by a guess over all of them.
func decodeZipNames(files []*zip.File) {
	var names entryNames
	guessed := make([]bool, len(files))
	for i, f := range files {
		if unicode, ok := unicodePath(f); ok {
			f.Name = unicode
		} else if f.Flags&zipUTF8 == 0 || !utf8.ValidString(f.Name) {
			guessed[i] = true
			names.add(f.Name)
		}
	}
	for i, f := range files {
		if guessed[i] {
			f.Name = names.decode(f.Name)
		}
	}
}

const unicodePathField = 0x7075

// unicodePath returns the name in the field 0x7075 of APPNOTE.TXT (4.6.9):
// version 1, the CRC-32 of the name in the header, which must still be that one,
// and the name in UTF-8.
func unicodePath(f *zip.File) (string, bool) {
	b, ok := extraField(f.Extra, unicodePathField)
	if !ok || len(b) < 5 || b[0] != 1 || binary.LittleEndian.Uint32(b[1:]) != crc32.ChecksumIEEE([]byte(f.Name)) {
		return "", false
	}
	name := string(b[5:])
	return name, name != "" && utf8.ValidString(name)
}

// extraField returns a field of a zip entry's extra data.
func extraField(extra []byte, tag uint16) ([]byte, bool) {
	for len(extra) >= 4 {
		n := int(binary.LittleEndian.Uint16(extra[2:]))
		if n > len(extra)-4 {
			break
		}
		if binary.LittleEndian.Uint16(extra) == tag {
			return extra[4 : 4+n], true
		}
		extra = extra[4+n:]
	}
	return nil, false
}

// cleanName makes a name that a container gives safe to keep: no way out of the
// container, slashes only.
func cleanName(name string) string {
	return strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/")
}
