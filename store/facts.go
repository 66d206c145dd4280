package store

import (
	"encoding/binary"

	"kifudb/position"
)

// Facts are the values of a game that queries compare. They come from its game-info and its
// moves and have a fixed width. Unknown values are zero.
type Facts struct {
	DateLo, DateHi int32 // first and last day of the dates, as yyyymmdd; equal for a single day
	Winner         Winner
	How            How
	Margin         int32 // hundredths of a point; of a win ByPoints
	Komi           int32 // hundredths of a point; NoKomi if the record does not say
	Handicap       uint8
	BlackRank      int16 // ascending with strength, see the indexer; 0 unknown
	WhiteRank      int16
	Game           uint8 // SGF's GM: 1 is Go
	Size           position.Size
	Moves          uint32 // of the main line, passes included
	Nodes          uint32 // of the whole tree
	Flags          Flags
}

// NoKomi is the komi of a game whose record has none. Zero is a komi.
const NoKomi int32 = -1 << 31

// Winner is the winner of a game, if there is one.
type Winner uint8

// The values of Winner.
const (
	WinnerUnknown Winner = iota
	WinnerBlack
	WinnerWhite
	WinnerNone // a draw
	WinnerVoid // no result, or suspended
)

// How is the way in which a game ended.
type How uint8

// The values of How.
const (
	HowUnknown How = iota
	ByPoints
	ByResign
	ByTime
	ByForfeit
)

// Flags are yes-or-no facts, one bit each.
type Flags uint16

// The flags.
const (
	HasVariations Flags = 1 << iota
	HasComments         // there are texts that [Segment.SearchComments] finds
	HasSetup            // stones are put or removed other than as handicap
	HasProblems         // something was wrong with the record
	DateUnsure          // the date's text leaves doubts
	ResultUnsure
	// HasRules says that the positions and moves are known of a game of which
	// earlier versions knew nothing; of those that all versions know it is not set.
	HasRules
	// HasNames says that the openings and castles of a game were told from its moves.
	// Earlier versions did not do that.
	HasNames
	// HasValues says that the archive has what engines thought of the positions of a game,
	// or that its record, in a game whose engines write that into comments, was searched
	// for it. Earlier versions did not do that.
	HasValues
	// ClocksRead says that the record was searched for what it says of time. Earlier
	// versions did not do that.
	ClocksRead
	// HasClocks says that the archive has what it says, of a game of which it says something.
	HasClocks
	// PropertiesRead says that the archive knows which properties the nodes of a game
	// have, and the names of its figures. Earlier versions did not look.
	PropertiesRead
	// OtherFormat says that the record is not in SGF, so that its nodes have no properties.
	// It is set since PropertiesRead is.
	OtherFormat
	// LossesRead says that the archive has what moves lost, of a game of which engines
	// said that. Earlier versions did not compare their values, and knew fewer of them.
	LossesRead
)

// withRead returns the facts with those that are read from values replaced by the
// ones in others. Facts that come from the moves stay.
func (f Facts) withRead(from Facts) Facts {
	const read = DateUnsure | ResultUnsure
	f.DateLo, f.DateHi = from.DateLo, from.DateHi
	f.Winner, f.How, f.Margin = from.Winner, from.How, from.Margin
	f.Komi, f.Handicap = from.Komi, from.Handicap
	f.BlackRank, f.WhiteRank = from.BlackRank, from.WhiteRank
	f.Flags = f.Flags&^read | from.Flags&read
	return f
}

const (
	factsWidth  = 36 // bytes of one game's facts in a file
	factsWinner = 30 // the winner's among them
	factsKind   = 33 // and Game
)

// appendFacts appends the file form: the fields in the order below, low byte
// first.
func appendFacts(dst []byte, f Facts) []byte {
	le := binary.LittleEndian
	dst = le.AppendUint32(dst, uint32(f.DateLo))
	dst = le.AppendUint32(dst, uint32(f.DateHi))
	dst = le.AppendUint32(dst, uint32(f.Margin))
	dst = le.AppendUint32(dst, uint32(f.Komi))
	dst = le.AppendUint32(dst, f.Moves)
	dst = le.AppendUint32(dst, f.Nodes)
	dst = le.AppendUint16(dst, uint16(f.BlackRank))
	dst = le.AppendUint16(dst, uint16(f.WhiteRank))
	dst = le.AppendUint16(dst, uint16(f.Flags))
	return append(dst, byte(f.Winner), byte(f.How), f.Handicap, f.Game, byte(f.Size.Cols), byte(f.Size.Rows))
}

// decode reads what appendFacts wrote; b has at least factsWidth bytes.
func (f *Facts) decode(b []byte) {
	le := binary.LittleEndian
	_ = b[factsWidth-1]
	f.DateLo, f.DateHi = int32(le.Uint32(b)), int32(le.Uint32(b[4:]))
	f.Margin, f.Komi = int32(le.Uint32(b[8:])), int32(le.Uint32(b[12:]))
	f.Moves, f.Nodes = le.Uint32(b[16:]), le.Uint32(b[20:])
	f.BlackRank, f.WhiteRank = int16(le.Uint16(b[24:])), int16(le.Uint16(b[26:]))
	f.Flags = Flags(le.Uint16(b[28:]))
	f.Winner, f.How, f.Handicap, f.Game = Winner(b[factsWinner]), How(b[31]), b[32], b[factsKind]
	f.Size = position.Size{Cols: int(b[34]), Rows: int(b[35])}
}
