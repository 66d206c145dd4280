package lichess

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/position/chess"
	"kifudb/position/chess/opening"
)

// An endpoint is one of the three addresses.
type endpoint uint8

const (
	masters endpoint = iota
	everyone
	player
)

// The most that programs may ask for, as in the original, and what they get if they do not say it.
const (
	maxMoves        = 1000
	usualMoves      = 12
	mastersTopGames = 15
	lichessTopGames = 4
	lichessRecent   = 4
	playerRecent    = 8
	maxLine         = 1000 // moves after the position
	chessNumber     = 3    // of SGF
)

// A question is what a program asks.
type question struct {
	kind     endpoint
	position *chess.Position
	opening  *openingName
	query    archive.Query // the games with a known result
	unknown  archive.Query // the others
	white    bool          // the player of the question has White

	moves, top, recent int

	notices []string
}

// readQuestion reads the parameters.
func readQuestion(kind endpoint, values url.Values) (*question, error) {
	q := &question{kind: kind}
	if err := q.readPosition(values); err != nil {
		return nil, err
	}
	terms := []string{"game:chess", "pos:" + strconv.Quote(q.position.EPD())}
	dates, err := q.readDates(values)
	if err != nil {
		return nil, err
	}
	terms = append(terms, dates...)
	if kind == player {
		name, color := strings.TrimSpace(values.Get("player")), values.Get("color")
		if name == "" {
			return nil, fmt.Errorf("player: the name is missing")
		}
		if color != "white" && color != "black" {
			return nil, fmt.Errorf("color: expected white or black, not %.20q", color)
		}
		q.white = color == "white"
		terms = append(terms, color+":"+strconv.Quote(name))
	}
	all := strings.Join(terms, " ")
	if q.query, err = archive.ParseQuery(all + " winner:black,white,draw"); err != nil {
		return nil, err
	}
	if q.unknown, err = archive.ParseQuery(all + " -winner:black,white,draw"); err != nil {
		return nil, err
	}
	q.leaveOut(values)
	return q, q.readLimits(values)
}

// readPosition reads the position and the moves after it.
func (q *question) readPosition(values url.Values) error {
	switch variant := values.Get("variant"); variant {
	case "", "standard", "chess", "fromPosition", "chess960":
	default:
		return fmt.Errorf("variant: this archive answers for chess only, not for %.20q", variant)
	}
	q.position = chess.New()
	if fen := values.Get("fen"); fen != "" {
		var err error
		if q.position, err = chess.ParseFEN(fen); err != nil {
			return fmt.Errorf("fen: %w", err)
		}
	}
	q.name()
	line := values.Get("play")
	if line == "" {
		return nil
	}
	moves := strings.Split(line, ",")
	if len(moves) > maxLine {
		return fmt.Errorf("play: %d moves; at most %d are allowed", len(moves), maxLine)
	}
	for i, text := range moves {
		m, err := q.position.Resolve(text)
		if err == nil {
			if fault := q.position.Judge(m); fault != chess.NoFault {
				err = fmt.Errorf("%s", fault)
			}
		}
		if err != nil {
			return fmt.Errorf("play: move %d, %.10q: %w", i+1, text, err)
		}
		q.position.Play(m)
		q.name()
	}
	return nil
}

// name notes the opening of the position, if it has a name. The last name on the way counts.
func (q *question) name() {
	if o, ok := opening.Of(q.position); ok {
		q.opening = &openingName{o.Code, o.Name}
	}
}

var (
	yearForm  = regexp.MustCompile(`^\d{4}$`)
	monthForm = regexp.MustCompile(`^\d{4}(-\d{1,2})?$`)
)

// readDates returns the terms for the years or months of the games.
func (q *question) readDates(values url.Values) (terms []string, err error) {
	form, expected := monthForm, "a month such as 2024-05"
	if q.kind == masters {
		form, expected = yearForm, "a year such as 1952"
	}
	for _, end := range [...]struct{ name, sign string }{{"since", ">="}, {"until", "<="}} {
		text := values.Get(end.name)
		if text == "" {
			continue
		}
		if !form.MatchString(text) {
			return nil, fmt.Errorf("%s: expected %s, not %.20q", end.name, expected, text)
		}
		if year, month, ok := strings.Cut(text, "-"); ok {
			n, _ := strconv.Atoi(month)
			if n < 1 || n > 12 {
				return nil, fmt.Errorf("%s: there is no month %.20q", end.name, text)
			}
			text = fmt.Sprintf("%s-%02d", year, n)
		}
		terms = append(terms, "date:"+end.sign+text)
	}
	if terms != nil {
		q.notices = append(q.notices, "games without a date are left out, as since or until was given")
	}
	return terms, nil
}

// leaveOut says which parameters are not followed.
func (q *question) leaveOut(values url.Values) {
	for _, p := range [...]struct{ name, every, why string }{
		{"speeds", "ultraBullet,bullet,blitz,rapid,classical,correspondence", "games of every speed count: records do not say it"},
		{"ratings", "0,1000,1200,1400,1600,1800,2000,2200,2500", "games of every rating count: this server does not group players by rating"},
		{"modes", "casual,rated", "rated and casual games count: records do not say it"},
	} {
		given := values.Get(p.name)
		if given == "" {
			continue
		}
		all := true
		for _, one := range strings.Split(p.every, ",") {
			all = all && strings.Contains(","+given+",", ","+one+",")
		}
		if !all {
			q.notices = append(q.notices, p.name+" is not followed; "+p.why)
		}
	}
	switch values.Get("history") {
	case "", "false", "False", "off", "0":
	default:
		q.notices = append(q.notices, "history is not followed; the answer has no counts by month")
	}
}

// readLimits reads how much of the answer is wanted.
func (q *question) readLimits(values url.Values) error {
	top, recent := mastersTopGames, 0
	switch q.kind {
	case everyone:
		top, recent = lichessTopGames, lichessRecent
	case player:
		top, recent = 0, playerRecent
	}
	moves := usualMoves
	if q.kind == player {
		moves = maxMoves
	}
	for _, l := range [...]struct {
		name        string
		to          *int
		usual, most int
	}{{"moves", &q.moves, moves, maxMoves}, {"topGames", &q.top, top, top}, {"recentGames", &q.recent, recent, recent}} {
		*l.to = l.usual
		text := values.Get(l.name)
		if text == "" {
			continue
		}
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return fmt.Errorf("%s: %.20q is not a number", l.name, text)
		}
		*l.to = int(min(n, uint64(l.most)))
	}
	return nil
}
