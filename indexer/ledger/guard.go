package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"
)

// bbolt trusts the pages of its file: it does not notice a key that was flipped, and follows a damaged
// page to wherever that leads. So the log has the checksums of all pages, and no file is given to bbolt
// before its pages have been compared with them, once in a process. After each transaction of bbolt,
// a frame of sums is added to the log: its body is
//
//	u64      number of the transaction, after which the database had the change that the frame names
//	u32,u32  number and CRC-32C of each page that it has written, …
//
// bbolt never writes a page that the transaction before uses. Hence
//
//   - which pages a transaction has written can be told from the lists of free pages before and after;
//   - the last frame of sums need not be flushed: if it is lost, or the program ended before it was
//     written, the file still has all that there was before that transaction. It is put back to
//     that, and the change comes again from the log, which had it first.
//
// The numbers in pages are in the machine's order, as bbolt has them; sums do not depend on it.

const pageSize = 4096

// A meta is the content of one of bbolt's first two pages: the state after a transaction.
type meta struct {
	at       int64  // 0 or 1: which of the two pages it is
	tx       uint64 // number of the transaction
	root     uint64 // the page of the bucket with all buckets
	freelist uint64 // the page with the numbers of those that are free
	pages    uint64 // how many there are, used or free
}

// readMetas returns those of the two that are whole, the later one first.
func readMetas(file io.ReaderAt) (metas []meta, err error) {
	for at := range int64(2) {
		b := make([]byte, 64)
		if n, err := file.ReadAt(b, at*pageSize+16); n < len(b) {
			if errors.Is(err, io.EOF) {
				continue
			}
			return nil, err
		}
		h := fnv.New64a()
		h.Write(b[:56])
		ne := binary.NativeEndian
		if ne.Uint32(b) != 0xED0CDAED || ne.Uint64(b[56:]) != h.Sum64() {
			continue
		}
		m := meta{at: at, tx: ne.Uint64(b[48:]), root: ne.Uint64(b[16:]), freelist: ne.Uint64(b[32:]), pages: ne.Uint64(b[40:])}
		if metas = append(metas, m); len(metas) == 2 && metas[1].tx > metas[0].tx {
			metas[0], metas[1] = metas[1], metas[0]
		}
	}
	return metas, nil
}

// A pageSet has a bit for each page.
type pageSet []uint64

func (s pageSet) has(page uint64) bool {
	return page/64 < uint64(len(s)) && s[page/64]>>(page%64)&1 != 0
}

var errPage = errors.New("a page of it is damaged")

// used returns which pages a state of the file uses.
func (m *meta) used(file io.ReaderAt, size int64) (used pageSet, err error) {
	if m.pages > uint64(size)/pageSize {
		return nil, fmt.Errorf("%w: it has %d bytes for %d pages", errPage, size, m.pages)
	}
	used = make(pageSet, (m.pages+63)/64)
	for page := uint64(2); page < m.pages; page++ {
		used[page/64] |= 1 << (page % 64)
	}
	data, err := readPage(file, m.freelist, m.pages)
	if err != nil {
		return nil, err
	}
	ne := binary.NativeEndian
	n, ids := uint64(ne.Uint16(data[10:])), data[16:]
	if n == 0xffff && len(ids) >= 8 {
		n, ids = ne.Uint64(ids), ids[8:]
	}
	if ne.Uint16(data[8:]) != 0x10 || n > uint64(len(ids))/8 {
		return nil, fmt.Errorf("%w: page %d does not say which are free", errPage, m.freelist)
	}
	for ; n > 0; n-- {
		page := ne.Uint64(ids)
		if ids = ids[8:]; page < 2 || page >= m.pages {
			return nil, fmt.Errorf("%w: page %d says that page %d is free", errPage, m.freelist, page)
		}
		used[page/64] &^= 1 << (page % 64)
	}
	return used, nil
}

// readPage reads a page with those that go on with it.
func readPage(file io.ReaderAt, page, pages uint64) (data []byte, err error) {
	data = make([]byte, pageSize)
	if page < 2 || page >= pages {
		return nil, fmt.Errorf("%w: there is no page %d of %d", errPage, page, pages)
	}
	if _, err := file.ReadAt(data, int64(page)*pageSize); err != nil {
		return nil, err
	}
	ne := binary.NativeEndian
	more := uint64(ne.Uint32(data[12:]))
	if ne.Uint64(data) != page || more >= pages-page {
		return nil, fmt.Errorf("%w: page %d says that it is page %d and has %d more", errPage, page, ne.Uint64(data), more)
	}
	if more > 0 {
		data = make([]byte, (more+1)*pageSize)
		_, err = file.ReadAt(data, int64(page)*pageSize)
	}
	return data, err
}

// A guard knows what the log says of the pages of the database, and of changes before the last one.
type guard struct {
	mu     sync.Mutex
	read   int64            // bytes of the log that were read
	end    [frameTail]byte  // the last of these, by which another log is told
	chains map[uint64]chain // after changes
	logged bool             // there are changes with chains: each transaction has sums
	last   uint64           // number of the last change
	tx     uint64           // the last transaction that has sums; 0: none
	number uint64           // of the last change that the database had after that
	sums   []uint32         // by page; 0: none
	same   []uint32         // by page: with which sum it was compared, and was the same
	used   pageSet          // pages after a transaction
	usedAt uint64           // that transaction
}

