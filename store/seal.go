package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"

	"kifudb/store/disk"
)

// The small files of an archive, from MANIFEST to the headers of segments, are
// JSON for people and other programs, and sealed: their last field is the
// checksum of every byte before it, so that no byte of them can change unseen.

// sealForm ends a sealed file.
const sealForm = ",\n \"crc32c\": \"%08x\"\n}\n"

var sealLength = len(fmt.Sprintf(sealForm, 0))

// seal returns the text of a sealed file. The value must be a struct with fields.
func seal(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return nil, err
	}
	body, ok := bytes.CutSuffix(text, []byte("\n}"))
	if !ok {
		return nil, fmt.Errorf("%T cannot be sealed", v)
	}
	return fmt.Appendf(body, sealForm, crc32.Checksum(body, disk.Castagnoli)), nil
}

// unseal reads what seal wrote into v.
func unseal(path string, text []byte, v any) error {
	n := len(text) - sealLength
	if n < 0 {
		return disk.Damaged(path, "it is cut off")
	}
	body := text[:n:n]
	if !bytes.Equal(text[n:], fmt.Appendf(nil, sealForm, crc32.Checksum(body, disk.Castagnoli))) {
		return disk.Damaged(path, "its checksum is wrong")
	}
	body = append(body, "\n}"...)
	var version struct{ Format int }
	if err := json.Unmarshal(body, &version); err != nil {
		return disk.Damaged(path, "%v", err)
	}
	switch {
	case version.Format > newestFormat:
		return newer(path, version.Format)
	case 0 < version.Format && version.Format < oldestFormat:
		return older(path, version.Format)
	}
	if err := json.Unmarshal(body, v); err != nil {
		return disk.Damaged(path, "%v", err)
	}
	return nil
}

// readSealed reads a sealed file into v and returns its text.
func readSealed(path string, v any) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return text, unseal(path, text, v)
}

func newer(path string, format int) error {
	return fmt.Errorf("%s: %w (format %d, this program reads up to %d)", path, ErrNewer, format, newestFormat)
}

func older(path string, format int) error {
	return fmt.Errorf("%s: %w (format %d, this program reads from %d on)", path, ErrOlder, format, oldestFormat)
}
