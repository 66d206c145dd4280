package othello

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"kifudb/format"
	"kifudb/position"
	"kifudb/position/othello"
	"kifudb/store"
)

// transcripts is a list of games as data sets have it: a game in each line, its moves one after
// the other, perhaps in a column of a table beside a number or a result.
//
//	eOthello_game_id,winner,game_moves
//	1056314,-1,f5d6c3d3c4f4f6f3e6e7
//	f5f6e6f4e3
//
// Passes are left out. What the other columns mean is not known: they become the comment of the game.
func transcripts() *format.Format {
	return &format.Format{
		Name: "othello-lines", Title: "Othello transcripts", Extensions: []string{".txt", ".csv", ".tsv"}, Generic: true, Games: []int{Othello},
		Recognise: func(h *format.Head) format.Certainty { return surely(isTranscripts(string(h.Text()))) },
		Split: func(f *format.File) format.Splitter {
			r, in := f.Text()
			return &lineSplitter{r: bufio.NewReader(r), in: in}
		},
		Derive: deriveTranscript,
	}
}

// fewestMoves are those of a transcript. Other texts hardly have so many squares in a row, of which the first is
// one of the four where a game begins.
const fewestMoves = 4

// isTranscripts reports whether a text is a list: each line has one transcript, but for a heading.
func isTranscripts(text string) bool {
	const most = 1000
	if len(text) >= format.HeadSize { // the last line is cut
		text = text[:1+strings.LastIndexByte(text, '\n')]
	}
	lines, games := 0, 0
	for line := range format.Lines(strings.TrimPrefix(text, "\ufeff"), most) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		lines++
		if _, moves := cellsOf(line); moves != "" {
			games++
		} else if lines > 1 {
			return false
		}
	}
	return games > 0
}

// cellsOf returns the transcript in a line and the other cells.
func cellsOf(line string) (others []string, moves string) {
	for cell := range strings.FieldsFuncSeq(line, func(c rune) bool { return c == ',' || c == ';' || c == '\t' }) {
		cell = strings.Trim(cell, "\" \r\n")
		switch {
		case moves == "" && isTranscript(cell):
			moves = cell
		case cell != "":
			others = append(others, cell)
		}
	}
	return others, moves
}

// isTranscript reports whether a text is squares in a row.
func isTranscript(text string) bool {
	if len(text) < 2*fewestMoves || len(text)%2 != 0 {
		return false
	}
	for i := 0; i < len(text); i += 2 {
		if c := text[i] | 0x20; c < 'a' || c > 'h' || text[i+1] < '1' || text[i+1] > '8' {
			return false
		}
	}
	switch strings.ToLower(text[:2]) {
	case "f5", "d3", "c4", "e6":
		return true
	}
	return false
}

// deriveTranscript reads a line.
func deriveTranscript(d *format.Draft) {
	d.Game, d.Size = Othello, position.Square(othello.Usual)
	d.Node()
	others, moves := cellsOf(string(d.Text()))
	d.Add("GC", strings.Join(others, " "))
	p := othello.New(othello.Usual)
	for i := 0; i+1 < len(moves); i += 2 {
		m := position.Move{Color: p.ToPlay(), Point: position.At(int(moves[i]|0x20-'a'), int(moves[i+1]-'1'))}
		d.Node()
		d.Script.Move(m)
		p.Play(m)
	}
}

// A lineSplitter cuts a file into the lines that have a transcript.
type lineSplitter struct {
	r     *bufio.Reader
	in    store.Charset
	line  int
	piece format.Piece
	lead  []byte
	err   error
}

// Scan implements [format.Splitter].
func (s *lineSplitter) Scan() bool {
	s.lead = nil
	for s.err == nil {
		var line []byte
		for {
			part, err := s.r.ReadSlice('\n')
			if line = append(line, part...); len(line)+len(s.lead) > maxGGF {
				s.err = fmt.Errorf("line %d: more than %d bytes without a game", s.line+1, maxGGF)
				return false
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				s.err = err
				break
			}
		}
		s.line++
		if _, moves := cellsOf(string(bytes.TrimPrefix(line, []byte("\ufeff")))); moves != "" {
			s.piece = format.Piece{Lead: s.lead, Game: line, Line: s.line, Charset: s.in}
			return true
		}
		s.lead = append(s.lead, line...)
	}
	s.piece = format.Piece{Lead: s.lead}
	return len(s.lead) > 0 && errors.Is(s.err, io.EOF)
}

// Piece implements [format.Splitter].
func (s *lineSplitter) Piece() format.Piece { return s.piece }

// Err implements [format.Splitter].
func (s *lineSplitter) Err() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}
