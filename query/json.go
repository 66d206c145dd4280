package query

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"kifudb/game"
	"strings"
)

// jsonNode is a node of a query in JSON, which is the same tree. A node is an object with one of
// these sets of keys; a query for every game is {}.
//
//	{"and": [node, …]}   {"or": [node, …]}   {"not": node}
//	{"field": "player", "values": [value, …]}    without "field": text anywhere
//	{"then": [node, node], "within": "20"}       of two terms for boards or moves
//	{"pos": "B[pd]"}   {"pat": "…"}   {"seq": "…"}   {"pat": "corner.txt", "file": true}
//
// A value is a string, which is a word, or an object with one key: phrase,
// prefix, fuzzy, exact, regexp, less, atMost, more, atLeast, or from and to.
// The options of board terms are further keys, with the same names and texts
// as in the language: {"pat": "…", "anchor": "corner", "move": "<=50"}. So are those of terms for
// what moves do: {"field": "captures", "values": ["yes"], "move": "<=50"}.
type jsonNode struct {
	And    []jsonNode  `json:"and,omitempty"`
	Or     []jsonNode  `json:"or,omitempty"`
	Not    *jsonNode   `json:"not,omitempty"`
	Field  string      `json:"field,omitempty"`
	Values []jsonValue `json:"values,omitempty"`

	Then       []jsonNode `json:"then,omitempty"`
	Pos        string     `json:"pos,omitempty"`
	Pat        string     `json:"pat,omitempty"`
	Seq        string     `json:"seq,omitempty"`
	File       bool       `json:"file,omitempty"`
	Anchor     string     `json:"anchor,omitempty"`
	Within     string     `json:"within,omitempty"`
	Move       string     `json:"move,omitempty"`
	Next       string     `json:"next,omitempty"`
	Colors     string     `json:"colors,omitempty"`
	Symmetry   string     `json:"symmetry,omitempty"`
	Variations string     `json:"variations,omitempty"`
	Hits       string     `json:"hits,omitempty"`
	Terms      string     `json:"terms,omitempty"`
	Near       string     `json:"near,omitempty"`
	Stood      string     `json:"stood,omitempty"`
	Hands      string     `json:"hands,omitempty"`
	Ko         string     `json:"ko,omitempty"`
	At         string     `json:"at,omitempty"`
	Game       string     `json:"game,omitempty"` // of a board term, as the query tells it

	// Of filters only, which are queries that were resolved.
	Every   bool            `json:"every,omitempty"` // every game
	Found   *jsonResolution `json:"found,omitempty"`
	Written *Written        `json:"written,omitempty"`
}

// jsonValue is a Value in JSON.
type jsonValue struct {
	Phrase  string `json:"phrase,omitempty"`
	Prefix  string `json:"prefix,omitempty"`
	Fuzzy   string `json:"fuzzy,omitempty"`
	Exact   string `json:"exact,omitempty"`
	Regexp  string `json:"regexp,omitempty"`
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
	Less    string `json:"less,omitempty"`
	AtMost  string `json:"atMost,omitempty"`
	More    string `json:"more,omitempty"`
	AtLeast string `json:"atLeast,omitempty"`

	word string // the value is just a string
}

// text returns the place of the text of a kind.
func (j *jsonValue) text(k Kind) *string {
	return [...]*string{
		&j.word, &j.Phrase, &j.Prefix, &j.Fuzzy, &j.Exact, &j.Regexp,
		&j.From, &j.Less, &j.AtMost, &j.More, &j.AtLeast,
	}[k]
}

