package unread

import "kifudb/format"

// Formats are the formats of this package.
func Formats() []*format.Format { return []*format.Format{book(), chessBase(), scid()} }

// gameShogi is SGF's number for shogi.
const gameShogi = 8

// surely is Sure if a format is recognised.
func surely(is bool) format.Certainty {
	if is {
		return format.Sure
	}
	return format.No
}
