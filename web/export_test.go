package web

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"image/gif"
	"image/png"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/drawing"
)

// exportsOf returns the addresses in the menu of formats of a page.
func exportsOf(t *testing.T, page string) (list []string) {
	t.Helper()
	_, menu, ok := strings.Cut(page, `<details class="export">`)
	if !ok {
		t.Fatal("the page has no menu of formats")
	}
	menu, _, _ = strings.Cut(menu, "</details>")
	for _, m := range regexp.MustCompile(`href="([^"]+)" download`).FindAllStringSubmatch(menu, -1) {
		list = append(list, html.UnescapeString(m[1]))
	}
	return list
}

// gamesIn imports a file into an archive of its own, and returns how many games it holds.
func gamesIn(t *testing.T, name string, data []byte) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(t.TempDir(), &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{path}}); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	return v.Len()
}

// Every entry of the menu of a game's page gives a file, of games of several kinds.
func TestExportsOfGame(t *testing.T) {
	s, a := served(t, nil)
	shogi, chess := importText(t, a, "played.csa", playedShogi), importText(t, a, "short.pgn", "[White \"A\"]\n[Black \"=1+1\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n")
	hive := importText(t, a, "hive.sgf", plainHive)
	for id, want := range map[string]string{
		"7":   "raw utf8 csv svg png gif",
		shogi: "raw sgf csa jkf ki2 kif usen usi csv svg png gif",
		chess: "raw sgf pgn csv svg png gif",
		hive:  "raw utf8 csv",
	} {
		var got []string
		for _, address := range exportsOf(t, get200(t, s, "/game/"+id+"@end")) {
			w := request(s, "GET", address, nil)
			as := address[strings.LastIndexByte(address, '/')+1:]
			got = append(got, as)
			data := w.Body.Bytes()
			disposition := w.Header().Get("Content-Disposition")
			if w.Code != 200 || len(data) == 0 || !regexp.MustCompile(`^attachment; filename="game-[\da-z]+\.[a-z\d]+"$`).MatchString(disposition) {
				t.Errorf("%s: %d, %q, %.200s", address, w.Code, disposition, data)
				continue
			}
			var err error
			switch as {
			case "svg":
				if !bytes.HasPrefix(data, []byte("<svg")) {
					err = fmt.Errorf("it begins with %.20s", data)
				}
			case "png":
				_, err = png.Decode(bytes.NewReader(data))
			case "gif":
				_, err = gif.DecodeAll(bytes.NewReader(data))
			case "csv":
				_, err = csv.NewReader(bytes.NewReader(data)).ReadAll()
			default: // a record, which can be imported
				if n := gamesIn(t, "taken."+strings.NewReplacer("raw", "sgf", "utf8", "sgf").Replace(as), data); n != 1 {
					err = fmt.Errorf("it holds %d games", n)
				}
			}
			if err != nil {
				t.Errorf("%s: %v", address, err)
			}
		}
		for _, as := range strings.Fields(want) {
			if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+as+" ") {
				t.Errorf("game %s is not given as %s but as %q", id, as, got)
			}
		}
		if strings.Contains(want, "png") != strings.Contains(strings.Join(got, " "), "png") {
			t.Errorf("game %s is given as %q", id, got)
		}
	}
}

// A film has a picture for each node of the line, a table a row for each move, and what a line of
// one's own adds is on the board.
func TestExportsOfLine(t *testing.T) {
	s, _ := served(t, nil)
	film, err := gif.DecodeAll(request(s, "GET", "/game/7@12/as/gif", nil).Body)
	if err != nil || len(film.Image) != 13 {
		t.Fatal(err, film)
	}
	rows, err := csv.NewReader(request(s, "GET", "/game/7/as/csv", nil).Body).ReadAll()
	if err != nil || len(rows) < 50 || rows[0][0] != "move" || rows[1][0] != "1" || rows[1][1] != "B" || len(rows[1][2]) != 2 {
		t.Fatal(err, rows)
	}
	plain, tried := request(s, "GET", "/game/7@3/as/png", nil), request(s, "GET", "/game/7@3/as/png?play="+url.QueryEscape("K10"), nil)
	if plain.Code != 200 || tried.Code != 200 || bytes.Equal(plain.Body.Bytes(), tried.Body.Bytes()) {
		t.Errorf("%d, %d: the line of one's own is not in the picture", plain.Code, tried.Code)
	}
	for address, code := range map[string]int{"/game/7/as/nothing": 400, "/game/7/as/pgn": 400, "/game/999999/as/png": 404, "/search/as/png": 404, "/search/as/csv?q=dat:1": 400} {
		if w := request(s, "GET", address, nil); w.Code != code {
			t.Errorf("%s: %d, want %d", address, w.Code, code)
		}
	}
}

