package goserver

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"kifudb/format"
	"kifudb/game/clock"
	"kifudb/internal/lazy"
	"kifudb/position"
)

// nameOGS is the name of the format.
const nameOGS = "ogs"

// ogs is what online-go.com tells of a game: its gamedata, or the answer of its interface, which
// has the gamedata within it.
//
//	{"id": 1, "players": {"black": {"username": "a", "ranking": 28.4}, …},
//	 "gamedata": {
//	   "width": 19, "height": 19, "rules": "japanese", "komi": 6.5, "handicap": 0,
//	   "initial_player": "black", "initial_state": {"black": "pddp", "white": ""},
//	   "free_handicap_placement": false,
//	   "moves": [[15, 3, 2300], [-1, -1, 900]],
//	   "outcome": "Resignation", "winner": 356, "black_player_id": 356, …,
//	   "chat_log": [{"username": "a", "body": "hello", "move_number": 4}]}}
//
// A move is a column and a row from 0 at the upper left, below 0 for a pass, and the milliseconds
// that it took. Further values are a colour and an object; with "edited" there, a stone was set
// up. Moves are also objects with "x" and "y", or one string of letters: "pdqq..".
//
// With a free handicap Black's first moves, as many as the handicap, are stones that are set up.
// Ranks are numbers: 29 is 1 kyu, 30 is 1 dan; of professionals 37 is 1 dan.
//
// Sources: src/engine/util/move_encoding.ts and GobanEngine.ts of github.com/online-go/goban.
func ogs() *format.Format {
	return &format.Format{
		Name: nameOGS, Title: "OGS JSON", Extensions: []string{".json", ".jsonl", ".ndjson"}, Generic: true, Games: []int{Go},
		Recognise: recogniseJSON(isOGS),
		Owns:      ownsString,
		Split:     splitObjects(isOGS),
		Charset:   charsetOfJSON,
		Derive:    deriveOGS,
	}
}

// ogsSigns are keys that hardly anything but gamedata has.
var ogsSigns = setOf("black_player_id", "white_player_id", "initial_player", "initial_state", "free_handicap_placement", "game_id",
	"superko_algorithm", "opponent_plays_first_after_resume", "score_prisoners", "white_must_pass_last")

// isOGS reports whether an object is a game.
func isOGS(object []byte) bool {
	for key, value := range members(object) {
		if key == "gamedata" && isGamedata(value) {
			return true
		}
	}
	return isGamedata(object)
}

// isGamedata reports whether an object has moves and two keys of gamedata.
func isGamedata(object []byte) bool {
	moves, signs := false, 0
	for key, value := range members(object) {
		switch {
		case key == "moves":
			moves = opens(value, '[') || opens(value, '"')
		case ogsSigns[key]:
			signs++
		}
	}
	return moves && signs >= 2
}

// ogsKeys are the keys that are read.
var ogsKeys = setOf("gamedata", "width", "height", "rules", "komi", "handicap", "initial_player", "initial_state", "free_handicap_placement",
	"moves", "outcome", "winner", "black_player_id", "white_player_id", "players", "black_lost", "white_lost", "annulled", "start_time",
	"started", "game_id", "id", "game_name", "name", "time_control", "time_control_parameters", "chat_log")

// ogsGame is a game of online-go.com as it is read: what stands in the gamedata counts before
// what stands around it.
type ogsGame struct {
	*reader
	data, around fields
	next         position.Color // who is to move
	free         int            // stones of a free handicap that are still to be set up
	stones       int            // moves that were set up in the root
}

// deriveOGS reads a game.
func deriveOGS(d *format.Draft) {
	g := &ogsGame{reader: read(d)}
	g.data = g.fields(g.text, ogsKeys)
	if inner := g.data["gamedata"]; opens(inner, '{') {
		g.around, g.data = g.data, g.fields(inner, ogsKeys)
	}
	g.board("width", "height", g.of)
	g.facts()
	g.start()
	g.moves()
	g.talk()
}

