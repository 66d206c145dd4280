package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/archive"
	"kifudb/store"
)

// SchemaVersion is the version of the tables. It rises when a column changes its meaning or goes away.
const SchemaVersion = "1"

// A Parquet says how tables are written to a folder, each to a file of its own.
type Parquet struct {
	Dir     string   // made if it is not there
	Tables  []string // their names; nil for all but those that need a query
	Replace bool     // files that are there; otherwise the error wraps [archive.ErrExists]
	Query   archive.Query

	Report func(archive.JobProgress) // if set, is told how far it is
}

// Written counts what was written.
type Written struct {
	Games   int              `json:"games"`
	Tables  []TableWritten   `json:"tables"`
	Notices []archive.Notice `json:"notices,omitempty"`
}

// A TableWritten is a table with the number of its rows and the size of its file.
type TableWritten struct {
	Name  string `json:"name"`
	Rows  int64  `json:"rows"`
	Bytes int64  `json:"bytes"`
}

// ofQuery are the tables that are about hits of a query.
var ofQuery = []string{hitTable.name, continuationTable.name}

// Check says what is wrong with the options: a [*archive.RequestError], or nil.
func (o *Parquet) Check() error {
	for i, name := range o.Tables {
		switch {
		case !slices.Contains(TableNames(), name):
			return &archive.RequestError{Part: "tables", Err: fmt.Errorf("there is no table %q; expected some of %s", name, strings.Join(TableNames(), ", "))}
		case slices.Contains(o.Tables[:i], name):
			return &archive.RequestError{Part: "tables", Err: fmt.Errorf("the table %q is named twice", name)}
		}
	}
	return nil
}

// wanted returns the names of the tables that are written, in the order of [Tables].
func (o *Parquet) wanted() []string {
	return slices.DeleteFunc(TableNames(), func(name string) bool {
		if o.Tables == nil {
			return slices.Contains(ofQuery, name) && o.Query.Root == nil
		}
		return !slices.Contains(o.Tables, name)
	})
}

// Write writes the tables of a set of games. Nothing is written if a file is there already that may
// not be replaced. Each file gets its name when all are whole, that of the first table last.
func (o *Parquet) Write(ctx context.Context, vs *archive.Views, set *archive.GameSet) (*Written, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	names := o.wanted()
	for _, name := range names {
		path := o.path(name)
		switch _, err := os.Lstat(path); {
		case err == nil && !o.Replace:
			return nil, fmt.Errorf("%s: %w", path, archive.ErrExists)
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return nil, err
		}
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return nil, err
	}
	e := &exporter{options: o, views: vs, set: set, total: set.Len()}
	sizes, err := o.within(names, func(files map[string]io.Writer) error {
		e.open(files)
		return errors.Join(e.run(ctx), e.end())
	})
	if err != nil {
		return nil, err
	}
	w := &Written{Games: e.games, Notices: e.notes()}
	for i, name := range names {
		w.Tables = append(w.Tables, TableWritten{name, e.rows(name), sizes[i]})
	}
	return w, nil
}

func (o *Parquet) path(table string) string { return filepath.Join(o.Dir, table+".parquet") }

// within opens a file for each name, and returns their sizes when they are written.
func (o *Parquet) within(names []string, write func(map[string]io.Writer) error) ([]int64, error) {
	files, sizes := map[string]io.Writer{}, make([]int64, len(names))
	var open func(i int) error
	open = func(i int) (err error) {
		if i == len(names) {
			return write(files)
		}
		sizes[i], err = archive.WriteFile(o.path(names[i]), o.Replace, func(w io.Writer) error {
			files[names[i]] = w
			return open(i + 1)
		})
		return err
	}
	return sizes, open(0)
}

// An exporter writes the rows of one export.
type exporter struct {
	options *Parquet
	views   *archive.Views
	set     *archive.GameSet
	walker  walker

	segmentOfRecords *store.Segment
	records          *store.RecordReader // of the segment

	gameRows                        *sheet[gameRow]
	infoRows, tagRows               *sheet[gameRow]
	moveRows, positionRows          *sheet[nodeRow]
	evaluationRows, commentRows     *sheet[nodeRow]
	hitRows, continuationRows       *sheet[hitRow]
	games, total, unruled, ungraded int
	notices                         archive.Notices

	list []someSheet // those of the tables that are wanted
}

