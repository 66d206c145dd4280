package archive

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"kifudb/game/estimate"
	"kifudb/indexer"
	"kifudb/sgfread"
)

// WriteEvaluatedRecords writes the records of games in SGF with the evaluations that are kept beside them, in
// UTF-8, all else as it is: SBKV and SBKS as Sabaki writes them, Black's chance and lead, and LZ as LizzieYzy
// does, for engine, visits and the moves that it would make. They replace properties of these names at
// nodes with an evaluation. Games without one, or in another format, are left out and counted.
func (v *View) WriteEvaluatedRecords(ctx context.Context, w io.Writer, ids []GameID) (*EvaluationsWritten, error) {
	out := bufio.NewWriterSize(w, 1<<16)
	written := &EvaluationsWritten{}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return written, err
		}
		if err := v.writeEvaluatedRecord(out, id, written); err != nil {
			return written, err
		}
	}
	return written, out.Flush()
}

func (v *View) writeEvaluatedRecord(w *bufio.Writer, id GameID, written *EvaluationsWritten) error {
	g, local, ok := v.snapshot.Segment(id)
	if !ok {
		return noGame{id, NeverThere}
	}
	if v.beside == nil {
		written.Without++
		return nil
	}
	if _, ok := v.beside.games[id]; !ok {
		written.Without++
		return nil
	}
	record, err := g.Record(local)
	if err != nil {
		return err
	}
	if f := indexer.FormatOf(&record); f.Derive != nil {
		written.Unfit++
		return nil
	}
	script, err := g.Script(local)
	if err != nil {
		return err
	}
	at, err := v.Estimates(id)
	if err != nil {
		return err
	}
	views, positions, unclear := indexer.Views(script), 0, 0
	node := -1
	var text bytes.Buffer
	err = sgfread.Edit(&text, indexer.UTF8(record), nil, func(n *sgfread.Node, _ bool) []sgfread.TreeProperty {
		if n.Late {
			return nil
		}
		if node++; node >= len(at) || at[node] == nil || !at[node].Beside {
			return nil
		}
		if at[node].Unclear {
			unclear++
			return nil
		}
		positions++
		return withEvaluation(n.TreeProperties(), at[node], views[node])
	})
	if err != nil {
		return fmt.Errorf("evaluations: %w", err)
	}
	if node+1 != len(at) { // several games share the tree
		written.Unfit++
		return nil
	}
	written.Games++
	written.Positions += positions
	written.Unclear += unclear
	text.WriteByte('\n')
	_, err = text.WriteTo(w)
	return err
}

// evaluationProperties are those that [withEvaluation] writes.
var evaluationProperties = []string{"SBKV", "SBKS", "LZ"}

// withEvaluation puts an evaluation in place of those that properties of a node have. By is who moved there,
// see [indexer.Views].
func withEvaluation(list []sgfread.TreeProperty, e *estimate.Estimate, by string) []sgfread.TreeProperty {
	var kept []sgfread.TreeProperty
	for _, p := range list {
		own := false
		for _, name := range evaluationProperties {
			own = own || p.Name == name
		}
		if !own {
			kept = append(kept, p)
		}
	}
	add := func(name, text string) {
		kept = append(kept, sgfread.TreeProperty{Name: name, Values: [][]byte{sgfread.AppendEscaped(nil, []byte(text), false)}})
	}
	if e.Black != nil {
		add("SBKV", rounded(100**e.Black))
	}
	if e.Lead != nil {
		add("SBKS", rounded(*e.Lead))
	}
	if e.Black != nil && by != "" && (e.Engine != "" || e.Visits > 0 || len(e.Best) > 0) {
		add("LZ", lizzieText(e, by))
	}
	return kept
}

// lizzieText writes an evaluation as LizzieYzy does: the chance is that of who moved, the lead that of
// the other side, whose moves follow.
func lizzieText(e *estimate.Estimate, by string) string {
	chance := *e.Black
	if by == "W" {
		chance = 1 - chance
	}
	engine := strings.Join(strings.Fields(e.Engine), "-")
	if engine == "" {
		engine = "engine"
	}
	text := engine + " " + rounded(100*chance) + " " + strconv.Itoa(e.Visits)
	if e.Lead != nil {
		lead := *e.Lead
		if by == "B" {
			lead = -lead
		}
		text += " " + rounded(lead)
	}
	for i, move := range e.Best {
		if i == 0 {
			text += "\n"
		} else {
			text += " info "
		}
		text += "move " + move
	}
	return text
}

// rounded writes a number with at most four digits after the point.
func rounded(x float64) string { return strconv.FormatFloat(math.Round(x*1e4)/1e4, 'f', -1, 64) }
