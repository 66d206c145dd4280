package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/disk"
	"kifudb/store/fulltext"
)

// Check reads the whole archive, derives everything again from the raw records, and
// reports every fault: missing files, wrong checksums, unreadable records, and derived
// data that differ from the record, by game where possible. If it returns no error, every
// answer of the archive is the answer that its raw records give. It sees the last commit;
// a writer may be at work.
//
// An archive from an earlier version of the program may differ from what a newer one
// derives. Check reports that too, and [DB.Rebuild] mends it.
func (db *DB) Check(ctx context.Context, derive Derive) iter.Seq[error] {
	return func(yield func(error) bool) {
		c := &checker{ctx: ctx, db: db, derive: derive, yield: yield}
		m, err := db.manifest()
		if err != nil {
			yield(err)
			return
		}
		if !c.manifests(m) {
			return
		}
		for i := range m.Segments {
			c.name = m.Segments[i].Name
			if !c.segment(&m.Segments[i]) {
				return
			}
		}
	}
}

// checker checks one archive. Its methods return false when nobody wants to
// hear more.
type checker struct {
	ctx    context.Context
	db     *DB
	derive Derive
	yield  func(error) bool
	name   string // of the segment that is checked
	done   bool

	inComments bool // what is reported is about a segment's comments
}

// report passes an error on, unless it is that a writer has just merged the
// segment away.
func (c *checker) report(err error) bool {
	if errors.Is(err, fs.ErrNotExist) {
		m, err := readManifest(c.db.dir)
		if err == nil && !m.names(c.name) {
			return true
		}
	}
	if err != nil && !c.done {
		c.done = !c.yield(err)
	}
	return !c.done
}

// manifests reads all manifests and files of removed games, also those that are
// kept only to repair the newest.
func (c *checker) manifests(m *manifest) bool {
	all, err := scan(c.db.dir)
	if err != nil {
		return c.report(err)
	}
	for _, n := range all.manifests {
		if _, err := readNumbered(c.db.dir, n); err != nil && !errors.Is(err, fs.ErrNotExist) && !c.report(err) {
			return false
		}
	}
	if mirrored(c.db.dir) { // the copies are in the store
		return true
	}
	needed := m.removedFiles()
	for _, n := range all.removed {
		needed[n] = true
	}
	for _, n := range slices.Sorted(maps.Keys(needed)) {
		faults, whole := removedFaults(c.db.dir, n)
		if whole != "" {
			if _, err := os.Lstat(whole); err != nil { // a writer has just removed both
				continue
			}
		}
		for _, fault := range faults {
			if !errors.Is(fault, fs.ErrNotExist) && !c.report(fault) {
				return false
			}
		}
	}
	return true
}

// try runs one check, which may read damaged files in other people's formats.
func (c *checker) try(path string, check func() error) bool {
	if c.done {
		return false
	}
	if err := c.ctx.Err(); err != nil {
		c.report(err)
		c.done = true
		return false
	}
	return c.report(disk.Guard(path, check))
}

func (c *checker) segment(e *segmentEntry) bool {
	dir := e.dir(c.db.dir)
	release, err := c.db.hold(c.ctx, e.Name)
	if err != nil {
		return c.report(fmt.Errorf("segment %s: %w", e.Name, err))
	}
	defer func() { c.report(release()) }()
	list, err := e.files(c.db.dir)
	if err != nil {
		return c.report(fmt.Errorf("segment %s: %w", e.Name, err))
	}
	sound := c.files(dir, list)
	c.inComments = true
	list, err = e.commentFiles(c.db.dir)
	c.report(err)
	sound = c.files(filepath.Join(dir, commentsName), list) && sound && err == nil
	c.inComments = false
	if c.done {
		return false
	}
	files, err := openSegment(c.db.dir, e)
	if err != nil {
		return c.report(fmt.Errorf("segment %s: %w", e.Name, err))
	}
	defer func() { c.report(files.close()) }()
	if err := files.verify(); err != nil {
		return c.report(fmt.Errorf("segment %s: %w", e.Name, err))
	}
	live := roaring.New()
	live.AddRange(0, uint64(e.Games))
	live.AndNot(e.removed())
	g := &Segment{entry: *e, files: files, live: live}

	for err := range files.index.Verify() {
		c.report(err)
	}
	games := make([]*Game, e.Games)
	unread := false
	c.try(files.records.path, func() error {
		for d := range deriveAll(c.ctx, c.derive, files.records.all(nil), e.Base) {
			if d.err != nil {
				unread = true
				if !c.report(d.err) {
					break
				}
				continue
			}
			asTold(d.game, g, d.local)
			games[d.local] = d.game
		}
		return nil
	})
	positions := true // are what the records give, if they can be read
	if !unread {
		c.try(files.index.Path, func() (err error) {
			positions, err = c.index(files, indexParts[:], games)
			return err
		})
	}
	c.games(g, games, !positions, g.live)
	if unread || !sound {
		return !c.done // the rest would only repeat it
	}
	c.try(filepath.Join(dir, namesName), func() error { return c.names(files) })
	if !e.indexed() {
		return !c.done
	}
	c.inComments = true
	defer func() { c.inComments = false }()
	return c.try(filepath.Join(dir, commentsName), func() error { return c.comments(g, games) })
}

