// Package enginetest has a program for tests that speaks the protocol of KataGo's analysis
// engine, and answers by a function of the position that tests know.
package enginetest

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"time"

	"kifudb/game/katago"
	"kifudb/internal/durable"
	"kifudb/position"
)

// Lead returns what Black is ahead by in a position: a number that its stones alone decide.
func Lead(b *position.Board) float64 {
	size := b.Size()
	h := fnv.New64a()
	black, white := 0, 0
	for i := range size.Area() {
		c := b.At(size.At(i))
		_, _ = h.Write([]byte{byte(c)})
		switch c {
		case position.Black:
			black++
		case position.White:
			white++
		}
	}
	if black > size.Area()/2 && white == 0 {
		return 70 // it is won beyond doubt
	}
	return float64(int(h.Sum64()%401)-200) / 10
}

// Chance returns Black's chance to win with a lead.
func Chance(lead float64) float64 { return math.Round(1e4/(1+math.Exp(-lead/10))) / 1e4 }

// Best returns the first choice of the engine: the first empty point, counted from a number that the lead decides.
func Best(b *position.Board) string {
	size := b.Size()
	start := int(math.Abs(Lead(b)) * 10)
	for i := range size.Area() {
		if p := size.At((start + i) % size.Area()); b.At(p) == position.Empty {
			return size.Name(p)
		}
	}
	return "pass"
}

// Board returns the position after the moves of a query.
func Board(q *katago.Query) *position.Board {
	b := position.Rules{}.NewBoard(q.Size)
	for _, s := range q.Stones {
		b.Set(s.Point, s.Color)
	}
	for _, m := range q.Moves {
		b.Play(m)
	}
	return b
}

// Main is the program. It returns its exit status.
func Main(args []string, in io.Reader, out, stderr io.Writer) int {
	flags := flag.NewFlagSet("fake", flag.ContinueOnError)
	flags.SetOutput(stderr)
	view := flags.String("view", katago.Mover, "whose the values are")
	log := flags.String("log", "", "file for a line for each position that is asked about")
	crash := flags.Int("crash-after", 0, "end after so many answers")
	poison := flags.String("crash-on", "", "end when asked about a position after this move")
	refuse := flags.String("refuse", "", "refuse positions after this move")
	silent := flags.Int("silent-after", -1, "say nothing more after so many answers")
	garbage := flags.Int("garbage", 0, "lines of garbage before each answer")
	shuffle := flags.Int("shuffle", 1, "answer so many requests in reverse")
	long := flags.Bool("long", false, "also write a line of 40 MB")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	w := bufio.NewWriter(out)
	defer w.Flush()
	answered := 0
	var held []string
	release := func() {
		for i := len(held) - 1; i >= 0; i-- {
			fmt.Fprintln(w, held[i])
		}
		held = held[:0]
		w.Flush()
	}
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		for line := range katago.Lines(in) {
			lines <- append([]byte(nil), line...)
		}
	}()
	if *long {
		w.Write(make([]byte, 40<<20))
		fmt.Fprintln(w)
	}
	for {
		var line []byte
		ok := true
		select {
		case line, ok = <-lines:
		case <-time.After(20 * time.Millisecond): // nothing else is asked: what is held is answered
			release()
			continue
		}
		if !ok {
			break
		}
		q, _, _, err := katago.Read(line)
		if err != nil {
			fmt.Fprintf(w, "{\"error\":%q}\n", err)
			w.Flush()
			continue
		}
		b := Board(q)
		last := ""
		if n := len(q.Moves); n > 0 {
			last = q.Size.Name(q.Moves[n-1].Point)
		}
		proof := len(q.Stones) > q.Size.Area()/2
		if !proof && *log != "" {
			var files durable.Files
			if _, err := os.Stat(*log); err != nil {
				_, _ = files.Write(*log, false, func(io.Writer) error { return nil })
			}
			if err := files.AppendLater(*log, []byte(q.ID+"\n")); err != nil {
				fmt.Fprintln(stderr, err)
				return 1
			}
		}
		if *poison != "" && last == *poison {
			release()
			fmt.Fprintln(stderr, "fatal: cannot evaluate", last)
			return 3
		}
		if *refuse != "" && last == *refuse {
			fmt.Fprintf(w, "{\"error\":\"no\",\"field\":\"moves\",\"id\":%q}\n", q.ID)
			w.Flush()
			continue
		}
		if *silent >= 0 && answered >= *silent {
			continue
		}
		for i := range *garbage {
			fmt.Fprintf(w, "%d: loading {\"id\": nonsense\n", i)
		}
		lead := Lead(b)
		chance := Chance(lead)
		toMove := q.ToMove(len(q.Moves))
		if *view == katago.White || *view == katago.Mover && toMove == position.White {
			lead, chance = -lead, 1-chance
		}
		held = append(held, fmt.Sprintf(`{"id":%q,"turnNumber":%d,"isDuringSearch":false,"moveInfos":[{"move":%q,"order":0}],"rootInfo":{"winrate":%.4f,"scoreLead":%.1f,"visits":%d,"currentPlayer":%q}}`,
			q.ID, len(q.Moves), Best(b), chance, lead, cmp.Or(q.Visits, 10), toMove.Letter()))
		if proof || len(held) >= *shuffle {
			release()
		}
		if !proof {
			answered++
		}
		if *crash > 0 && answered >= *crash {
			release()
			return 1
		}
	}
	release()
	return 0
}
