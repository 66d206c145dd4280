package store

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
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

	"kifudb/internal/durable"
	"kifudb/store/disk"
)

// A backup is a tar file packed with zstd that holds an archive as of one
// moment, under the paths that its files have in the archive's directory:
//
//	ledger.db            if there is one, as of one transaction, and ledger.log as of the same
//	ledgers/             those of other computers, likewise
//	witness              if there is one
//	user.log, user.copy  if there are any
//	evaluations          if there is one, up to where it ended when it was opened
//	segments/            all that the manifest names
//	removed/             likewise
//	manifests/           the newest, whole
//	MANIFEST             the last, so that a truncated backup is not an archive
//
// A backup needs no lock and does not wait for a writer. Segments do not change. If a
// writer deletes one meanwhile, the backup leaves it out and reads the manifest again, which
// names others in its place. Parts of the deleted segment may remain in the backup, as
// they may in an archive; the next writer deletes them. The databases come first because
// they may lag behind MANIFEST but must not be ahead of it.

// besides are the files that other packages keep in an archive's directory, in
// the order in which a backup takes them. Those that end in .db are databases of
// bbolt.
var besides = [...]string{ledgerName, WitnessName, "user.log", "user.copy", "user.lost"}

// ledgerName and ledgerLogName are the two files of the ledger, which change together.
const (
	ledgerName    = "ledger.db"
	ledgerLogName = "ledger.log"
)

// ledgersName is the folder of the ledgers of other computers.
const ledgersName = "ledgers"

// evaluationsName is the file with evaluations of positions. It is only appended to, or replaced by
// another one; readers pass over an incomplete end.
const evaluationsName = "evaluations"

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
		// Not closed: an incomplete file must not look like a whole one.
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
	seen        Counts          // of the user's changes, before they were read
	ledger      LedgerMark      // the last one of the ledger, likewise
	faults      []error
}

func (b *backup) run() error {
	names, err := b.databases()
	if err != nil {
		return err
	}
	if m, err := b.db.manifest(); err == nil { // before the databases, which may go on meanwhile
		b.ledger = m.ledgerMark()
	}
	for _, name := range names {
		if err := b.database(name); err != nil {
			return err
		}
	}
	if m, err := b.db.manifest(); err == nil { // otherwise the rest says so
		m.witness(b.db.dir)
		b.seen = m.User
	}
	if err := b.logs(); err != nil {
		return err
	}
	if err := b.appended(evaluationsName); err != nil {
		return err
	}
	if err := b.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: segmentsName + "/", Mode: 0o777}); err != nil {
		return err
	}
	for try := 1; ; try++ {
		err := b.archive()
		if !errors.Is(err, fs.ErrNotExist) || try == maxTries {
			return err
		}
	}
}

// archive writes what is not written yet, the manifest last. If a segment was
// taken away meanwhile, it returns fs.ErrNotExist.
func (b *backup) archive() error {
	m, err := b.db.manifest()
	if err != nil {
		return err
	}
	if b.db.bringer != nil {
		if err := b.brought(m); err != nil {
			return err
		}
		return b.manifest(m)
	}
	list, faults, err := m.files(b.db.dir)
	if err != nil {
		return err
	}
	b.total = b.done
	for name, want := range list {
		if !b.written[name] {
			b.total += want.Size
		}
	}
	if err := b.segments(list); err != nil {
		return err
	}
	b.faults = append(b.faults, faults...)
	return b.manifest(m)
}

// brought writes segments one after the other, as there need not be room for more.
func (b *backup) brought(m *manifest) error {
	for i := range m.Segments {
		one := &manifest{Segments: m.Segments[i : i+1]}
		release, err := b.db.hold(b.ctx, m.Segments[i].Name)
		if err != nil {
			return err
		}
		list, faults, err := one.files(b.db.dir)
		if err == nil {
			b.faults = append(b.faults, faults...)
			err = b.segments(list)
		}
		if err := errors.Join(err, release()); err != nil {
			return err
		}
	}
	return nil
}

