package indexer

import (
	"bufio"
	"bytes"
	"io"
	"slices"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	"kifudb/format"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// Files that were put together from others may hold trees of different kinds:
// some whose structure is ASCII, some in UTF-16 or UTF-32. A file is cut into
// regions of one kind each, so that no tree costs the others. In bytes of
// ASCII structure a region of wide characters begins with a byte order mark or a
// tree, "(" and ";" with their zero bytes; in wide characters, one of ASCII
// structure begins with a tree and its first property, which would be four
// ideographs that nobody writes together.

// A wide is an encoding in which an ASCII character has zero bytes.
type wide struct {
	name   string
	open   string // "("
	mark   string // the byte order mark
	decode func() transform.Transformer
}

// wides has the longer ones first: one begins like another.
var wides = [...]wide{
	{charset.UTF32LE, "(\x00\x00\x00", "\xFF\xFE\x00\x00", func() transform.Transformer { return utf32.UTF32(utf32.LittleEndian, utf32.UseBOM).NewDecoder() }},
	{charset.UTF32BE, "\x00\x00\x00(", "\x00\x00\xFE\xFF", func() transform.Transformer { return utf32.UTF32(utf32.BigEndian, utf32.UseBOM).NewDecoder() }},
	{charset.UTF16LE, "(\x00", "\xFF\xFE", func() transform.Transformer { return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder() }},
	{charset.UTF16BE, "\x00(", "\xFE\xFF", func() transform.Transformer { return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder() }},
}

// longestBorder bounds the bytes by which the beginning of a region is known.
const longestBorder = 64

// tree reports whether a tree in the encoding begins with the first byte of b.
func (w *wide) tree(b []byte) bool {
	for want := byte('('); len(b) >= len(w.open); b = b[len(w.open):] {
		c, ok := w.ascii(b)
		switch {
		case !ok:
			return false
		case c == ';' && want == ';':
			return true
		case c == want:
			want = ';'
		case want == '(' || !isSpace(c):
			return false
		}
	}
	return false
}

// ascii returns the ASCII character with which b begins in the encoding.
func (w *wide) ascii(b []byte) (byte, bool) {
	for i := range len(w.open) {
		if w.open[i] == 0 && b[i] != 0 {
			return 0, false
		}
	}
	c := b[bytes.IndexByte([]byte(w.open), '(')]
	return c, 0 < c && c < 0x80
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// regions reads a file region by region: Read ends at the border of each, and
// next goes on.
type regions struct {
	r     *bufio.Reader // with room for longestBorder bytes
	now   *wide         // nil: structure in ASCII
	after *wide         // the kind of the next region
	begun bool          // something of this one was read
	more  bool          // there is a next region
}

// newRegions begins with the region that the head of a file shows: one of wide
// characters if that is how the first one is written.
func newRegions(r *bufio.Reader, head []byte) *regions {
	whole := charset.Whole(head)
	for i := range wides {
		w := &wides[i]
		marked := bytes.HasPrefix(head, []byte(w.mark))
		if w.tree(head) || w.name == whole && (marked || w.begins(head)) {
			return &regions{r: r, now: w}
		}
	}
	return &regions{r: r}
}

// begins reports whether b begins with an ASCII character in the encoding.
func (w *wide) begins(b []byte) bool {
	if len(b) < len(w.open) {
		return false
	}
	_, ok := w.ascii(b)
	return ok
}

// next goes to the next region. It reports false at the end of the file.
func (s *regions) next() bool {
	if !s.more {
		return false
	}
	s.now, s.begun, s.more = s.after, false, false
	return true
}

// text returns a reader of the region in which the structure is ASCII, and its
// encoding if that is known.
func (s *regions) text() (io.Reader, store.Charset) {
	if s.now == nil {
		return s, store.Charset{}
	}
	return transform.NewReader(s, s.now.decode()), format.Converted(s.now.name)
}

func (s *regions) Read(p []byte) (int, error) {
	if s.more {
		return 0, io.EOF
	}
	b, err := s.r.Peek(longestBorder)
	if len(b) == 0 {
		return 0, err
	}
	b, _ = s.r.Peek(min(s.r.Buffered(), len(p)+longestBorder))
	i, after := s.border(b)
	switch {
	case i == 0:
		s.more, s.after = true, after
		return 0, io.EOF
	case i > 0:
		b = b[:i]
	case err == nil: // a border may begin in the last bytes
		b = b[:len(b)-longestBorder+1]
	}
	s.begun = true
	return s.r.Read(p[:min(len(p), len(b))])
}

// border returns where in b the next region begins, and of what kind it is; -1
// if it does not.
func (s *regions) border(b []byte) (int, *wide) {
	from := 0
	if !s.begun {
		from = 1
	}
	if s.now == nil {
		return s.wideBorder(b, from)
	}
	for i := from; ; i++ {
		n := bytes.IndexByte(b[min(i, len(b)):], '(')
		if n < 0 {
			return -1, nil
		}
		if i += n; beginsRecord(b[i:]) {
			return i, nil
		}
	}
}

// wideBorder looks for a tree of wide characters. All have zero bytes, which
// texts of other kinds do not have.
func (s *regions) wideBorder(b []byte, from int) (int, *wide) {
	for i := from; ; i++ {
		n := bytes.IndexByte(b[min(i, len(b)):], 0)
		if n < 0 {
			return -1, nil
		}
		i += n
		for k := range wides {
			w := &wides[k]
			at := i - bytes.IndexByte([]byte(w.open), 0)
			if at < from || !w.tree(b[at:]) {
				continue
			}
			if m := at - len(w.mark); m >= from && string(b[m:at]) == w.mark {
				at = m
			}
			return at, w
		}
	}
}

// beginsRecord reports whether b begins with a tree and a property in ASCII.
func beginsRecord(b []byte) bool {
	b = b[1:]
	nodes := 0
	for len(b) > 0 && (isSpace(b[0]) || b[0] == ';') {
		if b[0] == ';' {
			nodes++
		}
		b = b[1:]
	}
	letters := 0
	for letters < len(b) && ('A' <= b[letters] && b[letters] <= 'Z' || 'a' <= b[letters] && b[letters] <= 'z') {
		letters++
	}
	return nodes > 0 && letters > 0 && letters < len(b) && b[letters] == '['
}

// A regionSplitter cuts a file into games region by region.
type regionSplitter struct {
	scanner *sgfread.Scanner
	regions *regions
	in      store.Charset // of the current game
	line    int           // of the file before the region
	held    []byte        // text behind the last tree of a region, which goes before the next

	lead, game []byte
	at         int // line of the game
}

func newRegionSplitter(scanner *sgfread.Scanner, r *regions) *regionSplitter {
	s := &regionSplitter{scanner: scanner, regions: r}
	s.begin()
	return s
}

// begin lets the scanner read the region.
func (s *regionSplitter) begin() {
	r, in := s.regions.text()
	s.in = in
	o := &sgfread.Options{MaxTree: maxRecord}
	if in.Name == "" {
		head, _ := peek(s.regions.r, format.HeadSize)
		guess := charset.Detect(head, charset.Declared(head), nil)
		o.Lead = sgfread.Lead(charset.TrailBytes(guess.Name))
	}
	s.scanner.Reset(r, o)
}

func (s *regionSplitter) Scan() bool {
	for {
		for s.scanner.Scan() {
			r := s.scanner.Record()
			s.lead, s.game, s.at = r.Lead, r.Tree, s.line+r.Line
			if len(s.game) == 0 && s.regions.more && len(s.held)+len(s.lead) <= maxRecord {
				s.held = append(s.held, s.lead...)
				continue
			}
			if len(s.held) > 0 {
				s.lead, s.held = slices.Concat(s.held, s.lead), nil
			}
			return true
		}
		if s.scanner.Err() != nil {
			return false
		}
		if !s.regions.next() {
			if s.lead, s.game, s.held = s.held, nil, nil; len(s.lead) > 0 {
				return true
			}
			return false
		}
		s.line += s.scanner.Line() - 1
		s.begin()
	}
}

func (s *regionSplitter) Err() error { return s.scanner.Err() }

func (s *regionSplitter) Piece() format.Piece {
	return format.Piece{Lead: s.lead, Game: s.game, Line: s.at, Charset: s.in}
}
