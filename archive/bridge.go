package archive

import (
	"kifudb/store"
	"kifudb/user"
)

// Snapshot returns the snapshot of the view, for what is not asked of a View yet.
func (v *View) Snapshot() *store.Snapshot { return v.snapshot }

// User returns what the user added to the archive, for what is not asked of a
// View yet.
func (v *View) User() *user.DB { return v.archive.user }
