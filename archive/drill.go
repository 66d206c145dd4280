package archive

import (
	"time"

	"kifudb/book/user"
	"kifudb/internal/wall"
)

// A Review is an answer of the user's to the question which move comes next.
type Review = user.Review

// PositionKey is what notes and answers in a position are kept under.
type PositionKey = user.Position

// MaxQuality is the best quality of an answer.
const MaxQuality = user.MaxQuality

// Reviews returns all answers, those of each position together, see [user.DB.Reviews].
func (v *View) Reviews() ([][]Review, error) { return v.archive.user.Reviews() }

// ReviewsOf returns the answers in a position, ordered by their times.
func (v *View) ReviewsOf(p user.Position) ([]Review, error) { return v.archive.user.ReviewsOf(p) }

// Today is the time by which positions are due.
func Today() time.Time { return wall.Now().UTC() }

// AddReview keeps an answer, given now.
func (v *View) AddReview(r Review) (Review, error) {
	r.Time = wall.Now().UTC()
	return r, v.archive.user.AddReview(r)
}

// ForgetReviews forgets the answers in positions, and returns in how many there were some.
func (v *View) ForgetReviews(positions []user.Position) (int, error) {
	return v.archive.user.ForgetReviews(positions)
}
