package command

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// softMemory is from how many bytes of heap on garbage is collected more eagerly.
// Records made to be hostile, of 16 MiB in millions of tiny items, leave garbage of
// several times what is needed at once; an import of 100,000 ordinary games takes
// 0.44 instead of 0.73 GB, and a twentieth more time. It is no hard limit: what is
// needed is taken.
const softMemory = 400 << 20

// firstCollection is how far the heap may grow before garbage is collected for the
// first time, in percent of 4 MiB. Most questions end before, and so spare a
// twelfth of their time; from then on it is as if this had never been.
const firstCollection = 400

// limitMemory says when garbage is collected, as far as the user has not.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	if os.Getenv("GOGC") == "" {
		laterCollection.Store(int32(debug.SetGCPercent(firstCollection)))
		runtime.SetFinalizer(new([16]byte), func(*[16]byte) { debug.SetGCPercent(int(laterCollection.Load())) })
	}
}

// laterCollection is how far the heap may grow after the first collection, in percent of
// what is needed.
var laterCollection atomic.Int32

// nodeCollection is that of nodes. What they hold is mapped files; their heap is a few
// megabytes of questions, of which collecting took an eighth of their time.
const nodeCollection = 400

// collectSeldom says that this process is a node.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		laterCollection.Store(nodeCollection)
		debug.SetGCPercent(nodeCollection)
	}
}
