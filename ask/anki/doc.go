// Package anki writes decks of cards for Anki, as packages that every version of it imports.
//
// A package (.apkg) is a ZIP file of a database of SQLite, collection.anki2, and of media files, which are named 0, 1, …
// and whose real names the file media lists as JSON. The database has schema 11, which Anki 2.0 wrote and later versions
// read. It is described in https://github.com/ankidroid/Anki-Android/wiki/Database-Structure, and genanki
// (https://github.com/kerrickstaley/genanki) writes the same.
//
// The same deck gives the same bytes: ids come from digests, and times are fixed. A note is found again by its guid, which comes from
// its key, so that Anki does not add the same position twice.
package anki
