package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/klauspost/compress/zstd"

	"kifudb/store/disk"
	"kifudb/store/fulltext"
)

const (
	commentsIndexName = "comments.idx"
	commentWordsName  = "words"

	commentBlock = 16 << 10 // bytes of text that are packed together

	tagTexts      = disk.Texts    // packed blocks
	tagTextsAt    = "texts.at"    // where each block begins
	tagFirst      = "texts.first" // the first comment of each block, and the number of comments
	tagGame       = "game"        // u16 per comment
	tagNode       = "node"        // u32 per comment
	tagIdent      = "ident"       // u16 per comment
	tagIdentNames = "idents"
	tagWords      = "words.numbers"
)

// commentsWriter collects the comments of a segment.
type commentsWriter struct {
	w                 disk.SectionWriter
	encoder           *zstd.Encoder
	n                 int
	plain             []byte
	texts             disk.Offsets
	first             []byte
	game, node, ident []byte
	idents            map[string]int
	names             []byte
	size              int
}

func newCommentsWriter() (*commentsWriter, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		return nil, err
	}
	return &commentsWriter{encoder: encoder, idents: map[string]int{}}, nil
}

// add adds the comments of a game, games in ascending order.
func (c *commentsWriter) add(local int, comments []Comment) {
	le := binary.LittleEndian
	for _, comment := range comments {
		if len(c.plain) == 0 {
			c.first = le.AppendUint32(c.first, uint32(c.n))
		}
		ident, ok := c.idents[comment.Ident]
		if !ok {
			if ident = len(c.idents); ident > math.MaxUint16 {
				ident = math.MaxUint16 // found by queries without an identifier
			} else {
				c.idents[comment.Ident] = ident
				c.names = appendText(c.names, comment.Ident)
			}
		}
		c.game = le.AppendUint16(c.game, uint16(local))
		c.node = le.AppendUint32(c.node, uint32(comment.Node))
		c.ident = le.AppendUint16(c.ident, uint16(ident))
		c.plain = appendText(c.plain, comment.Text)
		c.size += len(comment.Text)
		c.n++
		if len(c.plain) >= commentBlock {
			c.flush()
		}
	}
}

func (c *commentsWriter) flush() {
	if len(c.plain) > 0 {
		c.texts.End()
		c.texts.Data = c.encoder.EncodeAll(c.plain, c.texts.Data)
		c.plain = c.plain[:0]
	}
}

// write makes the files of the comments in the directory dir.
func (c *commentsWriter) write(ctx context.Context, f disk.Files, dir string) error {
	c.flush()
	c.texts.End()
	c.first = binary.LittleEndian.AppendUint32(c.first, uint32(c.n))
	defer c.encoder.Close()
	for _, s := range []struct {
		tag  string
		data []byte
	}{
		{tagTexts, c.texts.Data}, {tagTextsAt, c.texts.At}, {tagFirst, c.first},
		{tagGame, c.game}, {tagNode, c.node}, {tagIdent, c.ident}, {tagIdentNames, c.names},
	} {
		c.w.Add(s.tag, s.data)
	}
	path := filepath.Join(dir, commentsIndexName)
	if c.size >= fulltext.ScanBytes {
		if err := c.writeWords(ctx, f, dir); err != nil {
			return err
		}
	}
	return c.w.Write(f, path)
}

// writeAll makes the directory of a segment's comments with its header, and
// returns the header's digest.
func (c *commentsWriter) writeAll(ctx context.Context, f disk.Files, dir string, next *manifest, segment string) (digest string, err error) {
	if err := c.write(ctx, f, dir); err != nil {
		return "", fmt.Errorf("segment %s: %w", segment, err)
	}
	h := &commentsHeader{Format: formatVersion, Archive: next.Archive, Segment: segment, Generation: next.Generation}
	if h.Files, err = disk.MeasureTree(dir); err != nil {
		return "", err
	}
	return writeHeader(f, dir, h)
}

// writeWords makes the index of words. It reads the comments back from their
// packed form, as they need not fit into memory otherwise.
func (c *commentsWriter) writeWords(ctx context.Context, f disk.Files, dir string) error {
	words := filepath.Join(dir, commentWordsName)
	decoder, err := newTextDecoder()
	if err != nil {
		return err
	}
	defer decoder.Close()
	read := &comments{
		path: dir, decoder: decoder, texts: disk.Sound(c.texts.Data), textsAt: disk.Sound(c.texts.At),
		first: disk.Sound(c.first), games: disk.Sound(c.game), nodes: disk.Sound(c.node),
	}
	var broken error
	table, err := fulltext.BuildIndex(ctx, f, words, func(yield func(int, string) bool) {
		for t, err := range read.all(ctx, nil) {
			if broken = err; err != nil || !yield(t.number, string(t.text)) {
				return
			}
		}
	})
	if err := errors.Join(broken, err); err != nil {
		return fmt.Errorf("index of comments: %w", err)
	}
	c.w.Add(tagWords, table)
	return nil
}

