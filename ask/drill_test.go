package ask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/internal/wall"
)

// slowSchedule is scheduleOf by the words of SM-2, with all answers kept: the state on each day is that of the answers
// that count up to it.
func slowSchedule(reviews []archive.Review) (days int, due time.Time) {
	var counted []archive.Review
	for _, r := range reviews {
		if r.Quality < 3 || len(counted) == 0 {
			counted = append(counted, r)
			continue
		}
		if _, due := slowCounted(counted); !r.Time.Before(due) {
			counted = append(counted, r)
		}
	}
	return slowCounted(counted)
}

func slowCounted(counted []archive.Review) (days int, due time.Time) {
	if len(counted) == 0 {
		return 0, due
	}
	// The intervals since the last wrong answer, and the easiness at each.
	easiness := make([]float64, len(counted))
	ef := 2.5
	for i, r := range counted {
		q := float64(r.Quality)
		ef = math.Max(1.3, ef+(0.1-(5-q)*(0.08+(5-q)*0.02)))
		easiness[i] = ef
	}
	last := len(counted) - 1
	first := last
	for first >= 0 && counted[first].Quality >= 3 {
		first--
	}
	row := counted[first+1:]
	if len(row) == 0 {
		return 0, counted[last].Time
	}
	days = 1
	if len(row) > 1 {
		days = 6
	}
	for i := 2; i < len(row); i++ {
		days = min(36500, int(math.Ceil(math.Round(float64(days)*easiness[first+1+i]*1e6)/1e6)))
	}
	return days, counted[last].Time.AddDate(0, 0, days)
}

// TestSchedule compares the schedule with its slow twin in sessions by chance.
func TestSchedule(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	longest := 0
	for range 3000 {
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		var reviews []archive.Review
		for range 1 + rng.IntN(14) {
			now = now.Add(time.Duration(rng.IntN(24*60)) * time.Minute)
			if s := scheduleOf(reviews); len(reviews) > 0 && rng.IntN(4) > 0 && s.Due.After(now) {
				now = s.Due
			}
			quality := qualityRight
			if rng.IntN(5) == 0 {
				quality = qualityWrong + rng.IntN(2)
			}
			reviews = append(reviews, archive.Review{Time: now, Quality: quality})
			got := scheduleOf(reviews)
			days, due := slowSchedule(reviews)
			if got.Days != days || !got.Due.Equal(due) || got.Answers != len(reviews) {
				t.Fatalf("%v\n%d days, due %v, want %d, %v", reviews, got.Days, got.Due, days, due)
			}
			longest = max(longest, got.Days)
		}
	}
	if longest < 365 {
		t.Errorf("the longest interval is %d days; long ones are not tested", longest)
	}
	var perfect []int
	var reviews []archive.Review
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for range 5 {
		reviews = append(reviews, archive.Review{Time: now, Quality: qualityRight})
		s := scheduleOf(reviews)
		perfect, now = append(perfect, s.Days), s.Due
	}
	if want := []int{1, 6, 15, 38, 95}; !slices.Equal(perfect, want) {
		t.Errorf("intervals %v, want %v", perfect, want)
	}
}

// jump sets the clock of a test.
func jump(t *testing.T, to *time.Time) {
	t.Helper()
	t.Cleanup(wall.Set(func() time.Time { return *to }))
}

func drillOf(t *testing.T, v *archive.View, query string, o DrillOptions) *Drill {
	t.Helper()
	if o.Limit == 0 {
		o.Limit = 10
	}
	d, err := Of(v.Views).Drill(t.Context(), &archive.Choice{Query: archivetest.Query(t, query)}, &o)
	if err != nil {
		t.Fatal(query, err)
	}
	return d
}

func places(d *Drill) (list []string) {
	for _, c := range d.Cards {
		list = append(list, fmt.Sprintf("%s/%d", c.Ref, c.Next))
	}
	return list
}

