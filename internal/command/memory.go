package command

import (
	"os"
	"runtime/debug"
)

// softMemory is from how many bytes of heap on garbage is collected more eagerly.
// Records made to be hostile, of 16 MiB in millions of tiny items, leave garbage of
// several times what is needed at once; an import of 100,000 ordinary games takes
// 0.44 instead of 0.73 GB, and a twentieth more time. It is no hard limit: what is
// needed is taken.
const softMemory = 400 << 20

// limitMemory sets softMemory, unless the user has set a limit.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
}
