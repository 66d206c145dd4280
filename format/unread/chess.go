package unread

import (
	"bytes"
	"encoding/binary"

	"kifudb/format"
)

// gameChess is SGF's number for chess.
const gameChess = 3

// cbhSize is how many bytes the heading and each record of a CBH file have.
const cbhSize = 46

// chessBase is the games' headings of a database of ChessBase. The heading of the file tells
// how much of it is used, 36 or 44 bytes, and the size of a record, as 16 bits each, the higher
// byte first (Yarin78/morphy, morphy-cbh/docs/games.md).
func chessBase() *format.Format {
	return &format.Format{
		Name: "cbh", Title: "ChessBase", Extensions: []string{".cbh"}, Games: []int{gameChess}, Binary: true,
		Recognise: func(h *format.Head) format.Certainty {
			if len(h.Bytes) < cbhSize || h.Size%cbhSize != 0 || h.Bytes[0] != 0 {
				return format.No
			}
			used, size := binary.BigEndian.Uint16(h.Bytes[1:]), binary.BigEndian.Uint16(h.Bytes[3:])
			return surely((used == 36 || used == 44) && size == cbhSize && h.Bytes[5] == 1)
		},
		Owns: binaryFile,
		Why:  "a database of ChessBase: save its games as PGN in ChessBase, or with a program such as cb2pgn, and import that",
	}
}

// scidMagic begins the index of a database of Scid 4.
const scidMagic = "Scid.si\x00"

// scid is the index of a database of Scid.
func scid() *format.Format {
	return &format.Format{
		Name: "scid", Title: "Scid", Extensions: []string{".si4"}, Games: []int{gameChess}, Binary: true,
		Recognise: func(h *format.Head) format.Certainty { return surely(bytes.HasPrefix(h.Bytes, []byte(scidMagic))) },
		Owns:      binaryFile,
		Why:       "a database of Scid: open it in Scid, export all games as PGN (Tools menu), and import that",
	}
}

// binaryFile says that no game tree in a file is one: nothing in it is text.
func binaryFile(*format.Head) bool { return true }
