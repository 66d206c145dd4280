package position

// A Script is what a game record does to a board and nothing else: its moves,
// setup stones and variations in file order, without texts. It is derived from
// the raw record once, at import, and replayed many times.
//
// A script is a sequence of 16-bit words:
//
//	0cmm mmmm mmmm mmmm   a new node with one move: c is 0 for Black and 1
//	                      for White, m the move's code (for Go and other
//	                      placing games a Point, Pass included)
//	1000 ---- ---- ----   a new node without a move (so far)
//	1001 pppp pppp pppp   current node: setup, a black stone at p
//	1010 pppp pppp pppp   current node: setup, a white stone at p
//	1011 pppp pppp pppp   current node: setup, p becomes empty
//	1100 pppp pppp pppp   current node: a further move of Black's at p
//	1101 pppp pppp pppp   current node: a further move of White's at p
//	1110 0000 0000 00vv   0 open a variation, 1 close it, 2 Black is to
//	                      play, 3 White is to play
//
// The words of a node take effect in order; a builder writes setup before
// moves, as the SGF specification wants it. Nodes are numbered from 0 in file
// order. Opening a variation starts a branch below the latest node; closing it
// goes back to the node below which it was opened. A plain move, which is what
// nearly all nodes are, costs two bytes.
type Script []uint16

// The kinds of script words, as the upper four bits with the rest zero.
const (
	wordMove      uint16 = 0x0000
	wordWhite     uint16 = 0x4000 // set in a wordMove of White's
	wordNode      uint16 = 0x8000
	wordAddBlack  uint16 = 0x9000
	wordAddWhite  uint16 = 0xA000
	wordAddEmpty  uint16 = 0xB000
	wordMoreBlack uint16 = 0xC000
	wordMoreWhite uint16 = 0xD000
	wordControl   uint16 = 0xE000
)

// The data of a wordControl.
const (
	controlOpen uint16 = iota
	controlClose
	controlBlackToPlay
	controlWhiteToPlay
)
