package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"kifudb/indexer/ledger"
)

// Origins are the folders of this machine in which lie what was imported and the archive itself.
// Strangers are told paths within them: of /home/ann/games/2001/a.sgf, imported as
// /home/ann/games, they read games/2001/a.sgf.
type Origins struct {
	folders []string // the longest first
	needles []needle // the longest first
}

// escaped is a byte in an address.
var escaped = regexp.MustCompile("%[0-9A-F]{2}")

// A needle is how a folder stands in text of some form, and what takes its place.
type needle struct {
	text      string
	separator string // behind it, which goes with it
	short     string // in its place where no separator follows
	whole     bool   // it is what was imported, straight below the root: its name stays
	address   bool   // the form is that of an address
}

// originsCache keeps the origins until an import is entered in the ledger.
type originsCache struct {
	mu    sync.Mutex // protects what follows
	stamp string
	of    *Origins
}

// Origins returns the origins of all that the archive holds, as of now, and of more paths.
func (a *Archive) Origins(more ...string) (*Origins, error) {
	a.origins.mu.Lock()
	defer a.origins.mu.Unlock()
	stamp := a.ledgerStamp() + strings.Join(more, "\n")
	if a.origins.of != nil && a.origins.stamp == stamp {
		return a.origins.of, nil
	}
	runs, err := a.ledgerHere().AllRuns()
	if err != nil {
		return nil, err
	}
	paths := append([]string{a.Location(), a.Dir()}, more...)
	for _, run := range runs {
		paths = append(paths, run.Paths...)
	}
	a.origins.of, a.origins.stamp = NewOrigins(paths), stamp
	return a.origins.of, nil
}