// follow reads what has come to a log.
func (g *guard) follow(path string) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		g.forget()
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
	var end [frameTail]byte
	if g.read > 0 && g.read <= info.Size() {
		if _, err := file.ReadAt(end[:], g.read-frameTail); err != nil {
			return err
		}
	}
	if g.read > info.Size() || end != g.end {
		g.forget()
	}
	text, err := io.ReadAll(io.NewSectionReader(file, g.read, info.Size()-g.read))
	if err != nil {
		return err
	}
	n := eachFrame(text, g.take, func(int, int) {})
	if g.read += int64(n); n >= frameTail {
		copy(g.end[:], text[n-frameTail:])
	}
	return nil
}

func (g *guard) forget() {
	g.read, g.end, g.chains, g.logged, g.tx, g.sums, g.used, g.usedAt = 0, [frameTail]byte{}, nil, false, 0, nil, nil, 0
}

// take takes a frame of the log in.
func (g *guard) take(f *frame) {
	switch f.kind {
	case frameChange:
		g.mark(f.number, f.chain)
		g.logged, g.last = true, f.number
	case frameMarks:
		f.marks(g.mark)
	case frameSums:
		le := binary.LittleEndian
		if len(f.part)%8 != 0 || len(f.part) < 8 {
			return
		}
		g.tx, g.number = le.Uint64(f.part), f.number
		for pairs := f.part[8:]; len(pairs) > 0; pairs = pairs[8:] {
			g.put(uint64(le.Uint32(pairs)), le.Uint32(pairs[4:]))
		}
	}
}

func (g *guard) mark(number uint64, c chain) {
	if g.chains == nil {
		g.chains = map[uint64]chain{}
	}
	g.chains[number] = c
}

func (g *guard) put(page uint64, sum uint32) {
	for uint64(len(g.sums)) <= page {
		g.sums = append(g.sums, make([]uint32, 1+len(g.sums)/2+int(min(page-uint64(len(g.sums)), 1<<16)))...)
	}
	g.sums[page] = sum
}

func (g *guard) sum(page uint64) uint32 {
	if page < uint64(len(g.sums)) {
		return g.sums[page]
	}
	return 0
}

// sumOf returns the checksum of a page, which is never 0.
func sumOf(page []byte) uint32 { return max(crc32.Checksum(page, castagnoli), 1) }

// compare compares the pages that a state of a file uses with their sums. Pages that were the same before
// are not read again.
func (g *guard) compare(file *os.File, m *meta) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	buffer := make([]byte, 64*pageSize)
	if m.freelist < m.pages && m.pages <= uint64(info.Size())/pageSize { // before anybody believes it
		if err := g.comparePages(file, m.freelist, m.freelist+1, buffer); err != nil {
			return err
		}
	}
	used, err := m.used(file, info.Size())
	if err != nil {
		return err
	}
	for page := uint64(2); page < m.pages; {
		end := page
		for end < m.pages && end-page < uint64(len(buffer)/pageSize) && used.has(end) && !g.knows(end) {
			end++
		}
		if end == page {
			page++
			continue
		}
		if err := g.comparePages(file, page, end, buffer); err != nil {
			return err
		}
		page = end
	}
	g.used, g.usedAt = used, m.tx
	return nil
}

func (g *guard) knows(page uint64) bool {
	return page < uint64(len(g.same)) && g.same[page] != 0 && g.same[page] == g.sum(page)
}

func (g *guard) comparePages(file io.ReaderAt, from, to uint64, buffer []byte) error {
	data := buffer[:(to-from)*pageSize]
	if _, err := file.ReadAt(data, int64(from)*pageSize); err != nil {
		return err
	}
	for page := from; page < to; page++ {
		sum := sumOf(data[:pageSize])
		data = data[pageSize:]
		if sum != g.sum(page) {
			return fmt.Errorf("%w: page %d", errPage, page)
		}
		g.knowSame(page, sum)
	}
	return nil
}

func (g *guard) knowSame(page uint64, sum uint32) {
	if page >= uint64(len(g.same)) {
		g.same = append(g.same, make([]uint32, max(uint64(len(g.sums)), page+1)-uint64(len(g.same)))...)
	}
	g.same[page] = sum
}

// sumsOf returns a frame with the sums of pages that a state of a file uses and an earlier one did not.
func sumsOf(file *os.File, m *meta, earlier pageSet, number uint64) (f frame, used pageSet, err error) {
	info, err := file.Stat()
	if err != nil {
		return f, nil, err
	}
	if used, err = m.used(file, info.Size()); err != nil {
		return f, nil, err
	}
	le := binary.LittleEndian
	f = frame{kind: frameSums, number: number, part: le.AppendUint64(nil, m.tx)}
	data := make([]byte, pageSize)
	for page := uint64(2); page < m.pages; page++ {
		if !used.has(page) || earlier.has(page) {
			continue
		}
		if _, err := file.ReadAt(data, int64(page)*pageSize); err != nil {
			return f, nil, err
		}
		f.part = le.AppendUint32(le.AppendUint32(f.part, uint32(page)), sumOf(data))
	}
	return f, used, nil
}

