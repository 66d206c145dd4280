package archive

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kifudb/book/user"
	"kifudb/store"
)

// The text of corrections has a line for each: the digest of the game's record in
// hexadecimal, a tab, the property, a tab, and what it should say, nothing if the
// record is wrong to say anything:
//
//	4f1d…	DT	1846-09-11
//
// Line breaks and tabs in it are written as \n, \r and \t, and \ as \\. Lines are in
// the order of digests and properties. Empty lines, and those that begin with #,
// mean nothing.
const correctionTextHead = "# kifudb corrections: the digest of a game's record, a property, and what it should say\n"

var (
	correctionEscapes   = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`)
	correctionUnescapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r", `\t`, "\t")
)

// CorrectionText returns the text of all corrections.
func (v *View) CorrectionText() ([]byte, error) {
	all, err := v.archive.user.Corrections()
	if err != nil {
		return nil, err
	}
	digestOf, err := v.digests()
	if err != nil {
		return nil, err
	}
	lines := []string{}
	for _, c := range all {
		if d, ok := digestOf(c.Game); ok { // nobody could find others again
			lines = append(lines, d.String()+"\t"+c.Ident+"\t"+correctionEscapes.Replace(c.Text)+"\n")
		}
	}
	slices.Sort(lines)
	return []byte(correctionTextHead + strings.Join(slices.Compact(lines), "")), nil
}

// CorrectionsTaken says what becomes of a text or table of corrections.
type CorrectionsTaken struct {
	Corrections
	Same    int `json:"same"`    // lines that say what is shown already
	Missing int `json:"missing"` // lines about games that are not in this archive
}

// TakeCorrections reads a text that [View.CorrectionText] wrote, or a table in CSV
// with the columns game, field and value, in which games are named by their numbers.
// What it says takes the place of earlier corrections. Values of a table that are
// not understood are an error unless they are meant. With dryRun nothing is kept.
// Errors are a [*TextError], and then nothing is.
func (v *View) TakeCorrections(r io.Reader, meant, dryRun bool) (*CorrectionsTaken, error) {
	taken := &CorrectionsTaken{Corrections: Corrections{DryRun: dryRun, Changes: []CorrectionChange{}}}
	reader := &correctionReader{view: v, taken: taken, meant: meant, wanted: map[GameID][]Wanted{}}
	var err error
	if reader.find, err = v.byDigest(); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, maxCorrections+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxCorrections:
		return nil, fmt.Errorf("the text is larger than %d MiB; split it", maxCorrections>>20)
	}
	if isTable(string(text)) {
		err = reader.table(string(text))
	} else {
		err = readLines(strings.NewReader(string(text)), reader.line)
	}
	if err != nil {
		return nil, err
	}
	lines := 0
	for _, id := range reader.order {
		lines += len(reader.wanted[id])
		if err := v.plan(&taken.Corrections, id, reader.wanted[id]); err != nil {
			return nil, err
		}
	}
	taken.Games = len(reader.order)
	taken.Same = max(0, lines-len(taken.Changes))
	if dryRun || len(taken.Changes) == 0 {
		return taken, nil
	}
	return taken, v.Correct(taken.Changes)
}

const maxCorrections = 64 << 20 // bytes of a text that are read

// A correctionReader reads what games should say.
type correctionReader struct {
	view   *View
	find   func(store.Digest) (GameID, bool)
	taken  *CorrectionsTaken
	meant  bool
	order  []GameID // as they came
	wanted map[GameID][]Wanted
}

func (r *correctionReader) want(id GameID, w Wanted) {
	if !r.view.Live(id) {
		r.taken.Missing++
		return
	}
	if r.wanted[id] == nil {
		r.order = append(r.order, id)
	}
	r.wanted[id] = append(r.wanted[id], w)
}

func (r *correctionReader) line(line string) error {
	if meansNothing(line) {
		return nil
	}
	digest, rest, _ := strings.Cut(line, "\t")
	ident, text, ok := strings.Cut(rest, "\t")
	if !ok {
		return errors.New("expected the digest of a record, a tab, a property, a tab and a text; or a table that begins with the line game,field,value")
	}
	d, err := ParseDigest(digest)
	if err != nil {
		return err
	}
	property, err := CorrectedProperty(ident)
	switch {
	case err != nil:
		return err
	case property != ident:
		return fmt.Errorf("%q is not an SGF identifier", ident)
	}
	w := Wanted{Field: ident, Property: ident, Text: correctionUnescapes.Replace(text)}
	c := user.Correction{Game: 1, Ident: ident, Text: w.Text}
	if err := c.Check(); err != nil {
		return err
	}
	id, ok := r.find(d)
	if !ok {
		r.taken.Missing++
		return nil
	}
	r.want(id, w)
	return nil
}

// isTable reports whether a text begins with the heads of a table.
func isTable(text string) bool {
	head, _, _ := strings.Cut(strings.TrimPrefix(text, "\ufeff"), "\n")
	return strings.EqualFold(strings.NewReplacer(`"`, "", " ", "", "\r", "").Replace(head), "game,field,value")
}

// table reads a table in CSV.
func (r *correctionReader) table(text string) error {
	table := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	table.FieldsPerRecord = 3
	for first := true; ; first = false {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if e, ok := errors.AsType[*csv.ParseError](err); ok {
			return &TextError{e.Line, e.Err}
		}
		if err != nil {
			return err
		}
		if first {
			continue
		}
		line, _ := table.FieldPos(0)
		id, err := strconv.ParseUint(strings.TrimSpace(row[0]), 10, 32)
		if err != nil || id == 0 {
			return &TextError{line, fmt.Errorf("%q is not the number of a game", row[0])}
		}
		w, err := NewWanted(strings.TrimSpace(row[1]), row[2], r.meant)
		if err != nil {
			return &TextError{line, err}
		}
		r.want(GameID(id), w)
	}
}