func (e *exporter) open(files map[string]io.Writer) {
	e.gameRows, e.infoRows, e.tagRows = sheetIn(&gameTable, files), sheetIn(&infoTable, files), sheetIn(&tagTable, files)
	e.moveRows, e.positionRows = sheetIn(&moveTable, files), sheetIn(&positionTable, files)
	e.evaluationRows, e.commentRows = sheetIn(&evaluationTable, files), sheetIn(&commentTable, files)
	e.hitRows, e.continuationRows = sheetIn(&hitTable, files), sheetIn(&continuationTable, files)
	e.list = e.sheets()
}

func sheetIn[R any](t *table[R], files map[string]io.Writer) *sheet[R] {
	if files[t.name] == nil {
		return nil
	}
	return newSheet(t, files[t.name])
}

// someSheet is a sheet of any table.
type someSheet interface {
	named() string
	endGroup()
	end() error
	written() int64
	isLost() bool
}

func (s *sheet[R]) named() string  { return s.table.name }
func (s *sheet[R]) written() int64 { return s.total }
func (s *sheet[R]) isLost() bool   { return s.failed.Load() }

// sheets returns the sheets of the tables that are wanted.
func (e *exporter) sheets() (list []someSheet) {
	for _, s := range []*sheet[gameRow]{e.gameRows, e.infoRows, e.tagRows} {
		if s != nil {
			list = append(list, s)
		}
	}
	for _, s := range []*sheet[nodeRow]{e.moveRows, e.positionRows, e.evaluationRows, e.commentRows} {
		if s != nil {
			list = append(list, s)
		}
	}
	for _, s := range []*sheet[hitRow]{e.hitRows, e.continuationRows} {
		if s != nil {
			list = append(list, s)
		}
	}
	return list
}

func (e *exporter) end() error {
	var faults []error
	for _, s := range e.list {
		faults = append(faults, s.end())
	}
	return errors.Join(faults...)
}

// failed reports whether a file cannot be written. What was wrong is known at its end.
func (e *exporter) failed() bool { return slices.ContainsFunc(e.list, someSheet.isLost) }

func (e *exporter) rows(table string) int64 {
	for _, s := range e.list {
		if s.named() == table {
			return s.written()
		}
	}
	return 0
}

// run writes the rows of all games.
func (e *exporter) run(ctx context.Context) error {
	for i, v := range e.views.All() {
		for _, segment := range v.Snapshot().Segments() {
			if err := e.segment(ctx, i, v, segment); err != nil {
				return err
			}
			for _, s := range e.list {
				if s != e.hitRows && s != e.continuationRows {
					s.endGroup()
				}
			}
		}
	}
	if e.hitRows != nil || e.continuationRows != nil {
		return e.hits(ctx)
	}
	return nil
}

// segment writes the rows of the games of a segment.
func (e *exporter) segment(ctx context.Context, i int, v *archive.View, segment *store.Segment) error {
	locals := roaring.New()
	chosen := e.set.In(i)
	for it := segment.Live().Iterator(); it.HasNext(); {
		if local := it.Next(); chosen == nil || chosen.Contains(uint32(segment.Base())+local) {
			locals.Add(local)
		}
	}
	for it := locals.Iterator(); it.HasNext(); {
		err := ctx.Err()
		if err == nil {
			err = e.game(ctx, i, v, segment.Base()+archive.GameID(it.Next()))
		}
		if err != nil || e.failed() {
			return err
		}
		e.games++
		if e.options.Report != nil {
			e.options.Report(archive.JobProgress{Stage: "writing tables", Done: int64(e.games), Total: int64(e.total), Unit: archive.UnitGames})
		}
	}
	if e.commentRows == nil || locals.IsEmpty() {
		return nil
	}
	row := nodeRow{archive: i + 1}
	for c, err := range segment.CommentsOf(ctx, locals) {
		if err != nil {
			return err
		}
		row.id, row.node, row.property, row.text = segment.Base()+archive.GameID(c.Local), int(c.Node), c.Ident, c.Text
		e.commentRows.add(&row)
	}
	return nil
}

