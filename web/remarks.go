package web

import (
	"context"
	"net/url"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A remarksAnswer is what was written where something stands on the board.
type remarksAnswer struct {
	*ask.Remarks
	Board    *drawing.Picture
	Explorer string
	More     string // address of all of them, "" if they are there
}

func (s *Server) remarks(p *studyPage, q *archive.Search) (asker, error) {
	o := &ask.RemarksOptions{}
	values, err := p.read(o)
	if err != nil {
		return nil, err
	}
	p.JSON = apiRoot + "/remarks?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		board, _, err := s.boardOf(ctx, v, q.Query, nil)
		if err != nil {
			return nil, err
		}
		answerOf := func(r *ask.Remarks) *remarksAnswer {
			a := &remarksAnswer{Remarks: r, Board: board, Explorer: explorerLink(p.Q)}
			if len(r.Remarks) < r.Total {
				a.More = studyAddress("remarks", url.Values{"q": {p.Q}, "limit": {"0"}})
			}
			return a
		}
		o.Watch = func(r *ask.Remarks) { sofar(partial{answerOf(r), r.Looked}) }
		found, err := ask.Of(v.Views).Remarks(ctx, q, o)
		if err != nil {
			return nil, err
		}
		return answerOf(found), nil
	}, nil
}

// writer is who wrote a remark, as far as the record says.
func writer(p ask.RemarkPlace) string {
	if p.Annotator != "" {
		return p.Annotator
	}
	return p.User
}
