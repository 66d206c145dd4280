package indexer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"kifudb/format"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// The limits at which a batch is cut. A batch is the unit of work of a worker
// and of evidence about charsets, so it should hold many neighbors.
const (
	batchBytes   = 1 << 20
	batchRecords = 1024
	batchEntries = 8 * batchRecords
)

// maxRecord is about the largest number of bytes of one record, with what
// stands around it in its file, that is kept: the scanner looks at that now and
// then, when it has up to four times as much. The largest real records, whole dictionaries of openings, have
// a third of it. Together with the number of batches in the pipeline it bounds
// the memory of an import.
const maxRecord = 16 << 20

// A batch is a run of records, with what else is to be accounted for between
// them, in input order.
type batch struct {
	entries   []entry
	records   int           // among the entries
	bytes     int           // of the records
	room      int           // that it takes in the pipeline
	extracted chan struct{} // closed when the workers are done with it
}

// An entry is one thing that an import accounts for.
type entry struct {
	kind     entryKind
	record   store.Record // recordFound, neighborFound
	line     int          // recordFound: of its file, where the tree begins
	digest   store.Digest // recordFound, after extraction
	game     *store.Game  // recordFound, after extraction; nil if known already
	problems []Problem    // recordFound: what was mended or marked
	path     string       // fileRead, filePassed
	problem  Problem      // fileFailed, filePassed: why
	whole    bool         // fileFailed: it was read to its end
	named    bool         // filePassed: the user named it
	source   *source      // sourceKept, sourceBegun, sourceEnded

	parts  []entry // recordFound, after extraction: one for each of the games that share the record, nil if it is one
	origin *origin // of a part
}

type entryKind uint8

const (
	recordFound   entryKind = iota // a game
	neighborFound                  // a game of a file that is not imported, as evidence about the charset of others
	fileRead                       // the end of a file
	filePassed                     // a file that holds no records and does not claim to
	fileFailed                     // a file, or its rest, that cannot be read
	sourceKept                     // a file on disk that is as it was
	sourceBegun                    // what follows is of a file on disk
	sourceEnded
)

// A cutter reads members and cuts what it finds into batches.
type cutter struct {
	emit     func(*batch) error
	b        *batch
	neighbor bool            // what is read is neither imported nor accounted for
	scanner  sgfread.Scanner // for one member after the other
	raw      keeper[byte]    // of records
	head     []byte          // a copy of the head of the member that is read
	spare    chan []entry    // of batches that are done with, nil for none
}

func newCutter(emit func(*batch) error) *cutter { return &cutter{emit: emit} }

func (c *cutter) put(e entry) error {
	if c.neighbor {
		if e.kind != recordFound {
			return nil
		}
		e.kind = neighborFound
	}
	if c.b == nil {
		c.b = &batch{extracted: make(chan struct{})}
		select {
		case c.b.entries = <-c.spare:
		default:
		}
	}
	c.b.entries = append(c.b.entries, e)
	if e.kind <= neighborFound {
		c.b.records++
		c.b.bytes += len(e.record.Raw)
	}
	if c.b.bytes >= batchBytes || c.b.records >= batchRecords || len(c.b.entries) >= batchEntries {
		return c.flush()
	}
	return nil
}

// flush emits the batch at hand.
func (c *cutter) flush() error {
	b := c.b
	if b == nil {
		return nil
	}
	c.b = nil
	if err := c.emit(b); err != nil {
		return &fatalError{err}
	}
	return nil
}

// problem accounts for a file that cannot be read. That the run is over is
// noticed at the next record.
func (c *cutter) problem(p Problem) {
	_ = c.put(entry{kind: fileFailed, problem: p})
}

// member reads one member to its end.
func (c *cutter) member(ctx context.Context, m member) error {
	head, damage := peek(m.r, format.HeadSize)
	if damage != nil && len(head) == 0 {
		return damage
	}
	if err := closedContainer(head); err != nil {
		return c.put(entry{kind: fileFailed, problem: Problem{Path: m.path, Err: err}, whole: true})
	}
	h := format.NewHead(head, m.size)
	f, like := judge(m.name, h)
	switch {
	case f == nil && damage != nil:
		return damage
	case f == nil:
		return c.none(m, shown(h), like)
	case f.Table && !claims(m.name):
		return c.put(entry{kind: filePassed, path: m.path, named: m.named, problem: Problem{Path: m.path, Err: errors.New(f.Why)}})
	case f.Table:
		return c.put(entry{kind: fileFailed, problem: Problem{Path: m.path, Err: errors.New(f.Why)}, whole: true})
	case !f.Read():
		return c.put(entry{kind: fileFailed, problem: Problem{Path: m.path, Format: f.Name, Err: errors.New(f.Why)}, whole: true})
	}
	c.head = append(c.head[:0], head...) // which what is read overwrites
	file := &format.File{Head: h, R: m.r, Path: m.path, Scanner: &c.scanner, Most: maxRecord}
	if len(f.Beside) > 0 {
		var err error
		if file.Beside, err = m.beside(ctx, f.Beside); err != nil {
			return err
		}
	}
	if f.Seeks {
		held, err := m.seek(file)
		defer held.close()
		if err != nil {
			return err
		}
	}
	games, err := c.records(ctx, m.path, f, f.Split(file))
	if err != nil {
		return err
	}
	if games == 0 {
		return c.none(m, shown(format.NewHead(c.head, m.size)), nil)
	}
	return c.put(entry{kind: fileRead, path: m.path})
}