func newTextDecoder() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlock))
}

// comments are the open comments of a segment.
type comments struct {
	path                       string
	file                       *disk.Sections
	words                      *fulltext.Index // nil if the texts are few
	decoder                    *zstd.Decoder
	texts, textsAt, first      *disk.Section
	games, nodes, identNumbers *disk.Section
	idents                     []string
	last                       atomic.Pointer[plainComments] // the block that was unpacked last
}

func openComments(dir string, list map[string]disk.FileSum) (c *comments, err error) {
	path := filepath.Join(dir, commentsIndexName)
	file, err := disk.OpenSections(path)
	if err != nil {
		return nil, err
	}
	if err := file.VerifySection(tagIdentNames); err != nil { // the others when they are read
		return nil, errors.Join(err, file.Close())
	}
	c = &comments{
		path: path, file: file,
		texts: file.Section(tagTexts), textsAt: file.Section(tagTextsAt), first: file.Section(tagFirst),
		games: file.Section(tagGame), nodes: file.Section(tagNode), identNumbers: file.Section(tagIdent),
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.close())
			c = nil
		}
	}()
	for rest := []byte(file.Raw(tagIdentNames)); len(rest) > 0; {
		var ident []byte
		var ok bool
		if ident, rest, ok = cutText(rest); !ok {
			return c, disk.Damaged(path, "section %s is cut off", tagIdentNames)
		}
		c.idents = append(c.idents, string(ident))
	}
	if c.decoder, err = newTextDecoder(); err != nil {
		return c, err
	}
	if file.Raw(tagWords) != nil {
		c.words, err = fulltext.OpenIndex(filepath.Join(dir, commentWordsName), file.Section(tagWords), within(commentWordsName, list))
	}
	return c, err
}

func (c *comments) close() error {
	var errs []error
	if c.words != nil {
		errs = append(errs, c.words.Close())
	}
	if c.decoder != nil {
		c.decoder.Close()
	}
	return errors.Join(append(errs, c.file.Close())...)
}

// len returns the number of comments.
func (c *comments) len() int { return c.games.Len() / 2 }

// ident returns the identifier of a comment.
func (c *comments) ident(number int) string {
	if i := c.identNumbers.Uint16(number); i < len(c.idents) {
		return c.idents[i]
	}
	return ""
}

// commentText is a comment's number and text. The text is valid until the next one.
type commentText struct {
	number int
	text   []byte
}

// all yields a set of comments, or all if the set is nil. Each block is
// unpacked once; with an error it ends.
func (c *comments) all(ctx context.Context, wanted *roaring.Bitmap) iter.Seq2[commentText, error] {
	return func(yield func(commentText, error) bool) {
		for at := 0; at < c.len(); {
			if err := ctx.Err(); err != nil {
				yield(commentText{}, err)
				return
			}
			if wanted != nil {
				next := wanted.Iterator()
				next.AdvanceIfNeeded(uint32(at))
				if !next.HasNext() {
					return
				}
				at = int(next.PeekNext())
			}
			rest, first, end, err := c.block(at)
			if err != nil {
				yield(commentText{}, err)
				return
			}
			for number := first; number < end; number++ {
				var text []byte
				var ok bool
				if text, rest, ok = cutText(rest); !ok {
					yield(commentText{}, disk.Damaged(c.path, "comment %d is cut off", number))
					return
				}
				if number >= at && (wanted == nil || wanted.ContainsInt(number)) && !yield(commentText{number, text}, nil) {
					return
				}
			}
			at = end
		}
	}
}

// plainComments is an unpacked block of comments. Its bytes do not change.
type plainComments struct {
	plain      []byte
	first, end int
}

// mostKept is the size up to which an unpacked block is kept for the next comment,
// which mostly lies in it: those of a page of games are asked for one by one.
const mostKept = 256 << 10

