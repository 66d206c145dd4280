package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"kifudb/position"
	"kifudb/store/columns"
	"kifudb/store/disk"
	"kifudb/store/fulltext"
	"kifudb/store/postings"
)

// segmentFiles are the open files of a segment, shared by all snapshots that see it.
// Opening them reads hardly anything, as there may be hundreds of segments. Each part
// is opened when it is first needed. Damaged bytes then read as empty, and damage returns
// the error.
type segmentFiles struct {
	dir     string
	games   int
	header  []byte // its text
	records *records
	index   *disk.Sections

	lateDict       late[*dictionary]
	lateFacts      late[factColumns]
	lateGames      late[gameColumns]
	lateKinds      late[[]boardKind]
	lateKindCounts late[*KindCounts]
	latePositions  late[*postings.Index]
	lateVerified   late[*postings.Verified]
	lateWinners    late[[]Winner]
	outlines       outlines

	scripts *keptScripts  // of all segments; nil if none are kept
	lookups *lookups      // of all segments; nil if there are none to speak of
	looks   atomic.Int32  // see lacks
	lacking atomic.Uint64 // the last key that no game has

	columnsMu sync.Mutex // protects columns
	columns   map[boardKind]*columns.Index

	verifyOnce sync.Once
	unsound    error // what verify found

	lostMu   sync.Mutex  // protects what follows
	lost     *lostValues // nil until it is asked for
	lostMany bool        // they are too many to be kept

	mu       sync.Mutex // protects the text indexes
	names    *fulltext.Index
	comments *comments

	featureFiles []*featureFile // the last one is current; protected by mu

	refs int  // protected by DB.mu
	kept bool // one of refs is the DB's; protected by DB.mu
}

// late is a value that is made when it is first asked for.
type late[T any] struct {
	once  sync.Once
	value T
}

func (l *late[T]) get(read func() T) T {
	l.once.Do(func() { l.value = read() })
	return l.value
}

// outlines are the outlines of large scripts that were read, by game.
type outlines struct {
	mu   sync.Mutex
	list map[int]*position.Outline
}

// of returns the outline of a game, nil if there is none yet.
func (o *outlines) of(local int) *position.Outline {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.list[local]
}

// put keeps the outline of a game.
func (o *outlines) put(local int, outline *position.Outline) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.list == nil {
		o.list = make(map[int]*position.Outline)
	}
	o.list[local] = outline
}

// gameColumns are the columns of the games but for their facts.
type gameColumns struct{ lines, digests, byDigest, scripts, scriptsAt *disk.Section }