// records puts every record of a member. The bytes after the last game go to
// the last record, so that nothing of a file is lost.
func (c *cutter) records(ctx context.Context, path string, f *format.Format, s format.Splitter) (games int, err error) {
	var (
		last entry // found and not yet put
		lost int   // bytes that exceed maxRecord
	)
	for s.Scan() {
		if err := ctx.Err(); err != nil {
			return games, &fatalError{err}
		}
		p := s.Piece()
		lead, game := p.Lead, p.Game
		if len(game) == 0 { // text after the last game
			if games == 0 || len(last.record.Raw)+len(lead) > maxRecord {
				lost += len(lead)
			} else {
				last.record.Raw = append(last.record.Raw, lead...)
			}
			continue
		}
		if games > 0 {
			if err := c.put(last); err != nil {
				return games, err
			}
		}
		raw := append(append(c.raw.room(len(lead)+len(game)), lead...), game...)
		last = entry{
			kind: recordFound,
			line: p.Line,
			record: store.Record{
				Raw:     raw,
				Tree:    [2]int{len(lead), len(raw)},
				Source:  store.Source{Path: path, Game: games},
				Charset: p.Charset,
				Format:  storedName(cmp.Or(p.Format, f)), Companions: p.Companions,
			},
		}
		games++
	}
	if games > 0 {
		if err := c.put(last); err != nil {
			return games, err
		}
		if lost > 0 && s.Err() == nil {
			return games, fmt.Errorf("a record, or the text around it, has more than %d bytes; %d bytes were left out", maxRecord, lost)
		}
	}
	return games, s.Err()
}

// storedName is the name of a format by which records are stored, "" if their bytes show it.
func storedName(f *format.Format) string {
	if f.ByBytes {
		return ""
	}
	return f.Name
}

// seek gives a file the bytes of a member to read from the end. One that does not lie on disk is
// held until the spool is closed.
func (m *member) seek(f *format.File) (held *spool, err error) {
	at := m.file
	if at == nil {
		if held, err = newSpool(m.r); err != nil {
			return held, err
		}
		at = held
	}
	size, err := at.Seek(0, io.SeekEnd)
	f.At, f.Size = at, size
	return held, err
}

// extract turns the batch's records into games, unless they are known. Records
// of the same folder give evidence for each other's charset.
func (b *batch) extract(x *extractor, known func(store.Digest) bool) {
	pools := b.evidence()
	var games keeper[store.Game]
	for i := range b.entries {
		e := &b.entries[i]
		if e.kind != recordFound {
			continue
		}
		pool := pools[folder(e.record.Source.Path)]
		if e.digest = e.record.Digest(); known(e.digest) {
			if e.mayShare() { // an earlier version took it for one game
				e.decide(FormatOf(&e.record), pool)
				if s := sharing(&e.record); s.Games != nil {
					e.split(x, &s, known)
				}
			}
			continue
		}
		e.game = &games.room(1)[:1][0]
		e.extract(x, pool)
		if s := x.sharing; s.Games != nil {
			e.split(x, &s, known)
		}
	}
}

// extract turns a record into the entry's game. pool is evidence for its charset, or nil.
func (e *entry) extract(x *extractor, pool *charset.Pool) {
	f := FormatOf(&e.record)
	e.decide(f, pool)
	x.origin = e.origin
	e.problems = x.extractAs(f, e.game, &e.record, e.digest, e.line)
	x.origin = nil
}

// evidence returns what the records of each folder say about the charset of the others.
func (b *batch) evidence() map[string]*charset.Pool {
	pools := map[string]*charset.Pool{}
	for i := range b.entries {
		e := &b.entries[i]
		if e.kind <= neighborFound && e.record.Charset.Name == "" && isEvidence(&e.record) {
			folder := folder(e.record.Source.Path)
			if pools[folder] == nil {
				pools[folder] = &charset.Pool{}
			}
			pools[folder].Add(format.Game(&e.record))
		}
	}
	return pools
}

// decide decides the charset of the entry's record, which is of the format.
func (e *entry) decide(f *format.Format, pool *charset.Pool) {
	if e.record.Charset.Name == "" {
		guess := detect(f, &e.record, pool)
		e.record.Charset = store.Charset{Name: guess.Name, Confidence: float32(guess.Confidence), Reason: guess.Reason}
	}
}

// folder is where the neighbors of a file lie; the games of a collection file
// are each other's neighbors in any case.
func folder(name string) string {
	return path.Dir(strings.ReplaceAll(name, `\`, "/"))
}
