package study

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/ask/anki"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/game"
	"kifudb/internal/plaintext"
	"kifudb/position"
)

// DrillCommand is the command drill.
func DrillCommand() *cli.Command {
	return run.Reaching(run.SeveralArchives, &cli.Command{
		Name:      "drill",
		Usage:     "guess the next move in positions of your games, again when it is due",
		ArgsUsage: "[QUERY...]",
		UsageText: `kifudb drill player:shusaku --player shusaku   guess the moves of a player
kifudb drill 'pos:"Q16 D4"'                      what follows a position
kifudb drill file:tsumego                        problems
kifudb drill 7@39 7@126                          the moves after these places
kifudb drill player:me 'loss:>5' --player me     better moves than your own
kifudb drill --due                               what you are due to see again
kifudb drill player:me 'loss:>5' -n 100 -o mine.apkg   cards for Anki
kifudb drill --list                              how you stand
kifudb drill --forget 7@39                       as if you had never seen it`,
		Description: `Shows a position and asks for the next move. Type it as players write it there, such as Q16,
pass, Nf3 or 7g7f. '?' shows four moves of which one is right, an empty line shows the answer, and q ends.

A query for a board asks where it finds the board. A query for comments asks for the move
with the comment, and one for losses (loss:, blunder:) for the move that lost most. Problems are
asked where they begin, and the moves that solve them by the record's marks are right. In other games
the seed chooses the move. --side, --player, --from and --to are for these.

The move of the record is right, also its image if the position is its own image. If an engine calls
that move a mistake and says what it would play, its choice is right instead. A move that other games of the
archive have there is accepted, too. The answer shows how many games have each move and
their score for the player, what an engine says of the move if that is known, and the comment.

What you answer is kept with your notes and tags, in backups and in copies on other machines, by the
position: a position in several games is one. When it is due again is computed by SM-2, as
in the first scheduler of Anki: after a right answer in a day, then six days, then about
2.5 times as long each time; after a wrong one at once. A query asks first for positions that are due, then for
new ones. --practice keeps nothing.

-o FILE.apkg writes the positions as a deck for Anki, which every version of it imports. A card has
the board as a picture; its back has the board after the move, the figures, the comment and a link to the game
on a 'kifudb serve'. The same position is the same card in each deck. Anki keeps its own schedule.`,
		Flags: slices.Concat(run.FlagsOf(ask.DrillOptions{}), []cli.Flag{
			&cli.BoolFlag{Name: "practice", Usage: "do not keep the answers"},
			&cli.BoolFlag{Name: "list", Usage: "list the positions in which you answered, and when they are due"},
			&cli.BoolFlag{Name: "forget", Usage: "forget the answers at the places given as arguments, such as 7@39, or all with '*'"},
			run.OutputFlag(), run.ForceFlag(),
			&cli.BoolFlag{Name: "ascii", Usage: "draw the board with ASCII characters only"},
			&cli.BoolFlag{Name: "json", Usage: "print the positions as JSON, without asking"},
		}),
		Action: run.Action(newDrillOptions, runDrill),
	})
}

type drillOptions struct {
	archives []string
	games    run.Selection
	ask.DrillOptions
	practice     bool
	list, forget bool
	places       []string
	ascii        bool
	output       run.Output
}

func newDrillOptions(c *cli.Context) (o drillOptions, err error) {
	run.SetOptions(c, &o.DrillOptions)
	o.practice, o.list, o.forget, o.ascii = c.Bool("practice"), c.Bool("list"), c.Bool("forget"), c.Bool("ascii")
	o.output = run.ChosenOutput(c)
	if o.output.Name != "" && !strings.HasSuffix(strings.ToLower(o.output.Name), ask.AnkiEnding) {
		return o, run.Usage("-o writes a deck for Anki, whose name ends in %s", ask.AnkiEnding)
	}
	words := c.Args().Slice()
	if o.archives, err = run.ArchivePaths(c); err != nil {
		return o, err
	}
	switch {
	case o.list && o.forget:
		return o, run.Usage("either --list or --forget, not both")
	case (o.list || o.Due) && len(words) > 0:
		return o, run.Usage("--due and --list are about all positions in which you answered; leave out the query")
	case o.forget:
		if len(words) == 0 {
			return o, run.Usage("--forget needs places such as 7@39, or '*' for all")
		}
		for _, word := range words {
			if word != archive.EveryGame && !archive.IsPlace(word) {
				return o, run.Usage("%q is not a place such as 7@39", word)
			}
		}
		if o.places = words; slices.Contains(words, archive.EveryGame) {
			o.places = nil
		}
		return o, nil
	case !o.list && !o.Due && len(words) == 0:
		return o, run.Usage("drill needs a query, such as player:shusaku, or --due")
	}
	o.games = run.Selected(c)
	return o, nil
}