// files compares files with what a header says, and returns whether it is so.
func (c *checker) files(dir string, want map[string]disk.FileSum) bool {
	sound := true
	for _, name := range slices.Sorted(maps.Keys(want)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		got, err := disk.Measure(path)
		switch {
		case err != nil:
		case got.Size != want[name].Size:
			err = disk.Damaged(path, "%d bytes instead of %d", got.Size, want[name].Size)
		case got != want[name]:
			err = disk.Damaged(path, "checksum is wrong")
		}
		if err != nil {
			sound = false
			c.report(err)
		}
	}
	return sound
}

// games compares what is stored of each game by itself, those that have no
// record only if they are wanted. Looking up all positions
// takes longer than all the rest; it is for telling in which games they are wrong.
func (c *checker) games(g *Segment, games []*Game, lookUp bool, wanted *roaring.Bitmap) {
	for local, want := range games {
		if c.done {
			return
		}
		fault := func(format string, args ...any) {
			c.report(disk.Damaged(g.files.index.Path, "game %d: %s", g.id(local), fmt.Sprintf(format, args...)))
		}
		if want == nil {
			if wanted.ContainsInt(local) {
				c.report(disk.Damaged(g.files.records.path, "game %d: the record is missing", g.id(local)))
			}
			continue
		}
		if got, of := g.Digest(local), want.Record.Digest(); got != want.Digest || got != of {
			fault("digest %v, the record has %v", got, of)
		}
		if got := g.Facts(local); got != want.Facts {
			fault("facts: %s", differingFields(got, want.Facts))
		}
		if script, err := g.Script(local); err != nil {
			c.report(err)
		} else if !slices.Equal(script, want.Script) {
			fault("script differs from the record's")
		}
		if got := g.Info(local); !slices.Equal(got, want.Info) {
			fault("info: there is %q, the record gives %q", without(got, want.Info), without(want.Info, got))
		}
		for _, key := range want.Keys {
			if lookUp && !slices.Contains(g.Positions(key), uint16(local)) {
				fault("position %016x is not found", uint64(key))
			}
		}
	}
}

// figureName is the property whose names are comments since PropertiesRead.
const figureName = "FG"

// The values of engines, of which LossesRead says that more are known.
const (
	leadName   = "eval"
	chanceName = "winrate"
)

// asTold removes from a game the facts that this version derives but an earlier one did
// not. Their absence in an archive of an earlier version is no damage. Questions that need
// them report it.
func asTold(want *Game, g *Segment, local int) {
	const since = HasNames | HasValues | ClocksRead | HasClocks | PropertiesRead | OtherFormat | LossesRead
	later := want.Facts.Flags & since &^ g.Facts(local).Flags
	if later == 0 {
		return
	}
	want.Facts.Flags &^= later
	if later&PropertiesRead != 0 {
		want.Comments = slices.DeleteFunc(want.Comments, func(c Comment) bool { return c.Ident == figureName })
	}
	stored := g.Info(local)
	if later&LossesRead != 0 { // earlier versions knew fewer dialects of engines, and no faults in them
		want.Facts.Flags = want.Facts.Flags&^(HasProblems|HasValues) | g.Facts(local).Flags&(HasProblems|HasValues)
		for i := range want.Info {
			v := &want.Info[i]
			if k := slices.IndexFunc(stored, func(o Value) bool { return o.Ident == v.Ident && o.Text != v.Text && onOneLine(o.Text) == v.Text }); k >= 0 {
				v.Text = stored[k].Text // they kept breaks of lines in values of one line, too
			}
			if v.Ident == leadName || v.Ident == chanceName {
				if k := slices.IndexFunc(stored, func(o Value) bool { return o.Ident == v.Ident }); k >= 0 {
					v.Text = stored[k].Text
				}
			}
		}
	}
	want.Info = slices.DeleteFunc(want.Info, func(v Value) bool {
		own := v.Ident == strings.ToLower(v.Ident) // no identifier of a record
		return own && !slices.Contains(stored, v)
	})
}

// onOneLine returns a text with a space in place of each break of lines and other blank.
func onOneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("\n\r\t\v\f", r) {
			return ' '
		}
		return r
	}, strings.NewReplacer("\r\n", "\n", "\n\r", "\n").Replace(text))
}

