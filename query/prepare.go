package query

import (
	"errors"
	"fmt"
)

// prepare makes the condition of a filter, that is of a query that was resolved.
// It needs nothing else.
func prepare(filter Node) (condition, error) { return prepareWith(filter, prepareTerm) }

// prepareWith does so with the conditions of the terms.
func prepareWith(filter Node, term func(Node) (condition, error)) (condition, error) {
	if filter == nil {
		return every{}, nil
	}
	return build(filter, term, func(n Node, list []condition) (condition, error) {
		switch n.(type) {
		case And:
			return all(list), nil
		case Or:
			return some(list), nil
		}
		return none{list[0]}, nil
	})
}

func prepareTerm(n Node) (condition, error) {
	switch n := n.(type) {
	case *Term:
		return n.condition()
	case *Board:
		return n.condition()
	case *Then:
		return n.condition()
	}
	return nil, errors.New("query: a node of an unknown type")
}

// A maker makes the condition that a game's field has a value, which was
// checked. What was found out about the value is never nil.
type maker func(f field, v Value, r *Resolution) (condition, error)

// makers are those of the fields that are more than texts.
var makers = map[string]maker{
	"":          commentCondition,
	"player":    namesCondition,
	"opponent":  namesCondition,
	"black":     namesCondition,
	"white":     namesCondition,
	"event":     namesCondition,
	"date":      dateCondition,
	"result":    resultCondition,
	"winner":    winnerCondition,
	"by":        howCondition,
	"margin":    numberCondition,
	"komi":      komiCondition,
	"handicap":  numberCondition,
	"size":      sizeCondition,
	"rank":      rankCondition,
	"blackrank": rankCondition,
	"whiterank": rankCondition,
	"comment":   commentCondition,
	"name":      commentCondition,
	"game":      gameCondition,
	"moves":     numberCondition,
	"nodes":     numberCondition,
	"id":        identityCondition,
	"has":       hasCondition,
	"dup":       markedCondition,
	"sig":       signatureCondition,
	"tag":       markedCondition,
	"note":      markedCondition,
	"charset":   charsetCondition,
}

// condition makes a condition for each value and joins those that look at facts
// into one.
func (t *Term) condition() (condition, error) {
	f, err := t.field()
	if err != nil {
		return nil, err
	}
	if f.name == savedField {
		return nil, fmt.Errorf("query: %s was not looked up", printNode(t))
	}
	make, ok := makers[f.name]
	if !ok {
		make = textCondition
	}
	found := t.Resolution
	if found == nil {
		found = &Resolution{}
	}
	f = f.on(found.Side)
	var list some
	for _, v := range t.Values {
		one, err := make(f, v, found)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			if last, ok := list[len(list)-1].(*facts); ok {
				if next, ok := one.(*facts); ok {
					last.join(next)
					continue
				}
			}
		}
		list = append(list, one)
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return list, nil
}
