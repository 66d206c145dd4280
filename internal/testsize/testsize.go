// Package testsize says how much a test does: all of it, or with -short a
// sample that still meets everything. Only tests import it.
package testsize

import "testing"

// Of returns full, or short in short tests.
func Of(full, short int) int {
	if testing.Short() {
		return short
	}
	return full
}