// differingFields says in which facts two games differ.
func differingFields(got, want Facts) string {
	var words []string
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range g.NumField() {
		if a, b := g.Field(i).Interface(), w.Field(i).Interface(); a != b {
			words = append(words, fmt.Sprintf("%s is %v, the record gives %v", g.Type().Field(i).Name, a, b))
		}
	}
	return strings.Join(words, "; ")
}

// without returns the values that are not among others; all of them, if only
// their order is another.
func without(values, others []Value) []Value {
	rest := slices.DeleteFunc(slices.Clone(values), func(v Value) bool { return slices.Contains(others, v) })
	if len(rest) == 0 && len(values) == len(others) {
		return values
	}
	return rest
}

// index builds games.idx anew and compares it section by section: equal games
// give equal bytes. It returns whether the positions agree.
func (c *checker) index(files *segmentFiles, parts []part, games []*Game) (positions bool, err error) {
	positions = true
	var values valueNumbers
	var r liner
	kept := make([]*gatheredGame, len(games))
	for local, g := range games {
		if g == nil {
			values.add(nil)
			continue
		}
		values.add(g.Info)
		of := r.gather(g, nil)
		kept[local] = &of
	}
	writers := make([]disk.SectionWriter, len(parts)+1)
	tasks := []func() error{func() error { buildDictionary(&values, &writers[len(parts)]); return nil }}
	for i, p := range parts {
		tasks = append(tasks, func() error { return p.build(c.ctx, kept, &writers[i]) })
	}
	if err := parallel(c.ctx, tasks); err != nil {
		return false, err
	}
	// The first two are compared with their index; of the sums of pages verify says what is wrong.
	wanted := map[string]bool{tagNames: true, disk.TagPages: true, disk.TagSums: true}
	for _, w := range writers {
		for i, tag := range w.Tags {
			wanted[tag] = true
			if strings.HasPrefix(tag, tagCorners) && files.index.Find(tag) == nil {
				continue // the archive was made before there were keys
			}
			if section := files.index.Raw(tag); !bytes.Equal(w.Data[i], section) {
				positions = positions && tag != tagPositions
				c.report(disk.Damaged(files.index.Path, "section %s is not what the records give", tag))
			}
		}
	}
	for _, tag := range files.index.Tags() {
		if !wanted[tag] {
			c.report(disk.Damaged(files.index.Path, "section %s is about nothing in the records", tag))
		}
	}
	return positions, nil
}

// names compares the index of names with the dictionary.
func (c *checker) names(files *segmentFiles) error {
	var values []Value
	for _, r := range files.dict().idents {
		for _, text := range files.dict().texts(r.lo, r.hi) {
			values = append(values, Value{r.ident, string(text)})
		}
	}
	index, err := files.openNames()
	if err != nil {
		return err
	}
	if index == nil {
		if indexesNames(values) {
			return disk.Damaged(files.index.Path, "section %s is missing", tagNames)
		}
		return nil
	}
	want := fulltext.InvertedTexts{}
	for i, v := range values {
		if !ownIdent(v.Ident) && !fulltext.IsSerial(v.Text) {
			want.Add(uint32(i), v.Text)
		}
	}
	return index.Check(c.ctx, filepath.Join(files.dir, namesName), want, c.report)
}

// comments compares the stored comments, and their index, with the records'.
func (c *checker) comments(g *Segment, games []*Game) error {
	stored, err := g.openComments()
	if err != nil {
		return err
	}
	want := fulltext.InvertedTexts{}
	number := 0
	if stored == nil {
		stored = new(comments)
	} else {
		for err := range stored.file.Verify() {
			c.report(err)
		}
	}
	next, stop := iter.Pull2(stored.all(c.ctx, nil))
	defer stop()
	for local, game := range games {
		if game == nil {
			continue
		}
		for _, comment := range game.Comments {
			t, err, ok := next()
			if !ok || err != nil {
				return errors.Join(err, disk.Damaged(stored.path, "there are %d comments, the records have more", number))
			}
			got := Comment{stored.nodes.Uint32(number), stored.ident(number), string(t.text)}
			if got != comment || stored.games.Uint16(number) != local {
				c.report(disk.Damaged(stored.path, "game %d: comment %d is %+v, the record has %+v", g.id(local), number, got, comment))
			}
			if stored.words != nil {
				want.Add(uint32(number), comment.Text)
			}
			number++
		}
	}
	if _, err, ok := next(); ok {
		return errors.Join(err, disk.Damaged(stored.path, "there are more comments than the %d of the records", number))
	}
	if stored.words == nil {
		return nil
	}
	return stored.words.Check(c.ctx, filepath.Join(filepath.Dir(stored.path), commentWordsName), want, c.report)
}