// MarshalJSON returns the query as a JSON tree.
func (q Query) MarshalJSON() ([]byte, error) {
	if q.Root == nil {
		return []byte("{}"), nil
	}
	j, err := toJSON(q.Root)
	if err != nil {
		return nil, err
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads a query from a JSON tree and brings it into normal form.
func (q *Query) UnmarshalJSON(data []byte) error {
	var j jsonNode
	if err := DecodeStrictly(data, &j); err != nil {
		return err
	}
	if j.empty() {
		*q = Query{}
		return nil
	}
	root, err := fromJSON(&j, 0)
	if err != nil {
		return err
	}
	if HasTerm(root, isResolved) {
		return errors.New(`"found" and "written" belong to the filter of a question, not to a query`)
	}
	text := Query{root}.String()
	parsed, err := Parse(text)
	if err != nil {
		return fmt.Errorf("query %s: %w", text, err)
	}
	*q = parsed
	return nil
}

// DecodeStrictly refuses keys that mean nothing.
func DecodeStrictly(data []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

func toJSON(n Node) (jsonNode, error) {
	return Build(n, TermToJSON, func(n Node, nodes []jsonNode) (jsonNode, error) {
		switch n.(type) {
		case And:
			return jsonNode{And: nodes, Every: len(nodes) == 0}, nil
		case Or:
			return jsonNode{Or: nodes}, nil
		}
		return jsonNode{Not: &nodes[0]}, nil
	})
}

// TermToJSON returns what a term, or a constant, is in JSON. It refuses nodes of
// other kinds.
func TermToJSON(n Node) (j jsonNode, err error) {
	switch n := n.(type) {
	case *Term:
		j.Field = n.Field
		for _, v := range n.Values {
			var value jsonValue
			*value.text(v.Kind) = v.Text
			value.To = v.To
			j.Values = append(j.Values, value)
		}
		if n.Resolution != nil {
			j.Found = newJSONResolution(n.Resolution)
		}
		if n.OfMoves() {
			j.Move, j.At = n.Moves.String(), n.At
			j.Variations = pick(n.MainLine, "on", "off")
		}
	case *Then:
		j.Within = n.printWithin()
		for _, part := range n.Parts() {
			one, err := TermToJSON(part)
			if err != nil {
				return j, err
			}
			j.Then = append(j.Then, one)
		}
	case *Board:
		*j.board(n.Kind) = n.Text
		j.File, j.Written = n.File, n.Written
		if n.Game > 0 {
			j.Game = GameValue(n.Game)
		}
		for _, o := range boardOptions {
			if strings.Contains(o.kinds, n.Kind) {
				*j.option(o.name) = o.print(n)
			}
		}
	default:
		return j, fmt.Errorf("query: a node of an unknown type, %T", n)
	}
	return j, nil
}

func fromJSON(j *jsonNode, depth int) (Node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("the query is nested more than %d levels deep", maxDepth)
	}
	var found []Node
	for _, list := range [...][]jsonNode{j.And, j.Or} {
		var nodes []Node
		for i := range list {
			n, err := fromJSON(&list[i], depth+1)
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, n)
		}
		switch {
		case nodes == nil:
		case len(j.And) > 0 && found == nil:
			found = append(found, and(nodes))
		default:
			found = append(found, AnyOf(nodes))
		}
	}
	if j.Not != nil {
		n, err := fromJSON(j.Not, depth+1)
		if err != nil {
			return nil, err
		}
		found = append(found, Negate(n))
	}
	if len(j.Values) > 0 {
		t := &Term{Field: j.Field}
		if t.Field != identifier(t.Field) {
			return nil, fmt.Errorf("%q is not the name of a field", t.Field)
		}
		for i := range j.Values {
			v, err := j.Values[i].value(t.Field != "")
			if err != nil {
				return nil, err
			}
			if (v.Kind == Exact) != (j.Values[0].Exact != "") {
				return nil, errors.New("exact values and others cannot stand in the same list")
			}
			t.Values = append(t.Values, v)
		}
		if t.OfMoves() {
			for option, s := range map[string]string{"move": j.Move, "variations": j.Variations, "at": j.At} {
				if s == "" {
					continue
				}
				if err := t.setOption(option, s); err != nil {
					return nil, fmt.Errorf("%s: %w", option, err)
				}
			}
		}
		if t.Field == "" && len(t.Values) > 1 {
			return nil, errors.New(`several values need a field; expected an "or" of single values`)
		}
		if j.Found != nil {
			var err error
			if t.Resolution, err = j.Found.resolution(); err != nil {
				return nil, err
			}
		}
		found = append(found, t)
	} else if j.Field != "" {
		return nil, fmt.Errorf("field %q has no values", j.Field)
	}
	if j.Then != nil {
		n, err := thenFromJSON(j)
		if err != nil {
			return nil, err
		}
		found = append(found, n)
	}
	for _, kind := range boardKinds {
		if text := *j.board(kind); text != "" {
			b := &Board{Kind: kind, Text: text, File: j.File, Written: j.Written}
			if err := b.parseOptions(j); err != nil {
				return nil, err
			}
			if j.Game != "" {
				g, ok := game.Named(j.Game)
				if !ok {
					return nil, fmt.Errorf("%q is not a game", j.Game)
				}
				b.Game = g.About().Number
			}
			if kind != "pos" && !b.File {
				if err := b.settle(); err != nil {
					return nil, fmt.Errorf("%s: %w", kind, err)
				}
			}
			found = append(found, b)
		}
	}
	if j.Every {
		found = append(found, And{})
	}
	if len(found) != 1 {
		return nil, fmt.Errorf(`a node has %d of "and", "or", "not", "values", "then", "pos", "pat", "seq"; expected one`, len(found))
	}
	return found[0], nil
}

// thenFromJSON reads a Then and its two terms.
func thenFromJSON(j *jsonNode) (*Then, error) {
	if len(j.Then) != 2 {
		return nil, fmt.Errorf(`"then" has %d nodes; expected two`, len(j.Then))
	}
	var parts [2]Node
	for i := range parts {
		n, err := fromJSON(&j.Then[i], maxDepth)
		if err != nil {
			return nil, err
		}
		switch part := n.(type) {
		case *Board:
		case *Term:
			if !part.OfMoves() || len(part.Values) != 1 {
				return nil, fmt.Errorf(`"then" has a node without "pos", "pat" or "seq", the term %s; expected one of these, or one value for what moves do`, Print(part))
			}
		default:
			return nil, errors.New(`"then" has a node that is neither a board term nor a term for what moves do`)
		}
		parts[i] = n
	}
	n := &Then{First: parts[0], Second: parts[1]}
	if j.Within != "" {
		if err := n.parseWithin(j.Within); err != nil {
			return nil, fmt.Errorf("within: %w", err)
		}
	}
	return n, nil
}

// parseOptions reads the options of a board term.
func (b *Board) parseOptions(j *jsonNode) error {
	for _, o := range boardOptions {
		s := *j.option(o.name)
		switch {
		case s == "":
		case !strings.Contains(o.kinds, b.Kind):
			return fmt.Errorf("%s has no option %q", b.Kind, o.name)
		default:
			if err := o.parse(b, s); err != nil {
				return fmt.Errorf("%s: %w", o.name, err)
			}
		}
	}
	return nil
}

func (j *jsonNode) empty() bool {
	return j.And == nil && j.Or == nil && j.Not == nil && j.Field == "" && j.Values == nil &&
		j.Then == nil && j.Pos == "" && j.Pat == "" && j.Seq == "" && !j.Every
}

// board returns the place of the text of a kind of board term.
func (j *jsonNode) board(kind string) *string {
	switch kind {
	case "pos":
		return &j.Pos
	case "pat":
		return &j.Pat
	}
	return &j.Seq
}

// option returns the place of the value of an option.
func (j *jsonNode) option(name string) *string {
	switch name {
	case "anchor":
		return &j.Anchor
	case "within":
		return &j.Within
	case "move":
		return &j.Move
	case "next":
		return &j.Next
	case "colors":
		return &j.Colors
	case "symmetry":
		return &j.Symmetry
	case "hits":
		return &j.Hits
	case "near":
		return &j.Near
	case "terms":
		return &j.Terms
	case "stood":
		return &j.Stood
	case "hands":
		return &j.Hands
	case "ko":
		return &j.Ko
	case "at":
		return &j.At
	}
	return &j.Variations
}

// MarshalJSON returns a word as a string, other values as an object.
func (j jsonValue) MarshalJSON() ([]byte, error) {
	if j.word != "" {
		return json.Marshal(j.word)
	}
	type plain jsonValue
	return json.Marshal(plain(j))
}

// UnmarshalJSON reads a string or an object.
func (j *jsonValue) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &j.word)
	}
	type plain jsonValue
	return DecodeStrictly(data, (*plain)(j))
}

// value returns the Value that is meant.
func (j *jsonValue) value(inField bool) (Value, error) {
	var found []Value
	for k := Word; k <= AtLeast; k++ {
		if s := *j.text(k); s != "" {
			found = append(found, Value{Kind: k, Text: s})
		}
	}
	if len(found) != 1 {
		return Value{}, fmt.Errorf("a value has %d texts; expected one", len(found))
	}
	v := found[0]
	switch {
	case v.Kind == Between && j.To != "":
		v.To = j.To
	case v.Kind == Between:
		v.Kind = AtLeast
	case j.To != "":
		return Value{}, errors.New(`a value has "to" without "from"; expected "atMost"`)
	case v.Kind == Word && !isWord(v.Text, inField):
		v.Kind = Phrase
	}
	return v, nil
}