// files returns all files that belong to the segments, by their slash-separated
// paths in the archive. Where a header is damaged, they are those that are there.
func (m *manifest) files(dir string) (all map[string]disk.FileSum, faults []error, err error) {
	all = map[string]disk.FileSum{}
	for i := range m.Segments {
		e := &m.Segments[i]
		for _, part := range []struct {
			folder string
			there  bool
			read   func(archive string) (map[string]disk.FileSum, error)
		}{
			{path.Join(segmentsName, e.Name), true, e.files},
			{path.Join(segmentsName, e.Name, commentsName), e.hasComments(), e.commentFiles},
		} {
			if !part.there {
				continue
			}
			folder := filepath.Join(dir, filepath.FromSlash(part.folder))
			list, err := part.read(dir)
			if errors.Is(err, ErrCorrupt) {
				faults = append(faults, err)
				list, err = disk.MeasureTree(folder)
			}
			if err != nil {
				return nil, nil, err
			}
			header, err := disk.Measure(filepath.Join(folder, headerName))
			if err != nil {
				return nil, nil, err
			}
			all[path.Join(part.folder, headerName)] = header
			for name, file := range list {
				all[path.Join(part.folder, name)] = file
			}
		}
	}
	return all, faults, nil
}

// segments writes the files that are not written yet.
func (b *backup) segments(files map[string]disk.FileSum) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if b.written[name] {
			continue
		}
		err := b.file(name, files[name])
		if errors.Is(err, fs.ErrNotExist) && b.belongs(name) {
			b.faults = append(b.faults, disk.Damaged(name, "missing"))
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
	return m.names(strings.Split(name, "/")[1])
}

// file writes one file of a segment.
func (b *backup) file(name string, want disk.FileSum) (err error) {
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
	sum := crc32.New(disk.Castagnoli)
	if _, err := io.Copy(b.tar, io.TeeReader(io.LimitReader(file, info.Size()), &countingSum{sum, b})); err != nil {
		return err
	}
	if got := (disk.FileSum{Size: info.Size(), CRC32C: sum.Sum32()}); got != want {
		b.faults = append(b.faults, disk.Damaged(path, "it is not as it was written"))
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

// databases returns the names of the databases beside the segments.
func (b *backup) databases() (names []string, err error) {
	for _, name := range besides {
		if strings.HasSuffix(name, ".db") {
			names = append(names, name)
		}
	}
	entries, err := os.ReadDir(filepath.Join(b.db.dir, ledgersName))
	if errors.Is(err, fs.ErrNotExist) {
		return names, nil
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".db") {
			names = append(names, path.Join(ledgersName, e.Name()))
		}
	}
	return names, err
}

// database writes a database of bbolt, if there is one, as of one transaction.
func (b *backup) database(name string) error {
	path := filepath.Join(b.db.dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return b.log(name)
	}
	return disk.Guard(path, func() (err error) {
		db, err := bbolt.Open(path, 0o444, &bbolt.Options{ReadOnly: true, Timeout: besideTimeout})
		if err != nil {
			return fmt.Errorf("%s: %w; another program may be writing to it, try again when that has ended", path, err)
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		return db.View(func(tx *bbolt.Tx) error {
			if err := b.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o666, Size: tx.Size()}); err != nil {
				return err
			}
			if _, err := tx.WriteTo(b.tar); err != nil {
				return err
			}
			return b.log(name) // nobody adds to it meanwhile
		})
	})
}

// log writes the log of a database, if there is one.
func (b *backup) log(database string) error {
	if database != ledgerName {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(b.db.dir, ledgerLogName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return b.text(ledgerLogName, text)
}

// appended writes a file that others may append to meanwhile, if there is one.
func (b *backup) appended(name string) error {
	file, err := os.Open(filepath.Join(b.db.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := b.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o666, Size: info.Size()}); err != nil {
		return err
	}
	_, err = io.Copy(b.tar, io.TeeReader(io.LimitReader(file, info.Size()), &countingSum{crc32.New(disk.Castagnoli), b}))
	return err
}

// logs writes the files beside the segments that are not databases. They are read
// again until nobody changed them meanwhile, so that they fit together.
func (b *backup) logs() error {
	texts, err := b.texts()
	for range maxTries {
		if err != nil {
			return err
		}
		var again map[string][]byte
		again, err = b.texts()
		if maps.EqualFunc(texts, again, bytes.Equal) {
			break
		}
		texts = again
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if err := b.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o666, Size: int64(len(texts[name]))}); err != nil {
			return err
		}
		if _, err := b.tar.Write(texts[name]); err != nil {
			return err
		}
	}
	return err
}

