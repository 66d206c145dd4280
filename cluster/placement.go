package cluster

// A bidder is a node that bids for segments; the highest bids own them. So a node that comes
// or goes moves no segments but its own, and an asker finds the owners without asking
// (rendezvous hashing: Thaler and Ravishankar,
// "Using Name-Based Mappings to Increase Hit Rates", 1998).
type bidder struct {
	name string
	hash uint64 // of the name and a zero byte
}

// FNV-1a of 64 bits, by its description at www.isthe.com/chongo/tech/comp/fnv.
const (
	fnvBasis uint64 = 14695981039346656037
	fnvPrime uint64 = 1099511628211
)

func hashed(hash uint64, text string) uint64 {
	for i := range len(text) {
		hash = (hash ^ uint64(text[i])) * fnvPrime
	}
	return hash
}

func newBidder(name string) bidder { return bidder{name, hashed(hashed(fnvBasis, name), "\x00")} }

// bid returns what a node bids for a segment.
func (b bidder) bid(segment string) uint64 { return mix(hashed(b.hash, segment)) }

// mix spreads the last characters of a text over all bits, as FNV does not: the
// finalizer of SplitMix64.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// owns reports whether a node is one of the owners of a segment: fewer than replicas others
// bid more. Among equal bids the name that comes first wins.
func (b bidder) owns(others []bidder, segment string, replicas int) bool {
	own, more := b.bid(segment), 0
	for _, o := range others {
		if bid := o.bid(segment); bid > own || bid == own && o.name < b.name {
			if more++; more == replicas {
				return false
			}
		}
	}
	return true
}
