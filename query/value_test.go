package query

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/store"
)

const (
	first = math.MinInt64
	last  = math.MaxInt64
)

// valueOf returns the value of the only term of a query.
func valueOf(t *testing.T, text string) (Field, Value) {
	t.Helper()
	q, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	n := q.Root
	if not, ok := n.(Not); ok {
		n = not.Node
	}
	found, ok := n.(*Term)
	if !ok || len(found.Values) != 1 {
		t.Fatalf("%s is %#v, want a term with one value", text, q.Root)
	}
	f, ok := FindField(found.Field)
	if !ok {
		t.Fatalf("%s: no field %s", text, found.Field)
	}
	return f, found.Values[0]
}

// TestIntervals: which numbers a value admits, both ends included.
func TestIntervals(t *testing.T) {
	for text, want := range map[string]Interval{
		// A day is year × 10,000 + month × 100 + day.
		"date:1985":             {19850101, 19851231},
		"date:1985-03":          {19850301, 19850331},
		"date:1985-03-12":       {19850312, 19850312},
		"date:1985/3/12":        {19850312, 19850312},
		"date:1985.3.12":        {19850312, 19850312},
		"date:1980s":            {19800101, 19891231},
		"date:1690s":            {16900101, 16991231},
		"date:2000s":            {20000101, 20091231},
		"date:1985..1986":       {19850101, 19861231},
		"date:1985-03..1985-05": {19850301, 19850531},
		"date:<1985":            {first, 19850100},
		"date:<=1985":           {first, 19851231},
		"date:>1985":            {19851232, last},
		"date:>=1985":           {19850101, last},
		"date:>=1980s":          {19800101, last},
		"date:<1980s":           {first, 19800100},
		"date:>1980s":           {19891232, last},
		"date:1984-02-29":       {19840229, 19840229},
		"date:0..1700":          {101, 17001231},
		"date:弘化三年":             {18460117, 18470224},
		"moves:150":             {150, 150},
		"moves:<150":            {first, 149},
		"moves:<=150":           {first, 150},
		"moves:>150":            {151, last},
		"moves:>=150":           {150, last},
		"moves:100..150":        {100, 150},
		"moves:150..150":        {150, 150},
		"moves:..150":           {first, 150},
		"moves:150..":           {150, last},
		"komi:6.5":              {650, 650},
		"komi:6.50":             {650, 650},
		"komi:6.75":             {675, 675},
		"komi:6½":               {650, 650},
		"komi:-5.5":             {-550, -550},
		"komi:0":                {0, 0},
		"komi:.5":               {50, 50},
		"komi:<6.5":             {first, 649},
		"komi:>6.5":             {651, last},
		"komi:-5.5..5.5":        {-550, 550},
		"blackrank:9d":          {9, 9},
		"blackrank:1d":          {1, 1},
		"blackrank:1k":          {-1, -1},
		"blackrank:30k":         {-30, -30},
		"blackrank:9p":          {109, 109},
		"blackrank:3dan":        {3, 3},
		"blackrank:3KYU":        {-3, -3},
		"blackrank:4pro":        {104, 104},
		"blackrank:9段":          {9, 9},
		"blackrank:5級":          {-5, -5},
		"blackrank:<1d":         {first, 0},
		"blackrank:>=1p":        {101, last},
		"blackrank:3k..2d":      {-3, 2},
		"blackrating:2100":      {210000, 210000},
		"blackrating:>2100.5":   {210051, last},
		"thought:90s":           {9000, 9000},
		"thought:>1h30m":        {540001, last},
		"thought:12:30":         {75000, 75000},
		"thought:1:02:03":       {372300, 372300},
		"thought:10分":           {60000, 60000},
		"thought:<2.5s":         {first, 249},
		"margin:0.5":            {50, 50},
		"margin:<=0.5":          {first, 50},
	} {
		f, v := valueOf(t, text)
		var got Interval
		var err error
		switch kind, _ := f.Time(); {
		case f.Name == "date":
			got, err = v.Days()
		case strings.HasSuffix(f.Name, "rank"):
			got, err = v.Ranks()
		case f.IsRating():
			got, err = v.Ratings()
		case kind != 0:
			got, err = v.Seconds()
		default:
			got, err = v.Numbers(f.Name != "moves")
		}
		if err != nil || got != want {
			t.Errorf("%s is %d to %d, %v; want %d to %d", text, got.Lo, got.Hi, err, want.Lo, want.Hi)
		}
	}
}

