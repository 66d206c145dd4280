package user

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kifudb/store"
)

func review(p Position, second int64, quality int) Review {
	return Review{p, 7, 40, 41, time.Unix(second, 0).UTC(), quality}
}

func TestReviews(t *testing.T) {
	dir := t.TempDir()
	db := Open(dir)
	for i, r := range []Review{review("b", 20, 4), review("a", 10, 2), review("b", 10, 5), review("a", 10, 3)} {
		if err := db.AddReview(r); err != nil {
			t.Fatal(i, err)
		}
	}
	want := [][]Review{{review("a", 10, 2), review("a", 10, 3)}, {review("b", 10, 5), review("b", 20, 4)}}
	for _, db := range []*DB{db, Open(dir)} {
		got, err := db.Reviews()
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%v\n%s", err, cmp.Diff(want, got))
		}
	}
	if list, err := db.ReviewsOf("b"); err != nil || !cmp.Equal(list, want[1]) {
		t.Errorf("%v, %v", list, err)
	}
	if n, err := db.ForgetReviews([]Position{"b", "c", "b"}); n != 1 || err != nil {
		t.Errorf("forgot %d: %v", n, err)
	}
	if n, err := db.ForgetReviews([]Position{"c"}); n != 0 || err != nil {
		t.Errorf("forgot %d: %v", n, err)
	}
	if got, _ := Open(dir).Reviews(); !cmp.Equal(got, want[:1]) {
		t.Error(cmp.Diff(want[:1], got))
	}
	for _, bad := range []Review{review("", 1, 3), review("a", 1, 6), review("a", 1, -1), {Position: "a"}, {Position: "a", Game: 1, Node: -1}} {
		if err := db.AddReview(bad); err == nil {
			t.Errorf("%v was kept", bad)
		}
	}
}

// TestReviewsMerge appends the logs of three machines to each other in every order: all read the same, whatever
// each had forgotten by itself.
func TestReviewsMerge(t *testing.T) {
	const writers = 3
	rng := rand.New(rand.NewPCG(1, 2))
	base := t.TempDir()
	if err := Open(base).AddReview(review("start", 1, 4)); err != nil {
		t.Fatal(err)
	}
	var logs [writers][]byte
	for w := range logs {
		dir := t.TempDir()
		for _, name := range []string{LogName, CopyName} {
			data, err := os.ReadFile(filepath.Join(base, name))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		db := Open(dir)
		for range 12 {
			p := Position(fmt.Sprint("p", rng.IntN(3)))
			var err error
			if rng.IntN(6) == 0 {
				_, err = db.ForgetReviews([]Position{p})
			} else {
				err = db.AddReview(Review{p, store.GameID(1 + w), 1, 2, time.Unix(rng.Int64N(50), 0).UTC(), rng.IntN(6)})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		var err error
		if logs[w], err = os.ReadFile(filepath.Join(dir, LogName)); err != nil {
			t.Fatal(err)
		}
	}
	var first [][]Review
	for i, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {1, 2, 0, 1}, {2, 0, 1, 0}} {
		dir := t.TempDir()
		var all bytes.Buffer
		for _, w := range order {
			all.Write(logs[w])
		}
		for _, name := range []string{LogName, CopyName} {
			if err := os.WriteFile(filepath.Join(dir, name), all.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := Open(dir).Reviews()
		if err != nil || len(got) < 2 {
			t.Fatal(got, err)
		}
		if i == 0 {
			first = got
		} else if !cmp.Equal(got, first) {
			t.Errorf("in the order %v\n%s", order, cmp.Diff(first, got))
		}
	}
}
