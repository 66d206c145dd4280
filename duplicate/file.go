package duplicate

import (
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

	"kifudb/internal/durable"
	"kifudb/store"
	"kifudb/user"
)

// FileName is the file of an archive that keeps its clusters, numbers
// little-endian:
//
//	header   40 bytes: "kifudb\r\n", "clusters", u32 version, u32 zero, u64 stamp
//	         of the games that were compared, see [store.Snapshot.Stamp], u32
//	         clusters, u32 records in them
//	per cluster  u32 records, and of each, the preferred one first, u32 id,
//	         u8 kinds, u8 reason
//	end      u32 CRC-32C of all before
//
// It is derived from the games and may be missing: then, or if the games have
// changed since, they are compared anew, and the file is replaced by a rename.
// What the user decided is not in it.
const FileName = "clusters"

const (
	fileMagic   = "kifudb\r\nclusters"
	fileVersion = 2 // of what is counted as one game, too
	fileHeader  = 40
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
// them or, if they are out of date, found anew. Then it writes them too; that
// this may fail, as where nothing may be written, does not matter to anybody.
func Keep(ctx context.Context, s *store.Snapshot) (*Clusters, error) {
	c, err := Read(s)
	if err == nil {
		return c, nil
	}
	if c, err = Find(ctx, s); err != nil {
		return nil, err
	}
	_ = c.write(s)
	return c, nil
}

// Read returns the clusters that the archive keeps. If they are not of the
// games of the snapshot it returns an error that wraps [ErrStale], and for a
// damaged file one that wraps [store.ErrCorrupt].
func Read(s *store.Snapshot) (*Clusters, error) {
	path := filepath.Join(s.Dir(), FileName)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrStale)
	}
	if err != nil {
		return nil, err
	}
	c, stamp, err := decode(b)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case stamp != s.Stamp():
		return nil, fmt.Errorf("%s: %w", path, ErrStale)
	}
	return c, nil
}

// write replaces the file. A reader sees the old one or the new one.
func (c *Clusters) write(s *store.Snapshot) error {
	_, err := durable.Files{}.Write(filepath.Join(s.Dir(), FileName), true, func(w io.Writer) error {
		_, err := w.Write(c.encode(s.Stamp()))
		return err
	})
	return err
}

func (c *Clusters) encode(stamp uint64) []byte {
	le := binary.LittleEndian
	b := []byte(fileMagic)
	b = le.AppendUint32(b, fileVersion)
	b = le.AppendUint32(b, 0)
	b = le.AppendUint64(b, stamp)
	b = le.AppendUint32(b, uint32(len(c.list)))
	b = le.AppendUint32(b, uint32(len(c.places)))
	for _, cluster := range c.list {
		b = le.AppendUint32(b, uint32(len(cluster.Members)))
		for _, m := range cluster.Members {
			b = le.AppendUint32(b, uint32(m.ID))
			b = append(b, byte(m.Kinds), byte(m.Reason))
		}
	}
	return le.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// decode reads what encode wrote.
func decode(b []byte) (_ *Clusters, stamp uint64, err error) {
	le := binary.LittleEndian
	if len(b) < fileHeader+4 || string(b[:len(fileMagic)]) != fileMagic {
		return nil, 0, fmt.Errorf("%w: no file of clusters", store.ErrCorrupt)
	}
	if v := le.Uint32(b[16:]); v != fileVersion {
		return nil, 0, ErrStale // by another version of the program
	}
	body, sum := b[:len(b)-4], le.Uint32(b[len(b)-4:])
	if crc32.Checksum(body, castagnoli) != sum {
		return nil, 0, fmt.Errorf("%w: checksum is wrong", store.ErrCorrupt)
	}
	stamp = le.Uint64(b[24:])
	clusters, records := int(le.Uint32(b[32:])), int(le.Uint32(b[36:]))
	rest := body[fileHeader:]
	if len(rest) != 4*clusters+6*records {
		return nil, 0, fmt.Errorf("%w: wrong length", store.ErrCorrupt)
	}
	list := make([]Cluster, clusters)
	members := make([]Member, 0, records)
	for i := range list {
		if len(rest) < 4 {
			return nil, 0, fmt.Errorf("%w: cut off", store.ErrCorrupt)
		}
		n := int(le.Uint32(rest))
		if rest = rest[4:]; n < 2 || len(rest) < 6*n {
			return nil, 0, fmt.Errorf("%w: a cluster of %d records", store.ErrCorrupt, n)
		}
		from := len(members)
		for ; n > 0; n-- {
			members = append(members, Member{store.GameID(le.Uint32(rest)), Kinds(rest[4]), Reason(rest[5])})
			rest = rest[6:]
		}
		list[i].Members = members[from:len(members):len(members)]
	}
	return newClusters(list), stamp, nil
}

// Check finds all clusters anew and compares them with those that the archive
// keeps. That these are out of date or missing is no fault.
func Check(ctx context.Context, s *store.Snapshot) error {
	kept, err := Read(s)
	if errors.Is(err, ErrStale) {
		return nil
	}
	if err != nil {
		return err
	}
	found, err := Find(ctx, s)
	if err != nil {
		return err
	}
	same := slices.EqualFunc(kept.list, found.list, func(a, b Cluster) bool { return slices.Equal(a.Members, b.Members) })
	if !same {
		return fmt.Errorf("%s: %w: the clusters are not those of the records; delete the file, and it will be made again", filepath.Join(s.Dir(), FileName), store.ErrCorrupt)
	}
	return nil
}