func runDrill(ctx context.Context, o drillOptions, s run.Streams) error {
	views, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	vs := ask.Of(views)
	switch {
	case o.forget:
		n, err := vs.ForgetDrills(ctx, o.places)
		if err == nil && !s.Quiet {
			fmt.Fprintf(s.Out, "Forgot the answers in %s\n", phrase.Count(n, "position"))
		}
		return err
	case o.list:
		list, err := vs.DrillReviews()
		if err != nil {
			return err
		}
		if s.JSON {
			return terminal.PrintJSON(s.Out, list)
		}
		return printDrillList(s.Out, list)
	}
	choice := &archive.Choice{}
	if !o.Due {
		if choice, err = o.games.Choice(s); err != nil {
			return err
		}
	}
	d, err := vs.Drill(ctx, choice, &o.DrillOptions)
	if err != nil {
		return o.games.Meant(err)
	}
	if o.output.Name != "" {
		return writeDeck(ctx, vs, d, ask.AnkiName(choice), o.output, s)
	}
	if s.JSON {
		return terminal.PrintJSON(s.Out, d)
	}
	run.SayNotices(s, d.Notices)
	session := &drillSession{vs: vs, o: o, s: s, in: linesOf(s.In)}
	return session.run(ctx, d)
}

// deckAddress is where the links of cards lead: to the usual address of a server.
const deckAddress = "http://127.0.0.1:8080"

// writeDeck writes the positions as a deck for Anki.
func writeDeck(ctx context.Context, vs *ask.Views, d *ask.Drill, name string, to run.Output, s run.Streams) error {
	if len(d.Cards) == 0 {
		return errors.New("no position was found, so no deck is written")
	}
	deck, err := vs.AnkiDeck(ctx, d, name, deckAddress)
	if err != nil {
		return err
	}
	if err := to.Write(s, func(w io.Writer) error { return anki.Write(w, deck) }); err != nil {
		return err
	}
	if !s.Quiet {
		fmt.Fprintf(s.Err, "%s written to %s\n", phrase.Count(len(deck.Notes), "card"), plaintext.Printable(to.Name))
	}
	return nil
}

// A drillSession asks for the next moves of positions, one after the other.
type drillSession struct {
	vs *ask.Views
	o  drillOptions
	s  run.Streams
	in <-chan string

	asked, right, also int
}

// errDrillLeft ends a session as the user wants it.
var errDrillLeft = errors.New("left")

// linesOf reads lines apart from everything else, so that an interrupt is noticed while nobody types.
func linesOf(in io.Reader) <-chan string {
	const longest = 1 << 16
	lines := make(chan string)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, longest)
		for scanner.Scan() {
			lines <- scanner.Text()
		}
	}()
	return lines
}

func (d *drillSession) run(ctx context.Context, found *ask.Drill) error {
	if found.Lost > 0 {
		fmt.Fprintf(d.s.Err, "kifudb: %s due are of games that are gone; drill --list shows them\n", phrase.Count(found.Lost, "position"))
	}
	if len(found.Cards) == 0 {
		switch {
		case d.o.Due:
			fmt.Fprintf(d.s.Out, "Nothing is due; you have answered in %s\n", phrase.Count(found.Known, "position"))
			return nil
		case found.Games == 0:
			return errors.New("no game matches")
		}
		return errors.New("no move can be guessed in these games: they have no moves of that side in the range, or no rules that kifudb knows")
	}
	for i := range found.Cards {
		err := d.card(ctx, &found.Cards[i], i+1, len(found.Cards))
		if errors.Is(err, errDrillLeft) {
			break
		}
		if err != nil {
			return err
		}
	}
	return d.standing()
}

