package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"kifudb/archive"
)

// Who steps through a game waits for nothing: the script asks in advance for what the pages of
// many nodes show, which is made by the templates of the page.

// A gameStep is what the page of a game shows of one node.
type gameStep struct {
	Node int    `json:"node"`
	Page string `json:"page"`           // HTML with the parts of the page that are of the node
	Tree string `json:"tree,omitempty"` // HTML of the tree around it, "" if it is that of the node before in the answer
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
	err := s.look(r.Context(), func(ctx context.Context, v *archive.View) (err error) {
		steps, err = s.stepsOf(ctx, v, r.PathValue("id"), last, from, to)
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "private, no-store")
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false) // it is never read as a page
	if err := lines.Encode(steps); err != nil {
		s.log.DebugContext(r.Context(), "the client has gone", "address", r.URL.Path)
	}
}

// stepsOf reads the record and replays the game once for all nodes.
func (s *Server) stepsOf(ctx context.Context, v *archive.View, id string, last, from, to int) ([]gameStep, error) {
	number, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return nil, errNoPage
	}
	tree, err := readTree(v, archive.GameID(number))
	if err != nil {
		return nil, err
	}
	line := tree.through(last)
	var numbers []int
	for i := from; i <= to && i < len(line.line) && len(numbers) < maxSteps; i++ {
		numbers = append(numbers, line.line[i].Node)
	}
	nodes, err := v.Nodes(tree.ID, numbers)
	if err == nil {
		err = archive.ReadFeatures(nodes...)
	}
	if err != nil {
		return nil, err
	}
	steps, size := []gameStep{}, 0
	var place [4]int // of the last tree
	for _, n := range nodes {
		if err := ctx.Err(); err != nil || size >= maxStepBytes {
			return steps, err
		}
		p, err := s.nodePage(n, tree, line, "", true)
		if err != nil {
			return nil, err
		}
		var page, around bytes.Buffer
		if err := s.pages.templates["game.html"].ExecuteTemplate(&page, "content", p); err != nil {
			return nil, err
		}
		if p.Variants != nil && (len(steps) == 0 || p.Variants.Place != place) {
			place = p.Variants.Place
			if err := s.pages.templates["game.html"].ExecuteTemplate(&around, "variants", p); err != nil {
				return nil, err
			}
		}
		steps = append(steps, gameStep{n.Node, page.String(), around.String()})
		size += page.Len() + around.Len()
	}
	return steps, nil
}
