package store

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"
)

// A backup is a tar file packed with zstd that holds an archive as of one
// moment, under the paths that its files have in the archive's directory:
//
//	ledger.db, user.db   if there are any, as of one transaction each
//	segments/            all that MANIFEST names
//	MANIFEST             the last, so that one that was cut off is no archive
//
// It needs no lock and does not wait for a writer. Segments do not change, and
// one that a writer takes away meanwhile is left out, as the manifest that is
// read anew then names others in its place; what was written of it is left over
// in the backup like it would be in an archive, and the next writer deletes it.
// The databases come first because both may lag behind MANIFEST but must not
// be ahead of it.

// besides are the databases that other packages keep in an archive's directory,
// in the order in which a backup takes them.
var besides = [...]string{"ledger.db", "user.db"}

// besideTimeout is how long a backup waits for a database that is being written.
const besideTimeout = 10 * time.Second

// ErrIncomplete is what the errors of Backup wrap that did not keep it from
// writing a backup of all the rest.
var ErrIncomplete = errors.New("the backup is whole but for this")

// Backup writes the archive as it was last committed to w, in a form that
// [Unpack] and programs for tar and zstd read, and tells progress (which may be
// nil) how many of how many bytes it has read. Files are compared with their
// checksums on the way: those that are damaged are backed up as they are, and
// named in an error that wraps ErrIncomplete. Writers may be at work.
func (db *DB) Backup(ctx context.Context, w io.Writer, progress func(done, total int64)) error {
	packer, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return err
	}
	b := &backup{ctx: ctx, db: db, tar: tar.NewWriter(packer), progress: progress, written: map[string]bool{}}
	err = b.run()
	if err != nil {
		// Not closed: what was written so far is not to look like a whole one.
		packer.Reset(io.Discard)
		return errors.Join(err, packer.Close())
	}
	if err := errors.Join(b.tar.Close(), packer.Close()); err != nil {
		return err
	}
	if len(b.faults) > 0 {
		return fmt.Errorf("%w: %w", ErrIncomplete, errors.Join(b.faults...))
	}
	return nil
}

type backup struct {
	ctx         context.Context
	db          *DB
	tar         *tar.Writer
	progress    func(done, total int64)
	done, total int64
	written     map[string]bool // by path in the archive
	faults      []error
}

func (b *backup) run() error {
	for _, name := range besides {
		if err := b.database(name); err != nil {
			return err
		}
	}
	if err := b.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: segmentsName + "/", Mode: 0o777}); err != nil {
		return err
	}
	for try := 1; ; try++ {
		m, err := readManifest(b.db.dir)
		if err != nil {
			return err
		}
		b.total = b.done
		for name, want := range m.files() {
			if !b.written[name] {
				b.total += want.Size
			}
		}
		err = b.segments(m)
		if err == nil {
			return b.manifest(m)
		}
		if !errors.Is(err, fs.ErrNotExist) || try == maxTries {
			return err
		}
	}
}

// files returns all files that belong to the segments, by their slash-separated
// paths in the archive.
func (m *manifest) files() map[string]fileEntry {
	all := map[string]fileEntry{}
	for _, e := range m.Segments {
		for name, file := range e.Files {
			all[path.Join(segmentsName, e.Name, name)] = file
		}
		for name, file := range e.Comments {
			all[path.Join(segmentsName, e.Name, commentsName, name)] = file
		}
	}
	return all
}

// segments writes the files that are not written yet.
func (b *backup) segments(m *manifest) error {
	files := m.files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if b.written[name] {
			continue
		}
		err := b.file(name, files[name])
		if errors.Is(err, fs.ErrNotExist) && b.belongs(name) {
			b.faults = append(b.faults, damaged(name, "missing"))
			err = nil
		}
		if err != nil {
			return err
		}
		b.written[name] = true
	}
	return nil
}

// belongs reports whether a file belongs to the archive as it is now.
func (b *backup) belongs(name string) bool {
	m, err := readManifest(b.db.dir)
	if err != nil {
		return false
	}
	_, ok := m.files()[name]
	return ok
}

// file writes one file of a segment.
func (b *backup) file(name string, want fileEntry) (err error) {
	path := filepath.Join(b.db.dir, filepath.FromSlash(name))
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := b.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o666, Size: info.Size()}); err != nil {
		return err
	}
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(b.tar, io.TeeReader(io.LimitReader(file, info.Size()), &countingSum{sum, b})); err != nil {
		return err
	}
	if got := (fileEntry{info.Size(), sum.Sum32()}); got != want {
		b.faults = append(b.faults, damaged(path, "not as it was written; see 'kifudb check --repair'"))
	}
	return nil
}