// standing says how the session went.
func (d *drillSession) standing() error {
	if d.asked == 0 {
		return nil
	}
	words := []string{fmt.Sprintf("%d of %d right", d.right, d.asked)}
	if d.also > 0 {
		words = append(words, fmt.Sprintf("%d more played by others", d.also))
	}
	_, err := fmt.Fprintln(d.s.Out, strings.Join(words, ", "))
	return err
}

// card asks for one move until an answer can be read.
func (d *drillSession) card(ctx context.Context, c *ask.DrillCard, number, of int) error {
	w := d.s.Out
	fmt.Fprintf(w, "%d/%d  %s\n", number, of, plaintext.Printable(cardTitle(c)))
	drawing := c.Node.Drawing()
	drawing.Style = answer.StyleFor(w, d.o.ascii)
	fmt.Fprintf(w, "\n%s\n", c.Node.Step.Position.(game.Drawer).Draw(drawing))
	if c.Problem {
		for _, text := range c.Node.Comments() {
			fmt.Fprintf(w, "%s\n", plaintext.PrintableLines(text.Text))
		}
	}
	signs := answer.PlayerSigns(c.Node.Kind)
	sign := map[string]string{position.Black.Letter(): signs[0], position.White.Letter(): signs[1]}[c.ToPlay]
	helped := false
	for {
		if c.Problem {
			fmt.Fprintf(w, "%s to play? ", sign)
		} else {
			fmt.Fprintf(w, "%s move %d? ", sign, c.Move+1)
		}
		var line string
		var ok bool
		select {
		case line, ok = <-d.in:
		case <-ctx.Done():
			fmt.Fprintln(w)
			return run.Interrupted("your answers so far are kept")
		}
		line = strings.TrimSpace(line)
		if ok && !d.s.Terminal() { // whoever reads this later wants to see what was typed
			fmt.Fprintln(w, plaintext.Printable(line))
		}
		switch {
		case !ok:
			fmt.Fprintln(w)
			return errDrillLeft
		case line == "q" || line == "quit":
			return errDrillLeft
		case line == "?":
			shown, err := d.vs.Answer(ctx, c, "", false, false)
			if err != nil {
				return err
			}
			helped = true
			var names []string
			for _, m := range c.Choices(shown) {
				names = append(names, m.Name)
			}
			fmt.Fprintln(w, plaintext.Printable(strings.Join(names, "  ")))
			continue
		}
		found, err := d.vs.Answer(ctx, c, line, helped, !d.o.practice)
		if _, wrong := errors.AsType[*archive.RequestError](err); wrong && line != "" {
			fmt.Fprintf(w, "%s\n", plaintext.Printable(err.Error()))
			continue
		}
		if err != nil {
			return err
		}
		d.asked++
		switch found.Verdict {
		case ask.DrillRight:
			d.right++
		case ask.DrillAlso:
			d.also++
		}
		_, err = io.WriteString(w, drillText(found, c.Problem, c.Mistake))
		return err
	}
}

// cardTitle says whose game it is and when.
func cardTitle(c *ask.DrillCard) string {
	players, white := answer.PlayersOf(c.Game)
	if players != "" && white != "" {
		players += " – "
	}
	var words []string
	for _, text := range []string{players + white, c.Game.Date, answer.EventOf(c.Game)} {
		if text != "" {
			words = append(words, text)
		}
	}
	if len(words) == 0 {
		words = append(words, phrase.NearFile(c.Game.File))
	}
	return strings.Join(words, ", ")
}

