package user

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kifudb/store"
)

// A Review is an answer of the user's to the question which move comes next.
type Review struct {
	Position Position     // in which it was asked
	Game     store.GameID // where the position was found
	Node     int          // number of its node there
	Next     int          // number of the node whose move was wanted; 0 if the record is a problem
	Time     time.Time    // in seconds
	Quality  int          // how good the answer was, from 0 to MaxQuality
}

// MaxQuality is the best quality of an answer.
const MaxQuality = 5

// valid says why a review cannot be kept.
func (r *Review) valid() error {
	switch {
	case r.Position == "" || len(r.Position) > maxPosition:
		return fmt.Errorf("the position takes %d bytes; answers can be kept for positions of 1 to %d", len(r.Position), maxPosition)
	case r.Game == 0 || r.Node < 0 || r.Next < 0:
		return errors.New("an answer needs the place of its position")
	case r.Quality < 0 || r.Quality > MaxQuality:
		return fmt.Errorf("an answer has a quality from 0 to %d, and %d is none", MaxQuality, r.Quality)
	}
	return nil
}

// reviewChange adds a review, or removes all of a position that came before it.
type reviewChange struct {
	Position Position     `json:"position"`
	Game     store.GameID `json:"game,omitempty"`
	Node     int          `json:"node,omitempty"`
	Next     int          `json:"next,omitempty"`
	Time     int64        `json:"time,omitempty"` // seconds since 1970
	Quality  int          `json:"quality,omitempty"`
	Gone     bool         `json:"gone,omitempty"`
}

func (s *state) changeReviews(c *reviewChange) {
	if c.Gone {
		delete(s.reviews, c.Position)
		return
	}
	s.reviews[c.Position] = append(s.reviews[c.Position], Review{c.Position, c.Game, c.Node, c.Next, time.Unix(c.Time, 0).UTC(), c.Quality})
}

// AddReview keeps an answer. It returns when both files are flushed to the disk.
func (db *DB) AddReview(r Review) error {
	if err := r.valid(); err != nil {
		return err
	}
	return db.change("drill", func(_ *state, o *operation) error {
		o.Reviews = []reviewChange{{r.Position, r.Game, r.Node, r.Next, r.Time.Unix(), r.Quality, false}}
		return nil
	})
}

// ForgetReviews removes all reviews of positions, and returns of how many positions there were some.
func (db *DB) ForgetReviews(positions []Position) (forgotten int, err error) {
	positions = slices.Compact(slices.Sorted(slices.Values(positions)))
	err = db.change("drill forget", func(s *state, o *operation) error {
		for _, p := range positions {
			if len(s.reviews[p]) > 0 {
				o.Reviews = append(o.Reviews, reviewChange{Position: p, Gone: true})
			}
		}
		forgotten = len(o.Reviews)
		return nil
	})
	return forgotten, err
}

// Reviews returns all reviews, those of each position together and ordered by their times, whatever the order
// in which the logs of several machines were merged.
func (db *DB) Reviews() ([][]Review, error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	all := make([][]Review, 0, len(s.reviews))
	for _, list := range s.reviews {
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b Review) int { return a.Time.Compare(b.Time) })
		all = append(all, list)
	}
	slices.SortFunc(all, func(a, b []Review) int {
		return strings.Compare(string(a[0].Position), string(b[0].Position))
	})
	return all, nil
}

// ReviewsOf returns the reviews of a position, ordered by their times.
func (db *DB) ReviewsOf(p Position) ([]Review, error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	list := slices.Clone(s.reviews[p])
	slices.SortStableFunc(list, func(a, b Review) int { return a.Time.Compare(b.Time) })
	return list, nil
}
