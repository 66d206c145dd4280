package sgfread

// FigureName returns the raw name of a figure, the value of FG, and false if it has
// none. Programs that know nothing of flags write the name alone.
func FigureName(raw []byte, lead Lead) ([]byte, bool) {
	first, name, ok := SplitComposed(raw, lead)
	if !ok {
		if _, isFlags := ParseNumber(raw); isFlags {
			return nil, false
		}
		return raw, !blank(raw)
	}
	if _, isFlags := ParseNumber(first); !isFlags && !blank(first) {
		return raw, true
	}
	return name, !blank(name)
}
