package second

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A target is a position that is asked for, as a query says it and as the second program does.
type target struct {
	term       string
	game       string
	rows, cols int
	cells      string
	turn       byte
	rest       string
}

// target chooses a position of the records: those near the beginning more often.
func (b *bench) target() target {
	for {
		r := b.records[b.random.IntN(len(b.records))]
		n := r.nodes[b.random.IntN(min(len(r.nodes), 1+b.random.IntN(10)))]
		if n.broken {
			continue
		}
		term := fmt.Sprintf("pos:%d@n%d", r.id, n.number)
		if n.main && b.random.IntN(2) == 0 && r.at(n.played) == n {
			term = fmt.Sprintf("pos:%d@%d", r.id, n.played)
		}
		return target{term, r.game, r.rows, r.cols, n.cells, n.turn, n.rest}
	}
}

// ways returns how a board may be turned and remain the same to a game.
func ways(game string, rows, cols int) []turning {
	if game == "go" || game == "othello" {
		return turnings(rows, cols)
	}
	return []turning{{}}
}

// is returns how the position must be turned to be that of a node; none if it is another one.
func (t target) is(r *record, n *node) (found []turning) {
	if strings.Count(t.cells, ".") != strings.Count(n.cells, ".") || strings.Count(t.cells, "X") != strings.Count(n.cells, "X") {
		return nil
	}
	if r.game != t.game || r.rows != t.rows || r.cols != t.cols || n.broken || n.turn != t.turn || n.rest != t.rest {
		return nil
	}
	for _, w := range ways(t.game, t.rows, t.cols) {
		if w.board(t.cells, t.rows, t.cols) == n.cells {
			found = append(found, w)
		}
	}
	return found
}

// hits returns the nodes at which the position comes up: on each line the first.
func (t target) hits(r *record) (found []*node) {
	stood := map[*node]bool{}
	for _, n := range r.nodes {
		there := len(t.is(r, n)) > 0
		if stood[n] = there || stood[n.parent]; there && !stood[n.parent] {
			found = append(found, n)
		}
	}
	return found
}

// onward returns the moves that follow a node, on each line the first, unless setup changes the
// board before it.
func onward(n *node) (moves []*node) {
	for _, c := range n.children {
		if c.color != 0 {
			moves = append(moves, c)
		} else if c.cells == n.cells {
			moves = append(moves, onward(c)...)
		}
	}
	return moves
}

