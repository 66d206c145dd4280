package search

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"kifudb/query"
	"kifudb/store"
)

// A Cursor is a place in the answer to a query: right behind one of its games,
// in the order that was asked for. It is that game's sort keys and not how many
// games came before it, so a page that begins at a cursor neither repeats nor
// leaves out a game because others were added or removed meanwhile.
type Cursor struct {
	question uint32 // of the query and the order, so that no other answer is cut
	key      []orderKey
	id       store.GameID
}

// maxKeyText is how many bytes of a text count for the order of games; the
// beginnings of texts that are longer are as good, and fit into a cursor.
const maxKeyText = 120

// cursorVersion begins every token.
const cursorVersion = 1

// ErrCursor is wrapped by the errors of tokens that are no cursor for the query
// and the order they are used with.
var ErrCursor = errors.New("the cursor does not fit")

// questionSum tells questions apart.
func questionSum(text string, sort []Order) uint32 {
	for _, o := range sort {
		text += fmt.Sprintf("\x00%s %t", o.Field, o.Descending)
	}
	return crc32.ChecksumIEEE([]byte(text))
}

// String returns the cursor as a token: letters, digits, - and _.
//
//	version   1 byte
//	question  4 bytes: CRC-32 of the query's normal form and the order
//	id        uvarint: the game
//	keys      per field of the order: varint number, uvarint bytes of the text,
//	          the text
func (c Cursor) String() string {
	b := []byte{cursorVersion}
	b = binary.BigEndian.AppendUint32(b, c.question)
	b = binary.AppendUvarint(b, uint64(c.id))
	for _, k := range c.key {
		b = binary.AppendVarint(b, k.Number)
		b = binary.AppendUvarint(b, uint64(len(k.Text)))
		b = append(b, k.Text...)
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// ParseCursor reads a token. It belongs to the query and the order with which
// it was made; with others it is an error, as is anything that is no token.
func ParseCursor(token string, q query.Query, o *Options) (Cursor, error) {
	c, err := readCursor(token)
	switch {
	case err != nil:
		return Cursor{}, err
	case c.question != questionSum(q.String(), o.Sort):
		return Cursor{}, fmt.Errorf("%w: it belongs to another query or another order; repeat those, or begin without a cursor", ErrCursor)
	case len(c.key) != len(o.Sort):
		return Cursor{}, fmt.Errorf("%w: it is cut off", ErrCursor)
	}
	return c, nil
}

// readCursor reads a token of any question.
func readCursor(token string) (Cursor, error) {
	bad := func(why string) (Cursor, error) { return Cursor{}, fmt.Errorf("%w: %s", ErrCursor, why) }
	b, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(token))
	if err != nil || len(b) < 6 || b[0] != cursorVersion {
		return bad("it is not one that a search has printed")
	}
	c := Cursor{question: binary.BigEndian.Uint32(b[1:])}
	b = b[5:]
	id, n := binary.Uvarint(b)
	if n <= 0 || id > 1<<32-1 {
		return bad("it is cut off")
	}
	c.id, b = store.GameID(id), b[n:]
	for len(b) > 0 {
		var k orderKey
		number, n := binary.Varint(b)
		if n <= 0 {
			return bad("it is cut off")
		}
		k.Number, b = number, b[n:]
		length, n := binary.Uvarint(b)
		if n <= 0 || length > uint64(len(b)-n) {
			return bad("it is cut off")
		}
		k.Text, b = string(b[n:n+int(length)]), b[n+int(length):]
		c.key = append(c.key, k)
	}
	return c, nil
}

// MarshalText returns the token.
func (c Cursor) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a token. Whether it fits is seen when it is used.
func (c *Cursor) UnmarshalText(token []byte) (err error) {
	*c, err = readCursor(string(token))
	return err
}
