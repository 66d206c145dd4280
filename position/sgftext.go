package position

import (
	"fmt"
	"strings"
)

// The little SGF that this file reads is what people paste as a position: moves,
// setup and size. Records are read elsewhere.

// sgfProperty is an identifier and its values.
type sgfProperty struct {
	ident  string
	values []string
}

// looksLikeSGF reports whether a text has a property with a value.
func looksLikeSGF(s string) bool {
	open := strings.IndexByte(s, '[')
	if open < 1 || strings.Contains(s[:open], "$$") {
		return false
	}
	ident := strings.TrimRight(s[:open], " \t\r\n")
	last := ident[strings.LastIndexAny(ident, "();] \t\r\n")+1:]
	return last != "" && strings.Trim(last, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// parseSGF reads the nodes of the first line of play of SGF text.
func (r Rules) parseSGF(s string) (Setup, error) {
	setup := Setup{Rules: r, Size: r.size()}
	var b ScriptBuilder
	b.Node()
	var node []sgfProperty
	begun := false // whether b's node has got its properties
	end := func() error {
		if node == nil {
			return nil
		}
		if begun {
			b.Node()
		}
		begun = true
		err := setup.node(&b, node)
		node = nil
		return err
	}
	for at := 0; at < len(s); {
		switch c := s[at]; {
		case c == ';':
			if err := end(); err != nil {
				return Setup{}, err
			}
			at++
		case c == ')':
			at = len(s)
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
			p, n, err := readProperty(s[at:])
			if err != nil {
				return Setup{}, fmt.Errorf("SGF: character %d: %w", at+1, err)
			}
			if len(node) > 0 && (p.ident == "B" || p.ident == "W") && hasMove(node) {
				// "B[pd]W[dp]" without a semicolon
				if err := end(); err != nil {
					return Setup{}, err
				}
			}
			node = append(node, p)
			at += n
		case strings.IndexByte("( \t\r\n,", c) >= 0:
			at++
		default:
			return Setup{}, fmt.Errorf("SGF: character %d: unexpected %q", at+1, c)
		}
	}
	if err := end(); err != nil {
		return Setup{}, err
	}
	setup.Script = b.Script()
	return setup, nil
}

func hasMove(node []sgfProperty) bool {
	for _, p := range node {
		if p.ident == "B" || p.ident == "W" {
			return true
		}
	}
	return false
}

// readProperty reads an identifier and its values and returns their length.
func readProperty(s string) (p sgfProperty, n int, err error) {
	for n < len(s) && s[n] != '[' {
		switch c := s[n]; {
		case c >= 'A' && c <= 'Z':
			p.ident += string(c)
		case c >= 'a' && c <= 'z' || c == ' ' || c == '\t' || c == '\r' || c == '\n':
		default:
			return p, n, fmt.Errorf("%s has no value", s[:n])
		}
		n++
	}
	for n < len(s) && s[n] == '[' {
		end := n + 1
		for end < len(s) && s[end] != ']' {
			if s[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(s) {
			return p, n, fmt.Errorf("the value of %s is not closed", p.ident)
		}
		p.values = append(p.values, strings.TrimSpace(s[n+1:end]))
		n = end + 1
		for n < len(s) && strings.IndexByte(" \t\r\n", s[n]) >= 0 {
			n++
		}
	}
	if len(p.values) == 0 {
		return p, n, fmt.Errorf("%s has no value", p.ident)
	}
	return p, n, nil
}

// node writes a node's properties to the script.
func (s *Setup) node(b *ScriptBuilder, node []sgfProperty) error {
	for _, p := range node {
		if p.ident == "SZ" {
			if err := s.size(p.values[0]); err != nil {
				return err
			}
		}
	}
	for _, p := range node {
		var err error
		switch p.ident {
		case "AB":
			err = s.stones(b, Black, p)
		case "AW":
			err = s.stones(b, White, p)
		case "AE":
			err = s.stones(b, Empty, p)
		case "B":
			err = s.move(b, Black, p)
		case "W":
			err = s.move(b, White, p)
		case "PL":
			switch p.values[0] {
			case "B", "b", "black", "1":
				b.ToPlay(Black)
			case "W", "w", "white", "2":
				b.ToPlay(White)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// size reads SZ's value, "19" or "19:13".
func (s *Setup) size(value string) error {
	text := strings.Replace(value, ":", "x", 1)
	if !strings.Contains(text, "x") {
		text += "x" + text
	}
	size, ok := parseSize(text)
	if !ok || !size.Valid() {
		return fmt.Errorf("SGF: SZ[%s]: want a size from 1 to %d", value, MaxSize)
	}
	s.Size, s.Sized = size, true
	return nil
}

// maxSetup bounds what short texts full of rectangles can come to.
const maxSetup = 1 << 20

// stones adds the points of a setup property, rectangles "aa:cc" included.
func (s *Setup) stones(b *ScriptBuilder, c Color, p sgfProperty) error {
	for _, value := range p.values {
		from, to, rectangle := strings.Cut(value, ":")
		first, err := s.point(from)
		last := first
		if rectangle && err == nil {
			last, err = s.point(to)
		}
		if err != nil {
			return fmt.Errorf("SGF: %s[%s]: %w", p.ident, value, err)
		}
		if len(b.words)+len(b.setup) > maxSetup {
			return fmt.Errorf("SGF: %s[%s]: more than %d stones are set up", p.ident, value, maxSetup)
		}
		for y := min(first.Y(), last.Y()); y <= max(first.Y(), last.Y()); y++ {
			for x := min(first.X(), last.X()); x <= max(first.X(), last.X()); x++ {
				b.Add(c, At(x, y))
			}
		}
	}
	return nil
}

// move adds the move of a B or W property.
func (s *Setup) move(b *ScriptBuilder, c Color, p sgfProperty) error {
	at := Pass
	if v := p.values[0]; v != "" && (v != "tt" || max(s.Size.Cols, s.Size.Rows) > 19) {
		var err error
		if at, err = s.point(v); err != nil {
			return fmt.Errorf("SGF: %s[%s]: %w", p.ident, v, err)
		}
	}
	b.Move(Move{c, at})
	return nil
}

// point reads a point that must be on the board.
func (s *Setup) point(text string) (Point, error) {
	p, err := ParsePoint(text)
	if err == nil && !s.Size.Contains(p) {
		err = fmt.Errorf("not on a %v board", s.Size)
	}
	return p, err
}
