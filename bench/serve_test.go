package bench

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/web"
)

// What clients ask of a server, with the address of the i-th question. Questions differ,
// so that few are answered from what is kept; they are the same in each run.
var loads = []struct {
	name    string
	address func(r *rand.Rand, games int) string
}{
	{"start", func(*rand.Rand, int) string { return "/" }},
	{"position", func(r *rand.Rand, games int) string {
		return explorer(fmt.Sprintf("pos:%d@%d", 1+r.IntN(games), 2+r.IntN(12)))
	}},
	{"corner", func(r *rand.Rand, _ int) string { return explorer("pat:NE" + pattern(r, 7, 7)) }},
	{"floating", func(r *rand.Rand, _ int) string { return explorer("pat:" + pattern(r, 4, 5)) }},
	{"text", func(r *rand.Rand, _ int) string {
		words := []string{"joseki", "ladder", "moyo", "sente", "good", "mistake", "problem", "territory", "attack", "black", "white", "move"}
		return "/search?q=" + url.QueryEscape("comment:"+words[r.IntN(len(words))]+" moves:>"+strconv.Itoa(r.IntN(200)))
	}},
	{"game", func(r *rand.Rand, games int) string { return fmt.Sprintf("/game/%d@%d", 1+r.IntN(games), r.IntN(100)) }},
}

func explorer(query string) string { return "/?q=" + url.QueryEscape(query) }

// pattern puts three to five stones somewhere into a part of a board.
func pattern(r *rand.Rand, cols, rows int) string {
	cells := []byte(strings.Repeat(".", cols*rows))
	for i := range 3 + r.IntN(3) {
		cells[r.IntN(len(cells))] = "XO"[i%2]
	}
	var lines []string
	for line := range slices.Chunk(cells, cols) {
		lines = append(lines, string(line))
	}
	return "[" + strings.Join(lines, "|") + "]"
}

// Many clients at once are answered, all of them, in memory that is bounded. With
// KIFUDB_LOAD, an archive, each kind of page is asked for KIFUDB_LOAD_SECONDS (30) by 32
// clients, and the times are printed; KIFUDB_LOAD_IMPORT names what is imported meanwhile
// into the archive. Otherwise a small archive is asked for a moment.
func TestServeLoad(t *testing.T) {
	dir, clients, each := os.Getenv("KIFUDB_LOAD"), 32, 30*time.Second
	if text := os.Getenv("KIFUDB_LOAD_SECONDS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		each = time.Duration(n) * time.Second
	}
	if dir == "" {
		dir, clients, each = filepath.Join(t.TempDir(), "archive"), 8, 200*time.Millisecond
	}
	a, err := archive.Open(dir, &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if os.Getenv("KIFUDB_LOAD") == "" {
		games := t.TempDir()
		if err := os.CopyFS(games, archive.DemoCollection()); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{games}}); err != nil {
			t.Fatal(err)
		}
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	games := v.Len()
	v.Close()
	s, err := web.New(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	importing := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if path := os.Getenv("KIFUDB_LOAD_IMPORT"); path != "" {
		go func() {
			_, err := a.Import(ctx, &archive.Import{Paths: []string{path}})
			importing <- err
		}()
	}
	peak := make(chan int64)
	go func() {
		most := int64(0)
		for ctx.Err() == nil {
			now, _ := ownMemory()
			most = max(most, now)
			time.Sleep(50 * time.Millisecond)
		}
		peak <- most
	}()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	t.Logf("%d clients, %v each", clients, each)
	for _, kind := range loads {
		var mu sync.Mutex // guards times and faults
		var times []time.Duration
		var faults []string
		var all sync.WaitGroup
		begin := time.Now()
		for i := range clients {
			all.Go(func() {
				r := rand.New(rand.NewPCG(uint64(i), 7))
				for time.Since(begin) < each {
					address := kind.address(r, games)
					at := time.Now()
					fault := get(client, server.URL+address)
					took := time.Since(at)
					mu.Lock()
					times = append(times, took)
					if fault != "" {
						faults = append(faults, address+": "+fault)
					}
					mu.Unlock()
				}
			})
		}
		all.Wait()
		took := time.Since(begin)
		slices.Sort(times)
		at := func(share float64) time.Duration {
			return times[int(share*float64(len(times)-1))].Round(time.Millisecond)
		}
		t.Logf("%-9s %7.1f/s  p50 %7v  p95 %7v  p99 %7v  errors %d", kind.name, float64(len(times))/took.Seconds(), at(.5), at(.95), at(.99), len(faults))
		for _, f := range faults[:min(len(faults), 3)] {
			t.Error(f)
		}
	}
	select {
	case err := <-importing:
		t.Logf("the import had ended: %v", err)
	default:
	}
	stop()
	t.Logf("peak memory of server and clients, mapped files aside: %d MB", <-peak>>20)
}

// get asks for a page and returns what is wrong with the answer, "" for nothing. That a
// game has no such move is none.
func get(client *http.Client, address string) string {
	response, err := client.Get(address)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	n, err := io.Copy(io.Discard, response.Body)
	switch {
	case err != nil:
		return err.Error()
	case response.StatusCode >= http.StatusInternalServerError || n == 0:
		return response.Status
	case response.StatusCode != http.StatusOK && response.StatusCode != http.StatusBadRequest && response.StatusCode != http.StatusNotFound:
		return response.Status
	}
	return ""
}
