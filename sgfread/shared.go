package sgfread

// Several games may share a tree (FF[4], "merged games"): they begin with the same moves, and
// each has its game-info where it leaves the others. This file decides which games a tree
// holds, and says how to write each of them as a tree of its own. Nothing else does.
//
// A branch is a variation up to its next fork; the root's branch is the stem of all others.
// A branch claims to be another game than the one it comes from if its game-info says so:
//
//   - It completes what stands above it. It names a player or a team where nobody is named. Or
//     it gives a result that is missing above, together with another date, round, event or place,
//     as the games of a match do. Where nobody is named above, a date, a round, an event, a
//     place or a result is enough in the first node of the branch, where FF[4] puts
//     game-info; elsewhere two of them, or one and GN.
//   - Or it contradicts what stands above it. It names other players, or it gives a result
//     with another date or round than the game above has. That is a game quoted in a variation.
//
// These are not claims: results at the ends of lines, even where nobody is named; names that are
// repeated, in another case or with a rank or a first name; GC, AN, ON, ratings, rules, komi;
// GN alone, by which collections of problems and joseki name their variations; names that
// editors put in themselves, such as "Black".
//
// A branch that completes, alone of those below a stem, only says late whose game the stem is:
// one game, as ever. If several do, each is a game, and the stem is none, unless it has branches with
// moves below which nobody claims anything: these are one further game, with what stands above. A stem
// that only quotes other games is a game with its own branches.
//
// A game has all nodes above its branch, and all below it but the games in there. Its own
// game-info wins, so what it says is left out above it. A quoted game leaves out all that is said
// of the other game: of the game-info above, it keeps only handicap, komi, rules, and who recorded it. A branch without
// moves in which nothing is claimed, such as a remark, goes to the first game of its stem.
//
// As nothing is added, the games of a tree are the tree with pieces cut out, see [SharedGame].
// A game that was cut out holds one game by these rules.

// Sharing describes the games that share a tree.
type Sharing struct {
	Count int // of the games, at least 1
	// TooLarge says that the tree has more branches or game-info than is read: it may be shared all the same.
	TooLarge bool

	// Games are what to cut out of the tree for each game, in the order in which their lines
	// come in the tree. It is nil if Count is 1, or if all together would exceed the limits, see
	// [SharedGames].
	Games []SharedGame
	// Orphans are the parts of the text that were cut out of all games: game-info of the stem that each
	// of them says in its own way. Ascending.
	Orphans []Cut
}

// A SharedGame is one of the games that share a tree.
type SharedGame struct {
	Cuts []Cut // what to leave out of the tree's text to have the game, ascending

	// Forks are where the parentheses are among the cuts, ascending: with one branch left, a fork is none
	// any more, and its branch goes on without them.
	Forks []int
}

// A Cut is a part of a text, by the offsets of its beginning and its end.
type Cut struct{ From, To int }

// AppendTo appends the text of the game, given that of the tree.
func (g *SharedGame) AppendTo(dst, tree []byte) []byte {
	at := 0
	for _, c := range g.Cuts {
		dst = append(dst, tree[at:c.From]...)
		at = c.To
	}
	return append(dst, tree[at:]...)
}

// The limits of what is cut out of one tree. A stem that is written with each of many games
// could otherwise multiply a tree: real ones come to less than twice their size.
const (
	maxSharedTimes = 8        // the bytes of all games, in those of the tree
	maxSharedMore  = 64 << 10 // and so many more
	maxSharedBytes = 32 << 20 // of all games with sharedWeight for each
	sharedWeight   = 512
	sharedCut      = 8       // bytes that a cut counts as
	maxSharedCuts  = 1 << 13 // of a game
	maxBranches    = 1 << 18 // of a tree, beyond which it counts as one game
	maxSharedInfo  = 1 << 18 // values of game-info, likewise
)

// SharedGames returns which games share the first tree of a text. It builds no tree and takes
// time and memory in proportion to what it returns. All games together have at most eight times the bytes
// of the tree and 64 KiB more, and 32 MiB; of trees of more it returns the number of
// games only, and of those with more than 262,144 branches or values of game-info not even this.
func SharedGames(text []byte, o *Options) Sharing {
	var r branchReader
	quiet := Options{}
	if o != nil {
		quiet.Lead, quiet.MaxDepth = o.Lead, o.MaxDepth
	}
	r.text, r.now = text, noBranch
	_ = Walk(text, &r, &quiet) // what there is counts
	if r.tooMany {
		return Sharing{Count: 1, TooLarge: r.below}
	}
	if !r.below {
		return Sharing{Count: 1}
	}
	c := claims{branchReader: &r}
	c.find()
	c.merge()
	c.assign()
	if len(c.games) < 2 {
		return Sharing{Count: 1}
	}
	return c.cut()
}

