// Package table lays out tables: as wide as the terminal, with every column shortened in
// its own way where there is little room, and with what was found in color; and CSV.
package table
