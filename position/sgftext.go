package position

import (
	"fmt"
	"iter"
	"strings"
)

// The little SGF that this file reads is what people paste as a position: moves,
// setup and size. Records are read elsewhere.

// An SGFProperty is an identifier and its values, as they are written.
type SGFProperty struct {
	Ident  string
	Values []string
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
	begun := false // whether b's node has got its properties
	for node, err := range SGFNodes(s) {
		if err != nil {
			return Setup{}, err
		}
		if begun {
			b.Node()
		}
		begun = true
		if err := setup.node(&b, node); err != nil {
			return Setup{}, err
		}
	}
	setup.Script = b.Script()
	return setup, nil
}

// SGFNodes yields the nodes of the first line of play of SGF that people paste as a
// position, those with properties. A second move of a node begins the next one. After
// an error there is nothing more.
func SGFNodes(s string) iter.Seq2[[]SGFProperty, error] {
	return func(yield func([]SGFProperty, error) bool) {
		var node []SGFProperty
		end := func() bool {
			last := node
			node = nil
			return last == nil || yield(last, nil)
		}
		for at := 0; at < len(s); {
			switch c := s[at]; {
			case c == ';':
				if !end() {
					return
				}
				at++
			case c == ')':
				at = len(s)
			case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
				p, n, err := readProperty(s[at:])
				if err != nil {
					yield(nil, fmt.Errorf("SGF: character %d: %w", at+1, err))
					return
				}
				// "B[pd]W[dp]" without a semicolon
				if len(node) > 0 && (p.Ident == "B" || p.Ident == "W") && hasMove(node) && !end() {
					return
				}
				node = append(node, p)
				at += n
			case strings.IndexByte("( \t\r\n,", c) >= 0:
				at++
			default:
				yield(nil, fmt.Errorf("SGF: character %d: unexpected %q", at+1, c))
				return
			}
		}
		end()
	}
}

func hasMove(node []SGFProperty) bool {
	for _, p := range node {
		if p.Ident == "B" || p.Ident == "W" {
			return true
		}
	}
	return false
}

// readProperty reads an identifier and its values and returns their length.
func readProperty(s string) (p SGFProperty, n int, err error) {
	for n < len(s) && s[n] != '[' {
		switch c := s[n]; {
		case c >= 'A' && c <= 'Z':
			p.Ident += string(c)
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
			return p, n, fmt.Errorf("the value of %s is not closed", p.Ident)
		}
		p.Values = append(p.Values, strings.TrimSpace(s[n+1:end]))
		n = end + 1
		for n < len(s) && strings.IndexByte(" \t\r\n", s[n]) >= 0 {
			n++
		}
	}
	if len(p.Values) == 0 {
		return p, n, fmt.Errorf("%s has no value", p.Ident)
	}
	return p, n, nil
}

// node writes a node's properties to the script.
func (s *Setup) node(b *ScriptBuilder, node []SGFProperty) error {
	for _, p := range node {
		if p.Ident == "SZ" {
			if err := s.size(p.Values[0]); err != nil {
				return err
			}
		}
	}
	for _, p := range node {
		var err error
		switch p.Ident {
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
			switch p.Values[0] {
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
func (s *Setup) stones(b *ScriptBuilder, c Color, p SGFProperty) error {
	for _, value := range p.Values {
		from, to, rectangle := strings.Cut(value, ":")
		first, err := s.point(from)
		last := first
		if rectangle && err == nil {
			last, err = s.point(to)
		}
		if err != nil {
			return fmt.Errorf("SGF: %s[%s]: %w", p.Ident, value, err)
		}
		if len(b.words)+len(b.setup) > maxSetup {
			return fmt.Errorf("SGF: %s[%s]: more than %d stones are set up", p.Ident, value, maxSetup)
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
func (s *Setup) move(b *ScriptBuilder, c Color, p SGFProperty) error {
	if word := s.Rules.ParseSpecial(p.Values[0]); word != NoSpecial {
		var err error
		s.last, err = word.Swap(b, c, s.last, s.Size)
		return err
	}
	at := Pass
	if v := p.Values[0]; v != "" && (v != "tt" || max(s.Size.Cols, s.Size.Rows) > 19) {
		var err error
		if at, err = s.point(v); err != nil {
			return fmt.Errorf("SGF: %s[%s]: %w", p.Ident, v, err)
		}
	}
	s.last = Move{c, at}
	b.Move(s.last)
	return nil
}

// point reads a point that must be on the board.
func (s *Setup) point(text string) (Point, error) {
	if n := len(text); s.Rules != (Rules{}) && n > 1 && text[n-1] >= '0' && text[n-1] <= '9' {
		return s.Rules.ParsePoint(s.Size, text) // as boards of other games than Go name it
	}
	p, err := ParsePoint(text)
	if err == nil && !s.Size.Contains(p) {
		err = fmt.Errorf("not on a %v board", s.Size)
	}
	return p, err
}
