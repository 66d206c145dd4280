// Package book has the commands for what the user says about games: notes, tags,
// corrections, aliases, duplicates and saved searches.
package book
