package sgfread

// Ident is a property's identifier: its one or two capital letters, packed as
// c for one and c1<<8|c2 for two. An identifier with more capitals, which only
// private properties have, is IdentOther; ask for the property's Name.
// Lower-case letters, which FF[1] to FF[3] allow anywhere, do not count: in
// "CoPyright" the identifier is CP.
type Ident uint16

// IdentOther stands for all identifiers of more than two capitals.
const IdentOther Ident = 0

// ParseIdent packs an identifier, ignoring lower-case letters and digits.
func ParseIdent[S ~string | ~[]byte](name S) Ident {
	var id Ident
	n := 0
	for i := 0; i < len(name); i++ {
		if c := name[i]; c >= 'A' && c <= 'Z' {
			id = id<<8 | Ident(c)
			n++
		}
	}
	if n > 2 {
		return IdentOther
	}
	return id
}

// String returns the capitals, or "" for IdentOther. It does not allocate for
// identifiers in the property table.
func (id Ident) String() string {
	if t := TypeOf(id); t.Name != "" {
		return t.Name
	}
	if id < 1<<8 {
		if id == 0 {
			return ""
		}
		return string(rune(id))
	}
	return string([]byte{byte(id >> 8), byte(id)})
}
