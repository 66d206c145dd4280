package katago

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/position"
)

// The views of values: whose they are.
const (
	Black = "black"
	White = "white"
	Mover = "mover" // of who is to move
)

// setting is the setting that tells the view.
const setting = "reportAnalysisWinratesAs"

// viewOf returns the view that a value of the setting means, "" if it means none.
func viewOf(value string) string {
	switch strings.ToUpper(value) {
	case "BLACK":
		return Black
	case "WHITE":
		return White
	case "SIDETOMOVE":
		return Mover
	}
	return ""
}

// A Query asks for some turns of a game.
type Query struct {
	ID     string
	Size   position.Size
	Stones []position.Change // on the board before the first move
	Player position.Color    // who is to move first; Empty if the query does not say
	Moves  []position.Move
	Turns  []int // nil: the last one
	Komi   *float64
	Rules  string // a name, or JSON
	View   string // that it asks for; "" if it does not
	Visits int    // at most; 0 if it does not say

	Override map[string]any // settings of this query; only written
}

// A Response is what the engine says of the position after so many moves of a query.
type Response struct {
	ID      string
	Turn    int
	Interim bool           // the engine goes on thinking
	Player  position.Color // who is to move; Empty if the response does not say
	Chance  *float64       // to win, from 0 to 1, in the view of the engine
	Lead    *float64       // in points, in the view of the engine
	Visits  int
	Best    []string // the moves that the engine would make, best first, at most 10
}

// A Complaint is what the engine says instead of a response.
type Complaint struct {
	ID      string
	Field   string
	Text    string
	Warning bool // the engine answers nevertheless
}

// ErrOther is returned for lines that are neither.
var ErrOther = errors.New("neither a query nor a response")

// limits of what is read
const (
	maxMoves = 100_000
	maxBest  = 10
)

// jsonLine is a line of either kind.
type jsonLine struct {
	ID      string `json:"id"`
	Error   string `json:"error"`
	Warning string `json:"warning"`
	Field   string `json:"field"`

	Moves    [][]string      `json:"moves"`
	Stones   [][]string      `json:"initialStones"`
	Player   string          `json:"initialPlayer"`
	Rules    json.RawMessage `json:"rules"`
	Komi     *float64        `json:"komi"`
	X        int             `json:"boardXSize"`
	Y        int             `json:"boardYSize"`
	Turns    []int           `json:"analyzeTurns"`
	Visits   int             `json:"maxVisits"`
	Settings struct {
		View string `json:"reportAnalysisWinratesAs"`
	} `json:"overrideSettings"`

	Turn    *int `json:"turnNumber"`
	Interim bool `json:"isDuringSearch"`
	Infos   []struct {
		Move  string `json:"move"`
		Order int    `json:"order"`
	} `json:"moveInfos"`
	Root *struct {
		Winrate *float64 `json:"winrate"`
		Lead    *float64 `json:"scoreLead"`
		Visits  float64  `json:"visits"`
		Player  string   `json:"currentPlayer"`
	} `json:"rootInfo"`
}

// IsQuery reports whether a line may be a query, without reading it.
func IsQuery(line []byte) bool {
	return bytes.Contains(line, []byte(`"boardXSize"`)) && !bytes.Contains(line, []byte(`"rootInfo"`))
}

// Read reads a line: one of a query, a response and a complaint is not nil, or there is an error.
// In logs the line may have something before it.
func Read(line []byte) (*Query, *Response, *Complaint, error) {
	i := bytes.IndexByte(line, '{')
	if i < 0 {
		return nil, nil, nil, ErrOther
	}
	var j jsonLine
	if err := json.Unmarshal(line[i:], &j); err != nil {
		return nil, nil, nil, err
	}
	switch {
	case j.Root != nil && j.Turn != nil:
		r, err := j.response()
		return nil, r, nil, err
	case j.X > 0 || j.Y > 0:
		q, err := j.query()
		return q, nil, nil, err
	case j.Error != "" || j.Warning != "":
		return nil, nil, &Complaint{ID: j.ID, Field: j.Field, Text: cmp.Or(j.Error, j.Warning), Warning: j.Error == ""}, nil
	}
	return nil, nil, nil, ErrOther
}

func (j *jsonLine) response() (*Response, error) {
	if *j.Turn < 0 || *j.Turn > maxMoves {
		return nil, fmt.Errorf("there is no turn %d", *j.Turn)
	}
	r := &Response{ID: j.ID, Turn: *j.Turn, Interim: j.Interim, Player: colorOf(j.Root.Player), Chance: j.Root.Winrate, Lead: j.Root.Lead}
	if !(j.Root.Visits >= 0 && j.Root.Visits < 1<<31) {
		return nil, fmt.Errorf("%v is no number of visits", j.Root.Visits)
	}
	r.Visits = int(j.Root.Visits)
	slices.SortStableFunc(j.Infos, func(a, b struct {
		Move  string `json:"move"`
		Order int    `json:"order"`
	}) int {
		return cmp.Compare(a.Order, b.Order)
	})
	for _, info := range j.Infos {
		if len(r.Best) == maxBest {
			break
		}
		if isVertex(info.Move) && !slices.Contains(r.Best, info.Move) {
			r.Best = append(r.Best, info.Move)
		}
	}
	return r, nil
}

