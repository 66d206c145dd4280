package second

import "strings"

// A node is a node of a record with what the second program knows of it.
type node struct {
	number   int // in the order of the file, from 0 within its record
	parent   *node
	children []*node
	props    map[string][]string
	main     bool // on the main line
	played   int  // moves from the root to here
	color    byte // 'B' or 'W' if the node has a move, otherwise 0
	move     string
	cells    string // the board after the node, row by row: X, O and dots in Go
	turn     byte   // who moves next, where the rules of the game say so
	rest     string // what else belongs to the position, such as hands
	broken   bool   // the position is not known from here on
}

// value returns the first value of a property.
func (n *node) value(name string) string {
	if v := n.props[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// readSGF reads a collection: each game as its nodes in the order of the file, with the bytes it
// was read from. It reads the grammar of FF[4] and nothing else; ok is false for anything else.
func readSGF(text string) (games [][]*node, raw []string, ok bool) {
	i := 0
	skip := func() {
		for i < len(text) && strings.IndexByte(" \t\r\n\v\f", text[i]) >= 0 {
			i++
		}
	}
	for skip(); i < len(text); skip() {
		if text[i] != '(' {
			return nil, nil, false
		}
		from := i
		var nodes []*node
		var open []*node // the node before each parenthesis that is open
		var at *node
		depth := 0
		for {
			skip()
			if i >= len(text) {
				return nil, nil, false
			}
			switch text[i] {
			case '(':
				open = append(open, at)
				depth++
				i++
			case ')':
				at = open[len(open)-1]
				open = open[:len(open)-1]
				depth--
				i++
			case ';':
				i++
				n := &node{number: len(nodes), parent: at, props: map[string][]string{}}
				if at != nil {
					at.children = append(at.children, n)
				}
				for skip(); i < len(text) && text[i] >= 'A' && text[i] <= 'Z'; skip() {
					start := i
					for i < len(text) && text[i] >= 'A' && text[i] <= 'Z' {
						i++
					}
					name := text[start:i]
					values := 0
					for skip(); i < len(text) && text[i] == '['; skip() {
						end := i + 1
						var value strings.Builder
						for end < len(text) && text[end] != ']' {
							if text[end] == '\\' && end+1 < len(text) {
								end++
							}
							value.WriteByte(text[end])
							end++
						}
						if end >= len(text) {
							return nil, nil, false
						}
						n.props[name] = append(n.props[name], value.String())
						values++
						i = end + 1
					}
					if values == 0 {
						return nil, nil, false
					}
				}
				nodes = append(nodes, n)
				at = n
			default:
				return nil, nil, false
			}
			if depth == 0 {
				break
			}
		}
		if len(nodes) == 0 {
			return nil, nil, false
		}
		games, raw = append(games, nodes), append(raw, text[from:i])
	}
	return games, raw, true
}
