package match

import (
	"context"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store"
)

// HitReply is a hit, or one of the branches below it, as it counts for the
// table of what came next. Shapes of a stone or two have tens of millions of
// hits in a large archive, so it is small and points nowhere.
type HitReply struct {
	Order uint64 // of a game's hits, the least comes first; see Node
	// Played is the node of the move that followed. It is 0 if that is the first node with a move
	// on the main line after the hit.
	Played  int32
	Move    position.Move
	Hit     bool // false for the further branches of a hit
	Swapped bool
	Replied bool // the move followed
	Tenuki  bool
}

// Node returns the node of the hit, in the order of the file, from 0.
func (r HitReply) Node() int { return int(r.Order >> 32) }

// A replyRange is where the hits of a game lie in a block's list.
type replyRange struct{ local, from, to int }

// hitReplies are the hits of a block, game by game.
type hitReplies struct {
	list   []HitReply
	ranges []replyRange
}

// spareReplies has those that were counted, for what they have allocated.
var spareReplies = sync.Pool{New: func() any { return &hitReplies{ranges: make([]replyRange, 0, MaxKept)} }}

// Replies calls alike with how many games that are left of a block have one hit
// each, of the same kind, and how they ended; and game with the hits of each of
// the others, in a list that is its own until it returns. If alike is nil, game is
// called for all.
func (b *Block) Replies(ctx context.Context, alike func(n int, winner store.Winner, r HitReply), game func(local int, winner store.Winner, list []HitReply)) error {
	switch {
	case b.known == nil:
	case alike == nil:
		b.known.eachGame(b.Segment, b.Mask, game)
	default:
		b.known.each(b.Segment, b.Mask, alike)
	}
	if b.ranges != nil {
		for _, r := range b.ranges {
			if b.Mask.ContainsInt(r.local) {
				game(r.local, b.Segment.Facts(r.local).Winner, b.replies[r.from:r.to])
			}
		}
		return nil
	}
	var list []HitReply
	for local := range iterate(b.Mask) {
		hits, err := b.filter.hits(ctx, b, local, nil)
		if err != nil {
			return err
		}
		list = appendReplies(list[:0], hits)
		game(local, b.Segment.Facts(local).Winner, list)
	}
	return nil
}

// RepliesOf calls game with the hits of each of some games that are left of a block, in a list that is its own
// until it returns. They must be among those that [Block.Apart] returns.
func (b *Block) RepliesOf(ctx context.Context, games *roaring.Bitmap, game func(local int, list []HitReply)) error {
	some := *b
	if some.Mask = roaring.And(b.Mask, games); some.Mask.IsEmpty() {
		return nil
	}
	return some.Replies(ctx, nil, func(local int, _ store.Winner, list []HitReply) { game(local, list) })
}

// orderOf is the order of sortHits as a number.
func orderOf(node int, image *position.Image, anchor position.Point) uint64 {
	order := uint64(node)<<32 | uint64(image.Symmetry)<<16 | uint64(anchor)
	if image.Swapped {
		order |= 1 << 31
	}
	return order
}

// Places returns the places in a game at which what came next is looked at, in order: those of boards
// that are found, and of a Then whose second term is about a move, those of its first that the move
// comes after.
func (b *Block) Places(ctx context.Context, local int) ([]Hit, error) {
	hits, err := b.filter.hits(ctx, b, local, nil)
	if err != nil {
		return nil, err
	}
	return placesOf(hits), nil
}

// placesOf returns the places of boards in hits. It changes the list.
func placesOf(hits []Hit) []Hit {
	var before []Hit
	for i := range hits {
		for _, h := range hits[i].Before {
			before = append(before, *h)
		}
	}
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return h.Board == nil })
	hits = append(hits, onePlace(before)...)
	sortHits(hits)
	return hits
}

// appendReplies puts the hits of a game into the form in which they are counted.
func appendReplies(list []HitReply, hits []Hit) []HitReply {
	for i, h := range placesOf(hits) {
		f := HitReply{Order: uint64(h.Node)<<32 | uint64(i), Hit: true, Swapped: h.Board.Swapped}
		if len(h.Board.Next) == 0 {
			list = append(list, f)
		}
		for _, reply := range h.Board.Next {
			f.Replied, f.Played, f.Move, f.Tenuki = true, int32(reply.Node), reply.Move, reply.Tenuki
			list = append(list, f)
			f.Hit = false
		}
	}
	return list
}

// appendReplies does the same for the hits of a matcher.
func (f *patternFilter) appendReplies(list []HitReply, m *position.Matcher, size position.Size, found []position.Hit) []HitReply {
	images := m.Images(size)
	for _, h := range found {
		image := &images[h.Image]
		one := HitReply{Order: orderOf(h.Node, image, h.Anchor), Hit: true, Swapped: image.Swapped}
		if len(h.Next) == 0 {
			list = append(list, one)
		}
		for i := range h.Next {
			c := &h.Next[i]
			one.Replied, one.Played, one.Move, one.Tenuki = true, int32(c.Node), position.Move{Color: c.Stone.Color, Point: c.Stone.Point}, c.Tenuki()
			list = append(list, one)
			one.Hit = false
		}
	}
	return list
}

// replyTable is where every stone on an image lies in the pattern as it was asked
// for, folded: by image, cell and color (2*cell for black ones, 2*cell+1 for white ones),
// the number of a move.
type replyTable struct {
	once    sync.Once
	numbers [][]uint16
	list    []position.Move // by number
}

// prepareReplies makes the table of replies, unless it is made.
func (p *patternPlan) prepareReplies() {
	p.replies.once.Do(func() {
		p.replies.numbers = make([][]uint16, len(p.images))
		var known [2 << 12]uint16 // by point and color, one more than the number of the move
		for i := range p.images {
			image := &p.images[i]
			numbers := make([]uint16, 2*len(image.Cells))
			for cell := range image.Cells {
				for k, color := range [...]position.Color{position.Black, position.White} {
					c := p.folding.Fold(image.Back(0, position.Change{Point: image.Size().At(cell), Color: color}))
					move := position.Move{Color: c.Color, Point: c.Point}
					n := &known[2*int(move.Point)+int(move.Color-position.Black)]
					if *n == 0 {
						p.replies.list = append(p.replies.list, move)
						*n = uint16(len(p.replies.list))
					}
					numbers[2*cell+k] = *n - 1
				}
			}
			p.replies.numbers[i] = numbers
		}
	})
}

// reply returns the move that a stone on an image at an anchor stands for.
func (p *patternPlan) reply(n int, anchor position.Point, stone position.Change) position.Move {
	p.prepareReplies()
	cell := (stone.Point.Y()-anchor.Y())*p.images[n].Cols + stone.Point.X() - anchor.X()
	return p.replies.list[p.replies.numbers[n][2*cell+int(stone.Color-position.Black)]]
}
