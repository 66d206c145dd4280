package web

import (
	"context"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A problemsAnswer is problems that stand in several records.
type problemsAnswer struct {
	*ask.Problems
	List []problemItem
	More string // address of more, "" if all are there
}

// A problemItem is one of them with its board.
type problemItem struct {
	ask.Problem
	Picture *drawing.Picture
	Link    string // to the position
	Rows    []problemRow
}

// A problemRow is a record of a problem.
type problemRow struct {
	ask.ProblemRecord
	Link, Book, Right string
	Sure              bool // the record marks it
	Turn              string
}

func (s *Server) problems(p *studyPage, q *archive.Search) (asker, error) {
	o := &ask.ProblemsOptions{}
	values, err := p.read(o)
	if err != nil {
		return nil, err
	}
	p.JSON = apiRoot + "/problems?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		o.Watch = func(found *ask.Problems) { sofar(partial{&problemsAnswer{Problems: found}, found.Looked}) }
		found, err := ask.Of(v.Views).Problems(ctx, q, o)
		if err != nil {
			return nil, err
		}
		a := &problemsAnswer{Problems: found}
		for _, one := range found.Problems {
			item, err := s.problem(ctx, v, one)
			if err != nil {
				return nil, err
			}
			a.List = append(a.List, *item)
		}
		if len(found.Problems) == o.Limit && o.Limit < mostDrawn {
			values.Set("limit", strconv.Itoa(min(mostDrawn, 5*o.Limit)))
			a.More = studyAddress("problems", withQ(values, p.Q))
		}
		return a, nil
	}, nil
}

func (s *Server) problem(ctx context.Context, v *archive.View, one ask.Problem) (*problemItem, error) {
	item := &problemItem{Problem: one}
	if q, err := ask.At(archive.Query{}, one.Position); err == nil {
		if scene, err := ask.Of(v.Views).Scene(ctx, q); err == nil {
			letters := map[int]string{}
			for _, r := range one.Records {
				for _, m := range r.There {
					if x, y, ok := archive.Coordinates(m.Point); ok && letters[y*scene.Board.Cols+x] == "" {
						letters[y*scene.Board.Cols+x] = letterOf(len(letters))
					}
				}
			}
			item.Picture = drawScene(scene, letters, s.pages.words)
			item.Picture.Crop()
			item.Link = explorerLink(q.String())
			for _, r := range one.Records {
				item.Rows = append(item.Rows, newProblemRow(r, scene.Board, letters))
			}
			return item, nil
		}
	}
	for _, r := range one.Records {
		item.Rows = append(item.Rows, newProblemRow(r, nil, nil))
	}
	return item, nil
}

func newProblemRow(r ask.ProblemRecord, board *ask.Board, letters map[int]string) problemRow {
	row := problemRow{ProblemRecord: r, Link: gameLink(r.Ref), Sure: r.By == ask.SolutionMarked}
	var names []string
	for _, m := range r.There {
		name := m.Point
		if board != nil {
			if x, y, ok := archive.Coordinates(m.Point); ok && x < board.Cols && y < board.Rows {
				name = board.Columns[x] + board.Lines[y]
				if l := letters[y*board.Cols+x]; l != "" {
					name = l + " " + name
				}
			}
		}
		names = append(names, name)
	}
	row.Right = strings.Join(names, ", ")
	row.Book = r.Game.Event
	if row.Book == "" {
		parts := strings.FieldsFunc(r.Game.File, func(c rune) bool { return c == '/' || c == '\\' })
		row.Book = strings.Join(parts[max(len(parts)-2, 0):], "/") // the last folder and the file
	}
	turns := [...]string{"", "mirrored", "mirrored", "turned", "mirrored", "turned", "turned", "mirrored"}
	row.Turn = turns[r.Symmetry&7]
	return row
}

// ToMove is the sign of who makes the right moves, nil if it is not known.
func (r *problemRow) ToMove() *sign {
	if len(r.There) == 0 {
		return nil
	}
	s := signOf(r.Game.Game, r.There[0].Color)
	return &s
}