// block unpacks the block with a comment and says which comments it holds.
func (c *comments) block(number int) (plain []byte, first, end int, err error) {
	if u := c.last.Load(); u != nil && number >= u.first && number < u.end {
		return u.plain, u.first, u.end, nil
	}
	blocks := c.first.Len()/4 - 1
	i := sort.Search(blocks, func(i int) bool { return c.first.Uint32(i+1) > number })
	first, end = c.first.Uint32(i), c.first.Uint32(i+1)
	if i >= blocks || number < first || number >= end {
		return nil, 0, 0, disk.Damaged(c.path, "no block for comment %d", number)
	}
	plain, err = c.decoder.DecodeAll(c.textsAt.Part(c.texts, i), nil)
	if err != nil {
		return nil, 0, 0, disk.Damaged(c.path, "block %d: %v", i, err)
	}
	if len(plain) <= mostKept {
		c.last.Store(&plainComments{plain, first, end})
	}
	return plain, first, end, nil
}

// search yields the comments that are hits, ascending.
func (c *comments) search(ctx context.Context, m *fulltext.Matcher) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		var candidates *roaring.Bitmap
		exact := false
		if c.words != nil && m.ByWords() {
			var err error
			if candidates, exact, err = c.words.Candidates(ctx, m); err != nil {
				yield(0, err)
				return
			}
		}
		wanted := func(number int) bool {
			return len(m.Query.Idents) == 0 || slices.Contains(m.Query.Idents, c.ident(number))
		}
		if exact {
			for i := candidates.Iterator(); i.HasNext(); {
				if number := int(i.Next()); wanted(number) && !yield(number, nil) {
					return
				}
			}
			return
		}
		var buffer fulltext.Buffer
		for t, err := range c.all(ctx, candidates) {
			if err != nil {
				yield(0, err)
				return
			}
			if wanted(t.number) && m.MatchIn(&buffer, t.text) && !yield(t.number, nil) {
				return
			}
		}
	}
}

// A CommentHit is a comment that a query found, or that a segment holds.
type CommentHit struct {
	Local  int    // the game
	Node   int    // in file order, from 0
	Ident  string // C, N and the like
	number int    // in the segment
}

// ErrNotIndexed is returned by a search in comments that are not indexed yet.
// [Writer.IndexComments] does it; [Snapshot.Text] says how far it has come.
var ErrNotIndexed = errors.New("the comments of these games are not indexed yet")

// CommentsIndexed reports whether the segment's comments can be searched.
func (g *Segment) CommentsIndexed() bool { return g.entry.indexed() }

// openComments returns the comments, nil if there are none.
func (g *Segment) openComments() (*comments, error) {
	switch {
	case !g.entry.indexed():
		return nil, ErrNotIndexed
	case !g.entry.hasComments():
		return nil, nil
	}
	return g.files.openComments(&g.entry)
}

// SearchComments yields the comments of live games that are hits, ascending
// by game and then by node. Until the segment's comments are indexed the
// only thing it yields is ErrNotIndexed.
func (g *Segment) SearchComments(ctx context.Context, q fulltext.Query) iter.Seq2[CommentHit, error] {
	if g.remote != nil {
		return lentAllOr(ctx, g, func(g *Segment) iter.Seq2[CommentHit, error] { return g.SearchComments(ctx, q) })
	}
	return func(yield func(CommentHit, error) bool) {
		m, err := q.Matcher()
		if err != nil {
			yield(CommentHit{}, err)
			return
		}
		c, err := g.openComments()
		if err != nil || c == nil {
			if err != nil {
				yield(CommentHit{}, err)
			}
			return
		}
		for number, err := range c.search(ctx, m) {
			if err != nil {
				yield(CommentHit{}, err)
				return
			}
			hit := CommentHit{c.games.Uint16(number), c.nodes.Uint32(number), c.ident(number), number}
			if g.live.ContainsInt(hit.Local) && !yield(hit, nil) {
				return
			}
		}
	}
}

// Comment returns the text of a hit of this segment.
func (g *Segment) Comment(h CommentHit) (Comment, error) {
	if g.remote != nil {
		return lentOr(context.Background(), g, func(g *Segment) (Comment, error) { return g.Comment(h) })
	}
	c, err := g.openComments()
	if err != nil {
		return Comment{}, err
	}
	if c == nil || h.number < 0 || h.number >= c.len() {
		return Comment{}, fmt.Errorf("game %d: no such comment", g.id(h.Local))
	}
	for t, err := range c.all(context.Background(), roaring.BitmapOf(uint32(h.number))) {
		return Comment{h.Node, h.Ident, string(t.text)}, err
	}
	return Comment{}, disk.Damaged(c.path, "comment %d is missing", h.number)
}
