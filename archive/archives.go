package archive

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"strconv"
	"strings"
	"sync"

	"kifudb/internal/lazy"
	"kifudb/store"
)

// maxArchives bounds how many archives are asked together, and IDRoom is what each
// has for the ids of its games then: there are 32 bits for all of them.
const (
	maxArchives = 16
	IDRoom      = 1 << 28
)

// Archives are one or several archives that are asked together, numbered from 1 in
// the order in which they were opened. References to what is in one of several
// begin with its number: 2:12 is game 12 of the second one, 2:12@40 a place in it.
type Archives struct {
	list []*Archive
}

// OpenAll opens the archives in some folders, see [Open]. None may be there twice.
func OpenAll(dirs []string, o *Options) (*Archives, error) {
	if len(dirs) == 0 || len(dirs) > maxArchives {
		return nil, badRequest("archive", "got %d archives; expected 1 to %d", len(dirs), maxArchives)
	}
	all := &Archives{}
	for i, dir := range dirs {
		a, err := Open(dir, o)
		if err == nil {
			err = all.known(a, dirs[:i])
			all.list = append(all.list, a)
		}
		if err != nil {
			return nil, errors.Join(err, all.Close())
		}
	}
	return all, nil
}

// known says whether a folder is there already, under whatever name.
func (all *Archives) known(a *Archive, before []string) error {
	here, err := os.Stat(a.Dir())
	if err != nil {
		return err
	}
	for i, b := range all.list {
		if there, err := os.Stat(b.Dir()); err == nil && os.SameFile(here, there) {
			return badRequest("archive", "%s is named twice, also as %s; its games would count twice", a.Dir(), before[i])
		}
	}
	return nil
}

// Len returns the number of archives.
func (all *Archives) Len() int { return len(all.list) }

// Close closes all of them, see [Archive.Close].
func (all *Archives) Close() error {
	var errs []error
	for _, a := range all.list {
		errs = append(errs, a.Close())
	}
	return errors.Join(errs...)
}

// View returns the archives as they were last committed. They are compared with their
// checksums as far as questions read them, as questions read little: so what is
// damaged is an error of an answer, or at last of Close. Verify compares at once. Close
// it.
func (all *Archives) View() (*Views, error) {
	vs := &Views{}
	for _, a := range all.list {
		v, err := a.view((*store.DB).LazySnapshot)
		if err != nil {
			return nil, errors.Join(err, vs.Close())
		}
		vs.list = append(vs.list, v)
	}
	return vs, nil
}

// Views are one or several archives, each as it was at one moment, that are asked
// together. They are safe for concurrent use. The records of one game are folded, in
// several archives as far as [sharedGame] says. A question is a method of Views. A [View] has all of them, as it
// is the Views of one archive.
type Views struct {
	list   []*View
	shared struct {
		mu    sync.Mutex     // protects what follows
		games [][]sharedGame // nil if they are not known yet
	}
}

// Close lets go of the moments.
func (vs *Views) Close() error {
	var errs []error
	for _, v := range vs.list {
		errs = append(errs, v.Close())
	}
	return errors.Join(errs...)
}

// Verify compares all that is small in the archives with its checksums.
func (vs *Views) Verify() error {
	for i, v := range vs.list {
		if err := v.snapshot.Verify(); err != nil {
			return vs.ErrorIn(i, err)
		}
	}
	return nil
}

// Len returns the number of games in all archives.
func (vs *Views) Len() int {
	n := 0
	for _, v := range vs.list {
		n += v.Len()
	}
	return n
}

// Unindexed returns how many games have comments that are not indexed yet.
func (vs *Views) Unindexed() int {
	n := 0
	for _, v := range vs.list {
		n += v.Unindexed()
	}
	return n
}

// All returns the views in the order of their numbers.
func (vs *Views) All() []*View { return vs.list }

// Number returns the number of the archive of the i-th view, 0 if it is the only
// one.
func (vs *Views) Number(i int) int {
	if len(vs.list) == 1 {
		return 0
	}
	return i + 1
}

// snapshots returns the archives that places in games may name.
func (vs *Views) snapshots() []*store.Snapshot {
	var list []*store.Snapshot
	for _, v := range vs.list {
		list = append(list, v.snapshot)
	}
	return list
}

// FirstID is by how much the ids of the i-th archive are raised while all are asked.
func FirstID(i int) GameID { return GameID(i) * IDRoom }

// SplitID returns which archive a raised id belongs to, and the id there.
func SplitID(id GameID) (i int, own GameID) { return int(id / IDRoom), id % IDRoom }

// mark tells cursors of these archives from those of others: "" if there is only
// one. Its text has no dot.
func (vs *Views) mark() string {
	if len(vs.list) == 1 {
		return ""
	}
	var ids strings.Builder
	for _, v := range vs.list {
		ids.WriteString(v.snapshot.ID())
	}
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(ids.String())))
}

var numberForm = lazy.Regexp(`^([0-9]+):(.*)$`)

// Named returns the archive that a reference such as 2:12@40 names, and the rest
// of it.
func (vs *Views) Named(ref string) (v *View, number int, rest string, err error) {
	m := numberForm().FindStringSubmatch(ref)
	if m == nil {
		if len(vs.list) > 1 {
			return nil, 0, "", badRequest("", "%s may be in any of %d archives; put the number of one before it, as in 1:%s", ref, len(vs.list), ref)
		}
		return vs.list[0], 0, ref, nil
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 1 || n > len(vs.list) {
		return nil, 0, "", badRequest("", "%s names archive %s, but there are only %d", ref, m[1], len(vs.list))
	}
	return vs.list[n-1], vs.Number(n - 1), m[2], nil
}

// refTo writes a reference to what is in an archive; 0 is that of the only one.
func refTo(archive int, rest string) string {
	if archive == 0 {
		return rest
	}
	return strconv.Itoa(archive) + ":" + rest
}