// of returns the value of a key, nil if there is none.
func (g *ogsGame) of(key string) []byte {
	for _, f := range []fields{g.data, g.around} {
		if value := f[key]; value != nil && string(value) != "null" {
			return value
		}
	}
	return nil
}

// board begins the root with a board of the size that two keys tell.
func (r *reader) board(cols, rows string, of func(string) []byte) {
	r.Game, r.Size = Go, position.Square(19)
	r.Node()
	x, okX := whole(of(cols))
	y, okY := whole(of(rows))
	if size := (position.Size{Cols: x, Rows: y}); okX && okY && x > 1 && y > 1 && size.Valid() {
		r.Size = size
	} else {
		r.problem(format.BadStart, "there is no size of a board that can be read; 19x19 is taken")
	}
	if size := fmt.Sprint(r.Size.Cols); r.Size.Cols == r.Size.Rows {
		r.Add("SZ", size)
	} else {
		r.Add("SZ", fmt.Sprintf("%s:%d", size, r.Size.Rows))
	}
}

// ogsRules are the names of rules that SGF has others for.
var ogsRules = map[string]string{"japanese": "Japanese", "chinese": "Chinese", "aga": "AGA", "korean": "Korean", "nz": "NZ", "ing": "GOE"}

// facts adds what is said of the game.
func (g *ogsGame) facts() {
	g.players()
	g.Add("GN", strings.TrimSpace(words(cmpValue(g.of("game_name"), g.of("name")))))
	if id, ok := whole(cmpValue(g.of("game_id"), g.of("id"))); ok && id > 0 {
		g.Add("PC", fmt.Sprintf("OGS: https://online-go.com/game/%d", id))
	} else {
		g.Add("PC", "OGS")
	}
	g.Add("DT", g.day())
	rules := words(g.of("rules"))
	g.Add("RU", cmp.Or(ogsRules[rules], rules))
	if komi, ok := number(g.of("komi")); ok {
		g.Add("KM", strconv.FormatFloat(komi, 'f', -1, 64))
	} else {
		g.Add("KM", words(g.of("komi")))
	}
	g.time()
	g.result()
}

// cmpValue returns the first value that is there.
func cmpValue(values ...[]byte) []byte {
	for _, value := range values {
		if value != nil {
			return value
		}
	}
	return nil
}

var (
	ogsSides  = setOf("black", "white")
	ogsPlayer = setOf("username", "name", "rank", "ranking", "professional", "pro")
)

// players adds who played. A list of teams is not read: each of its members moves in turn.
func (g *ogsGame) players() {
	inner, outer := fields{}, fields{}
	if players := g.data["players"]; opens(players, '{') {
		inner = g.fields(players, ogsSides)
	}
	if players := g.around["players"]; opens(players, '{') {
		outer = g.fields(players, ogsSides)
	}
	for _, side := range []struct{ key, name, rank string }{{"black", "PB", "BR"}, {"white", "PW", "WR"}} {
		var name, rank string
		for _, player := range [][]byte{inner[side.key], outer[side.key]} {
			if !opens(player, '{') {
				continue
			}
			p := g.fields(player, ogsPlayer)
			name = cmp.Or(name, words(p["username"]), words(p["name"]))
			pro, _ := number(p["pro"])
			rank = cmp.Or(rank, ogsRank(cmpValue(p["rank"], p["ranking"]), isTrue(p["professional"]) || isTrue(p["pro"]) || pro > 0))
		}
		g.Add(side.name, name)
		g.Add(side.rank, rank)
	}
}

// ogsRank writes a rank as people do.
func ogsRank(value []byte, professional bool) string {
	rank, ok := number(value)
	rank = math.Floor(rank)
	switch {
	case !ok || rank < -10 || rank > 60:
		return ""
	case professional && rank >= 37:
		return fmt.Sprintf("%.0fp", rank-36)
	case rank >= 30:
		return fmt.Sprintf("%.0fd", rank-29)
	}
	return fmt.Sprintf("%.0fk", 30-rank)
}

