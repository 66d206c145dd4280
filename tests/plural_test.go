package tests

import (
	"io"
	"os"
	"regexp"
	"testing"
)

// oneOfMany is a plural after the number one, such as "1 games"; rates are none.
var oneOfMany = regexp.MustCompile(`(?:^|[^.,\d])(?:1 (?:[a-z]+ )?(?:games|records|files|notes|tags|hits|pairs|values|lines|comments|searches|faults|problems|spellings|segments|duplicates|groups|imports|times)(?:$|[^/a-z])|1 moves(?:$|[,;.\n]))`)

// pluralsFile is the variable that names the file in which the program, as scripts
// run it, leaves what it printed with a wrong plural.
const pluralsFile = "KIFUDB_TEST_PLURALS"

// A pluralReader passes on what is printed, and looks at it.
type pluralReader struct {
	w    io.Writer
	line []byte
}

func watchPlurals(w io.Writer) io.Writer {
	if os.Getenv(pluralsFile) == "" {
		return w
	}
	return &pluralReader{w: w}
}

func (p *pluralReader) Write(b []byte) (int, error) {
	for _, c := range b {
		if p.line = append(p.line, c); c != '\n' {
			continue
		}
		if oneOfMany.Match(p.line) {
			f, err := os.OpenFile(os.Getenv(pluralsFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
			if err != nil {
				return 0, err
			}
			f.Write(p.line)
			f.Close()
		}
		p.line = p.line[:0]
	}
	return p.w.Write(b)
}

// What is looked for is found, and nothing else.
func TestOneOfMany(t *testing.T) {
	for line, want := range map[string]bool{
		"1 games": true, "in 1 records of 1 game": true, "1 duplicate records\n": true, "Archive a: 1 games in 2s (500 games/s)": true,
		"1 game": false, "11 games": false, "2,001 games": false, "0.1 games": false, "(1 games/s)": false, "After 0 of 1 moves\n": true,
		"sfen b - 1 moves 7g7f": false,
		"21 moves":              false, "1 gamester": false,
	} {
		if oneOfMany.MatchString(line) != want {
			t.Errorf("%q: want %v", line, want)
		}
	}
}
