package charset

// Guess says in which encoding the text of a game tree is written.
type Guess struct {
	// Name is the canonical name of the encoding.
	Name string
	// Confidence is between 0, a mere default, and 1, certain.
	Confidence float64
	// Reason is one of the Reason constants: what the guess rests on.
	Reason string
	// Damaged counts the characters that Decode will replace by U+FFFD.
	Damaged int
}

// What a guess rests on. The words are stable: they are stored and searched.
const (
	ReasonASCII    = "ascii"     // no byte outside ASCII: every encoding gives the same
	ReasonMark     = "mark"      // byte order mark
	ReasonEscape   = "escape"    // escape sequences of a 7-bit encoding
	ReasonValid    = "valid"     // well-formed UTF-8
	ReasonDamaged  = "damaged"   // UTF-8 with damaged characters
	ReasonDeclared = "declared"  // CA, not contradicted by the bytes
	ReasonLikely   = "likely"    // frequencies of characters in this tree
	ReasonPool     = "neighbors" // frequencies, decided by the neighboring trees
	ReasonDefault  = "default"   // nothing speaks for anything
)

// Detect returns the encoding of the text in tree, the bytes of one game tree
// or of a whole file. Declared is the value of CA, "" if there is none. Pool
// holds the evidence of the other trees of the file and the folder; it may be
// nil and is not changed.
func Detect(tree []byte, declared string, pool *Pool) Guess {
	if isASCII(tree) {
		return Guess{Name: UTF8, Confidence: 1, Reason: ReasonASCII}
	}
	return Guess{Name: UTF8, Confidence: 1, Reason: ReasonValid}
}