// day returns the day on which the game began, in Greenwich.
func (g *ogsGame) day() string {
	if seconds, ok := number(g.of("start_time")); ok && seconds > 0 && seconds < 1<<36 {
		return time.Unix(int64(seconds), 0).UTC().Format(time.DateOnly)
	}
	started := words(g.of("started"))
	if t, err := time.Parse(time.RFC3339Nano, started); err == nil {
		return t.UTC().Format(time.DateOnly)
	}
	return started
}

var ogsTime = setOf("system", "time_control", "main_time", "period_time", "periods", "stones_per_period", "initial_time", "time_increment", "per_move", "total_time")

// time adds the time limit and the overtime.
func (g *ogsGame) time() {
	control := g.of("time_control")
	if !opens(control, '{') {
		if text := []byte(words(g.of("time_control_parameters"))); opens(text, '{') {
			control = text // JSON in a string
		}
	}
	if !opens(control, '{') {
		return
	}
	t := fields{}
	for key, value := range members(control) {
		if ogsTime[key] {
			t[key] = value
		}
	}
	seconds := func(key string) string {
		if n, ok := number(t[key]); ok && n >= 0 && n < 1<<40 {
			return strconv.FormatFloat(n, 'f', -1, 64)
		}
		return ""
	}
	switch system := words(cmpValue(t["system"], t["time_control"])); system {
	case "fischer":
		g.Add("TM", seconds("initial_time"))
		g.overtime("%s fischer", seconds("time_increment"))
	case "byoyomi":
		g.Add("TM", seconds("main_time"))
		g.overtime("%sx%s byo-yomi", seconds("periods"), seconds("period_time"))
	case "canadian":
		g.Add("TM", seconds("main_time"))
		g.overtime("%s/%s Canadian", seconds("stones_per_period"), seconds("period_time"))
	case "simple":
		g.Add("TM", "0")
		g.overtime("1x%s byo-yomi", seconds("per_move"))
	case "absolute":
		g.Add("TM", seconds("total_time"))
	}
}

// overtime adds an overtime if all its numbers are known.
func (g *ogsGame) overtime(form string, numbers ...any) {
	for _, n := range numbers {
		if n == "" || n == "0" {
			return
		}
	}
	g.Add("OT", fmt.Sprintf(form, numbers...))
}

// ogsMargin is the outcome of a game that was counted.
var ogsMargin = lazy.Regexp(`^(\d+(?:\.\d+)?) points?$`)

// result adds who won, and how.
func (g *ogsGame) result() {
	outcome := words(g.of("outcome"))
	winner := words(g.of("winner"))
	side := ""
	switch {
	case winner == "black", winner != "" && winner == words(g.of("black_player_id")):
		side = "B"
	case winner == "white", winner != "" && winner == words(g.of("white_player_id")):
		side = "W"
	case winner == "" && isTrue(g.of("white_lost")) && string(g.of("black_lost")) == "false":
		side = "B"
	case winner == "" && isTrue(g.of("black_lost")) && string(g.of("white_lost")) == "false":
		side = "W"
	}
	how := strings.ToLower(outcome)
	margin := ogsMargin().FindStringSubmatch(how)
	switch {
	case outcome == "" && side == "": // it goes on
	case how == "cancellation", isTrue(g.of("annulled")):
		g.Add("RE", "Void")
	case side == "" && (winner == "tie" || winner == "draw" || margin != nil && strings.Trim(margin[1], "0.") == ""):
		g.Add("RE", "0")
	case side == "":
		g.Add("RE", outcome)
	case margin != nil:
		g.Add("RE", side+"+"+margin[1])
	case how == "resignation":
		g.Add("RE", side+"+R")
	case how == "timeout", how == "stone removal timeout":
		g.Add("RE", side+"+T")
	case how == "disconnection", how == "abandonment", how == "disqualification":
		g.Add("RE", side+"+F")
	default:
		g.Add("RE", side+"+")
		g.Add("GC", outcome)
	}
}