func (b *backup) texts() (map[string][]byte, error) {
	texts := map[string][]byte{}
	for _, name := range besides {
		if strings.HasSuffix(name, ".db") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(b.db.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		texts[name] = text
	}
	return texts, nil
}

// manifest writes the manifest, whole, with the sets of removed games, and MANIFEST last.
func (b *backup) manifest(m *manifest) error {
	for _, n := range slices.Sorted(maps.Keys(m.removedFiles())) { // in one order each time
		_, whole := removedFaults(b.db.dir, n)
		text, err := os.ReadFile(cmp.Or(whole, removedPath(b.db.dir, n)))
		if err != nil {
			return err
		}
		for _, name := range []string{numberName(n) + copySuffix, numberName(n)} {
			if err := b.text(path.Join(removedName, name), text); err != nil {
				return err
			}
		}
	}
	whole := m.clone()
	whole.base, whole.User = 0, b.seen // as by now there may be more than was written
	whole.setLedger(b.ledger)
	text, err := whole.encode()
	if err != nil {
		return err
	}
	if err := b.text(path.Join(manifestsName, numberName(m.Generation)), text); err != nil {
		return err
	}
	if text, err = seal(&head{m.needs(), m.Archive, m.Generation}); err != nil {
		return err
	}
	return b.text(headName, text)
}

func (b *backup) text(name string, text []byte) error {
	if b.written[name] {
		return nil
	}
	if err := b.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o666, Size: int64(len(text))}); err != nil {
		return err
	}
	b.written[name] = true
	_, err := b.tar.Write(text)
	return err
}

// Unpack makes an archive of a backup in a directory that is empty or missing,
// and compares all files with their checksums. A backup that was cut off leaves
// files but no archive.
func Unpack(ctx context.Context, r io.Reader, dir string) error {
	return unpackWith(ctx, r, dir, disk.Files{})
}

func unpackWith(ctx context.Context, r io.Reader, dir string, f disk.Files) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s: %w (%s)", dir, ErrNotEmpty, entries[0].Name())
	}
	for _, name := range [...]string{segmentsName, manifestsName, removedName} {
		if err := f.MkdirAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	unpacker, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer unpacker.Close()
	got := map[string]disk.FileSum{}
	in := tar.NewReader(unpacker)
	for {
		header, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			return errors.New("the backup ends before its last file; it is incomplete")
		case err != nil:
			return fmt.Errorf("this is not a complete backup of an archive: %w", err)
		case header.Typeflag == tar.TypeDir:
			continue
		case header.Typeflag != tar.TypeReg || !filepath.IsLocal(filepath.FromSlash(header.Name)):
			return fmt.Errorf("this is not a backup of an archive: it holds %q", header.Name)
		}
		name := path.Clean(header.Name)
		to := filepath.Join(dir, filepath.FromSlash(name))
		if name == headName {
			var text bytes.Buffer
			if _, err := io.Copy(&text, in); err != nil {
				return err
			}
			return finish(f, dir, text.Bytes(), got)
		}
		got[name], err = unpackFile(ctx, f, to, in)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("this is not a complete backup of an archive: %w", err)
		}
		if err != nil {
			return err
		}
	}
}

// unpackFile writes one file of a backup.
func unpackFile(ctx context.Context, f disk.Files, to string, in io.Reader) (e disk.FileSum, err error) {
	if err := os.MkdirAll(filepath.Dir(to), durable.PrivateDir); err != nil { // flushed with all others
		return e, err
	}
	err = f.Do("write", to, func() (err error) {
		file, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, durable.Perm(filepath.Dir(to), 0o666))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		sum := crc32.New(disk.Castagnoli)
		if e.Size, err = io.Copy(io.MultiWriter(file, sum), in); err != nil {
			return err
		}
		e.CRC32C = sum.Sum32()
		return ctx.Err()
	})
	return e, err
}

// finish compares the unpacked files with the manifest, and writes MANIFEST last.
func finish(f disk.Files, dir string, text []byte, got map[string]disk.FileSum) error {
	temp := filepath.Join(dir, disk.TempPrefix+headName)
	if err := f.Write(temp, text); err != nil {
		return err
	}
	m, err := unpackedManifest(dir, text)
	if err != nil {
		return fmt.Errorf("the backup's manifest: %w", err)
	}
	want, faults, err := m.files(dir)
	if err != nil {
		return fmt.Errorf("the backup: %w", err)
	}
	for name, file := range want {
		if got[name] != file {
			faults = append(faults, disk.Damaged(name, "not as it was written"))
		}
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	if err := f.SyncTree(dir); err != nil {
		return err
	}
	if err := f.Rename(temp, filepath.Join(dir, headName)); err != nil {
		return err
	}
	if _, err := readManifest(dir); err != nil {
		return err
	}
	return errors.Join(faults...)
}

// unpackedManifest returns the manifest of a backup of which MANIFEST is about
// to get its name.
func unpackedManifest(dir string, text []byte) (*manifest, error) {
	h, err := parseHead(headName, text)
	if err != nil {
		return nil, err
	}
	return readNumbered(dir, h.Generation)
}
