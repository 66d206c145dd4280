package sgfread

// Class is the kind of a property, which decides where it may stand.
type Class uint8

// The classes of the specification.
const (
	ClassOther    Class = iota // may stand in any node
	ClassMove                  // moves and their annotation; not together with setup
	ClassSetup                 // changes the position without a move
	ClassRoot                  // only in the first node of a tree
	ClassGameInfo              // at most in one node of each path from the root
)

// ValueKind is the kind of a property's value or of one half of it.
type ValueKind uint8

// The kinds of the specification. KindNone stands for an empty value.
const (
	KindUnknown ValueKind = iota
	KindNone
	KindNumber
	KindReal
	KindDouble
	KindColor
	KindSimpleText
	KindText
	KindPoint
	KindMove
	KindStone
)

// Type is what the specification says about a property.
type Type struct {
	Name  string // the identifier; "" for a property that no specification knows
	Class Class
	Kind  ValueKind
	// Second is the kind after the colon of a composed value; 0 if values are not composed.
	Second ValueKind
	// List allows several values; with Empty set also a single empty one.
	List, Empty bool
	// Inherit means that a value holds for all nodes below, until the next one.
	Inherit bool
	// From and To are the first and the last FF that has the property.
	From, To uint8
}

// IsText reports whether values are Text or SimpleText, not composed.
func (t Type) IsText() bool {
	return t.Second == KindUnknown && (t.Kind == KindText || t.Kind == KindSimpleText)
}

// TypeOf returns the type of a property; its Name is "" if the property is unknown.
func TypeOf(id Ident) Type {
	c1, c2 := id>>8, id&0xFF
	switch {
	case c1 == 0:
		c1, c2 = c2, '@'
	case c2 == '@':
		return Type{}
	}
	if c1 < 'A' || c1 > 'Z' || c2 < '@' || c2 > 'Z' {
		return Type{}
	}
	return typeTable[(c1-'A')*27+(c2-'@')]
}

// OfNodes reports whether a property says something of its node that is neither a move
// nor a comment or a name: whether it is not of the root nor of the game's information.
// Properties that nobody knows may stand anywhere.
func OfNodes(id Ident) bool {
	switch id {
	case IdentB, IdentW, IdentC, IdentN:
		return false
	}
	class := TypeOf(id).Class
	return class != ClassGameInfo && class != ClassRoot
}

// Types lists all known properties in the order of the table.
func Types() []Type {
	all := make([]Type, 0, len(types))
	for _, t := range types {
		all = append(all, t)
	}
	return all
}

// typeTable finds a type by its letters: 27 entries for each first letter,
// the first of them for the identifier that has no second one.
var typeTable = func() (table [26 * 27]Type) {
	for _, t := range types {
		i := int(t.Name[0]-'A') * 27
		if len(t.Name) == 2 {
			i += int(t.Name[1] - '@')
		}
		table[i] = t
	}
	return table
}()

