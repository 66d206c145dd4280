package web

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A line of one's own: moves that the reader tries from a node of a game. They are in the
// address, as "play", so that reloading and going back work.

// trial is what the page of a game shows of a line of one's own.
type trial struct {
	Moves    []moveLink // each leads to the position after it
	Back     string     // the address of the game at the node
	SGF      string     // and that of its record with the line
	Position string     // where the line is kept as a note
	Note     string
	ReadOnly bool
}

// playLink returns the address of a game at a node after moves of one's own.
func playLink(at string, moves ...string) string {
	path, query, _ := strings.Cut(at, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		values = url.Values{}
	}
	values.Del("play")
	if len(moves) > 0 {
		values.Set("play", strings.Join(moves, " "))
	}
	if len(values) == 0 {
		return path
	}
	return path + "?" + values.Encode()
}

// nodeAfter returns a game at a node, after moves of one's own if the address has some.
func nodeAfter(v *archive.View, ref string, asked url.Values) (*archive.Node, error) {
	n, err := v.Node(ref)
	if moves := strings.Fields(asked.Get("play")); err == nil && len(moves) > 0 {
		return v.Try(n, moves)
	}
	return n, err
}

// tried makes what the page shows of a line of one's own, in place of what it would of the
// record.
func (p *gamePage) tried(readOnly bool) {
	moves := p.Tried
	if len(moves) == 0 {
		return
	}
	back := p.here()
	t := &trial{Back: back, Position: p.Ref, ReadOnly: readOnly}
	var texts, names []string
	for i, m := range moves {
		texts, names = append(texts, m.Text), append(names, p.words.say("color."+m.Color)+" "+shortName(m.Name))
		t.Moves = append(t.Moves, moveLink{
			Number: i + 1, Color: m.Color, Name: shortName(m.Name), Link: playLink(back, texts...), Here: i == len(moves)-1, Node: p.Node.Node,
		})
	}
	t.SGF = playLink("/game/"+p.Ref+"/line.sgf", texts...)
	t.Note = p.words.say("trial.note", strings.Join(names, ", "))
	p.Trial, p.Instead, p.Follow, p.Estimated, p.Clocks = t, nil, nil, "", [2]string{}
	p.Steps = steps{First: back, Back: playLink(back, texts[:len(texts)-1]...)}
}

// here is the address of the node.
func (p *gamePage) here() string {
	if p.Node.Node >= len(p.Tree.Nodes) { // behind what is looked at
		return gameLink(p.Ref)
	}
	return p.link(p.Tree.Nodes[p.Node.Node]).Link
}

// markTried puts the numbers of a line of one's own on the board.
func markTried(m *drawing.Marks, moves []archive.TriedMove) {
	for i, move := range moves {
		if m.Last = move.Cell; move.Cell >= 0 {
			m.Numbers[move.Cell] = i + 1
		}
	}
}

