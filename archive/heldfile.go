package archive

import (
	"context"
	"fmt"
	"io"
	"os"

	"kifudb/indexer"
)

// maxHeldFile is how large a file may be whose record is looked for.
const maxHeldFile = 16 << 20

// HeldFile returns the game whose record is the only one of a file, byte for byte, and false if
// the archive has no such game. It does not look into containers and large files.
func (v *View) HeldFile(ctx context.Context, path string) (GameID, bool, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxHeldFile {
		return 0, false, err
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, false, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxHeldFile))
	if err != nil {
		return 0, false, fmt.Errorf("%s: %w", path, err)
	}
	format, records, err := indexer.Records(ctx, path, data)
	if err != nil || format == nil || len(records) != 1 {
		return 0, false, nil //nolint:nilerr // the import of the file says what is wrong with it
	}
	id, ok := v.Held(&records[0])
	return id, ok, nil
}