// TestIntervalEnds: both ends of an interval are in it.
func TestIntervalEnds(t *testing.T) {
	r := Interval{3, 5}
	for n, want := range map[int64]bool{2: false, 3: true, 4: true, 5: true, 6: false} {
		if r.Contains(n) != want {
			t.Errorf("%d in 3 to 5: %t", n, !want)
		}
	}
	for other, want := range map[Interval]bool{{1, 2}: false, {1, 3}: true, {5, 9}: true, {6, 9}: false, {4, 4}: true, {0, 9}: true} {
		if r.Overlaps(other) != want || other.Overlaps(r) != want {
			t.Errorf("%v and %v overlap: %t", r, other, !want)
		}
	}
}

// TestBadValues: what is no value of its field is refused, and the message says what is expected.
func TestBadValues(t *testing.T) {
	for text, want := range map[string]string{
		"date:80s":           "expected a decade such as 1980s",
		"date:1985-13":       "is not a date",
		"date:1985-02-29":    "that month has 28 days",
		"date:1985-04-31":    "that month has 30 days",
		"date:10000":         "is not a date",
		"date:soon":          "is not a date",
		"date:1990..1985":    "ends before it begins",
		"moves:150..149":     "ends before it begins",
		"moves:many":         "is not a number",
		"moves:1.5":          "is not a number",
		"moves:9999999999":   "is not a number",
		"komi:6.":            "is not a number",
		"komi:6.555":         "is not a number",
		"komi:--5":           "is not a number",
		"komi:sixish":        "is not a number",
		"rank:0d":            "is not a rank",
		"rank:2100":          "for ratings use rating:2100",
		"blackrating:strong": "is not a number",
		"thought:soon":       "is not a time",
		"thought:1m2h":       "is not a time",
		"thought:":           "expected a value",
		"size:0":             "is not a size",
		"size:19x":           "is not a size",
		"size:99":            "is not a size",
		"winner:cho":         "is not one of black, white, draw, void, unknown; games that cho won",
		"by:magic":           "nor a way to end on the board",
		"winner:black*":      "is not one of",
		"handicap:lots":      "is neither a number of stones",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestSizes: one number is a square board.
func TestSizes(t *testing.T) {
	for text, want := range map[string]position.Size{
		"size:19": position.Square(19), "size:9": position.Square(9), "size:19x13": {Cols: 19, Rows: 13}, "size:13X19": {Cols: 13, Rows: 19},
		"size:52": position.Square(52),
	} {
		_, v := valueOf(t, text)
		if got, ok := v.OneSize(); !ok || got != want {
			t.Errorf("%s is %v, %t", text, got, ok)
		}
	}
	if _, v := valueOf(t, "size:<13"); v.Kind != Less {
		t.Errorf("size:<13 is %+v", v)
	} else if _, ok := v.OneSize(); ok {
		t.Error("size:<13 is one size")
	}
}

// B+0 is a result of its own.
func TestNoMargin(t *testing.T) {
	for text, want := range map[string]string{"B+0": "B+0", "w+0.0": "W+0.0", "B+0.5": "", "B+": "", "B+R": "", "0": "", "X+0": ""} {
		if got, ok := (Value{Text: text}).NoMargin(); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
}

// TestOutcomes: who won, how, and by how much, as records write it and as people do.
func TestOutcomes(t *testing.T) {
	any := Interval{first, last}
	for text, want := range map[string]Outcome{
		"B+": {store.WinnerBlack, store.HowUnknown, any}, "b+r": {store.WinnerBlack, store.ByResign, any}, "W+Resign": {store.WinnerWhite, store.ByResign, any},
		"w+t": {store.WinnerWhite, store.ByTime, any}, "B+time": {store.WinnerBlack, store.ByTime, any}, "B+F": {store.WinnerBlack, store.ByForfeit, any},
		"W+forfeit": {store.WinnerWhite, store.ByForfeit, any}, "B+3.5": {store.WinnerBlack, store.ByPoints, Interval{350, 350}}, "W+0.5": {store.WinnerWhite, store.ByPoints, Interval{50, 50}},
		"0": {store.WinnerNone, 0, any}, "Draw": {store.WinnerNone, 0, any}, "jigo": {store.WinnerNone, 0, any}, "1/2-1/2": {store.WinnerNone, 0, any}, "½-½": {store.WinnerNone, 0, any},
		"1-0": {store.WinnerWhite, 0, any}, "0-1": {store.WinnerBlack, 0, any}, "void": {store.WinnerVoid, 0, any}, "?": {store.WinnerUnknown, 0, any},
	} {
		if got, ok := (Value{Text: text}).Outcome(); !ok || got != want {
			t.Errorf("%s is %+v, %t; want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "B", "B-3", "X+3", "B+much", "B*", "B+0", "W+0.0"} {
		if got, ok := (Value{Text: text}).Outcome(); ok {
			t.Errorf("%q is %+v", text, got)
		}
	}
	if _, ok := (Value{Kind: Prefix, Text: "B+"}).Outcome(); ok {
		t.Error("the beginning of a result is one")
	}
	for text, want := range map[string]Outcome{
		"黒中押し勝ち": {store.WinnerBlack, store.ByResign, any}, "白2目半勝": {store.WinnerWhite, store.ByPoints, Interval{250, 250}}, "持碁": {store.WinnerNone, 0, any},
	} {
		if got, ok := (Value{Text: text}).Said(); !ok || got != want {
			t.Errorf("%s is %+v, %t; want %+v", text, got, ok, want)
		}
	}
	for _, v := range []Value{{Text: "nobody knows"}, {Kind: Prefix, Text: "黒中押し勝ち"}} {
		if got, ok := v.Said(); ok {
			t.Errorf("%+v is %+v", v, got)
		}
	}
	for _, w := range []store.Winner{store.WinnerBlack, store.WinnerWhite, store.WinnerNone, store.WinnerVoid, store.WinnerUnknown} {
		if got, ok := WinnerOf(WinnerName(w)); !ok || got != w {
			t.Errorf("winner %d is called %q, which is %d", w, WinnerName(w), got)
		}
	}
	for _, h := range []store.How{store.ByPoints, store.ByResign, store.ByTime, store.ByForfeit} {
		if got, ok := HowOf(HowName(h)); !ok || got != h {
			t.Errorf("way %d is called %q, which is %d", h, HowName(h), got)
		}
	}
	if WinnerName(99) != "" || HowName(99) != "" || HowName(store.HowUnknown) != "" {
		t.Error("what is unknown has a name")
	}
}

// TestRankNames: names and order go together, kyu below dan below professional dan.
func TestRankNames(t *testing.T) {
	order := []string{"30k", "9k", "1k", "1d", "9d", "1p", "9p"}
	for i, name := range order {
		_, v := valueOf(t, "rank:"+name)
		r, err := v.Ranks()
		if err != nil || r.Lo != r.Hi || RankName(int16(r.Lo)) != name || RankOrder(name) != float64(r.Lo) {
			t.Errorf("%s is rank %v, called %q, %v", name, r, RankName(int16(r.Lo)), err)
		}
		if i > 0 && RankOrder(name) <= RankOrder(order[i-1]) {
			t.Errorf("%s is not above %s", name, order[i-1])
		}
	}
	if RankName(0) != "" || RankName(100) != "100d" || RankName(101) != "1p" || RankOrder("?") != 0 {
		t.Error("no rank has a name, or 101 is not 1p")
	}
}

// TestRatings: what a record says of a rating, and the hundred it is counted in.
func TestRatings(t *testing.T) {
	for text, want := range map[string][2]string{
		"2134": {"2134", "2100"}, "99": {"", ""}, "100": {"100", "100"}, "1999.5": {"1999.5", "1900"}, "none": {"", ""},
	} {
		if RatingOf(text) != want[0] || RatingClass(text) != want[1] {
			t.Errorf("%s is %q, among %q", text, RatingOf(text), RatingClass(text))
		}
	}
	for text, want := range map[string]bool{"2134": true, "2100": true, "2200": true, "2099": false, "2200.01": false, "": false} {
		if RatingWithin(text, Interval{210000, 220000}) != want {
			t.Errorf("%q within 2100 to 2200: %t", text, !want)
		}
	}
}

// TestHandicaps: names of handicaps and of none.
func TestHandicaps(t *testing.T) {
	for text, want := range map[string]string{"平手": "", "even": "", "none": "", "二枚落ち": "二枚落ち 2P", "二枚落": "二枚落ち 2P", "二枚": "二枚落ち 2P", "2P": "二枚落ち 2P"} {
		if got, ok := (Value{Text: text}).Handicap(); !ok || got != want {
			t.Errorf("%s is %q, %t; want %q", text, got, ok, want)
		}
	}
	if _, ok := (Value{Kind: Prefix, Text: "平手"}).Handicap(); ok {
		t.Error("the beginning of a name is a handicap")
	}
}

// TestPlaces: a move, a node or the end of a game, of one of several archives.
func TestPlaces(t *testing.T) {
	for text, want := range map[string]MoveRef{
		"12@60": {60, -1}, "12@0": {0, -1}, "12@end": {-1, -1}, "12@n134": {-1, 134}, "12@n0": {-1, 0}, "2:12@60": {60, -1}, " 12@60 ": {60, -1},
	} {
		if id, got, ok := ParsePlace(text); !ok || id != 12 || got != want {
			t.Errorf("%q is game %d at %+v, %t", text, id, got, ok)
		}
	}
	for _, text := range []string{"12", "0@5", "12@", "12@-1", "12@n", "12@n-1", "@5", "0:12@5", "x:12@5", "65536:12@5", "12@1073741824", "4294967296@1"} {
		if id, got, ok := ParsePlace(text); ok {
			t.Errorf("%q is game %d at %+v", text, id, got)
		}
	}
	if n, place, ok := ArchiveOf("2:12@60"); n != 2 || place != "12@60" || !ok {
		t.Errorf("archive %d, %q, %t", n, place, ok)
	}
	if got := (MoveRef{60, -1}).Missing(); got.Error() != "ends before move 60" || !errors.Is(got, ErrNoPlace) {
		t.Error(got)
	}
	if got := (MoveRef{-1, 0}).Missing().Error(); got != "ends before node 0" {
		t.Error(got)
	}
}

// TestSeated: a player and his opponent are on different sides, in each of the two ways.
func TestSeated(t *testing.T) {
	seated := func(text string) (ways []string) {
		t.Helper()
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		n, err := Seated(q.Root)
		if err != nil {
			t.Fatal(err)
		}
		var show func(n Node) string
		show = func(n Node) string {
			var parts []string
			switch n := n.(type) {
			case *Term:
				return n.Field + ":" + n.Values[0].Text + map[position.Color]string{position.Black: "/black", position.White: "/white"}[n.side()]
			case And:
				for _, child := range n {
					parts = append(parts, show(child))
				}
				return strings.Join(parts, " ")
			case Or:
				for _, child := range n {
					parts = append(parts, show(child))
				}
				return "(" + strings.Join(parts, " or ") + ")"
			case Not:
				return "-" + show(n.Node)
			}
			return "?"
		}
		return []string{show(n)}
	}
	for text, want := range map[string]string{
		"player:cho opponent:lee":               "(player:cho/black opponent:lee/white or player:cho/white opponent:lee/black)",
		"player:cho opponent:lee event:meijin":  "event:meijin (player:cho/black opponent:lee/white or player:cho/white opponent:lee/black)",
		"player:cho event:meijin":               "player:cho event:meijin",
		"opponent:lee":                          "opponent:lee",
		"player:cho -opponent:lee":              "(player:cho/black -opponent:lee/white or player:cho/white -opponent:lee/black)",
		"player:cho loss:>5 komi:6.5":           "komi:6.5 (player:cho/black loss:5/black or player:cho/white loss:5/white)",
		"player:cho blackloss:>5":               "player:cho blackloss:5",
		"player:cho -blunder:any":               "(player:cho/black -blunder:any/black or player:cho/white -blunder:any/white)",
		"player:cho opponent:lee accuracy:>9":   "(player:cho/black opponent:lee/white accuracy:9/black or player:cho/white opponent:lee/black accuracy:9/white)",
		"player:cho loss:>5 event:b pat:[X]":    "(player:cho/black loss:5/black event:b ? or player:cho/white loss:5/white event:b ?)",
		"player:cho or opponent:lee":            "(player:cho or opponent:lee)",
		"player:cho (opponent:lee or komi:6.5)": "(player:cho/black (opponent:lee/white or komi:6.5) or player:cho/white (opponent:lee/black or komi:6.5))",
	} {
		if got := seated(text); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %s, want %s", text, got[0], want)
		}
	}
	if n, err := Seated(nil); n != nil || err != nil {
		t.Errorf("nothing is %v, %v", n, err)
	}
	f, _ := FindField("player")
	if on := f.On(position.White); on.Name != "white" || !slices.Equal(on.Idents, []string{"PW", "WT"}) {
		t.Errorf("the player on White's side is %s in %q", on.Name, on.Idents)
	}
	if on := f.On(position.Black); on.Name != "black" || !slices.Equal(on.Idents, []string{"PB", "BT"}) {
		t.Errorf("the player on Black's side is %s in %q", on.Name, on.Idents)
	}
}

// TestAbridge: long words of a message are shortened, and no others.
func TestAbridge(t *testing.T) {
	at, above := strings.Repeat("x", maxQuoted*3/2), strings.Repeat("é", maxQuoted*3/2+1)
	if got := abridge("no  word \n" + at); got != "no word "+at {
		t.Errorf("%q", got)
	}
	want := strings.Repeat("é", maxQuoted) + "…ééé"
	if got := abridge(above); got != want {
		t.Errorf("%q", got)
	}
	inner := errors.New(above)
	if err := Abridge(inner); err.Error() != want || !errors.Is(err, inner) {
		t.Error(err)
	}
}
