package second

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// An object is what the second program expects of an object of JSON.
type object = map[string]any

// A test is an expectation that is no plain value: it says what is wrong with a value, "" if
// nothing is.
type test func(got any) string

// unchecked says why the second program does not recompute a value.
type unchecked string

// A deferred expectation is made when the value is known: of lists in any order.
type deferred func(s *sheet, path string, got any) any

// A ledger counts the cells that were compared, by command and game, and the first differences.
type ledger struct {
	t           *testing.T
	compared    map[[2]string]int
	notCompared map[[2]string]map[string]int // by why
	differences map[[2]string]int
	asked       map[[2]string]int
}

func newLedger(t *testing.T) *ledger {
	return &ledger{t, map[[2]string]int{}, map[[2]string]map[string]int{}, map[[2]string]int{}, map[[2]string]int{}}
}

// A sheet compares one answer with what is expected of it.
type sheet struct {
	ledger *ledger
	row    [2]string // command and game
	asked  string
	folder string
}

// mostShown is how many differences of a command are printed.
const mostShown = 6

// differs notes a difference.
func (s *sheet) differs(path, format string, args ...any) {
	l := s.ledger
	l.t.Helper()
	if l.differences[s.row]++; l.differences[s.row] <= mostShown {
		l.t.Errorf("%s: %s\n\t%s: %s", s.row[1], s.asked, path, fmt.Sprintf(format, args...))
		if keep := os.Getenv("KIFUDB_KEEP"); keep != "" { // to look at it by hand
			os.RemoveAll(keep)
			os.CopyFS(keep, os.DirFS(s.folder))
		}
	}
}

// compare compares a value of an answer with what is expected: every key that is printed must be
// expected, and every key that is expected must be printed.
func (s *sheet) compare(path string, want, got any) {
	s.ledger.t.Helper()
	switch want := want.(type) {
	case unchecked:
		if s.ledger.notCompared[s.row] == nil {
			s.ledger.notCompared[s.row] = map[string]int{}
		}
		s.ledger.notCompared[s.row][string(want)]++
	case deferred:
		s.compare(path, want(s, path, got), got)
	case test:
		s.ledger.compared[s.row]++
		if wrong := want(got); wrong != "" {
			s.differs(path, "%s", wrong)
		}
	case object:
		values, ok := got.(object)
		if !ok {
			s.differs(path, "is %v, want an object", got)
			return
		}
		keys := map[string]bool{}
		for key := range want {
			keys[key] = true
		}
		for key := range values {
			keys[key] = true
		}
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			w, expected := want[key]
			g, printed := values[key]
			switch {
			case !expected:
				s.differs(path+"."+key, "is printed as %s, and not expected", short(g))
			case w == nil && printed:
				s.differs(path+"."+key, "is printed as %s, and should be missing", short(g))
			case w == nil:
				s.ledger.compared[s.row]++
			case !printed:
				if _, free := w.(unchecked); !free {
					s.differs(path+"."+key, "is missing, want %s", short(w))
				}
			default:
				s.compare(path+"."+key, w, g)
			}
		}
	case []any:
		values, ok := got.([]any)
		if !ok {
			s.differs(path, "is %v, want a list", got)
			return
		}
		if s.ledger.compared[s.row]++; len(want) != len(values) {
			s.differs(path, "has %d values %s, want %d: %s", len(values), short(values), len(want), short(want))
			return
		}
		for i := range want {
			s.compare(fmt.Sprintf("%s[%d]", path, i), want[i], values[i])
		}
	case float64:
		s.ledger.compared[s.row]++
		if g, ok := got.(float64); !ok || math.Abs(g-want) > 1.1e-6 {
			s.differs(path, "is %v, want %.7f", got, want)
		}
	case int:
		s.ledger.compared[s.row]++
		if g, ok := got.(float64); !ok || g != float64(want) {
			s.differs(path, "is %v, want %d", got, want)
		}
	case string, bool:
		s.ledger.compared[s.row]++
		if got != want {
			s.differs(path, "is %#v, want %#v", got, want)
		}
	default:
		panic(fmt.Sprintf("%s: what is a %T?", path, want))
	}
}

// short writes a value in few words.
func short(value any) string {
	var text string
	if data, err := json.Marshal(value); err == nil {
		text = string(data)
	} else {
		text = regexp.MustCompile(`0x[0-9a-f]+`).ReplaceAllString(fmt.Sprint(value), "f")
	}
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	return text
}

// close logs what was compared.
func (l *ledger) close() {
	l.t.Helper()
	var report strings.Builder
	rows := slices.SortedFunc(maps.Keys(l.asked), func(a, b [2]string) int { return strings.Compare(a[0]+" "+a[1], b[0]+" "+b[1]) })
	for _, row := range rows {
		fmt.Fprintf(&report, "%-9s %-8s %4d questions, %7d cells compared, %d differ", row[0], row[1], l.asked[row], l.compared[row], l.differences[row])
		for _, why := range slices.Sorted(maps.Keys(l.notCompared[row])) {
			fmt.Fprintf(&report, "; not compared: %d of %s", l.notCompared[row][why], why)
		}
		report.WriteString("\n")
		if l.differences[row] > mostShown {
			l.t.Errorf("%s, %s: %d further differences", row[0], row[1], l.differences[row]-mostShown)
		}
	}
	l.t.Logf("\n%s", report.String())
}

// demand fails if a command compared hardly anything of a game.
func (l *ledger) demand(commands []string, games ...string) {
	l.t.Helper()
	for _, command := range commands {
		for _, game := range games {
			if l.compared[[2]string{command, game}] < 10 {
				l.t.Errorf("%s of %s: only %d cells were compared", command, game, l.compared[[2]string{command, game}])
			}
		}
	}
}