// trust compares a file of the ledger, which somebody keeps from being changed, with its sums, before
// bbolt reads more of it than the first two pages, and returns its last transaction. The error is
// errUnended if that has no sums and all of the one before is there; errPutBack if it is the one before.
func (db *DB) trust(file *os.File) (now uint64, err error) {
	g := &db.guard
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.follow(db.logPath()); err != nil {
		return 0, err
	}
	metas, err := readMetas(file)
	if err != nil {
		return 0, err
	}
	if len(metas) == 0 {
		return 0, db.damaged("its first two pages are both damaged")
	}
	now = metas[0].tx
	switch {
	case !g.logged: // the log is of an older version, or there is none
		return now, nil
	case g.tx == 0:
		return now, db.damaged("%s does not have its checksums", LogName)
	case now == g.usedAt && g.usedAt == g.tx:
		return now, nil
	case now > g.tx+1:
		return now, db.damaged("it is at transaction %d, and %s is at %d", now, LogName, g.tx)
	case now == g.tx+1:
		if g.last == g.number { // the change did not come from it
			return now, db.damaged("it has a change that %s lacks; a repair rebuilds one from the other", LogName)
		}
		if len(metas) < 2 || metas[1].tx != g.tx {
			return now, db.damaged("the last transaction has no checksums, and the one before is gone")
		}
		if err := g.compare(file, &metas[1]); err != nil {
			return now, db.pageFault(err)
		}
		return now, errUnended
	}
	if err := g.compare(file, &metas[0]); err != nil {
		return now, db.pageFault(err)
	}
	if now < g.tx {
		return now, errPutBack
	}
	return now, nil
}

var (
	errUnended = errors.New("the last transaction of the ledger's database has no checksums")
	errPutBack = errors.New("the ledger's database lacks its last transaction")
)

func (db *DB) pageFault(err error) error {
	if errors.Is(err, errPage) || errors.Is(err, io.EOF) {
		return db.damaged("%v", err)
	}
	return err
}

// tellSums adds the sums of a transaction that has just been committed to the log. If that fails, the
// change is made all the same, see above.
func (db *DB) tellSums(file *os.File) {
	g := &db.guard
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.follow(db.logPath()) != nil || !g.logged || g.used == nil {
		return
	}
	metas, err := readMetas(file)
	if err != nil || len(metas) == 0 || metas[0].tx != g.tx+1 || g.usedAt != g.tx {
		return
	}
	f, used, err := sumsOf(file, &metas[0], g.used, g.last)
	if err != nil || db.files.AppendLater(db.logPath(), f.encode()) != nil {
		return
	}
	if g.follow(db.logPath()) != nil {
		return
	}
	for pairs := f.part[8:]; len(pairs) > 0; pairs = pairs[8:] { // it has been written by this program
		g.knowSame(uint64(binary.LittleEndian.Uint32(pairs)), binary.LittleEndian.Uint32(pairs[4:]))
	}
	g.used, g.usedAt = used, metas[0].tx
}

// putBack makes the file what it was before its last transaction, which has no sums.
func putBack(file *os.File, tx uint64) error {
	metas, err := readMetas(file)
	if err != nil || len(metas) < 2 || metas[0].tx != tx {
		return err // somebody else was quicker
	}
	if _, err := file.WriteAt(make([]byte, pageSize), metas[0].at*pageSize); err != nil {
		return err
	}
	return file.Sync()
}

// tellPutBack says in the log that the file is that after an earlier transaction again.
func (db *DB) tellPutBack(file *os.File, tx uint64) error {
	g := &db.guard
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tx <= tx {
		return nil
	}
	f := frame{kind: frameSums, number: g.last - min(g.last, 1), part: binary.LittleEndian.AppendUint64(nil, tx)}
	return errors.Join(db.files.AppendLater(db.logPath(), f.encode()), g.follow(db.logPath()))
}

// marksBefore returns a frame with the chains of the last changes up to one.
func marksBefore(number uint64, known map[uint64]chain) frame {
	const most = 64
	f := frame{kind: frameMarks, number: number}
	for _, n := range slices.Sorted(maps.Keys(known)) {
		if n <= number && n+most > number {
			c := known[n]
			f.part = append(binary.LittleEndian.AppendUint64(f.part, n), c[:]...)
		}
	}
	return f
}

// chains returns the chains after the changes of which the log knows them.
func (db *DB) chains() (map[uint64]chain, error) {
	g := &db.guard
	g.mu.Lock()
	defer g.mu.Unlock()
	err := g.follow(db.logPath())
	return maps.Clone(g.chains), err
}

// noteSums notes that the log begins with the sums of all pages of a state.
func (db *DB) noteSums(used pageSet, tx uint64) error {
	g := &db.guard
	g.mu.Lock()
	defer g.mu.Unlock()
	err := g.follow(db.logPath())
	g.used, g.usedAt = used, tx
	return err
}