// TestDrill goes through a session and comes back when positions are due.
func TestDrill(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	jump(t, &now)
	v := archivetest.Of(t,
		"(;SZ[9]PB[Ann]PW[Ben]RE[B+R];B[ee];W[cc];B[gc]C[here])",
		"(;SZ[9]PB[Cid]PW[Ann]RE[W+R];B[ee];W[gg];B[gc])",
		"(;SZ[9]PB[Cid]PW[Eve]RE[B+R];B[ee];W[cg];B[dd])",
		"(;SZ[9]PB[Cid]PW[Eve]RE[B+R];B[ee];W[dd];B[dc])",
	)
	vs, ctx := Of(v.Views), t.Context()
	d := drillOf(t, v, `pos:"9x9 E5"`, DrillOptions{})
	if d.Games != 4 || len(d.Cards) != 1 || d.Cards[0].ToPlay != "W" || d.Cards[0].Move != 1 {
		t.Fatalf("%d games, cards %v", d.Games, places(d))
	}
	c := &d.Cards[0] // a position that is its own image: each corner is the same
	record := map[string]string{"1": "C7", "2": "G3", "3": "C3", "4": "D6"}[c.Game.Name()]
	other, image := "D6", "G7"
	if record == "D6" {
		other, image = "C7", "F4"
	}
	for _, test := range []struct{ guess, verdict string }{{record, DrillRight}, {image, DrillRight}, {other, DrillAlso}, {"A1", DrillWrong}, {"", DrillWrong}, {strings.ToLower(record), DrillRight}} {
		a, err := vs.Answer(ctx, c, test.guess, false, false)
		if err != nil || a.Verdict != test.verdict || a.State != nil || a.Games != 4 || len(a.Right) != 1 || a.Right[0].Name != record {
			t.Errorf("%q: %+v, %v", test.guess, a, err)
		}
	}
	for _, bad := range []string{"E5", "Z99", "J", "<b>"} {
		if a, err := vs.Answer(ctx, c, bad, false, true); archive.KindOf(err) != archive.KindUsage {
			t.Errorf("%q: %v, %v", bad, a, err)
		}
	}
	choices, err := vs.Answer(ctx, c, "", false, false)
	if err != nil {
		t.Fatal(err)
	}
	if list := c.Choices(choices); len(list) != 4 || !slices.ContainsFunc(list, func(m DrillMove) bool { return m.Name == record }) {
		t.Errorf("choices %v", list)
	}

	// An answer is kept, and the position is due a day later.
	a, err := vs.Answer(ctx, c, record, false, true)
	if err != nil || a.State == nil || a.State.Days != 1 || !a.State.Due.Equal(now.Add(24*time.Hour)) {
		t.Fatalf("%+v, %v", a, err)
	}
	if d := drillOf(t, v, "", DrillOptions{Due: true}); len(d.Cards) != 0 || d.Known != 1 || d.Due != 0 {
		t.Errorf("%+v is due at once", d)
	}
	now = now.Add(25 * time.Hour)
	due := drillOf(t, v, "", DrillOptions{Due: true})
	if len(due.Cards) != 1 || due.Cards[0].Ref != c.Ref || due.Due != 1 || due.Cards[0].State.Right != 1 {
		t.Fatalf("%+v is due", due)
	}
	if a, err := vs.Answer(ctx, &due.Cards[0], "A1", false, true); err != nil || a.State.Days != 0 || a.State.Right != 1 || a.State.Answers != 2 {
		t.Errorf("%+v, %v", a, err)
	}
	list, err := vs.DrillReviews()
	if err != nil || len(list) != 1 || list[0].Ref != c.Ref {
		t.Errorf("%+v, %v", list, err)
	}

	// Whose moves are guessed, and which.
	for _, test := range []struct {
		o    DrillOptions
		want func(c *DrillCard) bool
	}{
		{DrillOptions{Side: "winner"}, func(c *DrillCard) bool {
			return c.ToPlay == map[string]string{"1": "B", "2": "W", "3": "B", "4": "B"}[c.Game.Name()]
		}},
		{DrillOptions{Player: "ANN"}, func(c *DrillCard) bool { return c.ToPlay == map[string]string{"1": "B", "2": "W"}[c.Game.Name()] }},
		{DrillOptions{From: 3}, func(c *DrillCard) bool { return c.Move == 2 }},
		{DrillOptions{To: 2, From: 2}, func(c *DrillCard) bool { return c.Move == 1 }},
	} {
		cards := 0
		for seed := range 8 {
			test.o.Seed = seed
			d := drillOf(t, v, "game:go", test.o)
			for i := range d.Cards {
				cards++
				if !test.want(&d.Cards[i]) {
					t.Errorf("%+v: %v", test.o, places(d))
				}
			}
			if again := drillOf(t, v, "game:go", test.o); !slices.Equal(places(d), places(again)) {
				t.Errorf("%+v: %v, then %v", test.o, places(d), places(again))
			}
		}
		if cards < 8 {
			t.Errorf("%+v: %d cards", test.o, cards)
		}
	}
	// A comment is about its move.
	if d := drillOf(t, v, "comment:here", DrillOptions{}); len(d.Cards) != 1 || d.Cards[0].Ref != "1@2" || d.Cards[0].Next != 3 {
		t.Errorf("cards %v", places(d))
	} else if a, err := vs.Answer(ctx, &d.Cards[0], "G7", false, false); err != nil || a.Verdict != DrillRight || a.Comment != "here" || a.Played != "1@3" {
		t.Errorf("%+v, %v", a, err)
	}
	if n, err := vs.ForgetDrills(ctx, []string{"1@0"}); n != 0 || err != nil {
		t.Errorf("forgot %d, %v", n, err)
	}
	if n, err := vs.ForgetDrills(ctx, []string{c.Ref}); n != 1 || err != nil {
		t.Errorf("forgot %d, %v", n, err)
	}
}

