//go:build !unix

package regular

import "os"

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) { return os.Open(path) }