var types = [...]Type{
	// Moves.
	{Name: "B", Class: ClassMove, Kind: KindMove, From: 1, To: 4},
	{Name: "W", Class: ClassMove, Kind: KindMove, From: 1, To: 4},
	{Name: "KO", Class: ClassMove, Kind: KindNone, From: 4, To: 4},
	{Name: "MN", Class: ClassMove, Kind: KindNumber, From: 3, To: 4},
	{Name: "BL", Class: ClassMove, Kind: KindReal, From: 1, To: 4},
	{Name: "WL", Class: ClassMove, Kind: KindReal, From: 1, To: 4},
	{Name: "OB", Class: ClassMove, Kind: KindNumber, From: 3, To: 4},
	{Name: "OW", Class: ClassMove, Kind: KindNumber, From: 3, To: 4},
	{Name: "BM", Class: ClassMove, Kind: KindDouble, From: 1, To: 4},
	{Name: "TE", Class: ClassMove, Kind: KindDouble, From: 1, To: 4},
	{Name: "DO", Class: ClassMove, Kind: KindNone, From: 4, To: 4},
	{Name: "IT", Class: ClassMove, Kind: KindNone, From: 4, To: 4},

	// Setup.
	{Name: "AB", Class: ClassSetup, Kind: KindStone, List: true, From: 1, To: 4},
	{Name: "AW", Class: ClassSetup, Kind: KindStone, List: true, From: 1, To: 4},
	{Name: "AE", Class: ClassSetup, Kind: KindPoint, List: true, From: 1, To: 4},
	{Name: "PL", Class: ClassSetup, Kind: KindColor, From: 1, To: 4},

	// The annotation of nodes.
	{Name: "C", Kind: KindText, From: 1, To: 4},
	{Name: "N", Kind: KindSimpleText, From: 1, To: 4},
	{Name: "V", Kind: KindReal, From: 1, To: 4},
	{Name: "DM", Kind: KindDouble, From: 3, To: 4},
	{Name: "GB", Kind: KindDouble, From: 1, To: 4},
	{Name: "GW", Kind: KindDouble, From: 1, To: 4},
	{Name: "HO", Kind: KindDouble, From: 3, To: 4},
	{Name: "UC", Kind: KindDouble, From: 3, To: 4},
	{Name: "FG", Kind: KindNumber, Second: KindSimpleText, Empty: true, From: 1, To: 4},
	{Name: "PM", Kind: KindNumber, Inherit: true, From: 4, To: 4},
	{Name: "VW", Kind: KindPoint, List: true, Empty: true, Inherit: true, From: 1, To: 4},
	{Name: "DD", Kind: KindPoint, List: true, Empty: true, Inherit: true, From: 4, To: 4},

	// Marks.
	{Name: "AR", Kind: KindPoint, Second: KindPoint, List: true, From: 4, To: 4},
	{Name: "LN", Kind: KindPoint, Second: KindPoint, List: true, From: 4, To: 4},
	{Name: "LB", Kind: KindPoint, Second: KindSimpleText, List: true, From: 3, To: 4},
	{Name: "CR", Kind: KindPoint, List: true, From: 3, To: 4},
	{Name: "MA", Kind: KindPoint, List: true, From: 3, To: 4},
	{Name: "SL", Kind: KindPoint, List: true, From: 1, To: 4},
	{Name: "SQ", Kind: KindPoint, List: true, From: 4, To: 4},
	{Name: "TR", Kind: KindPoint, List: true, From: 3, To: 4},
	{Name: "TB", Kind: KindPoint, List: true, Empty: true, From: 1, To: 4},
	{Name: "TW", Kind: KindPoint, List: true, Empty: true, From: 1, To: 4},

	// The root.
	{Name: "AP", Class: ClassRoot, Kind: KindSimpleText, Second: KindSimpleText, From: 4, To: 4},
	{Name: "CA", Class: ClassRoot, Kind: KindSimpleText, From: 4, To: 4},
	{Name: "FF", Class: ClassRoot, Kind: KindNumber, From: 1, To: 4},
	{Name: "GM", Class: ClassRoot, Kind: KindNumber, From: 1, To: 4},
	{Name: "ST", Class: ClassRoot, Kind: KindNumber, From: 4, To: 4},
	{Name: "SZ", Class: ClassRoot, Kind: KindNumber, Second: KindNumber, From: 1, To: 4},

	// Game-info.
	{Name: "AN", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 4},
	{Name: "BR", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "WR", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "BT", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 4},
	{Name: "WT", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 4},
	{Name: "PB", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "PW", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "CP", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 4},
	{Name: "DT", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "EV", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "GN", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "GC", Class: ClassGameInfo, Kind: KindText, From: 1, To: 4},
	{Name: "ON", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 4},
	{Name: "OT", Class: ClassGameInfo, Kind: KindSimpleText, From: 4, To: 4},
	{Name: "PC", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "RE", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "RO", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "RU", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 4},
	{Name: "SO", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "TM", Class: ClassGameInfo, Kind: KindReal, From: 1, To: 4},
	{Name: "US", Class: ClassGameInfo, Kind: KindSimpleText, From: 1, To: 4},
	{Name: "HA", Class: ClassGameInfo, Kind: KindNumber, From: 1, To: 4},
	{Name: "KM", Class: ClassGameInfo, Kind: KindReal, From: 1, To: 4},

	// Other games than Go: Lines of Action, Octi, Backgammon.
	{Name: "IP", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 4},
	{Name: "IY", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 4},
	{Name: "SU", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 4},
	{Name: "MI", Class: ClassGameInfo, Kind: KindSimpleText, Second: KindSimpleText, List: true, From: 4, To: 4},
	{Name: "CO", Class: ClassSetup, Kind: KindSimpleText, From: 4, To: 4},
	{Name: "CV", Class: ClassSetup, Kind: KindNumber, From: 4, To: 4},
	{Name: "DI", Class: ClassSetup, Kind: KindNumber, From: 4, To: 4},
	{Name: "AS", Kind: KindSimpleText, From: 3, To: 4},

	// Obsolete ones of FF[1] to FF[3].
	{Name: "BS", Class: ClassGameInfo, Kind: KindNumber, From: 1, To: 3},
	{Name: "WS", Class: ClassGameInfo, Kind: KindNumber, From: 1, To: 3},
	{Name: "ID", Class: ClassGameInfo, Kind: KindSimpleText, From: 3, To: 3},
	{Name: "LT", Class: ClassOther, Kind: KindNone, From: 3, To: 3},
	{Name: "OM", Class: ClassGameInfo, Kind: KindNumber, From: 3, To: 3},
	{Name: "OP", Class: ClassGameInfo, Kind: KindReal, From: 3, To: 3},
	{Name: "OV", Class: ClassGameInfo, Kind: KindReal, From: 3, To: 3},
	{Name: "CH", Kind: KindDouble, From: 1, To: 3},
	{Name: "SI", Kind: KindDouble, From: 1, To: 3},
	{Name: "TC", Kind: KindNumber, From: 1, To: 3},
	{Name: "EL", Kind: KindNumber, From: 1, To: 3},
	{Name: "EX", Kind: KindMove, From: 1, To: 3},
	{Name: "L", Kind: KindPoint, List: true, From: 1, To: 3},
	{Name: "M", Kind: KindPoint, List: true, From: 1, To: 3},
	{Name: "RG", Kind: KindPoint, List: true, From: 1, To: 3},
	{Name: "SC", Kind: KindPoint, List: true, From: 1, To: 3},
	{Name: "SE", Kind: KindPoint, List: true, From: 1, To: 4},
}