// MayShare reports whether a tree may be shared by several games, with little more than a look
// at it: that it has variations.
func MayShare(text []byte) bool {
	for i := range text {
		if text[i] == '(' && i > 0 {
			return true
		}
	}
	return false
}

const noBranch = -1

// A branch is a variation up to its next fork, with what is below.
type branch struct {
	open, end   int   // in the text, with its parentheses
	parent      int32 // noBranch for the root
	first, last int32 // of the branches below it
	prev, next  int32 // beside it
	claim       int32 // the one that it belongs to, which is a branch
	context     int32 // what is known of its game, in contexts
	moves       bool
	claimed     bool // there are claims below it, or it is one
	kind        claimKind
}

type claimKind uint8

const (
	noClaim claimKind = iota
	completes
	contradicts
)

// An infoValue is a property of game-info.
type infoValue struct {
	branch   int32
	id       infoID
	first    bool // in the first node of the branch
	whole    Cut  // the property
	from, to int  // its first value
}

// branchReader is the Handler that reads the branches of a tree.
type branchReader struct {
	text     []byte
	branches []branch // in their order in the text: parents come before what is below them
	infos    []infoValue
	now      int32 // the innermost open branch
	nodes    []int // that the open branches have so far
	below    bool  // there is game-info outside of the root's branch
	tooMany  bool
	over     bool
}

// Open implements Handler.
func (r *branchReader) Open(offset int64) {
	if r.over {
		return
	}
	if len(r.branches) == maxBranches {
		r.tooMany, r.over = true, true
		return
	}
	i := int32(len(r.branches))
	b := branch{open: int(offset), end: len(r.text), parent: r.now, first: noBranch, last: noBranch, prev: noBranch, next: noBranch}
	if r.now != noBranch {
		p := &r.branches[r.now]
		if b.prev = p.last; b.prev == noBranch {
			p.first = i
		} else {
			r.branches[b.prev].next = i
		}
		p.last = i
	}
	r.branches = append(r.branches, b)
	r.nodes = append(r.nodes, 0)
	r.now = i
}

// Close implements Handler.
func (r *branchReader) Close(offset int64) {
	if r.over {
		return
	}
	b := &r.branches[r.now]
	b.end = int(offset)
	if b.end < len(r.text) && r.text[b.end] == ')' && r.text[b.open] == '(' {
		b.end++
	}
	r.now = b.parent
	r.nodes = r.nodes[:len(r.nodes)-1]
	r.over = r.now == noBranch
}

// Moves implements MoveHandler.
func (r *branchReader) Moves(run Run) {
	if !r.over {
		r.branches[r.now].moves = true
		r.nodes[len(r.nodes)-1] += run.Len()
	}
}

// Node implements Handler.
func (r *branchReader) Node(n *Node) {
	if r.over {
		n.Stop()
		return
	}
	r.nodes[len(r.nodes)-1]++
	r.properties(n)
}

// Late implements LateHandler.
func (r *branchReader) Late(n *Node) {
	if !r.over {
		r.properties(n)
	}
}

func (r *branchReader) properties(n *Node) {
	depth := len(r.nodes) - 1
	for p := range n.Properties() {
		id := p.Ident()
		if id == IdentB || id == IdentW {
			r.branches[r.now].moves = r.branches[r.now].moves || !n.Late
			continue
		}
		info := infoIDs[id]
		value := p.Value(0)
		if info == 0 || blank(value) || p.Flags()&Truncated != 0 {
			continue
		}
		if len(r.infos) == maxSharedInfo {
			r.tooMany, r.over = true, true
			n.Stop()
			return
		}
		from, last := int(p.ValueOffset(0)), p.Len()-1
		r.infos = append(r.infos, infoValue{
			branch: r.now, id: info, first: r.nodes[depth] == 1, from: from, to: from + len(value),
			whole: Cut{int(p.Offset()), int(p.ValueOffset(last)) + len(p.Value(last)) + 1},
		})
		r.below = r.below || depth > 0
	}
}
