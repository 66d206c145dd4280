package renlib

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"kifudb/format"
	"kifudb/position"
	"kifudb/sgfread/charset"
)

// Gomoku is SGF's number for gomoku and renju.
const Gomoku = 4

// Formats are the formats of this package.
func Formats() []*format.Format {
	return []*format.Format{{
		Name: "renlib", Title: "RenLib", Extensions: []string{".lib"}, Generic: true, Games: []int{Gomoku}, Binary: true,
		Recognise: func(h *format.Head) format.Certainty {
			if bytes.HasPrefix(h.Bytes, []byte(magic)) && len(h.Bytes) > headerSize {
				return format.Sure
			}
			return format.No
		},
		Owns:    func(h *format.Head) bool { return bytes.HasPrefix(h.Bytes, []byte(magic)) },
		Split:   split,
		Charset: encoding,
		Derive:  derive,
	}}
}

// splitter returns a library as one record, as it is one tree.
type splitter struct {
	r     io.Reader
	most  int
	piece format.Piece
	done  bool
	err   error
}

func split(f *format.File) format.Splitter { return &splitter{r: f.R, most: f.Most} }

// Scan implements [format.Splitter].
func (s *splitter) Scan() bool {
	if s.done {
		return false
	}
	s.done = true
	library, err := io.ReadAll(io.LimitReader(s.r, int64(s.most)+1))
	if len(library) > s.most {
		s.err = fmt.Errorf("the library has more than %d MiB and is one game tree: save its branches in RenLib as libraries of their own", s.most>>20)
		return false
	}
	s.piece, s.err = format.Piece{Game: library}, err
	return len(library) > 0
}

// Piece implements [format.Splitter].
func (s *splitter) Piece() format.Piece { return s.piece }

// Err implements [format.Splitter].
func (s *splitter) Err() error { return s.err }

// encoding returns the encoding of a library's texts, which RenLib writes in that of the computer.
func encoding(library []byte, pool *charset.Pool) charset.Guess {
	var texts bytes.Buffer
	r := open(library)
	for {
		n, ok, _ := r.next()
		if !ok {
			break
		}
		for _, text := range [...][]byte{n.comment, n.text} {
			if len(text) > 0 {
				texts.Write(text)
				texts.WriteByte('\n')
			}
		}
	}
	return charset.Detect(texts.Bytes(), "", pool)
}

// badTree is the code of the problem that the bytes of a library are not a whole tree.
const badTree = format.BadRecord

// derive reads a library. A text on a point is the name of the move there. Where nothing is played
// there, it goes into the comment of the position: "H9: a".
func derive(d *format.Draft) {
	d.Game, d.Size = Gomoku, position.Square(columns)
	library, in := format.Game(d.Record), format.Encoding(d.Record)
	words := func(text []byte) string { return string(charset.Decode(nil, text, in)) }
	r := open(library)
	if r.version > newest {
		d.Report(badTree, 0, func() error {
			return fmt.Errorf("%s: the library is of version %d.%02d of the format, which may say more than is read", badTree, r.version/100, r.version%100)
		})
	}
	started := false
	for number := 0; ; number++ {
		n, ok, err := r.next()
		if err != nil {
			d.Report(badTree, 0, func() error {
				return fmt.Errorf("%s: %w, at byte %d", badTree, err, len(library)-len(r.rest))
			})
		}
		if !ok {
			break
		}
		if !started && n.move.Color != position.Empty { // a library without a root
			d.Node()
			number++
		}
		started = true
		for range n.closes {
			d.Script.Close()
		}
		if n.opens {
			d.Script.Open()
		}
		d.Node()
		if n.move.Color != position.Empty {
			d.Script.Move(n.move)
		}
		text, comment := words(n.text), words(lines(n.comment))
		switch {
		case text != "" && n.flags&flagNoMove != 0:
			d.Comment(number, strings.TrimSpace(label(n.at)+": "+text+"\n"+comment))
		default:
			d.Comment(number, comment)
			d.Name(number, text)
		}
	}
	if !started {
		d.Node()
	}
	if left := len(r.rest); left > 0 {
		d.Report(badTree, 0, func() error {
			return fmt.Errorf("%s: %d bytes behind the end of the tree are not read", badTree, left)
		})
	}
}

// label returns the name of a point as players write it.
func label(p position.Point) string {
	if p == position.Pass {
		return "pass"
	}
	return fmt.Sprintf("%c%d", 'A'+p.X(), columns-p.Y())
}

// SGF writes a library in SGF. Moves that were marked are hot spots there (HO).
func SGF(w io.Writer, g *format.Written) error {
	if g.From.Name != "renlib" {
		return &format.UnfitError{Why: "not libraries of RenLib"}
	}
	marked := marks(format.Game(&g.Game.Record))
	comments, names := map[int]string{}, map[int]string{}
	for _, c := range g.Game.Comments {
		if c.Ident == "N" {
			names[c.Node] = c.Text
		} else {
			comments[c.Node] = c.Text
		}
	}
	tree := format.SGFTree{Comment: func(number int) string { return comments[number] }, Node: func(s *format.SGF, number int, n *position.ScriptNode) {
		if n.Move.Color != position.Empty {
			s.Put(n.Move.Color.Letter(), point(n.Move.Point))
		}
		s.Text("N", names[number])
		if marked[number] {
			s.Put("HO", "1")
		}
	}}
	return tree.Write(w, g)
}

// marks returns the numbers of the nodes that the user marked.
func marks(library []byte) map[int]bool {
	found := map[int]bool{}
	r := open(library)
	for number := 0; ; number++ {
		n, ok, _ := r.next()
		if !ok {
			return found
		}
		if number == 0 && n.move.Color != position.Empty {
			number++
		}
		if n.flags&flagMark != 0 {
			found[number] = true
		}
	}
}

// point writes a point as SGF does; a pass is empty.
func point(p position.Point) string {
	if p == position.Pass {
		return ""
	}
	return string([]byte{'a' + byte(p.X()), 'a' + byte(p.Y())})
}
