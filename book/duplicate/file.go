package duplicate

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"kifudb/book/user"
	"kifudb/internal/durable"
	"kifudb/store"
)

// FileName is the file of an archive that keeps its clusters, numbers
// little-endian:
//
//	header   56 bytes: "kifudb\r\n", "clusters", u32 version, u32 zero, u64 stamp
//	         of the games that were compared, see [store.Snapshot.Stamp], u32
//	         clusters, u32 records in them, u64 bytes of the first part, u32 zero,
//	         u32 CRC-32C of all before
//	first part: the clusters, which is all that questions read
//	  per cluster  u32 records, and of each, the preferred one first, u32 id,
//	               u8 kinds, u8 reason
//	  end          u32 CRC-32C of the part
//	second part: what they were found of, to be brought up to date; see foundfile.go
//	  end          u32 CRC-32C of the part
//
// It is derived from the games and may be missing. If the games have
// changed since, those are compared that have to be, and the file is replaced by a rename.
// What the user decided is not in it.
const FileName = "clusters"

const (
	fileMagic   = "kifudb\r\nclusters"
	fileVersion = 4 // of what is counted as one game, too
	fileHeader  = 56
)

// ErrStale is returned by Read where there is no file, or one about other games.
var ErrStale = errors.New("the archive has changed since its games were last compared")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Open returns the clusters of the games of a snapshot as the user wants them;
// without a file of the user's, which may be nil, as they were found.
func Open(ctx context.Context, s *store.Snapshot, u *user.DB) (*Clusters, error) {
	c, err := Keep(ctx, s)
	if err != nil || u == nil {
		return c, err
	}
	decisions, err := u.Decisions()
	if err != nil {
		return nil, err
	}
	return c.Decided(s, decisions), nil
}

// Keep returns the clusters of the games of a snapshot, as the archive keeps
// them or, if they are out of date, brought up to date. Then it writes them too; that
// this may fail, as where nothing may be written, does not matter to anybody.
func Keep(ctx context.Context, s *store.Snapshot) (*Clusters, error) {
	c, err := Read(s)
	if err == nil {
		return c, nil
	}
	var found *found
	if before, err := readFound(s); err == nil {
		found, err = before.update(ctx, s, usual)
		if err != nil {
			return nil, err
		}
	} else if found, err = compareAll(ctx, s, usual); err != nil {
		return nil, err
	}
	_ = found.write(s)
	return found.clusters, nil
}

// Read returns the clusters that the archive keeps. If they are not of the
// games of the snapshot it returns an error that wraps [ErrStale], and for a
// damaged file one that wraps [store.ErrCorrupt].
func Read(s *store.Snapshot) (c *Clusters, err error) {
	path := filepath.Join(s.Dir(), FileName)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrStale)
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		f.Close()
		if err != nil {
			c, err = nil, fmt.Errorf("%s: %w", path, err)
		}
	}()
	head := make([]byte, fileHeader)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil, fmt.Errorf("%w: no file of clusters", store.ErrCorrupt)
	}
	h, err := decodeHeader(head)
	if err != nil {
		return nil, err
	}
	if h.stamp != s.Stamp() {
		return nil, ErrStale
	}
	first := make([]byte, h.first)
	if _, err := io.ReadFull(f, first); err != nil {
		return nil, fmt.Errorf("%w: cut off", store.ErrCorrupt)
	}
	return h.decode(first)
}

// readFound reads the whole file, for any games.
func readFound(s *store.Snapshot) (*found, error) {
	path := filepath.Join(s.Dir(), FileName)
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	found, err := decode(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return found, nil
}

// write replaces the file. A reader sees the old one or the new one.
func (r *found) write(s *store.Snapshot) error {
	_, err := durable.Files{}.Write(filepath.Join(s.Dir(), FileName), true, func(w io.Writer) error {
		_, err := w.Write(r.encode(s.Stamp()))
		return err
	})
	return err
}

// sealed appends the checksum of what follows an offset.
func sealed(b []byte, from int) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[from:], castagnoli))
}

// unsealed takes the checksum off the end.
func unsealed(b []byte) ([]byte, error) {
	n := len(b) - 4
	if n < 0 || crc32.Checksum(b[:n], castagnoli) != binary.LittleEndian.Uint32(b[n:]) {
		return nil, fmt.Errorf("%w: checksum is wrong", store.ErrCorrupt)
	}
	return b[:n], nil
}

// encode writes the file.
func (r *found) encode(stamp uint64) []byte {
	b := r.clusters.whole(stamp)
	from := len(b)
	return sealed(r.append(b), from)
}

// whole writes the header and the first part.
func (c *Clusters) whole(stamp uint64) []byte {
	first := c.encode()
	le := binary.LittleEndian
	b := []byte(fileMagic)
	b = le.AppendUint32(b, fileVersion)
	b = le.AppendUint32(b, 0)
	b = le.AppendUint64(b, stamp)
	b = le.AppendUint32(b, uint32(len(c.list)))
	b = le.AppendUint32(b, uint32(len(c.places)))
	b = le.AppendUint64(b, uint64(len(first)))
	b = le.AppendUint32(b, 0)
	return append(sealed(b, 0), first...)
}

