package store

import (
	"context"
	"errors"
	"iter"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
)

type (
	// Options of Open; nil means the defaults.
	Options struct{ Create bool }
	// DB is an archive.
	DB struct{}
	// Snapshot is what a reader sees.
	Snapshot struct{}
	// Segment is an immutable run of games. Local numbers count from 0 to Len()-1.
	Segment struct{}
	// Writer adds and removes games.
	Writer struct{}
	// CommentHit is a comment that a query found.
	CommentHit struct {
		Local, Node int
		Ident       string
		Doc         int
	}
	// TextProgress says how far comments are indexed.
	TextProgress struct{ Indexed, Games int }
)

var errStub = errors.New("not yet")

func Open(dir string, o *Options) (*DB, error)                          { return nil, errStub }
func (db *DB) Close() error                                             { return nil }
func (db *DB) Snapshot() (*Snapshot, error)                             { return nil, errStub }
func (db *DB) Writer(derive Derive) (*Writer, error)                    { return nil, errStub }
func (db *DB) Check(ctx context.Context, derive Derive) iter.Seq[error] { return nil }

func (w *Writer) Known(d Digest) (GameID, bool)                    { return 0, false }
func (w *Writer) Add(ctx context.Context, g *Game) (GameID, error) { return 0, errStub } // commits by itself when 65,536 games or the memory bound are reached
func (w *Writer) Commit(ctx context.Context) error                 { return errStub }
func (w *Writer) Merge(ctx context.Context) error                  { return errStub }
func (w *Writer) IndexComments(ctx context.Context, progress func(TextProgress)) error {
	return errStub
}
func (w *Writer) Remove(ids ...GameID) error        { return errStub }
func (w *Writer) Restore(ids ...GameID) error       { return errStub }
func (w *Writer) Compact(ctx context.Context) error { return errStub }
func (w *Writer) Close() error                      { return nil } // drops what was not committed

func (s *Snapshot) Close() error                                       { return nil }
func (s *Snapshot) Segments() []*Segment                               { return nil }
func (s *Snapshot) Segment(id GameID) (g *Segment, local int, ok bool) { return nil, 0, false }
func (s *Snapshot) Len() int                                           { return 0 } // live games
func (s *Snapshot) Generation() uint64                                 { return 0 }
func (s *Snapshot) Text() TextProgress                                 { return TextProgress{} }
func (s *Snapshot) Known(d Digest) (GameID, bool)                      { return 0, false }

func (g *Segment) Base() GameID                                           { return 0 }
func (g *Segment) Len() int                                               { return 0 }
func (g *Segment) Live() *roaring.Bitmap                                  { return nil } // not to be modified
func (g *Segment) Facts(local int) Facts                                  { return Facts{} }
func (g *Segment) Digest(local int) Digest                                { return Digest{} }
func (g *Segment) Script(local int) (position.Script, error)              { return nil, errStub } // valid until the snapshot is closed
func (g *Segment) Positions(key position.Key) []uint16                    { return nil }          // candidates, ascending; live or not
func (g *Segment) Record(local int) (Record, error)                       { return Record{}, errStub }
func (g *Segment) Records(locals *roaring.Bitmap) iter.Seq2[int, Record]  { return nil }
func (g *Segment) Info(local int) []Value                                 { return nil }
func (g *Segment) Idents() []string                                       { return nil }
func (g *Segment) Values(ident string) iter.Seq2[string, *roaring.Bitmap] { return nil }
func (g *Segment) SearchValues(ctx context.Context, q TextQuery) (*roaring.Bitmap, error) {
	return nil, errStub
}
func (g *Segment) SearchComments(ctx context.Context, q TextQuery) iter.Seq2[CommentHit, error] {
	return nil
}
func (g *Segment) Comment(h CommentHit) (Comment, error) { return Comment{}, errStub }
