package archive

import (
	"bufio"
	"context"
	"fmt"
	"io"

	registry "kifudb/game"
	"kifudb/game/katago"
	"kifudb/position"
	"kifudb/store"
)

// EvaluationsWritten says what was written of evaluations.
type EvaluationsWritten struct {
	Games     int `json:"games" doc:"Number of games that were written."`
	Positions int `json:"positions" doc:"Number of positions that were written."`
	Without   int `json:"without,omitempty" doc:"Number of games without evaluations beside their records, or not of Go. Missing if there are none."`
	Unfit     int `json:"unfit,omitempty" doc:"Number of games left out, as their records are in a format that has no place for evaluations, or are shared by several games. Missing if there are none."`
	Unclear   int `json:"unclear,omitempty" doc:"Number of positions left out, as nobody can tell whose their values are. Missing if there are none."`
}

// WriteEvaluations writes the evaluations that are kept beside the records of games, as lines that KataGo's analysis engine
// would be asked and would answer: a request for each game, whose id is the digest of the record, and the
// answers. The values are Black's, and the requests say so. Of a position the newest analysis counts.
func (v *View) WriteEvaluations(ctx context.Context, w io.Writer, ids []GameID) (*EvaluationsWritten, error) {
	out := bufio.NewWriterSize(w, 1<<16)
	written := &EvaluationsWritten{}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return written, err
		}
		if err := v.writeEvaluations(out, id, written); err != nil {
			return written, err
		}
	}
	return written, out.Flush()
}

func (v *View) writeEvaluations(w *bufio.Writer, id GameID, written *EvaluationsWritten) error {
	g, local, ok := v.snapshot.Segment(id)
	if !ok {
		return noGame{id, NeverThere}
	}
	facts := g.Facts(local)
	if v.beside == nil || registry.Of(int(facts.Game)).About().Number != 1 {
		written.Without++
		return nil
	}
	if _, ok := v.beside.games[id]; !ok {
		written.Without++
		return nil
	}
	script, err := g.Script(local)
	if err != nil {
		return err
	}
	l := lineOf(script)
	at, err := v.Estimates(id)
	if err != nil {
		return err
	}
	q := &katago.Query{ID: g.Digest(local).String(), Size: facts.Size, Stones: l.stones, Moves: l.moves, View: katago.Black, Rules: (&Analyze{Rules: "tromp-taylor"}).rulesOf(g.Info(local))}
	if facts.Komi != store.NoKomi {
		komi := float64(facts.Komi) / 100
		q.Komi = &komi
	}
	if l.toMove(0) != position.Empty {
		q.Player = l.toMove(0)
	}
	var responses []*katago.Response
	for turn := range l.nodes {
		e := at[l.nodes[turn][0]]
		switch {
		case e == nil || !e.Beside:
		case e.Unclear:
			written.Unclear++
		default:
			q.Turns = append(q.Turns, turn)
			responses = append(responses, &katago.Response{ID: q.ID, Turn: turn, Player: l.toMove(turn), Chance: e.Black, Lead: e.Lead, Visits: e.Visits, Best: e.Best})
		}
	}
	if len(responses) == 0 {
		written.Without++
		return nil
	}
	if _, err := w.Write(q.Line()); err != nil {
		return fmt.Errorf("evaluations: %w", err)
	}
	for _, r := range responses {
		if _, err := w.Write(r.Line()); err != nil {
			return err
		}
	}
	written.Games++
	written.Positions += len(responses)
	return nil
}
