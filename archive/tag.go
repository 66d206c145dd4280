package archive

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/user"
	"kifudb/store"
)

// A TagCount is a tag and how many games have it.
type TagCount struct {
	Tag     string `json:"tag" doc:"Name of the tag."`
	Games   int    `json:"games" doc:"Number of games with the tag."`
	Records int    `json:"records,omitempty" doc:"Number of records with the tag. Missing if it equals the number of games."`
	Removed int    `json:"removed,omitempty" doc:"Number of games with the tag that are no longer in the archive. Missing if there are none."`
}

// Tags returns the tags with the games that have them, those of one game counted
// once unless records is set.
func (v *View) Tags(ctx context.Context, records bool) ([]TagCount, []Notice, error) {
	tags, err := v.archive.user.Tags()
	if err != nil {
		return nil, nil, err
	}
	list := []TagCount{}
	var notices []Notice
	for _, tag := range tags {
		live := slices.DeleteFunc(IDsIn(tag.Games), func(id GameID) bool { return !v.Live(id) })
		count := TagCount{Tag: tag.Name, Games: len(live), Removed: size(tag.Games) - len(live)}
		if !records {
			count.Games, notices = v.CountGames(ctx, live)
		}
		if len(live) > count.Games {
			count.Records = len(live)
		}
		list = append(list, count)
	}
	return list, notices, nil
}

// Tag puts a tag on games and returns those that did not have it.
func (v *View) Tag(name string, ids []GameID) ([]GameID, error) {
	if err := user.CheckTag(name); err != nil {
		return nil, &RequestError{"", err}
	}
	added, err := v.archive.user.AddTag(name, v.userGames(ids...))
	if err != nil {
		return nil, err
	}
	return IDsIn(added), nil
}

// Untag takes a tag from games, from all that have it if ids is nil, and returns
// those that had it.
func (v *View) Untag(name string, ids []GameID) ([]GameID, error) {
	var from *roaring.Bitmap
	if ids != nil {
		from = roaring.New()
		for _, id := range ids {
			from.Add(uint32(id))
		}
	}
	removed, err := v.archive.user.RemoveTag(name, from)
	if err != nil {
		return nil, err
	}
	return IDsIn(removed), nil
}

// IDsIn returns the games of a set, ascending.
func IDsIn(games *roaring.Bitmap) []GameID {
	ids := make([]GameID, 0, size(games))
	for _, id := range games.ToArray() {
		ids = append(ids, GameID(id))
	}
	return ids
}

// RenameTag gives a tag another name. If there is a tag of that name the error is
// [ErrTagExists], unless the two are to be made one.
func (v *View) RenameTag(from, to string, merge bool) error {
	if err := user.CheckTag(to); err != nil {
		return &RequestError{"", err}
	}
	return v.archive.user.RenameTag(from, to, merge)
}

// TagsOf returns the tags of a game, in the order of their names.
func (v *View) TagsOf(id GameID) ([]string, error) { return v.archive.user.TagsOf(id) }

// UndoTags takes back the last change of tags and says what it was. Without one the
// error is [ErrNothingToUndo].
func (v *View) UndoTags() (what string, err error) { return v.archive.user.UndoTags() }

// CheckTag says what is wrong with the name of a tag: a [*RequestError], or nil.
func CheckTag(name string) error {
	if err := user.CheckTag(name); err != nil {
		return &RequestError{"", err}
	}
	return nil
}

// The text of tags has a line for each game: the digest of its record in
// hexadecimal, a tab, and its tags with spaces between. Lines are in the order
// of digests and tags in that of their names, so that the same tags give the
// same text in any archive. Empty lines, and those that begin with #, mean
// nothing.
const tagTextHead = "# kifudb tags: the digest of a game's record, and its tags\n"

// TagText returns the text of all tags.
func (v *View) TagText() ([]byte, error) {
	tags, err := v.archive.user.Tags()
	if err != nil {
		return nil, err
	}
	digestOf, err := v.digests()
	if err != nil {
		return nil, err
	}
	names := map[store.Digest][]string{}
	for _, tag := range tags {
		for _, id := range IDsIn(tag.Games) {
			d, ok := digestOf(id)
			if ok && !slices.Contains(names[d], tag.Name) {
				names[d] = append(names[d], tag.Name)
			}
		}
	}
	var lines []string
	for d, list := range names {
		lines = append(lines, d.String()+"\t"+strings.Join(list, " ")+"\n")
	}
	slices.Sort(lines)
	return []byte(tagTextHead + strings.Join(lines, "")), nil
}

// TagsTaken says what became of a text of tags.
type TagsTaken struct {
	Games   int `json:"games"`   // found
	Added   int `json:"added"`   // tags that were put on them
	Missing int `json:"missing"` // games that are not in this archive
}

// TakeTags puts the tags of a text on games, besides those that they have.
func (v *View) TakeTags(r io.Reader) (*TagsTaken, error) {
	find, err := v.byDigest()
	if err != nil {
		return nil, err
	}
	var games []user.Game
	var names [][]string
	taken := &TagsTaken{}
	err = readLines(r, func(line string) error {
		if meansNothing(line) {
			return nil
		}
		words := strings.Fields(line)
		d, err := ParseDigest(words[0])
		if err != nil {
			return err
		}
		for _, name := range words[1:] {
			if err := user.CheckTag(name); err != nil {
				return err
			}
		}
		id, ok := find(d)
		if !ok {
			taken.Missing++
			return nil
		}
		games, names = append(games, v.userGames(id)...), append(names, words[1:])
		return nil
	})
	if err != nil || len(games) == 0 {
		return taken, err
	}
	taken.Games = len(games)
	taken.Added, err = v.archive.user.AddTags(games, names)
	return taken, err
}