// start sets up the stones of the start.
func (g *ogsGame) start() {
	g.next = position.Black
	if words(g.of("initial_player")) == "white" {
		g.next = position.White
	}
	handicap, known := whole(g.of("handicap"))
	if known && handicap > 1 {
		g.Add("HA", fmt.Sprint(handicap))
	}
	stones := 0
	if state := g.of("initial_state"); opens(state, '{') {
		for _, side := range []struct {
			key   string
			color position.Color
		}{{"black", position.Black}, {"white", position.White}} {
			g.to(state)
			for x, y := range letters(words(g.fields(state, ogsSides)[side.key])) {
				if !g.on(x, y) {
					g.problem(format.BadStart, "a stone of the start that is on no point of the board")
					continue
				}
				stones++
				g.Script.Add(side.color, position.At(x, y))
			}
		}
	}
	free := isTrue(g.of("free_handicap_placement"))
	switch {
	case free && known && handicap > 1 && g.next == position.Black:
		g.free = handicap
	case !free && known && handicap > 1 && stones == 0 && g.next == position.White:
		g.problem(unsure, "nobody knows where %d stones of handicap lie", handicap)
	}
	if stones > 0 || g.next == position.White {
		g.Script.ToPlay(g.next)
	}
}

// on reports whether a point is on the board.
func (r *reader) on(x, y int) bool { return x >= 0 && y >= 0 && x < r.Size.Cols && y < r.Size.Rows }

// letters yields the points of a string of letters, two for each: x and y, -1 for what is no letter.
func letters(text string) func(yield func(x, y int) bool) {
	number := func(c byte) int {
		switch {
		case 'a' <= c && c <= 'z':
			return int(c - 'a')
		case 'A' <= c && c <= 'Z':
			return int(c-'A') + 26
		}
		return -1
	}
	return func(yield func(x, y int) bool) {
		for i := 0; i+1 < len(text); i += 2 {
			if !yield(number(text[i]), number(text[i+1])) {
				return
			}
		}
	}
}

// ogsMove is a move as it is written.
type ogsMove struct {
	x, y    int
	seconds float64 // below 0 if nobody knows
	color   int     // 1 Black, 2 White, 0 of nobody
	edited  bool
}

// moves adds the moves.
func (g *ogsGame) moves() {
	list := g.of("moves")
	if opens(list, '"') {
		g.to(list)
		g.letters(words(list))
	} else {
		for item := range items(list) {
			g.to(item)
			if m, ok := ogsMoveOf(item); ok {
				g.put(m)
			} else {
				g.bad()
			}
		}
	}
	g.placed()
}

// letters adds the moves of a string of letters. Before the letters of a stone that was set up
// stand "!" and its colour.
func (g *ogsGame) letters(text string) {
	for len(text) > 1 {
		if rest, ok := strings.CutPrefix(text, "!undefined"); ok {
			text = rest
			continue
		}
		m := ogsMove{seconds: -1}
		if text[0] == '!' {
			m.edited, m.color = true, int(text[1])-'0'
			if text = text[2:]; len(text) < 2 {
				break
			}
		}
		for m.x, m.y = range letters(text[:2]) {
			if pass := text[:2] == ".."; !pass && (m.x < 0 || m.y < 0) {
				m.x, m.y = position.MaxSize, position.MaxSize // no point
			}
		}
		g.put(m)
		text = text[2:]
	}
	if text != "" {
		g.bad()
	}
}

// bad adds a node for a move that cannot be read.
func (g *ogsGame) bad() {
	g.placed()
	g.Node()
	g.problem(format.BadMove, "cannot read the move")
	g.next = g.next.Opponent()
}

