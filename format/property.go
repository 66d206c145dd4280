package format

import (
	"bytes"
	"strings"

	"kifudb/sgfread"
	"kifudb/store"
)

// IdentProperties is the archive's own identifier of the properties that a game has at its
// nodes: their identifiers, ascending, with a space between. There are few such sets in a
// segment, so they are kept as values of games; what the properties say is read from the
// records. Records in other formats than SGF have no properties.
const IdentProperties = "properties"

// HasProperty reports whether a set of properties, as kept for a game, has one.
func HasProperty(set, ident string) bool {
	for one := range strings.FieldsSeq(set) {
		if one == ident {
			return true
		}
	}
	return false
}

// IsNodeProperty reports whether a property of a node, by its number, is searched as one of
// nodes. In a root those are not that nobody knows, or that state a fact of the game in a
// dialect: they say something about the game.
func IsNodeProperty(node int, p sgfread.Property) bool {
	id := p.Ident()
	if node == 0 && (sgfread.TypeOf(id).Name == "" || sgfread.OfDialect(id) && !isJudgement(p)) {
		return false
	}
	return sgfread.OfNodes(id)
}

// isJudgement reports whether a property has a value of the type double.
func isJudgement(p sgfread.Property) bool {
	value := bytes.TrimSpace(p.Value(0))
	_, clean := sgfread.ParseDouble(value)
	return (clean || len(value) == 0) && sgfread.TypeOf(p.Ident()).Kind == sgfread.KindDouble
}

// ReadProperties calls see for each property of a record in SGF that is searched as one of a
// node, with the number of the node, in the order of the file. Values are raw.
func ReadProperties(r *store.Record, see func(node int, p sgfread.Property)) {
	// Without Strict a walk has no errors.
	_ = sgfread.Walk(Game(r), &propertyReader{see: see}, &sgfread.Options{Lead: Lead(r)})
}

// propertyReader is the sgfread.Handler of ReadProperties.
type propertyReader struct {
	see      func(node int, p sgfread.Property)
	next     int
	branches sgfread.Branches
}

func (r *propertyReader) Open(int64)            { r.branches.Open(r.next - 1) }
func (r *propertyReader) Close(int64)           { r.branches.Close() }
func (r *propertyReader) Moves(run sgfread.Run) { r.next += run.Len() }
func (r *propertyReader) Late(n *sgfread.Node)  { r.read(r.branches.Node(), n) }

func (r *propertyReader) Node(n *sgfread.Node) {
	r.read(r.next, n)
	r.next++
}

func (r *propertyReader) read(node int, n *sgfread.Node) {
	for p := range n.Properties() {
		if IsNodeProperty(node, p) && !(n.Late && sgfread.Played(p.Ident())) {
			r.see(node, p)
		}
	}
}