// asked returns a move in the coordinates of the target. Of points that are the same by symmetry
// it returns the first; all has the others.
func (t target) asked(n *node, turned []turning) (name string, all []string) {
	if n.move == "" || t.game != "go" && t.game != "othello" {
		return fmt.Sprintf("%c %s", n.color, n.move), []string{n.move}
	}
	board := &goban{rows: t.rows, cols: t.cols}
	i := board.index(n.move)
	for _, w := range turned {
		for back := range t.rows * t.cols {
			if w.of(back, t.rows, t.cols) == i {
				all = append(all, pointName(t.game, back, t.cols))
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return fmt.Sprintf("%c %s", n.color, all[0]), all
}

// A continuation is a move that was played next.
type continuation struct {
	color byte
	all   []string // the points, which are the same by symmetry
	hits  int
	games []*record
	after *node // a node after the move, with the record
	of    *record
}

// A nextTable is what was played next in some records.
type nextTable struct {
	games []*record
	hits  int
	ended int
	moves map[string]*continuation
}

func (t target) next(records []*record) nextTable {
	table := nextTable{moves: map[string]*continuation{}}
	for _, r := range records {
		hits := t.hits(r)
		if len(hits) == 0 {
			continue
		}
		table.games = append(table.games, r)
		table.hits += len(hits)
		for _, hit := range hits {
			turned := t.is(r, hit)
			moves := onward(hit)
			if len(moves) == 0 {
				table.ended++
			}
			for _, n := range moves {
				name, all := t.asked(n, turned)
				c := table.moves[name]
				if c == nil {
					c = &continuation{color: n.color, all: all, after: n, of: r}
					table.moves[name] = c
				}
				c.hits++
				if !slices.Contains(c.games, r) {
					c.games = append(c.games, r)
				}
			}
		}
	}
	return table
}

// count counts how games ended.
func count(records []*record) (w tally) {
	for _, r := range records {
		w.add(r)
	}
	return w
}

// oneOf expects one of some texts.
func oneOf(list []string) test {
	return func(got any) string {
		if text, ok := got.(string); !ok || !slices.Contains(list, text) {
			return fmt.Sprintf("is %v, want one of %q", got, list)
		}
		return ""
	}
}

// usualResult is a result as counts have it: in short, whatever the record's form.
func usualResult(r *record) string {
	side, how, won := strings.Cut(r.result, "+")
	switch {
	case r.winner == 'D':
		return "0"
	case !won:
		return r.result
	case len(how) > 1 && strings.Contains(" Resign Time Forfeit ", " "+how+" "):
		return side + "+" + how[:1]
	}
	if margin, err := strconv.ParseFloat(how, 64); err == nil {
		how = strconv.FormatFloat(margin, 'f', -1, 64)
	}
	return side + "+" + how
}

// groupsOf returns the values of a field in a record. Values of a player are those of whoever moves.
func groupsOf(field string, r *record, mover byte) []string {
	value := ""
	switch field {
	case "year":
		if r.year() != 0 {
			value = fmt.Sprint(r.year())
		}
	case "decade":
		if r.year() != 0 {
			value = fmt.Sprint(r.year()/10*10, "s")
		}
	case "player":
		value = r.player(mover)
	case "rank":
		value = r.rank(mover)
	case "century":
		if r.year() != 0 {
			value = fmt.Sprint(r.year()/100*100, "s")
		}
	case "black":
		value = r.black
	case "white":
		value = r.white
	case "blackrank":
		value = r.ranks[0]
	case "whiterank":
		value = r.ranks[1]
	case "by":
		value = r.reason()
	case "moves":
		value = fmt.Sprint(r.moves)
	case "event":
		value = r.event
	case "komi":
		value = r.komi
	case "handicap":
		value = fmt.Sprint(r.handicap)
	case "size":
		value = r.size()
	case "result":
		value = usualResult(r)
	case "winner":
		value = map[byte]string{'B': "black", 'W': "white", 'D': "draw", '?': "unknown"}[r.winner]
		if r.result == "Void" {
			value = "void"
		}
	default:
		panic(field)
	}
	if value == "" {
		return nil
	}
	return []string{value}
}

// checkNext compares answers to next about some positions.
func (b *bench) checkNext(questions int) {
	fields := []string{"year", "decade", "player", "rank", "event", "komi", "black", "result", "winner", "handicap"}
	for k := range questions {
		t := b.target()
		args := []string{"next", t.term}
		if b.random.IntN(3) == 0 {
			args = append(args, "--details")
		}
		field := ""
		if b.random.IntN(2) == 0 {
			field = fields[k%len(fields)]
			args = append(args, "--by", field)
		}
		got, page := b.ask(args...)
		var matching []*record
		for _, r := range b.records {
			if len(t.hits(r)) > 0 {
				matching = append(matching, r)
			}
		}
		games, folded := b.fold(matching)
		table := t.next(games)
		want := object{
			"query": unchecked("text"), "games": len(games), "hits": table.hits, "folded": folded, "ended": table.ended, "won": count(games).results(),
			"moves": len(table.moves), "provenance": provenance(len(games), len(matching), table.hits, len(b.records)),
		}
		details := slices.Contains(args, "--details")
		if details {
			want["detail"] = b.detail(t, games, nil)
		}
		if field != "" {
			want["by"] = object{"field": field, "values": valuesOf(field, games, table.movers, nil, nil), "mixture": unchecked("mixture")}
		}
		rows, names := b.rows(t, table, games, details, field)
		want["next"] = page.matched("next", rows, names, got["next"])
		page.compare("", want, got)
	}
}

// rows returns what is expected of each move, by its name.
func (b *bench) rows(t target, table nextTable, games []*record, details bool, field string) (rows map[string]object, names func(got object) string) {
	rows = map[string]object{}
	order := slices.Sorted(maps.Keys(table.moves))
	expected := map[string]float64{}
	for _, color := range []byte("BW") {
		var own []tally
		var keys []string
		for _, key := range order {
			if c := table.moves[key]; c.color == color {
				own, keys = append(own, count(c.games).by(color)), append(keys, key)
			}
		}
		list, _ := estimates(count(games).by(color), own)
		for i, key := range keys {
			expected[key] = list[i]
		}
	}
	for _, key := range order {
		c := table.moves[key]
		rows[key] = object{
			"color": string(c.color), "point": oneOf(c.all), "games": len(c.games), "share": wilson(len(c.games), len(games)), "hits": c.hits,
			"after_tenuki": 0, "won": count(c.games).results(), "estimate": near(expected[key], 2e-4),
		}
		if details {
			rows[key]["detail"] = b.detail(t, c.games, c)
		}
		if field != "" {
			rows[key]["by"] = nil
			if len(grouped(field, c.games, always(c.color))) > 0 {
				rows[key]["by"] = valuesOf(field, c.games, always(c.color), games, table.movers)
			}
		}
	}
	names = func(got object) string {
		color, _ := got["color"].(string)
		point, _ := got["point"].(string)
		for key, c := range table.moves {
			if string(c.color) == color && slices.Contains(c.all, point) {
				return key
			}
		}
		return color + " " + point
	}
	return rows, names
}

// near expects a number that is found by searching.
func near(want, by float64) test {
	return func(got any) string {
		if g, ok := got.(float64); !ok || g < want-by || g > want+by {
			return fmt.Sprintf("is %v, want %.5f", got, want)
		}
		return ""
	}
}

// matched puts what is expected of rows into the order in which they are printed, and checks that
// each is printed once.
func (s *sheet) matched(path string, rows map[string]object, name func(object) string, got any) (list []any) {
	printed, _ := got.([]any)
	left := maps.Clone(rows)
	for i, g := range printed {
		o, _ := g.(object)
		key := name(o)
		row, ok := left[key]
		if !ok {
			s.differs(path, "row %d, %q, is not expected, or printed twice: %s", i, key, short(g))
			list = append(list, unchecked("row that is not expected"))
			continue
		}
		delete(left, key)
		list = append(list, row)
	}
	for _, key := range slices.Sorted(maps.Keys(left)) {
		s.differs(path, "the row %q is missing: %s", key, short(left[key]))
	}
	return list
}

// valuesOf returns the games by the values of a field; within are those of which shares are.
func valuesOf(field string, games []*record, movers func(*record) string, within []*record, all func(*record) string) any {
	return deferred(func(s *sheet, path string, got any) any {
		have, whole := grouped(field, games, movers), grouped(field, within, all)
		rows := map[string]object{}
		for value, list := range have {
			rows[value] = object{"value": value, "games": len(list), "won": count(list).results(), "share": nil}
			if within != nil {
				rows[value]["share"] = wilson(len(list), len(whole[value]))
			}
		}
		return s.matched(path, rows, func(o object) string { return fmt.Sprint(o["value"]) }, got)
	})
}

// grouped returns records by the values of a field; of a player's fields those of the sides that
// move in a record.
func grouped(field string, records []*record, movers func(*record) string) map[string][]*record {
	by := map[string][]*record{}
	for _, r := range records {
		sides := "B"
		if field == "player" || field == "rank" {
			sides = movers(r)
		}
		var values []string
		for _, color := range []byte(sides) {
			values = append(values, groupsOf(field, r, color)...)
		}
		slices.Sort(values)
		for _, v := range slices.Compact(values) {
			by[v] = append(by[v], r)
		}
	}
	return by
}

// always says that the same side moves in all records.
func always(color byte) func(*record) string {
	return func(*record) string { return string(color) }
}

// movers returns which sides move next in a record.
func (t nextTable) movers(r *record) (sides string) {
	for _, color := range []byte("BW") {
		for _, c := range t.moves {
			if c.color == color && slices.Contains(c.games, r) {
				sides += string(color)
				break
			}
		}
	}
	return sides
}

// occasion returns the first or last game with a date, and who moved in it: the first is the one that
// was certainly over first.
func occasion(games []*record, last bool, mover byte) any {
	var best *record
	for _, r := range games {
		if r.year() == 0 {
			continue
		}
		earlier := best != nil && (before(r.to, best.to))
		later := best != nil && (before(best.from, r.from))
		if best == nil || !last && earlier || last && later {
			best = r
		}
	}
	if best == nil {
		return nil
	}
	o := object{"game": fmt.Sprint(best.id), "year": best.year(), "player": nil}
	if mover != 0 && best.player(mover) != "" {
		o["player"] = best.player(mover)
	}
	return o
}

// detail returns what --details says of games, of a move if there is one.
func (b *bench) detail(t target, games []*record, c *continuation) object {
	o := object{"first": nil, "last": nil, "players": nil, "most": nil, "one_player": nil, "adjusted": nil, "reached": nil}
	mover := byte(0)
	if c != nil {
		mover = c.color
		by := grouped("player", games, always(mover))
		if len(by) > 0 {
			o["players"] = len(by)
		}
		most, names := 0, []string{}
		for _, name := range slices.Sorted(maps.Keys(by)) {
			if n := len(by[name]); n > most {
				most, names = n, []string{name}
			} else if n == most {
				names = append(names, name)
			}
		}
		if most > 0 {
			o["most"] = object{"player": oneOf(names), "games": most}
		}
		if len(games) >= 2 && 2*most > len(games) {
			o["one_player"] = true
		}
		if c.after.move != "" {
			after := target{"", t.game, t.rows, t.cols, c.after.cells, c.after.turn, c.after.rest}
			var reaching []*record
			for _, r := range b.records {
				if len(after.hits(r)) > 0 {
					reaching = append(reaching, r)
				}
			}
			left, _ := b.fold(reaching)
			o["reached"] = len(left)
		}
	}
	o["first"], o["last"] = occasion(games, false, mover), occasion(games, true, mover)
	o["adjusted"] = adjusted(games)
	return o
}

// adjusted returns what is said of the strength of the players. What was expected is a fit to all
// games, which the second program does not make again.
func adjusted(games []*record) any {
	var w tally
	for _, r := range games {
		if r.ranks[0] != "" && r.ranks[1] != "" {
			w.add(r)
		}
	}
	if w.decided() == 0 {
		return nil
	}
	return deferred(func(s *sheet, path string, got any) any {
		o, _ := got.(object)
		expected, _ := o["expected"].(float64)
		return object{
			"games": w.decided(), "score": w.score(), "expected": unchecked("fit of strength"),
			"difference": object{"value": near(w.score()-expected, 2e-6), "low": unchecked("fit of strength"), "high": unchecked("fit of strength")},
		}
	})
}