// Encode writes the clusters for those who have not all games, as the user wants them: the
// beginning of a file, see [FileName].
func (c *Clusters) Encode() []byte { return c.whole(0) }

// Decode reads the output of Encode. The error wraps [ErrStale] if another version of the
// program wrote it, and [store.ErrCorrupt] if it is damaged.
func Decode(b []byte) (*Clusters, error) {
	if len(b) < fileHeader {
		return nil, fmt.Errorf("%w: no file of clusters", store.ErrCorrupt)
	}
	h, err := decodeHeader(b[:fileHeader])
	if err != nil {
		return nil, err
	}
	return h.decode(b[fileHeader:])
}

// encode writes the first part.
func (c *Clusters) encode() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, 4*len(c.list)+6*len(c.places)+4)
	for _, cluster := range c.list {
		b = le.AppendUint32(b, uint32(len(cluster.Members)))
		for _, m := range cluster.Members {
			b = le.AppendUint32(b, uint32(m.ID))
			b = append(b, byte(m.Kinds), byte(m.Reason))
		}
	}
	return sealed(b, 0)
}

// A fileHead is the decoded header of the file.
type fileHead struct {
	stamp             uint64
	clusters, records int
	first             int // bytes of the first part
}

func decodeHeader(b []byte) (h fileHead, err error) {
	le := binary.LittleEndian
	if len(b) < fileHeader || string(b[:len(fileMagic)]) != fileMagic {
		return h, fmt.Errorf("%w: no file of clusters", store.ErrCorrupt)
	}
	if v := le.Uint32(b[16:]); v != fileVersion {
		return h, ErrStale // by another version of the program
	}
	if _, err := unsealed(b[:fileHeader]); err != nil {
		return h, err
	}
	h = fileHead{le.Uint64(b[24:]), int(le.Uint32(b[32:])), int(le.Uint32(b[36:])), int(le.Uint64(b[40:]))}
	if h.first != 4*h.clusters+6*h.records+4 {
		return h, fmt.Errorf("%w: wrong length", store.ErrCorrupt)
	}
	return h, nil
}

// decode reads the first part.
func (h fileHead) decode(b []byte) (*Clusters, error) {
	rest, err := unsealed(b)
	if err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	list := make([]Cluster, h.clusters)
	members := make([]Member, 0, h.records)
	for i := range list {
		if len(rest) < 4 {
			return nil, fmt.Errorf("%w: cut off", store.ErrCorrupt)
		}
		n := int(le.Uint32(rest))
		if rest = rest[4:]; n < 2 || len(rest) < 6*n {
			return nil, fmt.Errorf("%w: a cluster of %d records", store.ErrCorrupt, n)
		}
		from := len(members)
		for ; n > 0; n-- {
			members = append(members, Member{store.GameID(le.Uint32(rest)), Kinds(rest[4]), Reason(rest[5])})
			rest = rest[6:]
		}
		list[i].Members = members[from:len(members):len(members)]
	}
	sorted := slices.IsSortedFunc(list, byLowest)
	c := newClusters(list)
	if sorted {
		c.read = b
	}
	return c, nil
}

// decode reads what encode wrote.
func decode(b []byte) (*found, error) {
	if len(b) < fileHeader {
		return nil, fmt.Errorf("%w: no file of clusters", store.ErrCorrupt)
	}
	h, err := decodeHeader(b[:fileHeader])
	if err != nil {
		return nil, err
	}
	if b = b[fileHeader:]; len(b) < h.first {
		return nil, fmt.Errorf("%w: cut off", store.ErrCorrupt)
	}
	clusters, err := h.decode(b[:h.first])
	if err != nil {
		return nil, err
	}
	rest, err := unsealed(b[h.first:])
	if err != nil {
		return nil, err
	}
	found, err := decodeFound(rest)
	if err != nil {
		return nil, err
	}
	found.clusters = clusters
	return found, nil
}

// Check finds all clusters anew and compares them, and all that they are found of, with
// what the archive keeps. That this is out of date or missing is no fault.
func Check(ctx context.Context, s *store.Snapshot) error {
	if _, err := Read(s); errors.Is(err, ErrStale) {
		return nil
	} else if err != nil {
		return err
	}
	kept, err := readFound(s)
	if errors.Is(err, ErrStale) {
		return nil
	} else if err != nil {
		return err
	}
	all, err := compareAll(ctx, s, usual)
	if err != nil {
		return err
	}
	if !bytes.Equal(kept.encode(0), all.encode(0)) {
		return fmt.Errorf("%s: %w: the clusters are not those of the records; delete the file, and it will be made again", filepath.Join(s.Dir(), FileName), store.ErrCorrupt)
	}
	return nil
}
