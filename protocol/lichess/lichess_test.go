package lichess_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/internal/testsize"
	"kifudb/position/chess"
	"kifudb/protocol/lichess"
)

// pgn returns a game in PGN.
func pgn(white, black, whiteElo, blackElo, date, result, moves string) string {
	return fmt.Sprintf("[White %q]\n[Black %q]\n[WhiteElo %q]\n[BlackElo %q]\n[Date %q]\n[Result %q]\n\n%s %s\n", white, black, whiteElo, blackElo, date, result, moves, result)
}

func handlerOf(t *testing.T, games ...string) http.Handler {
	t.Helper()
	v := archivetest.OfFiles(t, games...)
	return lichess.New(lichess.Options{Ask: func(do func(*archive.Views) error) error { return do(v.Views) }}).Handler()
}

// get asks for an address, and fails unless the status is the wanted one.
func get(t *testing.T, h http.Handler, address string, status int) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	if w.Code != status {
		t.Fatalf("%s: status %d, expected %d: %s", address, w.Code, status, w.Body)
	}
	return w
}

func answerOf(t *testing.T, w *httptest.ResponseRecorder) (a map[string]any) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return a
}

var someGames = []string{
	pgn("Ann", "Bob", "2700", "2600", "2024.05.17", "1-0", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7"),
	pgn("Bob", "Cid", "2500", "?", "2023.01.02", "1/2-1/2", "1. e4 c5 2. Nf3"),
	pgn("Cid", "Ann", "2400", "2720", "2020", "0-1", "1. Nf3 e5 2. e4 Nc6 3. Bb5"),
	pgn("Ann", "Dan", "2710", "2300", "????.??.??", "*", "1. e4 e6"),
	pgn("Ann", "Dan", "2690", "2310", "2019.12.31", "1-0", "1. d4 d5"),
}

// The answer of each address has the original's shape.
func TestShape(t *testing.T) {
	h := handlerOf(t, someGames...)
	start := strings.TrimSpace(get(t, h, "/masters?topGames=2&moves=2", http.StatusOK).Body.String())
	const want = `{"white":2,"draws":1,"black":1,"moves":[` +
		`{"uci":"e2e4","san":"e4","averageRating":2600,"white":1,"draws":1,"black":0,"game":null,"opening":{"eco":"B00","name":"King's Pawn"}},` +
		`{"uci":"d2d4","san":"d4","averageRating":2690,"white":1,"draws":0,"black":0,"game":null,"opening":{"eco":"A40","name":"Queen's Pawn Game"}}],` +
		`"topGames":[{"uci":"g1f3","id":"3","winner":"black","white":{"name":"Cid","rating":2400},"black":{"name":"Ann","rating":2720},"year":2020,"month":null},` +
		`{"uci":"e2e4","id":"1","winner":"white","white":{"name":"Ann","rating":2700},"black":{"name":"Bob","rating":2600},"year":2024,"month":"2024-05"}],` +
		`"opening":null,"notices":["games without a known result do not count: 1"]}`
	if start != want {
		t.Errorf("/masters answers\n%s\nexpected\n%s", start, want)
	}
	w := get(t, h, "/player?player=Ann&color=white&play=e2e4", http.StatusOK)
	if kind := w.Header().Get("Content-Type"); kind != "application/x-ndjson" {
		t.Errorf("/player answers in %s", kind)
	}
	const wantPlayer = `{"white":1,"draws":0,"black":0,"moves":[` +
		`{"uci":"e7e5","san":"e5","averageOpponentRating":2600,"white":1,"draws":0,"black":0,"game":` +
		`{"id":"1","winner":"white","white":{"name":"Ann","rating":2700},"black":{"name":"Bob","rating":2600},"year":2024,"month":"2024-05"},"opening":{"eco":"C20","name":"King's Pawn Game"}}],` +
		`"recentGames":[{"uci":"e7e5","id":"1","winner":"white","white":{"name":"Ann","rating":2700},"black":{"name":"Bob","rating":2600},"year":2024,"month":"2024-05"}],` +
		`"opening":{"eco":"B00","name":"King's Pawn"},"queuePosition":0,"notices":["games without a known result do not count: 1"]}`
	if got := strings.TrimSpace(w.Body.String()); got != wantPlayer {
		t.Errorf("/player answers\n%s\nexpected\n%s", got, wantPlayer)
	}
	all := answerOf(t, get(t, h, "/lichess?recentGames=1&topGames=0&fen="+url.QueryEscape("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"), http.StatusOK))
	if len(all["recentGames"].([]any)) != 1 || len(all["topGames"].([]any)) != 0 || all["white"] != 1.0 || all["black"] != 1.0 {
		t.Errorf("/lichess answers %v", all)
	}
}

// Castling may come in either of its two forms, and is answered as the king's move to its rook.
func TestCastling(t *testing.T) {
	h := handlerOf(t, someGames...)
	line := "e2e4,e7e5,g1f3,b8c6,f1b5,g8f6"
	before := answerOf(t, get(t, h, "/lichess?play="+line, http.StatusOK))
	if m := before["moves"].([]any)[0].(map[string]any); m["uci"] != "e1h1" || m["san"] != "O-O" {
		t.Errorf("castling is %v", m)
	}
	for _, castling := range []string{"e1g1", "e1h1"} {
		after := answerOf(t, get(t, h, "/lichess?play="+line+","+castling, http.StatusOK))
		if m := after["moves"].([]any); len(m) != 1 || m[0].(map[string]any)["uci"] != "f8e7" {
			t.Errorf("after %s: %v", castling, m)
		}
	}
}

// Dates choose the games, and what is not followed is said.
func TestParameters(t *testing.T) {
	h := handlerOf(t, someGames...)
	for address, games := range map[string]int{
		"/masters?since=2020": 3, "/masters?until=2020": 2, "/masters?since=2020&until=2023": 2,
		"/lichess?since=2023-01&until=2024-04": 1, "/lichess?until=2024-05": 4, "/lichess?since=2024-06": 0,
	} {
		a := answerOf(t, get(t, h, address, http.StatusOK))
		if got := int(a["white"].(float64) + a["draws"].(float64) + a["black"].(float64)); got != games {
			t.Errorf("%s: %d games, expected %d", address, got, games)
		}
		if !strings.Contains(fmt.Sprint(a["notices"]), "without a date") {
			t.Errorf("%s says %v", address, a["notices"])
		}
	}
	for address, said := range map[string]string{
		"/lichess?speeds=blitz": "speeds is not followed", "/lichess?ratings=2000,2200": "ratings is not followed",
		"/player?player=Ann&color=black&modes=rated": "modes is not followed", "/lichess?history=true": "history is not followed",
	} {
		if a := answerOf(t, get(t, h, address, http.StatusOK)); !strings.Contains(fmt.Sprint(a["notices"]), said) {
			t.Errorf("%s says %v, expected %q", address, a["notices"], said)
		}
	}
	every := answerOf(t, get(t, h, "/lichess?speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence&ratings=0,1000,1200,1400,1600,1800,2000,2200,2500", http.StatusOK))
	if strings.Contains(fmt.Sprint(every["notices"]), "not followed") {
		t.Errorf("with all speeds and ratings it says %v", every["notices"])
	}
}

// What cannot be understood is refused.
func TestRefused(t *testing.T) {
	h := handlerOf(t, append(someGames, "(;GM[1]SZ[9];B[ee])")...)
	for _, address := range []string{
		"/masters?fen=nothing", "/masters?play=e2e5", "/masters?play=e2e4,e2e4", "/masters?since=May", "/lichess?since=2024-13", "/lichess?variant=atomic",
		"/lichess?moves=-1", "/lichess?topGames=x", "/player?color=white", "/player?player=Ann", "/player?player=Ann&color=red",
		"/lichess?play=" + strings.Repeat("g1f3,g8f6,f3g1,f6g8,", 300),
	} {
		get(t, h, address, http.StatusBadRequest)
	}
	if text := get(t, h, "/masters/pgn/1", http.StatusOK).Body.String(); !strings.Contains(text, "[White \"Ann\"]") || !strings.Contains(text, "4. O-O Be7") {
		t.Errorf("the record is %s", text)
	}
	for old, now := range map[string]string{"/master": "/masters", "/master/pgn/1": "/masters/pgn/1", "/personal?player=Ann&color=white": "/player?player=Ann&color=white"} {
		if a, b := get(t, h, old, http.StatusOK).Body.String(), get(t, h, now, http.StatusOK).Body.String(); a != b {
			t.Errorf("%s answers %s, %s answers %s", old, a, now, b)
		}
	}
	get(t, h, "/masters/pgn/6", http.StatusNotFound) // of Go
	get(t, h, "/masters/pgn/99", http.StatusNotFound)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/masters", nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", w.Code)
	}
}

