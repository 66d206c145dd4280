// Package garbage says when garbage is collected in the program kifudb, as far as its user
// has not, by GOGC and GOMEMLIMIT. Importing it is enough.
//
// It imports hardly anything, so it is initialized before the packages of other modules. All of
// these together allocate so much while they are that a collection began before main, which
// took about a millisecond of the fifteen of a small question.
package garbage

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// softLimit is from how many bytes of memory on garbage is collected more eagerly.
// Records made to be hostile, of 16 MiB in millions of tiny items, leave garbage of
// several times what is needed at once; an import of 100,000 ordinary games takes
// 0.44 instead of 0.73 GB, and a twentieth more time. It is no hard limit: see limitFor.
const softLimit = 400 << 20

// first is how far the heap may grow before the first garbage collection, in
// percent of 4 MiB. Most questions end before, which saves a
// twelfth of their time. After the first collection it has no effect.
const first = 400

// seldom is the setting for nodes. Their data are mapped files. Their heap is a few
// megabytes of questions, and collecting it took an eighth of their time.
const seldom = 400

// usualRate is how many bytes of memory are allocated from one sample of who does to the next,
// unless somebody has said otherwise, as by GODEBUG=memprofilerate. The linker leaves such samples out of
// programs that cannot show them. The server of NATS could, if it were told to, and here never is; they
// took a twentieth of a small question. A test that is to write a memory profile needs -memprofilerate.
const usualRate = 512 << 10

// later is how far the heap may grow after a collection, in percent of what is needed.
var later atomic.Int32

func init() {
	if runtime.MemProfileRate == usualRate {
		runtime.MemProfileRate = 0
	}
	limited := os.Getenv("GOMEMLIMIT") == ""
	if limited {
		debug.SetMemoryLimit(softLimit)
	}
	if os.Getenv("GOGC") == "" {
		later.Store(int32(debug.SetGCPercent(first)))
		afterCollection(func() bool { debug.SetGCPercent(int(later.Load())); return false })
	}
	if limited {
		limit := int64(softLimit)
		afterCollection(func() bool {
			if next := limitFor(needed()); next != limit {
				debug.SetMemoryLimit(next)
				limit = next
			}
			return true
		})
	}
}

// Seldom says that this process is a node.
func Seldom() {
	if os.Getenv("GOGC") == "" {
		later.Store(seldom)
		debug.SetGCPercent(seldom)
	}
}

// limitFor returns how much memory may be used, in bytes, if so much is needed. A limit below what
// is needed would have garbage collected without a pause: a table of 391,133 games, which
// needs 1.4 GB, took twice as long. There is always room for an eighth of softLimit, and for
// much more there is as much as usual, so imports, which need up to 350 MB, stay as they are.
func limitFor(needed int64) int64 { return max(softLimit, 2*needed-softLimit*3/4) }

// needed returns how many bytes the last collection left.
func needed() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	if metrics.Read(live); live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(live[0].Value.Uint64())
}

// afterCollection has something done after the next collection, and as long as it returns
// true after each further one.
func afterCollection(do func() bool) {
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) {
		if do() {
			afterCollection(do)
		}
	})
}
