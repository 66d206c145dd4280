package bench

import (
	"testing"
	"time"
)

// The test of nodes runs the command, which imports this package, so that test is outside of it.

// ArchiveOfFlag returns the archive that the flag of tests names, "" for generated games.
func ArchiveOfFlag() string { return *archiveFlag }

// WriteBenchGames writes the generated games.
func WriteBenchGames(b *testing.B, name string) { writeBenchGames(b, name) }

// ImportFile imports a file into an archive.
func ImportFile(t testing.TB, dir, file string) { importFile(t, dir, file) }

// ProcessorTime returns how long processors have worked for a process.
func ProcessorTime(pid int) (time.Duration, error) { return processorTime(pid) }