// countingSum adds up what a backup has read.
type countingSum struct {
	hash.Hash
	b *backup
}

func (s *countingSum) Write(p []byte) (int, error) {
	if err := s.b.ctx.Err(); err != nil {
		return 0, err
	}
	s.b.done += int64(len(p))
	if s.b.progress != nil {
		s.b.progress(s.b.done, max(s.b.done, s.b.total))
	}
	return s.Hash.Write(p)
}

// database writes a database of bbolt, if there is one, as of one transaction.
func (b *backup) database(name string) error {
	path := filepath.Join(b.db.dir, name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return guard(path, func() (err error) {
		db, err := bbolt.Open(path, 0o444, &bbolt.Options{ReadOnly: true, Timeout: besideTimeout})
		if err != nil {
			return fmt.Errorf("%s: %w; another program may be writing to it, try again when that has ended", path, err)
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		return db.View(func(tx *bbolt.Tx) error {
			if err := b.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o666, Size: tx.Size()}); err != nil {
				return err
			}
			_, err := tx.WriteTo(b.tar)
			return err
		})
	})
}

func (b *backup) manifest(m *manifest) error {
	text, err := m.encode()
	if err != nil {
		return err
	}
	if err := b.tar.WriteHeader(&tar.Header{Name: manifestName, Mode: 0o666, Size: int64(len(text))}); err != nil {
		return err
	}
	_, err = b.tar.Write(text)
	return err
}

// Unpack makes an archive of a backup in a directory that is empty or missing,
// and compares all files with their checksums. A backup that was cut off leaves
// files but no archive.
func Unpack(ctx context.Context, r io.Reader, dir string) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s: %w (%s)", dir, ErrNotEmpty, entries[0].Name())
	}
	if err := os.MkdirAll(filepath.Join(dir, segmentsName), 0o777); err != nil {
		return err
	}
	unpacker, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer unpacker.Close()
	var f files
	got := map[string]fileEntry{}
	in := tar.NewReader(unpacker)
	for {
		header, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			return errors.New("the backup ends before its last file; it is not whole")
		case err != nil:
			return fmt.Errorf("this is no whole backup of an archive: %w", err)
		case header.Typeflag == tar.TypeDir:
			continue
		case header.Typeflag != tar.TypeReg || !filepath.IsLocal(filepath.FromSlash(header.Name)):
			return fmt.Errorf("this is no backup of an archive: it holds %q", header.Name)
		}
		name := path.Clean(header.Name)
		to := filepath.Join(dir, filepath.FromSlash(name))
		if name == manifestName {
			var text bytes.Buffer
			if _, err := io.Copy(&text, in); err != nil {
				return err
			}
			return finish(f, dir, text.Bytes(), got)
		}
		got[name], err = unpackFile(ctx, to, in)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("this is no whole backup of an archive: %w", err)
		}
		if err != nil {
			return err
		}
	}
}

// unpackFile writes one file of a backup.
func unpackFile(ctx context.Context, to string, in io.Reader) (e fileEntry, err error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return e, err
	}
	file, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := crc32.New(castagnoli)
	if e.Size, err = io.Copy(io.MultiWriter(file, sum), in); err != nil {
		return e, err
	}
	e.CRC32C = sum.Sum32()
	return e, errors.Join(ctx.Err(), file.Sync())
}

// finish compares what was unpacked with the manifest, and writes that last.
func finish(f files, dir string, text []byte, got map[string]fileEntry) error {
	temp := filepath.Join(dir, tempPrefix+manifestName)
	if err := f.write(temp, text); err != nil {
		return err
	}
	m := new(manifest)
	if err := json.Unmarshal(text, m); err != nil {
		return fmt.Errorf("the backup's manifest: %w", err)
	}
	var faults []error
	for name, want := range m.files() {
		if got[name] != want {
			faults = append(faults, damaged(name, "not as it was written"))
		}
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	if err := f.syncTree(dir); err != nil {
		return err
	}
	if err := f.rename(temp, filepath.Join(dir, manifestName)); err != nil {
		return err
	}
	if _, err := readManifest(dir); err != nil {
		return err
	}
	return errors.Join(faults...)
}