func isVertex(s string) bool {
	if s == "" || len(s) > 8 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func (j *jsonLine) query() (*Query, error) {
	q := &Query{ID: j.ID, Size: position.Size{Cols: j.X, Rows: j.Y}, Komi: j.Komi, Turns: j.Turns, Player: colorOf(j.Player), View: viewOf(j.Settings.View), Visits: j.Visits}
	if !q.Size.Valid() {
		return nil, fmt.Errorf("a board of %d by %d points is not supported", j.X, j.Y)
	}
	if len(j.Moves) > maxMoves || len(j.Stones) > q.Size.Area() {
		return nil, errors.New("too many moves or stones")
	}
	if text := ""; json.Unmarshal(j.Rules, &text) == nil {
		q.Rules = text
	} else {
		q.Rules = string(j.Rules)
	}
	for _, m := range j.Stones {
		color, p, err := q.pair(m)
		if err != nil {
			return nil, err
		}
		q.Stones = append(q.Stones, position.Change{Point: p, Color: color})
	}
	for _, m := range j.Moves {
		color, p, err := q.pair(m)
		if err != nil {
			return nil, err
		}
		q.Moves = append(q.Moves, position.Move{Color: color, Point: p})
	}
	return q, nil
}

// pair reads ["B", "Q16"].
func (q *Query) pair(m []string) (position.Color, position.Point, error) {
	if len(m) != 2 || colorOf(m[0]) == position.Empty {
		return 0, 0, fmt.Errorf("%.60q is no player and place", m)
	}
	p, err := Vertex(q.Size, m[1])
	return colorOf(m[0]), p, err
}

// Vertex reads a place as the engine names it: Q16, pass, or (15,16), which counts columns from
// the left and rows from the top, both from 0.
func Vertex(size position.Size, name string) (position.Point, error) {
	if x, y, ok := strings.Cut(strings.Trim(name, "()"), ","); ok && strings.HasPrefix(name, "(") {
		col, err := strconv.Atoi(strings.TrimSpace(x))
		row, err2 := strconv.Atoi(strings.TrimSpace(y))
		if err != nil || err2 != nil || col < 0 || row < 0 || col >= size.Cols || row >= size.Rows {
			return 0, fmt.Errorf("%.20q is no place on a board of %v", name, size)
		}
		return position.At(col, row), nil
	}
	if len(name) > 8 {
		return 0, fmt.Errorf("%.20q is no place on a board of %v", name, size)
	}
	return size.ParseName(name)
}

func colorOf(s string) position.Color {
	switch strings.ToUpper(s) {
	case "B", "BLACK":
		return position.Black
	case "W", "WHITE":
		return position.White
	}
	return position.Empty
}

// ToMove returns who is to move after so many moves of the query, Empty if nobody says.
func (q *Query) ToMove(turn int) position.Color {
	switch {
	case turn < len(q.Moves):
		return q.Moves[turn].Color
	case len(q.Moves) > 0:
		return q.Moves[len(q.Moves)-1].Color.Opponent()
	}
	return q.Player
}

// Line writes the query, with a line break.
func (q *Query) Line() []byte {
	pairs := func(n int, at func(int) (position.Color, position.Point)) [][2]string {
		list := make([][2]string, n)
		for i := range list {
			color, p := at(i)
			list[i] = [2]string{color.Letter(), q.Size.Name(p)}
		}
		return list
	}
	j := map[string]any{
		"id": q.ID, "boardXSize": q.Size.Cols, "boardYSize": q.Size.Rows, "rules": q.Rules,
		"moves": pairs(len(q.Moves), func(i int) (position.Color, position.Point) { return q.Moves[i].Color, q.Moves[i].Point }),
	}
	if len(q.Stones) > 0 {
		j["initialStones"] = pairs(len(q.Stones), func(i int) (position.Color, position.Point) { return q.Stones[i].Color, q.Stones[i].Point })
	}
	if q.Player != position.Empty {
		j["initialPlayer"] = q.Player.Letter()
	}
	if strings.HasPrefix(q.Rules, "{") {
		j["rules"] = json.RawMessage(q.Rules)
	}
	if q.Komi != nil {
		j["komi"] = *q.Komi
	}
	if q.Turns != nil {
		j["analyzeTurns"] = q.Turns
	}
	if q.Visits > 0 {
		j["maxVisits"] = q.Visits
	}
	settings := map[string]any{}
	for name, value := range q.Override {
		settings[name] = value
	}
	switch q.View {
	case Black, White:
		settings[setting] = strings.ToUpper(q.View)
	case Mover:
		settings[setting] = "SIDETOMOVE"
	}
	if len(settings) > 0 {
		j["overrideSettings"] = settings
	}
	line, err := json.Marshal(j)
	if err != nil {
		panic(err) // of what is made here
	}
	return append(line, '\n')
}

// Line writes the response, with a line break.
func (r *Response) Line() []byte {
	infos := []map[string]any{}
	for i, move := range r.Best {
		infos = append(infos, map[string]any{"move": move, "order": i})
	}
	root := map[string]any{"visits": r.Visits}
	if r.Chance != nil {
		root["winrate"] = *r.Chance
	}
	if r.Lead != nil {
		root["scoreLead"] = *r.Lead
	}
	if r.Player != position.Empty {
		root["currentPlayer"] = r.Player.Letter()
	}
	line, err := json.Marshal(map[string]any{"id": r.ID, "turnNumber": r.Turn, "isDuringSearch": r.Interim, "moveInfos": infos, "rootInfo": root})
	if err != nil {
		panic(err) // of numbers that are finite
	}
	return append(line, '\n')
}