// ogsMoveOf reads a move from a list or an object.
func ogsMoveOf(item []byte) (ogsMove, bool) {
	m := ogsMove{seconds: -1}
	okX, okY := false, false
	take := func(key string, value []byte) {
		switch key {
		case "x":
			m.x, okX = whole(value)
		case "y":
			m.y, okY = whole(value)
		case "timedelta":
			if ms, ok := number(value); ok && ms >= 0 && ms < 1<<50 {
				m.seconds = ms / 1000
			}
		case "color":
			m.color, _ = whole(value)
		case "edited":
			m.edited = isTrue(value)
		}
	}
	switch {
	case opens(item, '{'):
		for key, value := range members(item) {
			take(key, value)
		}
	case opens(item, '['):
		at := 0
		for value := range items(item) {
			switch at {
			case 0, 1, 2, 3:
				take([]string{"x", "y", "timedelta", "color"}[at], value)
			case 4:
				for key, value := range members(value) {
					take(key, value)
				}
			}
			at++
		}
	}
	return m, okX && okY && m.x >= -1 && m.y >= -1
}

// put adds a move or a stone.
func (g *ogsGame) put(m ogsMove) {
	pass := m.x < 0 || m.y < 0
	switch {
	case m.edited:
		g.placed()
		g.Node()
		if m.color < 0 || m.color > 2 || !g.on(m.x, m.y) {
			g.problem(format.BadMove, "cannot read the stone")
			return
		}
		g.Script.Add([]position.Color{position.Empty, position.Black, position.White}[m.color], position.At(m.x, m.y))
		g.Script.ToPlay(g.next)
		return
	case g.free > 0 && !pass && g.on(m.x, m.y) && g.Nodes == 1:
		g.Script.Add(position.Black, position.At(m.x, m.y))
		g.stones++
		if g.free--; g.free == 0 {
			g.next = position.White
			g.Script.ToPlay(g.next)
		}
		return
	}
	g.placed()
	if pass {
		g.pass(g.next)
	} else {
		g.move(g.next, m.x, m.y)
	}
	if m.seconds >= 0 {
		g.Clocks = append(g.Clocks, format.ClockAt{Node: g.Nodes - 1, Clock: clock.Clock{Used: &m.seconds}})
	}
	g.next = g.next.Opponent()
}

// placed reports stones of a free handicap that are missing before another move.
func (g *ogsGame) placed() {
	if g.free > 0 {
		g.problem(unsure, "%d stones of the handicap were not put", g.free)
		g.Script.ToPlay(g.next)
		g.free = 0
	}
}

var ogsTalk = setOf("username", "body", "move_number")

// talk adds what was said at the moves.
func (g *ogsGame) talk() {
	type remark struct {
		node int
		text string
	}
	var all []remark
	unread := 0
	for item := range items(g.of("chat_log")) {
		r := fields{}
		for key, value := range members(item) {
			if ogsTalk[key] {
				r[key] = value
			} else if key == "line" && opens(value, '{') {
				for key, value := range members(value) {
					if ogsTalk[key] {
						r[key] = value
					}
				}
			}
		}
		if !opens(r["body"], '"') {
			unread++
			continue
		}
		text := words(r["body"])
		if name := words(r["username"]); name != "" {
			text = name + ": " + text
		}
		at, _ := whole(r["move_number"])
		all = append(all, remark{min(max(at-g.stones, 0), g.Nodes-1), text})
	}
	if unread > 0 {
		g.to(g.of("chat_log"))
		g.problem(unknownLine, "%d variations or other things in the talk are not read", unread)
	}
	slices.SortStableFunc(all, func(a, b remark) int { return a.node - b.node })
	for i := 0; i < len(all); {
		var said bytes.Buffer
		node := all[i].node
		for ; i < len(all) && all[i].node == node; i++ {
			if said.Len() > 0 {
				said.WriteByte('\n')
			}
			said.WriteString(all[i].text)
		}
		g.Comment(node, said.String())
	}
}
