package gameinfo

// Certainty is how certain the reading of a value is. The levels are
// ordered: a caller who wants only clear values tests c >= Clear.
type Certainty uint8

const (
	// Unread: the text is empty, a placeholder or something else; the value is
	// the type's zero value.
	Unread Certainty = iota
	// Guessed: the most probable of several readings, or a value found in the
	// middle of a remark.
	Guessed
	// Calculated: follows from the text by a rule that holds nearly always: a
	// lunar date, a komi written times one hundred, a margin in zi.
	Calculated
	// Clear: clear to any reader, but not as the SGF specification writes it.
	Clear
	// Exact: as the specification writes it.
	Exact
)

// String returns "unread", "guessed", "calculated", "clear" or "exact".
func (c Certainty) String() string {
	switch c {
	case Guessed:
		return "guessed"
	case Calculated:
		return "calculated"
	case Clear:
		return "clear"
	case Exact:
		return "exact"
	}
	return "unread"
}

// lower reduces c to at most limit.
func (c *Certainty) lower(limit Certainty) {
	if limit < *c {
		*c = limit
	}
}
