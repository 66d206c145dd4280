package table

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"kifudb/format"
)

// jsonCells are the strings of JSON. All that is known of what stands between them is that
// it has no quotation marks, so that what is wrong in one line costs nothing of the next.
type jsonCells struct {
	r    *bufio.Reader
	most int // bytes of a string
	line int // of what is read next
	text []byte
}

func (*jsonCells) broken() bool { return false }

// isJSON reports whether a head begins as an object or a list does, and has a string that
// begins as a record in SGF.
func isJSON(h *format.Head) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(h.Text(), []byte("\ufeff")), " \t\r\n")
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	first := bytes.TrimLeft(text, " \t\r\n[{")
	if len(first) == 0 || !bytes.ContainsRune([]byte("\"-0123456789tfn"), rune(first[0])) {
		return false
	}
	c := jsonCells{r: bufio.NewReader(bytes.NewReader(text)), most: len(text)}
	for {
		_, _, err := c.next()
		switch bad, ok := errors.AsType[*badCell](err); {
		case ok && errors.Is(bad.err, errBare): // a record of its own, which says nothing
		case ok, err == nil:
			return true // the end of the head may have cut it
		default:
			return false
		}
	}
}

func (j *jsonCells) next() (text []byte, line int, err error) {
	for {
		c, err := j.r.ReadByte()
		if err != nil {
			return nil, 0, err
		}
		switch c {
		case '\n':
			j.line++
		case '(': // which JSON has in strings alone
			line := j.line
			if err := j.skipLine(); err != nil && !errors.Is(err, io.EOF) {
				return nil, 0, err
			}
			return nil, 0, &badCell{line, errBare}
		case '"':
			fault, err := j.read()
			if err != nil {
				return nil, 0, err
			}
			if !opening().Match(j.text) {
				continue
			}
			if fault == nil {
				text, fault = plain(j.text)
			}
			if fault != nil {
				return nil, 0, &badCell{j.line, fault}
			}
			return text, j.line, nil
		}
	}
}

// read reads a string after its opening quote, and the quote that ends it. If the string has a
// fault it keeps the beginning.
func (j *jsonCells) read() (fault, err error) {
	j.text = j.text[:0]
	for escaped, long := false, false; ; {
		c, err := j.r.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return errOpen, nil
		case err != nil:
			return nil, err
		case c == '\n':
			return errOpen, j.r.UnreadByte()
		case c == '"' && !escaped && long:
			return fmt.Errorf("a record of more than %d bytes", j.most), nil
		case c == '"' && !escaped:
			return nil, nil
		}
		escaped = c == '\\' && !escaped
		if len(j.text) < j.most {
			j.text = append(j.text, c)
		} else {
			long = true
		}
	}
}

// skipLine reads on after the end of the line.
func (j *jsonCells) skipLine() error {
	for {
		switch c, err := j.r.ReadByte(); {
		case err != nil:
			return err
		case c == '\n':
			j.line++
			return nil
		}
	}
}

// errBare says that a parenthesis is in no string, as one of a record that is not JSON.
var errBare = errors.New("a parenthesis outside the strings of JSON: put records that are not JSON into a file of their own")

// errOpen says that a string does not end in its line, as it must.
var errOpen = errors.New("a string without the quotation mark that ends it")

// plain returns what a string says.
func plain(text []byte) ([]byte, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("a string that is not in UTF-8, as JSON is: convert the file")
	}
	var said string
	if err := json.Unmarshal(bytes.Join([][]byte{{'"'}, text, {'"'}}, nil), &said); err != nil {
		return nil, fmt.Errorf("a string that is not JSON: %w", err)
	}
	return []byte(said), nil
}