// TestDrillProblem: the marks of a record say what solves a problem.
func TestDrillProblem(t *testing.T) {
	v := archivetest.Of(t, "(;SZ[9]AB[aa][ba][ca]AW[ab][bb][cb]PL[B]C[Black to play](;B[da];W[db]C[RIGHT])(;B[dd]C[Wrong]))")
	d := drillOf(t, v, "game:go", DrillOptions{})
	if len(d.Cards) != 1 || !d.Cards[0].Problem || d.Cards[0].ToPlay != "B" {
		t.Fatalf("%+v", d)
	}
	for guess, want := range map[string]string{"D9": DrillRight, "D6": DrillAlso, "J1": DrillWrong} {
		a, err := Of(v.Views).Answer(t.Context(), &d.Cards[0], guess, false, false)
		if err != nil || a.Verdict != want || !slices.Equal(a.Line, []string{"D9", "D8"}) {
			t.Errorf("%s: %+v, %v", guess, a, err)
		}
	}
}

// TestDrillEveryCard: in the collection, also in games that move pieces, the record's own move is right wherever one is
// asked, and every choice can be typed.
func TestDrillEveryCard(t *testing.T) {
	v := archivetest.Collection(t)
	vs := Of(v.Views)
	games, kinds := 0, map[string]bool{}
	for seed := range 2 {
		d := drillOf(t, v, "id:1..", DrillOptions{Seed: seed, Limit: 500})
		for i := range d.Cards {
			c := &d.Cards[i]
			games++
			kinds[c.Game.Game] = true
			a, err := vs.Answer(t.Context(), c, "", false, false)
			if err != nil {
				t.Fatal(c.Ref, err)
			}
			for _, text := range []string{a.Right[0].Name, a.Right[0].Text} {
				if text == "" {
					text = "pass"
				}
				if len(text) == 2 && text == a.Right[0].Text && c.Board().Cells == "points" {
					continue // SGF's letters name other points than people's
				}
				if a, err := vs.Answer(t.Context(), c, text, false, false); err != nil || a.Verdict != DrillRight {
					t.Errorf("%s %q: %+v, %v", c.Ref, text, a, err)
				}
			}
			for _, m := range c.Choices(a) {
				if _, err := c.ReadMove(m.Name); err != nil {
					t.Errorf("%s: choice %s: %v", c.Ref, m.Name, err)
				}
			}
			again, err := vs.DrillCardAt(t.Context(), c.Ref, c.Next)
			if err != nil || again.subject != c.subject {
				t.Errorf("%s is not found again: %v", c.Ref, err)
			}
		}
	}
	if games < 100 || len(kinds) < 2 {
		t.Errorf("%d cards of %v", games, kinds)
	}
}

// TestDrillMistake: of a move that an engine calls a mistake, the engine's choice is right.
func TestDrillMistake(t *testing.T) {
	v := archivetest.Of(t, "(;SZ[9];B[ee]LZ[E 50.0 100\nmove C7 visits 9 pv C7];W[ba]LZ[E 10.0 100\nmove G7 visits 9 pv G7];B[gc]LZ[E 90.0 100\nmove G3 visits 9 pv G3])")
	d := drillOf(t, v, "loss:>5%", DrillOptions{})
	if len(d.Cards) != 1 || !d.Cards[0].Mistake {
		t.Fatalf("%+v", d)
	}
	c := &d.Cards[0]
	shown, err := Of(v.Views).Answer(t.Context(), c, "", false, false)
	if err != nil || shown.Loss == nil || *shown.Loss <= 5 || shown.Best == "" {
		t.Fatalf("%+v, %v", shown, err)
	}
	for guess, want := range map[string]string{shown.Best: DrillRight, shown.Record.Name: DrillAlso, "J1": DrillWrong} {
		if a, err := Of(v.Views).Answer(t.Context(), c, guess, false, false); err != nil || a.Verdict != want {
			t.Errorf("%s: %+v, %v", guess, a, err)
		}
	}
}
