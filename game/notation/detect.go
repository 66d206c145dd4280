package notation

import (
	"strconv"
	"strings"

	"kifudb/position/shogi"
)

// Dialect is a kind of text that this package reads.
type Dialect uint8

// The dialects.
const (
	UnknownDialect Dialect = iota
	Commands               // the converter's of 1996: Read
	CSA                    // ReadCSA
	USI                    // ReadUSI
	Kifu                   // KIF and KI2: ReadKifu, see LooksLikeKIF
	JKF                    // ReadJKF
	USEN                   // ReadUSEN
)

// String returns the dialect's name.
func (d Dialect) String() string {
	return [...]string{"unknown", "commands", "csa", "usi", "kifu", "jkf", "usen"}[min(d, USEN)]
}

// detectLines is how many lines Detect looks at.
const detectLines = 200

// Detect tells from the beginning of a text what it is. It is asked about files
// of all kinds, so a line that other texts may have, too, is not enough: diffs
// have lines that are a plus sign, shell scripts assign to OUTPUT.
func Detect(text []byte) Dialect {
	s := newSource(text[:min(len(text), 64<<10)])
	csa, sure := 0, false
	for i, start := range s.lines {
		if i == detectLines {
			break
		}
		line := strings.TrimRight(s.text[start:s.lineEnd(start)], " \t")
		if isUSILine(line) {
			if isBook(s.text) {
				return UnknownDialect
			}
			return USI
		}
		if _, _, ok := cutUSEN(line); ok {
			return USEN
		}
		for part := range strings.SplitSeq(line, ",") { // statements of CSA
			is, alone := isCSALine(part)
			if !is {
				break
			}
			csa++
			if sure = sure || alone; sure && csa >= 2 {
				return CSA
			}
		}
		if k, _ := s.inProse(start); k.assigns() && s.opensStatement(start+len(k)) {
			return Commands
		}
	}
	return UnknownDialect
}

// opensStatement reports whether "=", a parenthesis and a word that may stand
// first in one follow at an offset.
func (s *source) opensStatement(at int) bool {
	rest := strings.TrimLeft(s.text[at:], " \t\n")
	for _, token := range []string{"=", "("} {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, token); !ok {
			return strings.EqualFold(rest[:min(len(rest), len(kwDiagram))], string(kwDiagram))
		}
		rest = strings.TrimLeft(rest, " \t\n")
	}
	end := 0
	for end < len(rest) && isWordByte(rest[end]) {
		end++
	}
	switch word := strings.ToUpper(rest[:end]); word {
	case "START", "TSUME", "JAPANESE", "WESTERN", "NUMBERS", "DROPCHAR", "FORMAT":
		return true
	default:
		return sideOf(word) != shogi.Empty
	}
}

// IsBook reports whether a text is a book of an engine's: positions in SFEN, each
// with lines of moves to choose from, which are not games.
func IsBook(text []byte) bool {
	s := newSource(text[:min(len(text), 64<<10)])
	return isBook(s.text)
}

// isBook looks for the heading of such books, or for a line below a position that
// begins with a move, the answer to it or "none", and a number.
func isBook(text string) bool {
	if strings.HasPrefix(text, "#YANEURAOU-DB") {
		return true
	}
	below := false
	lines := 0
	for line := range strings.Lines(text) {
		if lines++; lines > detectLines {
			return false
		}
		line = strings.TrimSpace(line[:min(len(line), 300)])
		if line == "" || line[0] == '#' {
			continue
		}
		if below {
			if words := strings.Fields(line); len(words) >= 3 && isBookMove(words[0]) && isBookMove(words[1]) {
				_, err := strconv.Atoi(words[2])
				return err == nil
			}
		}
		below = isUSILine(line)
	}
	return false
}

func isBookMove(word string) bool {
	_, err := shogi.ParseMove(word)
	return err == nil || word == "none" || word == "resign"
}

// isUSILine reports whether a line is a game or a position of USI's.
func isUSILine(line string) bool {
	line = line[:min(len(line), 300)]
	if strings.Count(line, "/") < 8 && !strings.Contains(line, "startpos") {
		return false // as most lines of other texts
	}
	words := strings.Fields(line)
	if len(words) > 1 && words[0] == "position" {
		words = words[1:]
	}
	switch {
	case len(words) == 0:
		return false
	case words[0] == "startpos":
		return len(words) == 1 || words[1] == "moves"
	case words[0] == "sfen" && len(words) > 1:
		words = words[1:]
	}
	if strings.Count(words[0], "/") != 8 {
		return false
	}
	_, err := shogi.ParseSFEN(words[0])
	return err == nil
}

// isCSALine reports whether a line may be one of CSA's, and whether it hardly
// is any other text's.
func isCSALine(line string) (is, alone bool) {
	isPiece := func(s string) bool { return len(s) >= 2 && csaKind(s[:2]) != shogi.NoKind }
	switch {
	case line == "+" || line == "-" || strings.HasPrefix(line, "N+") || strings.HasPrefix(line, "N-"):
		return true, false
	case strings.HasPrefix(line, "'CSA encoding="), strings.HasPrefix(line, "$EVENT:"), strings.HasPrefix(line, "$START_TIME:"):
		return true, true
	case line == "V1", line == "V2", line == "V2.1", line == "V2.2", line == "V3.0":
		return true, true
	case len(line) < 2:
		return false, false
	case line[0] == '+' || line[0] == '-':
		is = len(line) >= 7 && squareOf(line[3:5]).Valid() && isPiece(line[5:])
	case line[:2] == "PI":
		is = len(line) == 2 || len(line) >= 6 && squareOf(line[2:4]).Valid() && isPiece(line[4:])
	case line[:2] == "P+" || line[:2] == "P-":
		is = len(line) >= 6 && line[2] >= '0' && line[2] <= '9' && (isPiece(line[4:]) || line[4:6] == "AL")
	case line[0] == 'P' && line[1] >= '1' && line[1] <= '9':
		is = len(line) >= 5 && (line[2:4] == " *" || isPiece(line[3:]) && (line[2] == '+' || line[2] == '-'))
	}
	return is, is
}

// ReadAny reads a text of whatever dialect it is in; nil if it is in none.
func ReadAny(text []byte, o *ReadOptions) []*Record {
	switch Detect(text) {
	case Commands:
		return Read(text, o)
	case CSA:
		return ReadCSA(text, o)
	case USI:
		return ReadUSI(text, o)
	case USEN:
		return ReadUSEN(text, o)
	}
	return nil
}
