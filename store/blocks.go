package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"
)

const (
	blockGames = 32       // records in a block, at most
	blockBytes = 64 << 10 // from here on a block takes no further record
	maxBlock   = 1 << 30  // what is larger when unpacked is damaged
	boltPage   = 4096     // not the machine's, so that all machines write the same bytes
)

var bucketRecords = []byte("records")

// packed is a compressed block of records and its first local game.
type packed struct {
	first int
	data  []byte
}

// packRecords compresses the records block by block, on all processors.
func packRecords(ctx context.Context, games []*Game) ([]packed, error) {
	var spans [][2]int
	for lo := 0; lo < len(games); {
		hi, size := lo, 0
		for hi < len(games) && hi-lo < blockGames && size < blockBytes {
			if games[hi] != nil {
				size += len(games[hi].Record.Raw)
			}
			hi++
		}
		spans = append(spans, [2]int{lo, hi})
		lo = hi
	}
	blocks := make([]packed, len(spans))
	workers := min(runtime.GOMAXPROCS(0), len(spans))
	errs := make([]error, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault))
			if err != nil {
				errs[worker] = err
				return
			}
			defer encoder.Close()
			var plain []byte
			for i := worker; i < len(spans) && ctx.Err() == nil; i += workers {
				plain = plain[:0]
				for _, g := range games[spans[i][0]:spans[i][1]] {
					plain = appendRecord(plain, g)
				}
				blocks[i] = packed{spans[i][0], encoder.EncodeAll(plain, nil)}
			}
		})
	}
	group.Wait()
	return blocks, errors.Join(append(errs, ctx.Err())...)
}

// appendRecord writes a record, or for a game that is gone an empty one.
func appendRecord(dst []byte, g *Game) []byte {
	if g == nil {
		return binary.AppendUvarint(dst, 0)
	}
	r := &g.Record
	dst = binary.AppendUvarint(dst, uint64(len(r.Raw)))
	dst = append(dst, r.Raw...)
	dst = binary.AppendUvarint(dst, uint64(r.Tree[0]))
	dst = binary.AppendUvarint(dst, uint64(r.Tree[1]))
	dst = appendText(dst, r.Source.Path)
	dst = binary.AppendUvarint(dst, uint64(r.Source.Game))
	dst = appendText(dst, r.Charset.Name)
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(r.Charset.Confidence))
	return appendText(dst, r.Charset.Reason)
}

// cutRecord reads a record from the front of b and copies nothing. A game
// that is gone has no bytes.
func cutRecord(b []byte) (r Record, rest []byte, err error) {
	bad := errors.New("a record is cut off")
	raw, b, ok := cutText(b)
	if !ok {
		return r, nil, bad
	}
	if len(raw) == 0 {
		return r, b, nil
	}
	r.Raw = raw[:len(raw):len(raw)]
	r.Tree[0], b = cutUvarint(b)
	r.Tree[1], b = cutUvarint(b)
	if r.Tree[0] > r.Tree[1] || r.Tree[1] > len(raw) {
		return r, nil, errors.New("a game tree lies outside its record")
	}
	path, b, ok := cutText(b)
	if !ok {
		return r, nil, bad
	}
	r.Source.Path = string(path)
	r.Source.Game, b = cutUvarint(b)
	name, b, ok := cutText(b)
	if !ok || len(b) < 4 {
		return r, nil, bad
	}
	r.Charset.Name = string(name)
	r.Charset.Confidence = math.Float32frombits(binary.LittleEndian.Uint32(b))
	reason, b, ok := cutText(b[4:])
	if !ok {
		return r, nil, bad
	}
	r.Charset.Reason = string(reason)
	return r, b, nil
}

// writeRecords makes the file of records. Ascending keys fill each page.
func writeRecords(f files, path string, blocks []packed) (err error) {
	if err := f.step("write", path); err != nil {
		return err
	}
	db, err := bbolt.Open(path, 0o666, &bbolt.Options{NoSync: true, NoGrowSync: true, NoFreelistSync: true, PageSize: boltPage, Timeout: time.Second})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.AllocSize = 256 << 10
	return db.Update(func(tx *bbolt.Tx) error {
		bucket, err := tx.CreateBucketIfNotExists(bucketRecords)
		if err != nil {
			return err
		}
		bucket.FillPercent = 1
		for _, block := range blocks {
			if err := bucket.Put(binary.BigEndian.AppendUint16(nil, uint16(block.first)), block.data); err != nil {
				return err
			}
		}
		return nil
	})
}