// triedSGF gives the record of a game with a line of one's own as a variation.
func (s *Server) triedSGF(w http.ResponseWriter, r *http.Request) {
	var record bytes.Buffer
	var n *archive.Node
	err := s.ask(r.Context(), func(_ context.Context, v *archive.View) (err error) {
		if n, err = nodeAfter(v, r.PathValue("ref"), r.URL.Query()); err != nil {
			return err
		}
		record.Reset()
		return n.WriteTried(&record)
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.give(w, r, "game-"+fileWord(n.Ref)+"-line.sgf", "application/octet-stream", record.Bytes())
}

// shownNext is how many moves that were played next are listed beside a game.
const shownNext = 8

// positionNext is what the archive knows of the position beside a game.
type positionNext struct {
	*exploration
	Unasked string // why the archive is not asked, "" if it was
	Link    string // to the explorer
	Only    bool   // no other game has the position
}

// gameNext answers with what was played next in the position of a node, as the page of the
// game shows it: HTML, so that it is drawn as in the explorer. The moves lead on in the game,
// or into a line of one's own.
func (s *Server) gameNext(w http.ResponseWriter, r *http.Request) {
	var page bytes.Buffer
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		n, err := nodeAfter(v, r.PathValue("ref"), r.URL.Query())
		if err != nil {
			return err
		}
		p, err := s.nextAt(ctx, v, n, r.URL.Query().Get("via"))
		if archive.KindOf(err) == archive.KindUsage {
			p, err = &positionNext{Unasked: s.sayError(err)}, nil
		}
		if err != nil {
			return err
		}
		page.Reset()
		return s.pages.templates["game.html"].ExecuteTemplate(&page, "position-next", p)
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "private, no-store")
	if _, err := page.WriteTo(w); err != nil {
		s.log.DebugContext(r.Context(), "the client has gone", "address", r.URL.Path)
	}
}

// nextAt asks the archive what was played next in the position of a node.
func (s *Server) nextAt(ctx context.Context, v *archive.View, n *archive.Node, via string) (*positionNext, error) {
	if n.Step == nil {
		return nil, &archive.RequestError{Err: n.NoBoard()}
	}
	q, err := archive.ParseQuery(n.Whole())
	if err != nil {
		return nil, err
	}
	all := ask.Of(v.Views)
	scene, err := all.Scene(ctx, q)
	if err != nil {
		return nil, err
	}
	next, err := all.Next(ctx, &archive.Search{Query: q}, &ask.NextOptions{})
	if err != nil {
		return nil, err
	}
	tree, err := readTree(v, n.Game.ID)
	if err != nil {
		return nil, err
	}
	p := &gamePage{Node: n, ID: n.Game.Name(), Tree: tree.GameTree, children: tree.children, recordLine: tree.choose(n.Node, via), words: s.pages.words, board: scene.Board}
	e := &exploration{Next: next, Bar: newBar(next.Won)}
	e.rows(p.words, scene, true, "", nil)
	p.lead(e)
	shown := e.Rows[:0]
	for i, row := range e.Rows {
		if i < shownNext || row.Mine != "" {
			shown = append(shown, row)
		}
	}
	e.Rows = shown
	link := explorerLink(n.Whole())
	if len(shown) < len(next.Next) {
		e.AllRows = link
	}
	only := next.Games == 1 && len(n.Tried) == 0 && (len(shown) == 0 || shown[0].Mine != "")
	return &positionNext{exploration: e, Link: link, Only: only}, nil
}

// lead makes the moves that were played next lead on in the game where its record has them,
// and into a line of one's own where not. The game's own move is marked.
func (p *gamePage) lead(e *exploration) {
	var texts []string
	for _, m := range p.Tried {
		texts = append(texts, m.Text)
	}
	at := p.here()
	moves := make([]archive.Move, len(e.Rows))
	for i := range e.Rows {
		row := &e.Rows[i]
		moves[i], row.Letter = row.Move, ""
		text := row.Point
		switch {
		case text == "":
			text = "pass"
		case p.board.Cells == "points":
			text = row.Name
		}
		row.Play = playLink(at, append(texts[:len(texts):len(texts)], text)...)
	}
	if len(p.Tried) > 0 {
		return
	}
	for _, child := range p.children[p.Node.Node] {
		n := p.Tree.Nodes[child]
		i := p.Following(archive.Move{Color: n.Color, Point: n.Point}, moves)
		if n.Color == "" || i < 0 {
			continue
		}
		if place, ok := p.place[child]; ok && place == p.place[p.Node.Node]+1 {
			if e.Rows[i].Mine = p.words.say("next.mine"); n.Point != moves[i].Point { // it is the same by symmetry
				e.Rows[i].Mine = p.words.say("next.mine.as", moveName(p.board, n))
			}
			e.Rows[i].Play = p.link(n).Link
		} else if e.Rows[i].Mine == "" {
			e.Rows[i].Play = p.link(n).Link
		}
	}
}