// The menu says what its formats leave out, and the position can be selected without a script.
func TestExportsSayWhatIsLeftOut(t *testing.T) {
	s, a := served(t, nil)
	shogi := importText(t, a, "played.csa", playedShogi)
	long := importText(t, a, "long.sgf", "(;GM[1]SZ[19]PB[Long]"+strings.Repeat(";B[aa];W[]", drawing.MaxFrames/2)+")")
	const left, cut = "leaves out what it cannot hold", "the last 600 positions up to here as GIF"
	for address, want := range map[string][2]bool{"/game/7@3": {}, "/game/" + shogi + "@2": {true, false}, "/game/" + long: {false, true}, "/game/" + long + "@599": {}} {
		page := get200(t, s, address)
		if strings.Contains(page, left) != want[0] || strings.Contains(page, cut) != want[1] {
			t.Errorf("%s: the menu says the wrong thing", address)
		}
	}
	if page := get200(t, s, "/game/"+shogi+"@2"); !strings.Contains(page, `<code class="position">sfen lnsgkgsnl/`) {
		t.Error("the page has no SFEN")
	}
	if strings.Contains(get200(t, s, "/search?q="), left) {
		t.Error("a list of records as they came leaves nothing out")
	}
}

// All games that were found are given, each once.
func TestExportsOfList(t *testing.T) {
	s, a := served(t, nil)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, q := range []string{"", "player:shusaku", `event:"castle game"`} {
		found, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, q)})
		if err != nil {
			t.Fatal(err)
		}
		for _, address := range exportsOf(t, get200(t, s, "/search?"+url.Values{"q": {q}}.Encode())) {
			w := request(s, "GET", address, nil)
			if w.Code != 200 || w.Header().Get("Content-Disposition") == "" {
				t.Errorf("%s: %d", address, w.Code)
			}
			games := 0
			switch data := w.Body.Bytes(); {
			case strings.Contains(address, "csv"):
				rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
				if games = len(rows) - 1; err != nil || rows[0][0] != "id" {
					t.Errorf("%s: %v", address, err)
				}
			case strings.Contains(address, "jsonl"):
				for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); games++ {
					var g archive.Game
					if err := json.Unmarshal(lines.Bytes(), &g); err != nil || g.ID == 0 {
						t.Errorf("%s: %v", address, err)
					}
				}
			default:
				games = gamesIn(t, "games.sgf", data)
			}
			if games != found.Total {
				t.Errorf("%s: %d games, want %d", address, games, found.Total)
			}
		}
	}
}

// A slowWriter is a client that takes longer for a piece than an answer may take.
type slowWriter struct {
	*httptest.ResponseRecorder
	pause time.Duration
}

func (w *slowWriter) Write(p []byte) (int, error) {
	time.Sleep(w.pause)
	return w.ResponseRecorder.Write(p)
}

// A client may take its time for a list, as for a backup.
func TestExportToSlowClient(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Timeout = time.Second })
	w := &slowWriter{httptest.NewRecorder(), 1200 * time.Millisecond}
	r := httptest.NewRequest("GET", "http://localhost/search/as/raw?q=", nil)
	s.Handler().ServeHTTP(w, r)
	whole := request(s, "GET", "/search/as/raw?q=", nil)
	if w.Code != 200 || w.Body.Len() == 0 || !bytes.Equal(w.Body.Bytes(), whole.Body.Bytes()) {
		t.Errorf("%d, %d of %d bytes", w.Code, w.Body.Len(), whole.Body.Len())
	}
}
