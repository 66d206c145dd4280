package ask

import (
	"math"
	"time"

	"kifudb/archive"
)

// A DrillState is what the user's answers in a position come to.
type DrillState struct {
	Answers int       `json:"answers" doc:"Number of answers the user gave in the position."`
	Right   int       `json:"right" doc:"Number of these that were right, or a move of other games."`
	Days    int       `json:"days" doc:"Days from the last answer that counts until the position is due. 0 if it is due at once."`
	Due     time.Time `json:"due" doc:"When the position is due."`

	easiness float64
	row      int // right answers in a row that count
}

// The qualities of answers, as SM-2 has them.
const (
	qualityWrong = 2 // wrong, and the right move was shown
	qualityHelp  = 3 // right after the choices were shown, or a move of other games
	qualityRight = 4
)

const (
	firstEasiness = 2.5
	leastEasiness = 1.3
	maxDays       = 36500
)

const day = 24 * time.Hour

// scheduleOf returns the state of a position by the algorithm SM-2 (P. A. Woźniak, Optimization of learning, 1990,
// https://super-memory.com/english/ol/sm2.htm), which Anki's first scheduler follows, too:
//
//   - the first interval is a day, the second six, and each further one is the one before it times
//     the easiness, rounded up;
//   - the easiness begins at 2.5 and is never below 1.3. After an answer of quality q it changes by
//     0.1 - (5-q)(0.08 + (5-q)0.02);
//   - after an answer of a quality below 3 the intervals begin anew, and the position is due at once.
//
// SM-2 asks only for positions that are due. A drill of a query may ask earlier. Then a right answer changes
// nothing, as the user has just seen the move, and a wrong one counts. The reviews are ordered by time.
func scheduleOf(reviews []archive.Review) (s DrillState) {
	s.easiness = firstEasiness
	for i, r := range reviews {
		s.Answers++
		if r.Quality >= qualityHelp {
			s.Right++
		}
		if early := i > 0 && r.Time.Before(s.Due); early && r.Quality >= qualityHelp {
			continue
		}
		off := float64(archive.MaxQuality - r.Quality)
		s.easiness = max(leastEasiness, s.easiness+0.1-off*(0.08+off*0.02))
		if r.Quality < qualityHelp {
			s.row, s.Days = 0, 0
			s.Due = r.Time
			continue
		}
		switch s.row++; s.row {
		case 1:
			s.Days = 1
		case 2:
			s.Days = 6
		default:
			s.Days = min(maxDays, int(math.Ceil(float64(s.Days)*s.easiness-1e-9)))
		}
		s.Due = r.Time.Add(time.Duration(s.Days) * day)
	}
	return s
}

// isDue reports whether a position is due at a time.
func (s *DrillState) isDue(now time.Time) bool { return s.Answers > 0 && !s.Due.After(now) }
