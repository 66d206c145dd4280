// Package book has the commands for what users add to their games: notes, tags,
// corrections, aliases, duplicates and saved searches.
package book
