package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"kifudb/archive"
)

// Who steps through a game waits for nothing: the script asks in advance for what the pages of
// many nodes show, which is made by the templates of the page.

// A gameStep is what the page of a game shows of one node.
type gameStep struct {
	Node int    `json:"node"`
	Page string `json:"page"` // HTML with the parts of the page that are of the node
}

const (
	maxSteps     = 60      // nodes at most in an answer
	maxStepBytes = 4 << 20 // after so many bytes no other node is added
)

// playSpeeds are the seconds for which a move is shown while the page plays a game.
var playSpeeds = []string{"0.3", "0.5", "1", "2", "5"}

// gameSteps answers with the nodes from one place to another of the line that ends in a node.
// There may be fewer than were asked for; the script goes to the page of the others.
func (s *Server) gameSteps(w http.ResponseWriter, r *http.Request) {
	var numbers [3]int
	for i, name := range []string{"line", "from", "to"} {
		n, err := strconv.Atoi(r.URL.Query().Get(name))
		if err != nil || n < 0 {
			s.fail(w, r, &statusError{http.StatusBadRequest, "error.form"})
			return
		}
		numbers[i] = n
	}
	last, from, to := numbers[0], numbers[1], numbers[2]
	var steps []gameStep
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) (err error) {
		steps, err = s.stepsOf(ctx, v, r.PathValue("id"), last, from, to)
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "private, no-store")
	if err := json.NewEncoder(w).Encode(steps); err != nil {
		s.log.Debug("the client has gone", "address", r.URL.Path)
	}
}

func (s *Server) stepsOf(ctx context.Context, v *archive.View, id string, last, from, to int) ([]gameStep, error) {
	n, err := v.Node(id + "@n" + strconv.Itoa(last))
	if err != nil {
		return nil, err
	}
	tree, err := v.GameTree(n.Game.ID, 0, maxNodes)
	if err != nil {
		return nil, err
	}
	line := tree.Line(last)
	steps, size := []gameStep{}, 0
	for i := from; i <= to && i < len(line) && len(steps) < maxSteps && size < maxStepBytes; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		node, err := v.Node(id + "@n" + strconv.Itoa(line[i].Node))
		if err != nil {
			return nil, err
		}
		p, err := s.nodePage(ctx, v, node, tree, url.Values{"via": {strconv.Itoa(last)}})
		if err != nil {
			return nil, err
		}
		p.Bare = true
		var page bytes.Buffer
		if err := s.pages.templates["game.html"].ExecuteTemplate(&page, "content", p); err != nil {
			return nil, err
		}
		steps = append(steps, gameStep{line[i].Node, page.String()})
		size += page.Len()
	}
	return steps, nil
}
