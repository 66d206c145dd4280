package archive

import "kifudb/sgfread/charset"

// The reasons for which a record is read in an encoding, as in [Charset].
const (
	ReasonASCII    = charset.ReasonASCII    // every encoding gives the same
	ReasonMark     = charset.ReasonMark     // its byte order mark
	ReasonEscape   = charset.ReasonEscape   // its escape sequences
	ReasonValid    = charset.ReasonValid    // well-formed UTF-8
	ReasonDamaged  = charset.ReasonDamaged  // UTF-8 with damaged characters
	ReasonDeclared = charset.ReasonDeclared // the record says so
	ReasonLikely   = charset.ReasonLikely   // its frequent characters
	ReasonPool     = charset.ReasonPool     // those of the games beside it
	ReasonDefault  = charset.ReasonDefault  // nothing speaks for anything
)