// Text in a name is a name, and no query.
func TestNames(t *testing.T) {
	h := handlerOf(t, someGames...)
	for _, name := range []string{`Ann" or "Bob`, `x" game:go`, `x\" -white:nobody "`, "a\nb"} {
		a := answerOf(t, get(t, h, "/player?color=white&player="+url.QueryEscape(name), http.StatusOK))
		if n := a["white"].(float64) + a["draws"].(float64) + a["black"].(float64); n != 0 {
			t.Errorf("%q: %v games", name, n)
		}
	}
}

// A question that takes too long, or that nobody waits for, ends.
func TestTimeout(t *testing.T) {
	h := lichess.New(lichess.Options{Ask: func(func(*archive.Views) error) error { return context.DeadlineExceeded }}).Handler()
	get(t, h, "/masters", http.StatusServiceUnavailable)
	h = lichess.New(lichess.Options{Ask: func(func(*archive.Views) error) error { return fmt.Errorf("a secret path") }}).Handler()
	if text := get(t, h, "/masters", http.StatusInternalServerError).Body.String(); strings.Contains(text, "secret") {
		t.Errorf("the answer is %s", text)
	}
}

// The counts of random games are those of a slow twin, at every position.
func TestAgreesWithScan(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	type counts struct{ white, draws, black int }
	want := map[string]map[string]counts{}
	line := map[string]string{}
	var games []string
	for i := range testsize.Of(40, 120) {
		p := chess.New()
		var sans, moves []string
		result := []string{"1-0", "0-1", "1/2-1/2"}[r.IntN(3)]
		seen := map[string]bool{}
		for range 6 {
			list := p.Moves()
			m := list[r.IntN(2)*(len(list)-1)]
			epd := p.EPD()
			if !seen[epd] {
				seen[epd] = true
				if want[epd] == nil {
					want[epd], line[epd] = map[string]counts{}, strings.Join(moves, ",")
				}
				c := want[epd][m.String()]
				switch result {
				case "1-0":
					c.white++
				case "0-1":
					c.black++
				default:
					c.draws++
				}
				want[epd][m.String()] = c
			}
			sans, moves = append(sans, p.SAN(m)), append(moves, m.String())
			p.Play(m)
		}
		games = append(games, pgn(fmt.Sprintf("W%d", i), "B", "?", "?", "2000", result, strings.Join(sans, " ")))
	}
	h := handlerOf(t, games...)
	compared := 0
	for epd, moves := range want {
		a := answerOf(t, get(t, h, "/lichess?moves=100&play="+line[epd], http.StatusOK))
		for _, one := range a["moves"].([]any) {
			m := one.(map[string]any)
			got := counts{int(m["white"].(float64)), int(m["draws"].(float64)), int(m["black"].(float64))}
			if uci := m["uci"].(string); got != moves[uci] {
				t.Errorf("%s %s: %v, expected %v", epd, uci, got, moves[uci])
			}
			compared++
		}
		if len(a["moves"].([]any)) != len(moves) {
			t.Errorf("%s: %d moves, expected %d", epd, len(a["moves"].([]any)), len(moves))
		}
	}
	if compared < 30 {
		t.Errorf("only %d moves were compared", compared)
	}
}