// records is the open file of records of a segment.
type records struct {
	path    string
	games   int
	db      *bbolt.DB
	decoder *zstd.Decoder
}

func openRecords(path string, games int) (*records, error) {
	db, err := bbolt.Open(path, 0o444, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		if os.IsNotExist(err) {
			return nil, err
		}
		return nil, damaged(path, "%v", err)
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlock))
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &records{path, games, db, decoder}, nil
}

func (r *records) close() error {
	r.decoder.Close()
	return r.db.Close()
}

// block unpacks the block in which a game lies, and says which games it holds.
func (r *records) block(local int) (plain []byte, first, end int, err error) {
	err = guard(r.path, func() error {
		return r.db.View(func(tx *bbolt.Tx) (err error) {
			var data []byte
			data, first, end = r.seek(tx.Bucket(bucketRecords), local)
			if data == nil {
				return damaged(r.path, "no block for game %d of the segment", local)
			}
			if plain, err = r.decoder.DecodeAll(data, nil); err != nil {
				return damaged(r.path, "block %d: %v", first, err)
			}
			return nil
		})
	})
	return plain, first, max(local+1, end), err
}

// seek finds the block in which a game lies: the last one that begins with it
// or before it.
func (r *records) seek(bucket *bbolt.Bucket, local int) (data []byte, first, end int) {
	if bucket == nil {
		return nil, local, r.games
	}
	cursor := bucket.Cursor()
	key, data := cursor.Seek(binary.BigEndian.AppendUint16(nil, uint16(local)))
	end = r.games
	switch {
	case key == nil:
		key, data = cursor.Last()
	case len(key) == 2 && int(binary.BigEndian.Uint16(key)) != local:
		end = int(binary.BigEndian.Uint16(key))
		key, data = cursor.Prev()
	default:
		if next, _ := cursor.Next(); len(next) == 2 {
			end = int(binary.BigEndian.Uint16(next))
		}
	}
	if len(key) != 2 {
		return nil, local, r.games
	}
	return data, int(binary.BigEndian.Uint16(key)), end
}

// record returns one record; its Raw is empty if the game is gone.
func (r *records) record(local int) (Record, error) {
	if local < 0 || local >= r.games {
		return Record{}, fmt.Errorf("no game %d in a segment of %d", local, r.games)
	}
	rest, first, _, err := r.block(local)
	if err != nil {
		return Record{}, err
	}
	var rec Record
	for range local - first + 1 {
		if rec, rest, err = cutRecord(rest); err != nil {
			return Record{}, damaged(r.path, "block %d: %v", first, err)
		}
	}
	return rec, nil
}

// all yields the records of a set of games in order, or of all games if the
// set is nil. Each block is unpacked once. After an error, which is yielded
// with the block's first wanted game, it goes on with the next block.
func (r *records) all(wanted *roaring.Bitmap) iter.Seq2[int, recordOrError] {
	return func(yield func(int, recordOrError) bool) {
		for at := 0; at < r.games; {
			if wanted != nil {
				next := wanted.Iterator()
				next.AdvanceIfNeeded(uint32(at))
				if !next.HasNext() {
					return
				}
				if at = int(next.PeekNext()); at >= r.games {
					return
				}
			}
			rest, first, end, err := r.block(at)
			if err != nil {
				if !yield(at, recordOrError{err: err}) {
					return
				}
				at = end
				continue
			}
			for local := first; local < end; local++ {
				var rec Record
				if rec, rest, err = cutRecord(rest); err != nil {
					err = damaged(r.path, "block %d: %v", first, err)
				}
				if local >= at && (wanted == nil || wanted.ContainsInt(local)) || err != nil {
					if !yield(local, recordOrError{rec, err}) {
						return
					}
				}
				if err != nil {
					break
				}
			}
			at = end
		}
	}
}

type recordOrError struct {
	Record
	err error
}
