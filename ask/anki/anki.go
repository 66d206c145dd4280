package anki

import (
	"archive/zip"
	"crypto/sha1" //nolint:gosec // Anki's checksum of a field, which protects nothing
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// A Deck is cards about positions.
type Deck struct {
	Name  string
	Notes []Note
}

// A Note is a position and its next move. All texts are plain.
type Note struct {
	Key     string // no other note has it
	Title   string // the game
	Turn    string // who is to play
	Board   []byte // SVG
	Answer  string // the move
	After   []byte // SVG of the board after it, nil for none
	Figures string // what other games have, in lines
	Comment string
	Link    string // to the game
}

// fields are the names of the fields of a note, in their order.
var fields = []string{"Title", "Board", "Turn", "Answer", "After", "Figures", "Comment", "Link", "Key"}

const (
	front = `<div class="title">{{Title}}</div>{{Board}}<div>{{Turn}}</div>`
	back  = `<div class="title">{{Title}}</div>{{#After}}{{After}}{{/After}}{{^After}}{{Board}}{{/After}}<div class="answer">{{Answer}}</div>` +
		`<div class="figures">{{Figures}}</div><div class="comment">{{Comment}}</div><div class="title">{{Link}}</div>`
	style = `.card { font-family: sans-serif; font-size: 18px; text-align: center; color: #1d1b17; background: #fbf9f4; }
.card img { width: 100%; max-width: 30em; background: #fbf9f4; }
.title { font-size: 14px; color: #57524a; margin: 6px; }
.answer { font-size: 26px; margin: 6px; }
.figures { font-size: 15px; }
.comment { text-align: left; max-width: 31em; margin: 10px auto; }
`
	// created is the time in every package, in seconds since 1970: 2020-01-01.
	created = 1577836800
	// separator stands between the fields of a note.
	separator = "\x1f"
)

const schema = `
CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null, ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null, models text not null, decks text not null, dconf text not null, tags text not null);
CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null, data text not null);
CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null, factor integer not null, reps integer not null, lapses integer not null, left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null, ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null, type integer not null);
CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
CREATE INDEX ix_notes_usn on notes (usn);
CREATE INDEX ix_cards_usn on cards (usn);
CREATE INDEX ix_revlog_usn on revlog (usn);
CREATE INDEX ix_cards_nid on cards (nid);
CREATE INDEX ix_cards_sched on cards (did, queue, due);
CREATE INDEX ix_revlog_cid on revlog (cid);
CREATE INDEX ix_notes_csum on notes (csum);
`

// Write writes a deck as a package.
func Write(w io.Writer, d *Deck) error {
	media := newMedia()
	database, err := d.database(media)
	if err != nil {
		return fmt.Errorf("collection.anki2: %w", err)
	}
	z := zip.NewWriter(w)
	list, err := json.Marshal(media.names)
	if err != nil {
		return err
	}
	files := append([]mediaFile{{"collection.anki2", database}, {"media", list}}, media.files...)
	for _, f := range files {
		to, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate})
		if err == nil {
			_, err = to.Write(f.data)
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}

// A mediaFile is a file of a package.
type mediaFile struct {
	name string
	data []byte
}

// media are the pictures of a package.
type media struct {
	files []mediaFile
	names map[string]string // real names by those in the package
	known map[string]bool
}

func newMedia() *media { return &media{names: map[string]string{}, known: map[string]bool{}} }

// add adds a picture and returns the HTML that shows it, "" for none.
func (m *media) add(svg []byte) string {
	if len(svg) == 0 {
		return ""
	}
	sum := sha256.Sum256(svg)
	name := "kifudb-" + hex.EncodeToString(sum[:10]) + ".svg"
	if !m.known[name] {
		m.known[name] = true
		number := fmt.Sprint(len(m.files))
		m.files = append(m.files, mediaFile{number, svg})
		m.names[number] = name
	}
	return `<img src="` + name + `">`
}

// plain writes a text as HTML in which Anki finds no commands of its own, such as sounds, LaTeX and clozes.
func plain(text string) string {
	text = strings.NewReplacer("[", "&#91;", "{", "&#123;", `\`, "&#92;", separator, " ", "\r", "").Replace(html.EscapeString(text))
	return strings.ReplaceAll(text, "\n", "<br>")
}

// idOf returns a number for a text that looks like one of Anki's, which are milliseconds since 1970. The
// numbers in taken are not returned.
func idOf(kind, text string, taken map[int64]bool) int64 {
	sum := sha256.Sum256([]byte(kind + "\x00" + text))
	const span = 300_000_000_000 // milliseconds, some ten years
	id := int64(created)*1000 + int64(binary.BigEndian.Uint64(sum[:8])%span)
	for taken[id] {
		id++
	}
	taken[id] = true
	return id
}

// database returns the collection.
func (d *Deck) database(m *media) (data []byte, err error) {
	c, err := sqlite.OpenConn(":memory:", sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if err := sqlitex.ExecuteScript(c, schema, nil); err != nil {
		return nil, err
	}
	taken := map[int64]bool{}
	deck, model := idOf("deck", d.Name, taken), idOf("model", strings.Join(fields, " ")+front+back, taken)
	if err := d.collection(c, deck, model); err != nil {
		return nil, err
	}
	for i, n := range d.Notes {
		sum := sha256.Sum256([]byte(n.Key))
		guid := hex.EncodeToString(sum[:10])
		values := []string{plain(n.Title), m.add(n.Board), plain(n.Turn), plain(n.Answer), m.add(n.After), plain(n.Figures), plain(n.Comment), "", guid}
		if n.Link != "" {
			values[7] = `<a href="` + html.EscapeString(n.Link) + `">` + plain(n.Link) + `</a>`
		}
		// Anki takes notes for duplicates whose first field is the same.
		sum1 := sha1.Sum([]byte(n.Title)) //nolint:gosec // see above
		id := idOf("note", n.Key, taken)
		err := sqlitex.Execute(c, "INSERT INTO notes VALUES (?, ?, ?, ?, -1, ' kifudb ', ?, ?, ?, 0, '')", &sqlitex.ExecOptions{
			Args: []any{id, guid, model, created, strings.Join(values, separator), n.Title, int64(binary.BigEndian.Uint32(sum1[:4]))},
		})
		if err == nil {
			err = sqlitex.Execute(c, "INSERT INTO cards VALUES (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')", &sqlitex.ExecOptions{
				Args: []any{idOf("card", n.Key, taken), id, deck, created, i + 1},
			})
		}
		if err != nil {
			return nil, err
		}
	}
	return c.Serialize("main")
}

// object is a value of JSON. Its keys are written in order.
type object = map[string]any

// collection writes what describes decks and kinds of notes.
func (d *Deck) collection(c *sqlite.Conn, deck, model int64) error {
	var list []object
	for i, name := range fields {
		list = append(list, object{"name": name, "ord": i, "font": "Arial", "size": 20, "sticky": false, "rtl": false, "media": []any{}})
	}
	models := object{fmt.Sprint(model): object{
		"id": model, "name": "kifudb position", "type": 0, "mod": created, "usn": -1, "sortf": 0, "did": deck, "css": style,
		"flds": list, "tags": []any{}, "vers": []any{}, "req": []any{[]any{0, "any", []int{0, 1, 2}}},
		"latexPre": "", "latexPost": "", "latexsvg": false,
		"tmpls": []object{{"name": "Next move", "ord": 0, "qfmt": front, "afmt": back, "bqfmt": "", "bafmt": "", "did": nil}},
	}}
	day := []int{0, 0}
	oneDeck := func(id int64, name string) object {
		return object{
			"id": id, "name": name, "mod": created, "usn": -1, "desc": "", "dyn": 0, "conf": 1, "collapsed": false, "browserCollapsed": false,
			"extendNew": 0, "extendRev": 50, "newToday": day, "revToday": day, "lrnToday": day, "timeToday": day,
		}
	}
	decks := object{"1": oneDeck(1, "Default"), fmt.Sprint(deck): oneDeck(deck, d.Name)}
	options := object{"1": object{
		"id": 1, "name": "Default", "mod": 0, "usn": 0, "maxTaken": 60, "autoplay": true, "timer": 0, "replayq": true, "dyn": false,
		"new":   object{"bury": true, "delays": []int{1, 10}, "initialFactor": 2500, "ints": []int{1, 4, 7}, "order": 1, "perDay": 20, "separate": true},
		"rev":   object{"bury": true, "ease4": 1.3, "fuzz": 0.05, "ivlFct": 1, "maxIvl": 36500, "minSpace": 1, "perDay": 200},
		"lapse": object{"delays": []int{10}, "leechAction": 0, "leechFails": 8, "minInt": 1, "mult": 0},
	}}
	settings := object{
		"activeDecks": []int{1}, "curDeck": 1, "curModel": fmt.Sprint(model), "addToCur": true, "collapseTime": 1200, "dueCounts": true,
		"estTimes": true, "newBury": true, "newSpread": 0, "nextPos": len(d.Notes) + 1, "sortBackwards": false, "sortType": "noteFld", "timeLim": 0,
	}
	args := []any{int64(created), int64(created) * 1000, int64(created) * 1000}
	for _, value := range []object{settings, models, decks, options} {
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		args = append(args, string(text))
	}
	return sqlitex.Execute(c, "INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')", &sqlitex.ExecOptions{Args: args})
}
