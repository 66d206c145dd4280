package notation

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"kifudb/position/shogi"
)

// ReadUSI reads lines of the Universal Shogi Interface, each a record:
//
//	position startpos moves 7g7f 3c3d resign
//	position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1 moves P*5b
//
// The word position may be missing, so that a plain SFEN is a record without
// moves. Empty lines are passed over. A move that is illegal but can be made is made, with a
// warning; one that cannot be made is an error and ends the record.
func ReadUSI(text []byte, o *ReadOptions) []*Record {
	return readLines(text, o, func(r *reporter, at int, line string) *Record { return (&usiReader{r}).readLine(at, line) })
}

// usiReader is the state of one ReadUSI.
type usiReader struct{ *reporter }

// readLine reads a line that begins at an offset, nil if it is no record.
func (r *usiReader) readLine(start int, line string) *Record {
	at, end := start, start+len(line)
	word := func() string {
		at += len(indentation(r.text[at:end]))
		n := strings.IndexAny(r.text[at:end], " \t")
		if n < 0 {
			n = end - at
		}
		at += n
		return r.text[at-n : at]
	}
	first := word()
	if first == "position" {
		first = word()
	}
	sfen := first
	switch {
	case first == "sfen" || strings.Contains(first, "/"):
		if first == "sfen" {
			sfen = word()
		}
		// Side, hands and number may be missing.
		for range 3 {
			mark := at
			next := word()
			if next == "moves" || next == "" {
				at = mark
				break
			}
			sfen += " " + next
		}
	case first != "startpos":
		r.problem(start, SyntaxError, "%q is neither startpos nor sfen", cut(first))
		return nil
	}
	p, err := shogi.ParseSFEN(sfen)
	if err != nil {
		r.problem(start, BadDiagram, "%s", err)
		return nil
	}
	record := NewRecord(StartAt(p.Clone()))
	node := record.Root
	for next := word(); next != ""; next = word() {
		if next == "moves" && node == record.Root {
			continue
		}
		if e := usiEnding(next); e != NoEnding {
			node.Ending = e
			continue
		}
		place := at - len(next)
		m, err := shogi.ParseMove(next)
		if err != nil {
			r.problem(place, Unreadable, "%s", err)
			return record
		}
		if !r.make(p, m, place, next) {
			return record
		}
		n := &Node{Move: m}
		node.Children = append(node.Children, n)
		node = n
	}
	return record
}

func usiEnding(word string) Ending {
	for e, words := range endingWords {
		if words.usi != "" && words.usi == word {
			return Ending(e)
		}
	}
	return NoEnding
}

// WriteUSI writes the main line of a record as one line. Of the endings only
// resign and win are USI's; see endingWords.
func WriteUSI(w io.Writer, r *Record, o *WriteOptions) error {
	lost := o.losses()
	lost.tree(r, false, false)
	lost.start(r)
	lost.info(r)
	out := bufio.NewWriter(w)
	if sfen := r.Start.Position.SFEN(); sfen == shogi.StartSFEN {
		out.WriteString("position startpos")
	} else {
		fmt.Fprintf(out, "position sfen %s", sfen)
	}
	moves := " moves"
	for n := range r.MainLine() {
		if n.moves() {
			fmt.Fprintf(out, "%s %s", moves, n.Move)
			moves = ""
		}
		if word := endingWords[n.Ending].usi; word != "" {
			fmt.Fprintf(out, "%s %s", moves, word)
			moves = ""
		}
	}
	out.WriteByte('\n')
	return out.Flush()
}
