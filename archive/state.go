package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// State returns a text that differs whenever an answer may: after each change of the
// records, of the index of comments, of what the user added, and of the program.
func (v *View) State() string {
	s := v.snapshot
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %s %s", s.ID(), s.Generation(), v.Unindexed(), v.archive.user.Stamp(), Version()))
	return hex.EncodeToString(sum[:12])
}