// openSegment opens the files of a segment but for the text indexes, which
// wait until a text is searched. Sections are compared with their checksums when
// they are read; verify does so at once.
func openSegment(archive string, e *segmentEntry) (_ *segmentFiles, err error) {
	s := &segmentFiles{dir: e.dir(archive), games: e.Games}
	if s.header, err = e.header(archive); err != nil {
		return nil, err
	}
	if s.records, err = holdRecords(filepath.Join(s.dir, recordsName), e.Games, s.recordsSize); err != nil {
		return nil, err
	}
	if s.index, err = disk.OpenSections(filepath.Join(s.dir, indexName)); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// list returns all files but those of comments.
func (s *segmentFiles) list() (map[string]disk.FileSum, error) {
	return filesIn(filepath.Join(s.dir, headerName), s.header)
}

func (s *segmentFiles) recordsSize() (int64, error) {
	list, err := s.list()
	return list[recordsName].Size, err
}

// spoil keeps what is wrong with a section.
func (s *segmentFiles) spoil(tag string, err error) {
	s.index.Spoil(disk.Damaged(s.index.Path, "section %s: %v", tag, err))
}

func (s *segmentFiles) dict() *dictionary { return s.lateDict.get(s.openDict) }

func (s *segmentFiles) openDict() *dictionary {
	d, err := openDictionary(s.index)
	if err != nil {
		s.index.Spoil(err)
		return &dictionary{}
	}
	return d
}

func (s *segmentFiles) facts() *factColumns { s.lateFacts.get(s.openFacts); return &s.lateFacts.value }

func (s *segmentFiles) openFacts() factColumns {
	c, err := openFactColumns(s.index, s.games)
	if err != nil {
		s.index.Spoil(err)
		return factColumns{}
	}
	return c
}

func (s *segmentFiles) of() *gameColumns { s.lateGames.get(s.openGames); return &s.lateGames.value }

func (s *segmentFiles) openGames() gameColumns {
	return gameColumns{
		lines: s.index.Section(tagLines), digests: s.index.Section(tagDigests), byDigest: s.index.Section(tagByDigest),
		scripts: s.index.Section(tagScripts), scriptsAt: s.index.Section(tagScriptsAt),
	}
}

func (s *segmentFiles) positions() *postings.Index { return s.latePositions.get(s.openPositions) }

func (s *segmentFiles) openPositions() *postings.Index {
	c := s.index.Section(tagPositions)
	x, err := postings.Open(c.Data, c.Guard)
	if err != nil {
		s.spoil(tagPositions, err)
	}
	return x // nil holds nothing
}

// looksBeforeMapping is the number of keys that are read before the file is mapped. A
// command looks up one or two keys; a program that looks up more gains from mapping.
const looksBeforeMapping = 8

// manySegments is from how many segments on it pays to look before a file is mapped.
const manySegments = 16

// lookups are what looking for keys has come to in the segments of an archive. It is in vain where
// most of them have what is asked for.
type lookups struct{ segments, lacking, found atomic.Int32 }

func (l *lookups) pay() bool {
	const some = 4
	return l != nil && l.segments.Load() >= manySegments && l.found.Load() <= l.lacking.Load()+some
}

// lacks reports that no game has a key, as far as that can be told without mapping the file.
func (s *segmentFiles) lacks(key position.Key) bool {
	if s.index.Mapped() || !s.lookups.pay() {
		return false
	}
	if s.lacking.Load() == uint64(key) && key != 0 {
		return true
	}
	t := s.index.Find(tagPositions)
	if t == nil || s.looks.Add(1) > looksBeforeMapping {
		return false
	}
	lacks, err := postings.Lacks(s.index.Unmapped(t), int64(t.Length), key)
	if err != nil || !lacks { // what is wrong is found as the file is mapped
		s.lookups.found.Add(1)
		return false
	}
	s.lookups.lacking.Add(1)
	s.lacking.Store(uint64(key))
	return true
}

// verified returns nil if no positions are verified.
func (s *segmentFiles) verified() *postings.Verified { return s.lateVerified.get(s.openVerified) }

func (s *segmentFiles) openVerified() *postings.Verified {
	c, positions := s.index.Section(tagVerified), s.positions()
	if c.Data == nil || positions == nil {
		return nil
	}
	x, err := postings.OpenVerified(c.Data, positions, c.Guard)
	if err != nil {
		s.spoil(tagVerified, err)
	}
	return x
}

// kinds returns of which games and boards there are pattern indexes.
func (s *segmentFiles) kinds() []boardKind { return s.lateKinds.get(s.findKinds) }

func (s *segmentFiles) findKinds() (kinds []boardKind) {
	for _, tag := range s.index.Tags() {
		switch kind, ok, err := kindOfTag(tag); {
		case err != nil:
			s.spoil(tag, err)
		case ok:
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// columnsOf returns the pattern index of a kind, nil if there is none.
func (s *segmentFiles) columnsOf(kind boardKind) *columns.Index {
	s.columnsMu.Lock()
	defer s.columnsMu.Unlock()
	x, known := s.columns[kind]
	if known {
		return x
	}
	if tag := kind.tag(); s.index.Find(tag) != nil {
		c := s.index.Section(tag)
		var err error
		if x, err = columns.Open(c.Data, c.Guard); err != nil {
			s.spoil(tag, err)
		} else if tag = kind.cornersTag(); s.index.Find(tag) != nil {
			if c := s.index.Section(tag); c.Data != nil {
				err = x.UseCorners(c.Data, c.Guard)
			}
			if err != nil {
				s.spoil(tag, err)
			}
		}
	}
	if s.columns == nil {
		s.columns = map[boardKind]*columns.Index{}
	}
	s.columns[kind] = x
	return x
}

// verify compares all small sections with their checksums, and opens all that there is, once.
// What was read for that does not stay in the memory of the process.
func (s *segmentFiles) verify() error {
	s.verifyOnce.Do(func() {
		if s.unsound = s.index.VerifySmall(); s.unsound != nil {
			return
		}
		s.dict()
		s.facts()
		s.of()
		s.verified()
		for _, kind := range s.kinds() {
			s.columnsOf(kind)
		}
		s.unsound = cmp.Or(s.index.Damage(), s.records.open())
		s.index.Leave()
	})
	return s.unsound
}

// damage returns the first damage that reading has met.
func (s *segmentFiles) damage() error {
	s.mu.Lock()
	c := s.comments
	s.mu.Unlock()
	if c != nil {
		if err := c.file.Damage(); err != nil {
			return err
		}
	}
	return s.index.Damage()
}

func (s *segmentFiles) close() error {
	var errs []error
	if s.scripts != nil {
		s.scripts.forgetAll(s)
	}
	if s.names != nil {
		errs = append(errs, s.names.Close())
	}
	if s.comments != nil {
		errs = append(errs, s.comments.close())
	}
	for _, f := range s.featureFiles {
		errs = append(errs, f.close())
	}
	if s.index != nil {
		errs = append(errs, s.index.Close())
	}
	if s.records != nil {
		errs = append(errs, s.records.close())
	}
	return errors.Join(errs...)
}

// openNames opens the index of names, nil if there is none because the
// values are few.
func (s *segmentFiles) openNames() (*fulltext.Index, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names != nil || s.index.Find(tagNames) == nil {
		return s.names, nil
	}
	list, err := s.list()
	if err != nil {
		return nil, err
	}
	s.names, err = fulltext.OpenIndex(filepath.Join(s.dir, namesName), s.index.Section(tagNames), within(namesName, list))
	if s.names != nil {
		s.names.Serials = s.dict()
	}
	return s.names, s.blame(err)
}

// openComments opens the comments that an entry of the segment names.
func (s *segmentFiles) openComments(e *segmentEntry) (*comments, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.comments != nil {
		return s.comments, nil
	}
	list, err := e.commentFiles(s.archive())
	if err == nil {
		s.comments, err = openComments(filepath.Join(s.dir, commentsName), list)
	}
	return s.comments, s.blame(err)
}

// archive returns the archive's directory.
func (s *segmentFiles) archive() string { return filepath.Dir(filepath.Dir(s.dir)) }

// blame says what is behind an error at opening a file of the segment: that a
// writer has taken it away, which is ErrStale, or damage.
func (s *segmentFiles) blame(err error) error {
	if err == nil {
		return nil
	}
	if m, readErr := readManifest(s.archive()); readErr == nil && !m.names(filepath.Base(s.dir)) {
		return fmt.Errorf("%w (%w)", ErrStale, err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w (%w)", ErrCorrupt, err)
	}
	return err
}

// within returns the files of a list that lie in a folder, by their paths in it.
func within(folder string, list map[string]disk.FileSum) map[string]disk.FileSum {
	some := map[string]disk.FileSum{}
	for name, file := range list {
		if rest, ok := strings.CutPrefix(name, folder+"/"); ok {
			some[rest] = file
		}
	}
	return some
}
