package format

import (
	"bytes"

	"kifudb/game/clock"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// A Draft is the content of a record in any format. Facts have SGF's identifiers: players
// are PB and PW under every name in the format.
type Draft struct {
	Record *store.Record
	Line   int // of the file, in which the record begins

	Game     int // SGF's number of the game
	Size     position.Size
	Info     []store.Value
	Comments []store.Comment
	Script   *position.ScriptBuilder // empty; nodes are begun by Node
	Nodes    int

	// Told is what comments tell programs, in commands that people do not read: it is not
	// among the comments. Clocks is what the moves say of time. Both by nodes, ascending.
	Told   []store.Comment
	Clocks []ClockAt

	Judged      bool // moves against the rules have been reported
	NoPositions bool // nobody knows from which position the game starts

	// Report is called for each problem of the record, with a code by which such records
	// can be found, the line of the file, 0 if there are none, and a function for the message,
	// which is called only if the message is used.
	Report func(code string, line int, say func() error)
}

// Node begins a node.
func (d *Draft) Node() {
	d.Script.Node()
	d.Nodes++
}

// Add adds a fact unless it is empty.
func (d *Draft) Add(ident, text string) {
	if text != "" {
		d.Info = append(d.Info, store.Value{Ident: ident, Text: text})
	}
}

// Comment adds a comment to a node, by its number from 0, unless it is empty.
func (d *Draft) Comment(node int, text string) {
	if text != "" {
		d.Comments = append(d.Comments, store.Comment{Node: node, Ident: "C", Text: text})
	}
}

// Name adds a name to a node, by its number from 0, unless it is empty.
func (d *Draft) Name(node int, text string) {
	if text != "" {
		d.Comments = append(d.Comments, store.Comment{Node: node, Ident: "N", Text: text})
	}
}

// Tell notes what a comment at a node tells programs.
func (d *Draft) Tell(node int, text string) {
	d.Told = append(d.Told, store.Comment{Node: node, Ident: "C", Text: text})
}

// A ClockAt is what a record says of time at a node.
type ClockAt struct {
	Node int
	clock.Clock
}

// Text returns the record's game in UTF-8.
func (d *Draft) Text() []byte { return Text(d.Record) }

// Game returns the bytes of a record's game, without what stands around it.
func Game(r *store.Record) []byte { return r.Raw[r.Tree[0]:r.Tree[1]] }

// Text returns a record's game in UTF-8.
func Text(r *store.Record) []byte { return charset.Decode(nil, Game(r), Encoding(r)) }

// Encoding returns the name of the encoding in which a record is kept: UTF-8 for
// those of files that were converted as a whole before they were cut.
func Encoding(r *store.Record) string {
	if r.Charset.Reason == charset.ReasonMark {
		return charset.UTF8
	}
	return r.Charset.Name
}

// Lead returns what the encoding of a record demands of who reads its structure.
func Lead(r *store.Record) sgfread.Lead { return sgfread.Lead(charset.TrailBytes(Encoding(r))) }

// Damage counts the characters of a text that an encoding cannot read.
func Damage(text []byte, encoding string) int {
	return bytes.Count(charset.Decode(nil, text, encoding), []byte("\uFFFD"))
}