// ledgerStamp changes when something is entered in a ledger, of this computer or another one.
func (a *Archive) ledgerStamp() string {
	var b strings.Builder
	for _, pattern := range []string{ledger.Name + "*", ledger.LogName, filepath.Join(ledger.OthersName, "*")} {
		names, _ := filepath.Glob(filepath.Join(a.Dir(), pattern)) // the pattern is legal
		for _, name := range names {
			if info, err := os.Stat(name); err == nil {
				fmt.Fprintln(&b, name, info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return b.String()
}

// NewOrigins returns the origins of paths. Those that are neither absolute nor an address count as
// paths from the present folder.
func NewOrigins(paths []string) *Origins {
	o := &Origins{}
	for _, path := range paths {
		if path == "" || path == "-" {
			continue
		}
		o.add(path)
		if absolute, err := filepath.Abs(path); err == nil && !strings.Contains(path, "://") {
			o.add(absolute)
			if real, err := filepath.EvalSymlinks(absolute); err == nil {
				o.add(real)
			}
		}
	}
	slices.SortFunc(o.folders, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	slices.SortStableFunc(o.needles, func(a, b needle) int { return len(b.text) - len(a.text) })
	return o
}

// add adds the folder of a path.
func (o *Origins) add(path string) {
	path = strings.TrimRight(PathText(path), `/\`)
	i := strings.LastIndexAny(path, `/\`)
	if i < 0 {
		return // a name without a folder says nothing of this machine
	}
	folder, whole := path[:i], false
	if strings.Trim(folder, `/\.`) == "" || strings.HasSuffix(folder, ":") || strings.HasSuffix(folder, ":/") {
		folder, whole = path, true
	}
	if slices.Contains(o.folders, folder) {
		return
	}
	o.folders = append(o.folders, folder)
	name := folder[strings.LastIndexAny(folder, `/\`)+1:]
	quoted := func(s string) string { return strings.Trim(strconv.Quote(s), `"`) }
	inJSON := func(s string) string { data, _ := json.Marshal(s); return string(data[1 : len(data)-1]) }
	inDrawing := html.EscapeString
	inPage := func(s string) string { return strings.ReplaceAll(inDrawing(s), "+", "&#43;") }
	inAddress, inPath := url.QueryEscape, url.PathEscape
	byTemplate := func(s string) string {
		return escaped.ReplaceAllStringFunc(strings.ReplaceAll(inAddress(s), "+", "%20"), strings.ToLower)
	}
	plain := func(s string) string { return s }
	for _, form := range [][]func(string) string{
		{plain}, {quoted}, {inJSON}, {quoted, inJSON}, {inDrawing}, {inPage}, {quoted, inPage}, {inJSON, inPage},
		{inPath}, {quoted, inPath}, {byTemplate}, {quoted, byTemplate},
		{inAddress}, {quoted, inAddress}, {inAddress, inPage}, {quoted, inAddress, inPage},
	} {
		n := needle{text: folder, separator: path[i : i+1], short: name, whole: whole}
		for _, written := range form {
			n.text, n.separator, n.short = written(n.text), written(n.separator), written(n.short)
		}
		n.address = strings.HasPrefix(strings.ToUpper(n.separator), "%")
		if !slices.Contains(o.needles, n) {
			o.needles = append(o.needles, n)
		}
	}
}

// Paths returns the paths that a name given to a stranger may stand for, the name itself first.
func (o *Origins) Paths(name string) []string {
	list := []string{name}
	for _, folder := range o.folders {
		i := strings.LastIndexAny(folder, `/\`)
		if last := folder[i+1:]; name == last || strings.HasPrefix(name, last+folder[i:i+1]) || strings.HasPrefix(name, last+"!") {
			list = append(list, folder[:i+1]+name)
		}
		list = append(list, folder+folder[i:i+1]+name)
	}
	return list
}

// Cut returns a text without the folders: of a page or a drawing, if it is markup, or else plain, in JSON, or
// in CSV. Addresses of pages in markup stay; what they ask for is cut.
func (o *Origins) Cut(text []byte, markup bool) []byte {
	at := make([]int, len(o.needles)) // where each is next, at the end if nowhere
	find := func(i, from int) {
		if at[i] = len(text); from < len(text) {
			if n := bytes.Index(text[from:], []byte(o.needles[i].text)); n >= 0 {
				at[i] = from + n
			}
		}
	}
	for i := range at {
		find(i, 0)
	}
	var out []byte
	done := 0
	for {
		next := -1
		for i := range at {
			if at[i] < len(text) && (next < 0 || at[i] < at[next]) { // the longest of those at one place
				next = i
			}
		}
		if next < 0 {
			break
		}
		n, from := &o.needles[next], at[next]
		end := from + len(n.text)
		if !n.stands(text, from, markup) {
			find(next, from+1)
			continue
		}
		short := n.short
		if !n.whole && bytes.HasPrefix(text[end:], []byte(n.separator)) {
			end, short = end+len(n.separator), ""
		}
		out = append(append(out, text[done:from]...), short...)
		done = end
		for i := range at {
			if at[i] < end {
				find(i, end)
			}
		}
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// stands reports whether a folder is meant by the needle's text at a place, and not the end of a longer word or
// the address of a page. A folder beside it with a longer name is cut as well.
func (n *needle) stands(text []byte, from int, markup bool) bool {
	if n.address {
		return true
	}
	before := text[:from]
	if n.whole {
		if r, _ := utf8.DecodeLastRune(before); len(before) > 0 && (partOfName(r) || r == '/') && !bytes.HasSuffix(before, []byte(`\n`)) && !bytes.HasSuffix(before, []byte(`\t`)) {
			return false
		}
	}
	if !markup || !bytes.HasSuffix(before, []byte(`="`)) {
		return true
	}
	for _, name := range []string{"title", "value", "aria-label", "placeholder"} {
		if bytes.HasSuffix(before, []byte(" "+name+`="`)) {
			return true
		}
	}
	return false
}

// partOfName reports whether a character goes on with the name of a folder.
func partOfName(r rune) bool {
	return r == '-' || r == '_' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= utf8.RuneSelf
}
