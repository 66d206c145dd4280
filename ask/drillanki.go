package ask

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"kifudb/archive"
	"kifudb/ask/anki"
)

// AnkiDeck returns the cards of a drill as a deck for Anki. The address is that of a server, to which the cards link.
func (vs *Views) AnkiDeck(ctx context.Context, d *Drill, name, address string) (*anki.Deck, error) {
	deck := &anki.Deck{Name: name}
	for i := range d.Cards {
		note, err := vs.ankiNote(ctx, &d.Cards[i], address)
		if err != nil {
			return nil, err
		}
		deck.Notes = append(deck.Notes, *note)
	}
	return deck, nil
}

func (vs *Views) ankiNote(ctx context.Context, c *DrillCard, address string) (*anki.Note, error) {
	a, err := vs.Answer(ctx, c, "", false, false)
	if err != nil {
		return nil, err
	}
	var board, after bytes.Buffer
	if err := c.Node.WriteSVG(&board); err != nil {
		return nil, err
	}
	n := &anki.Note{Key: string(c.subject), Board: board.Bytes(), Comment: a.Comment, Link: address + "/game/" + a.Played}
	if c.answer != nil && !c.Mistake {
		if err := c.answer.WriteSVG(&after); err != nil {
			return nil, err
		}
		n.After = after.Bytes()
	}
	var title []string
	for _, text := range []string{strings.Trim(c.Game.Black+" – "+c.Game.White, " –"), c.Game.Date, c.Game.Event, c.Ref} {
		if text != "" {
			title = append(title, text)
		}
	}
	n.Title = strings.Join(title, ", ")
	color := map[string]string{"B": "Black", "W": "White"}[c.ToPlay]
	if n.Turn = fmt.Sprintf("%s to play, move %d", color, c.Move+1); c.Problem {
		n.Turn = color + " to play"
	}
	var right []string
	for _, m := range a.Right {
		right = append(right, m.Name)
	}
	n.Answer = strings.Join(right, " / ")
	if len(a.Line) > 1 {
		n.Answer = strings.Join(a.Line, " ")
	}
	if c.Mistake {
		n.Figures = fmt.Sprintf("By the engine; %s was played\n", a.Record.Name)
	}
	const most = 8
	for _, m := range a.Moves[:min(len(a.Moves), most)] {
		games := "games"
		if m.Games == 1 {
			games = "game"
		}
		n.Figures += fmt.Sprintf("%s: %d %s", m.Name, m.Games, games)
		if m.Score != nil {
			n.Figures += fmt.Sprintf(", score %.0f %%", 100*m.Score.Value)
		}
		n.Figures += "\n"
	}
	n.Figures = strings.TrimRight(n.Figures, "\n")
	return n, ctx.Err()
}

// AnkiEnding is how the names of files end that are decks for Anki.
const AnkiEnding = ".apkg"

// AnkiName is what a deck of the games of a choice is called.
func AnkiName(choice *archive.Choice) string {
	if choice.Query.Root == nil {
		return "kifudb"
	}
	return "kifudb: " + choice.Query.String()
}
