package match

import (
	"errors"
	"fmt"

	"kifudb/query"
)

// Prepare makes the condition of a filter, that is of a query that was resolved.
// It needs nothing else.
func Prepare(filter query.Node) (Condition, error) { return prepareWith(filter, prepareTerm) }

// prepareWith does so with the conditions of the terms.
func prepareWith(filter query.Node, term func(query.Node) (Condition, error)) (Condition, error) {
	if filter == nil {
		return every{}, nil
	}
	boards := query.HasBoards(filter)
	prepared := func(n query.Node) (Condition, error) {
		c, err := term(n)
		if t, ok := n.(*query.Term); ok && boards && t.Resolution != nil && len(t.Resolution.Positions) > 0 && err == nil {
			c = placeless{c} // what follows is asked of the query's own board
		}
		return c, err
	}
	return query.Build(filter, prepared, func(n query.Node, list []Condition) (Condition, error) {
		switch n := n.(type) {
		case query.And:
			return bindNodes(n, list)
		case query.Or:
			return some(list), nil
		}
		return none{list[0]}, nil
	})
}

func prepareTerm(n query.Node) (Condition, error) {
	switch n := n.(type) {
	case *query.Term:
		return newTermCondition(n)
	case *query.Board:
		return newBoardCondition(n)
	case *query.Then:
		return newThenCondition(n)
	}
	return nil, errors.New("query: a node of an unknown type")
}

// A maker makes the condition that a game's field has a value, which was
// checked. What was found out about the value is never nil.
type maker func(f query.Field, v query.Value, r *query.Resolution) (Condition, error)

// makers are those of the kinds of fields.
var makers = [...]maker{
	query.TextKind:      textCondition,
	query.CommentKind:   commentCondition,
	query.NameKind:      namesCondition,
	query.DateKind:      dateCondition,
	query.ResultKind:    resultCondition,
	query.WinnerKind:    winnerCondition,
	query.HowKind:       howCondition,
	query.NumberKind:    numberCondition,
	query.HandicapKind:  handicapCondition,
	query.SizeKind:      sizeCondition,
	query.RankKind:      rankCondition,
	query.RatingKind:    ratingCondition,
	query.GameKind:      gameCondition,
	query.CourseKind:    courseCondition,
	query.MoveNameKind:  titleCondition,
	query.ClockKind:     timeCondition,
	query.IdentityKind:  identityCondition,
	query.HasKind:       hasCondition,
	query.DuplicateKind: markedCondition,
	query.SignatureKind: signatureCondition,
	query.TagKind:       markedCondition,
	query.NoteKind:      markedCondition,
	query.SavedKind:     unopenedCondition,
	query.CharsetKind:   charsetCondition,
	query.FileKind:      fileCondition,
	query.RawKind:       rawCondition,
	query.PropertyKind:  propertyCondition,

	query.GradeFieldKind: gradeCondition,
	query.FeatureKind:    oneFeature,
}

// unopenedCondition is the maker of a saved search that was not replaced by what it asks.
func unopenedCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	return nil, fmt.Errorf("query: %s was not looked up", f.Term(v))
}

// newTermCondition makes a condition for each value and joins those that look at
// facts into one.
func newTermCondition(t *query.Term) (Condition, error) {
	f, err := t.Definition()
	if err != nil {
		return nil, err
	}
	if f.Kind() == query.FeatureKind { // all values at once, with the term's options
		return newFeatureCondition(t)
	}
	maker := makers[f.Kind()]
	found := t.Resolution
	if found == nil {
		found = &query.Resolution{}
	}
	f = f.On(found.Side)
	var list some
	for _, v := range t.Values {
		one, err := maker(f, v, found)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			if last, ok := list[len(list)-1].(*facts); ok {
				if next, ok := one.(*facts); ok && next.written == last.written {
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
