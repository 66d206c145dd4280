package archive

import "kifudb/store"

// Snapshot returns the snapshot of the view, for what is not asked of a View yet.
func (v *View) Snapshot() *store.Snapshot { return v.snapshot }