// drillText says how good an answer was, and what is known of the moves.
func drillText(a *ask.DrillAnswer, problem, mistake bool) string {
	var b strings.Builder
	var right []string
	for i := range a.Right {
		right = append(right, a.Right[i].Name)
	}
	was := strings.Join(right, " or ")
	switch {
	case a.Verdict == ask.DrillRight && a.Given.Name != was:
		fmt.Fprintf(&b, "Right: %s\n", was)
	case a.Verdict == ask.DrillRight:
		b.WriteString("Right\n")
	case a.Verdict == ask.DrillAlso && problem:
		fmt.Fprintf(&b, "%s is played elsewhere, but the solution is %s\n", a.Given.Name, was)
	case mistake && a.Verdict == ask.DrillAlso && a.Given.Name == a.Record.Name:
		fmt.Fprintf(&b, "%s was played; an engine would play %s\n", a.Given.Name, was)
	case mistake && a.Verdict == ask.DrillAlso:
		fmt.Fprintf(&b, "%s is played, too; an engine would play %s, not %s as here\n", a.Given.Name, was, a.Record.Name)
	case mistake:
		fmt.Fprintf(&b, "%s: an engine would play %s, not %s as here\n", map[bool]string{true: "Wrong", false: "Answer"}[a.Given != nil], was, a.Record.Name)
	case a.Verdict == ask.DrillAlso:
		fmt.Fprintf(&b, "%s is played, too; here it was %s\n", a.Given.Name, was)
	case a.Given != nil && problem:
		fmt.Fprintf(&b, "Wrong; the solution is %s\n", was)
	case a.Given != nil:
		fmt.Fprintf(&b, "Wrong; it was %s\n", was)
	default:
		fmt.Fprintf(&b, "It is %s\n", was)
	}
	if len(a.Line) > 1 {
		fmt.Fprintf(&b, "The line: %s\n", strings.Join(a.Line, " "))
	}
	if a.Loss != nil {
		fmt.Fprintf(&b, "By the engine, %s lost %s", a.Record.Name, lossOf(*a.Loss, a.Unit))
		if a.Best != "" && !mistake {
			fmt.Fprintf(&b, "; it would play %s", a.Best)
		}
		b.WriteString("\n")
	}
	const most = 5
	for i := range a.Moves[:min(len(a.Moves), most)] {
		b.WriteString("  " + drillMoveText(&a.Moves[i], a.Unit) + "\n")
	}
	if a.Given != nil && a.Verdict == ask.DrillAlso && !slices.ContainsFunc(a.Moves[:min(len(a.Moves), most)], func(m ask.DrillMove) bool { return m.Name == a.Given.Name }) {
		b.WriteString("  " + drillMoveText(a.Given, a.Unit) + "\n")
	}
	text := strings.TrimRight(plaintext.PrintableLines(b.String()), "\n") + "\n"
	if a.Comment != "" {
		text += "\n" + strings.TrimRight(plaintext.PrintableLines(a.Comment), "\n") + "\n\n"
	}
	if a.State != nil {
		when := "again now"
		if a.State.Days > 0 {
			when = "again in " + phrase.Count(a.State.Days, "day")
		}
		text += fmt.Sprintf("%s, %s; 'kifudb show %s'\n", when, fmt.Sprintf("%d of %d right so far", a.State.Right, a.State.Answers), a.Played)
	}
	return strings.TrimRight(text, "\n") + "\n\n"
}

func lossOf(loss float64, unit string) string {
	if unit == "percent" {
		return fmt.Sprintf("%.1f %%", loss)
	}
	return fmt.Sprintf("%.1f", loss)
}

func drillMoveText(m *ask.DrillMove, unit string) string {
	text := fmt.Sprintf("%-6s %s", m.Name, phrase.Games(m.Games))
	if m.Score != nil {
		text += fmt.Sprintf(", score %.0f %%", 100*m.Score.Value)
	}
	if m.Loss != nil {
		text += ", loss " + lossOf(*m.Loss, unit)
	}
	return text
}

func printDrillList(w io.Writer, list []ask.DrillReview) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(w, "You have not answered yet; 'kifudb drill QUERY' asks")
		return err
	}
	t := table.New("place", "due", "days", "right", "answers", "game")
	t.AlignRight(2, 3, 4)
	now := archive.Today()
	for _, r := range list {
		place, title := r.Ref, "gone"
		if r.Game != nil {
			title = cardTitle(&ask.DrillCard{Game: r.Game})
		}
		due := r.State.Due.Local().Format(time.DateOnly)
		if !r.State.Due.After(now) {
			due = "now"
		}
		t.Row(place, due, phrase.Number(r.State.Days), phrase.Number(r.State.Right), phrase.Number(r.State.Answers), plaintext.Printable(title))
	}
	return t.Print(w)
}