// game writes the rows of a game, but for comments and hits.
func (e *exporter) game(ctx context.Context, i int, v *archive.View, id archive.GameID) error {
	g, err := v.Game(id)
	if err != nil {
		return err
	}
	if e.gameRows != nil || e.infoRows != nil || e.tagRows != nil {
		if err := e.whole(ctx, i, v, g); err != nil {
			return err
		}
	}
	if e.moveRows == nil && e.positionRows == nil && e.evaluationRows == nil {
		return nil
	}
	if err := e.nodes(i, g); err != nil {
		return fmt.Errorf("game %s: %w", g.Name(), err)
	}
	return nil
}

// whole writes the rows about a game as a whole.
func (e *exporter) whole(ctx context.Context, i int, v *archive.View, g *archive.Game) error {
	row := gameRow{archive: i + 1, game: g, facts: g.Segment().Facts(g.Local()), about: g.Kind().About(), preferred: g.ID}
	clusters, err := v.Clusters(ctx)
	if err != nil && ctx.Err() != nil {
		return err
	}
	if err == nil {
		row.clustered = true
		if number, _, ok := clusters.Of(g.ID); ok {
			row.preferred = clusters.Cluster(number).Preferred()
		}
	} else {
		e.notices.Say(archive.NoticeDuplicates, "it is not known which records are of one game: %v", err)
	}
	e.gameRows.add(&row)
	if e.infoRows != nil {
		for _, value := range g.Values() {
			row.property, row.text = value.Property, value.Text
			e.infoRows.add(&row)
		}
	}
	if e.tagRows != nil {
		tags, err := v.TagsOf(g.ID)
		if err != nil {
			return err
		}
		for _, tag := range tags {
			row.tag = tag
			e.tagRows.add(&row)
		}
	}
	return nil
}

// nodes writes the rows about the nodes of a game.
func (e *exporter) nodes(i int, g *archive.Game) error {
	var said []archive.RecordNode
	var estimates []*archive.Estimate
	if (e.moveRows != nil || e.evaluationRows != nil) && !g.Silent() {
		if e.segmentOfRecords != g.Segment() {
			e.segmentOfRecords, e.records = g.Segment(), g.Segment().RecordReader()
		}
		var err error
		if said, estimates, err = g.Course(e.records); err != nil {
			return err
		}
		if g.Ungraded() {
			e.ungraded++
		}
	}
	row := nodeRow{archive: i + 1, id: g.ID}
	keyed, err := e.walker.each(g, &row, func(r *nodeRow) {
		r.said = nil
		if r.node < len(said) {
			r.said = &said[r.node]
		}
		if r.moved {
			e.moveRows.add(r)
		}
		if r.keyed {
			e.positionRows.add(r)
		}
		if r.node < len(estimates) && estimates[r.node] != nil {
			r.estimate = estimates[r.node]
			e.evaluationRows.add(r)
		}
	})
	if err == nil && !keyed {
		e.unruled++
	}
	return err
}

// errLost ends a search whose hits cannot be written.
var errLost = errors.New("a file cannot be written")

// hits writes the rows about the places where games match the query.
func (e *exporter) hits(ctx context.Context) error {
	search := &archive.Search{Query: e.options.Query, Records: true, Among: e.set}
	end, err := e.views.Each(ctx, search, func(g *archive.Game) error {
		row := hitRow{archive: max(g.Archive, 1), game: g}
		for n := range g.Hits {
			row.number, row.hit = n, &g.Hits[n]
			e.hitRows.add(&row)
			for next := range row.hit.Next {
				row.next, row.move = next, &row.hit.Next[next]
				e.continuationRows.add(&row)
			}
		}
		if e.failed() {
			return errLost
		}
		return nil
	})
	if err != nil && !errors.Is(err, errLost) {
		return err
	}
	for _, n := range end.Notices {
		e.notices.Say(n.Code, "%s", n.Text)
	}
	return nil
}

// notes returns what is to be said of the tables.
func (e *exporter) notes() []archive.Notice {
	if e.unruled > 0 && e.positionRows != nil {
		e.notices.Say(archive.NoticeNoPoints, "%d games are not in the table positions, as their rules or starts are not known", e.unruled)
	}
	if e.ungraded > 0 {
		e.notices.Say(archive.NoticeEvaluated, "what moves lost is not known of games with evaluations that an earlier version added (%d); rebuilding the archive finds it out", e.ungraded)
	}
	return e.notices.All()
}
