package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"

	"kifudb/internal/durable"
	"kifudb/internal/regular"
	"kifudb/store/disk"
)

const (
	blockGames = 64        // records in a block, at most
	blockBytes = 128 << 10 // from here on a block takes no further record
	maxBlock   = 1 << 30   // what is larger when unpacked is damaged
	moreFlag   = maxBlock  // in the size of a record that has a format or companions; no size reaches it
	blockMark  = 0         // its first byte: the version of a block
)

var bucketRecords = []byte("records")

// diskBlock is a compressed block of records and its first local game.
type diskBlock struct {
	first int
	data  []byte
}

// plainBlock is an uncompressed block of records: their facts, their texts without the
// coordinates of moves, and these coordinates.
type plainBlock struct {
	records, moves []byte
	scratch        splitRecord // of one record
}

// add writes a record, which is empty for a game that is gone.
func (b *plainBlock) add(r *Record) {
	if len(r.Raw) == 0 {
		b.records = binary.AppendUvarint(b.records, 0)
		return
	}
	s := &b.scratch
	s.text, s.moves, s.runs = s.text[:0], b.moves, s.runs[:0]
	s.split(r.Raw)
	b.moves = s.moves
	size := uint64(len(r.Raw))
	if r.saysMore() {
		size |= moreFlag
	}
	dst := binary.AppendUvarint(b.records, size)
	dst = binary.AppendUvarint(dst, uint64(len(s.text)))
	dst = append(dst, s.text...)
	dst = append(dst, s.runs...)
	dst = binary.AppendUvarint(dst, uint64(r.Tree[0]))
	dst = binary.AppendUvarint(dst, uint64(r.Tree[1]))
	dst = appendText(dst, r.Source.Path)
	dst = binary.AppendUvarint(dst, uint64(r.Source.Game))
	dst = appendText(dst, r.Charset.Name)
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(r.Charset.Confidence))
	dst = appendText(dst, r.Charset.Reason)
	if r.saysMore() {
		dst = r.appendMore(dst, r.Part)
	}
	b.records = dst
}

// blockEncoder compresses blocks. Among coordinates there is nothing to find
// but that some are more frequent, so they are not searched for
// repetitions: that is five times as fast, and no larger.
type blockEncoder struct {
	records, moves *zstd.Encoder // moves: those that cannot be literals alone
	literals       huff0.Scratch
	block          plainBlock
	buffer         []byte
}

// blockWindow is how far back an encoder looks for repetitions: eight times as far as a block
// of ordinary records is long. With the usual windows, of 8 and 4 MiB, four encoders held 40 MB
// once they had met larger records; the records of 98,443 games take as many bytes either way.
const blockWindow = 8 * blockBytes

func newBlockEncoder() (e *blockEncoder, err error) {
	e = new(blockEncoder)
	options := []zstd.EOption{zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(blockWindow)}
	if e.records, err = zstd.NewWriter(nil, append(options, zstd.WithEncoderLevel(zstd.SpeedDefault))...); err != nil {
		return nil, err
	}
	e.moves, err = zstd.NewWriter(nil, append(options, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithAllLitEntropyCompression(true))...)
	return e, err
}

// pack compresses a block of records: its mark, the length of the packed records, the
// packed records, the packed moves.
func (e *blockEncoder) pack(list []Record) []byte {
	b := &e.block
	b.records, b.moves = b.records[:0], b.moves[:0]
	for i := range list {
		b.add(&list[i])
	}
	records := e.records.EncodeAll(b.records, e.buffer[:0])
	toSteps(b.moves)
	var ok bool
	if e.buffer, ok = disk.AppendLiterals(records, b.moves, &e.literals); !ok {
		e.buffer = e.moves.EncodeAll(b.moves, records)
	}
	data := append(make([]byte, 0, 1+binary.MaxVarintLen32+len(e.buffer)), blockMark)
	return append(binary.AppendUvarint(data, uint64(len(records))), e.buffer...)
}

// unpack is the inverse of pack.
func (b *plainBlock) unpack(decoder *zstd.Decoder, data []byte) (err error) {
	if len(data) == 0 || data[0] != blockMark {
		return errors.New("a block of records does not begin like one")
	}
	n, data := cutUvarint(data[1:])
	if n > len(data) {
		return errCutOff
	}
	if b.records, err = decoder.DecodeAll(data[:n], b.records[:0]); err != nil {
		return err
	}
	if b.moves, err = decoder.DecodeAll(data[n:], b.moves[:0]); err == nil {
		fromSteps(b.moves)
	}
	return err
}

var errCutOff = errors.New("a record is cut off")

// cut reads a record from the front of the block. Its bytes are its own. A game
// that is gone has none.
func (b *plainBlock) cut() (r Record, err error) {
	if len(b.records) == 0 {
		return r, errCutOff
	}
	size, in := cutUvarint(b.records)
	more := size&moreFlag != 0
	size &^= moreFlag
	if size == 0 {
		b.records = in
		return r, nil
	}
	text, in, ok := cutText(in)
	if !ok || size > len(text)+moveBytes/2*len(b.moves) {
		return r, errCutOff
	}
	s := splitRecord{text: text, moves: b.moves, runs: in}
	if r.Raw, ok = s.join(make([]byte, 0, size)); !ok || len(r.Raw) != size {
		return r, errCutOff
	}
	b.moves, in = s.moves, s.runs
	r.Tree[0], in = cutUvarint(in)
	r.Tree[1], in = cutUvarint(in)
	if r.Tree[0] > r.Tree[1] || r.Tree[1] > size {
		return r, errors.New("a game tree lies outside its record")
	}
	path, in, ok := cutText(in)
	if !ok {
		return r, errCutOff
	}
	r.Source.Path = string(path)
	r.Source.Game, in = cutUvarint(in)
	name, in, ok := cutText(in)
	if !ok || len(in) < 4 {
		return r, errCutOff
	}
	r.Charset.Name = string(name)
	r.Charset.Confidence = math.Float32frombits(binary.LittleEndian.Uint32(in))
	reason, in, ok := cutText(in[4:])
	if !ok {
		return r, errCutOff
	}
	r.Charset.Reason = string(reason)
	if more {
		if in, ok = r.cutMore(in); !ok {
			return r, errCutOff
		}
	}
	b.records = in
	return r, nil
}

// writeRecords makes the file of records. Ascending keys fill each page.
func writeRecords(f disk.Files, path string, blocks []diskBlock) error {
	return f.Do("write", path, func() error { return putRecords(path, blocks) })
}

func putRecords(path string, blocks []diskBlock) (err error) {
	// Mapped once and for all: when the mapping has to grow, bbolt copies all blocks.
	size := 0
	for _, block := range blocks {
		size += len(block.data) + disk.BoltPage
	}
	db, err := bbolt.Open(path, durable.Perm(filepath.Dir(path), 0o666), &bbolt.Options{NoSync: true, NoGrowSync: true, NoFreelistSync: true, PageSize: disk.BoltPage, InitialMmapSize: size, Timeout: time.Second})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.AllocSize = disk.BoltPage // by which the file grows beyond what is in it
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

// records is the open file of records of a segment. Most questions read none of them, so the file is
// only held until the first one is asked for; bbolt reads it from then on.
type records struct {
	path  string
	games int
	size  func() (int64, error) // of the file as it was written; nil: not known

	once    sync.Once
	file    *os.File // nil: bbolt has it
	db      *bbolt.DB
	decoder *zstd.Decoder
	err     error // why it cannot be read
}

// holdRecords opens a file of records, which stays even if a writer deletes it.
func holdRecords(path string, games int, size func() (int64, error)) (*records, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	return &records{path: path, games: games, size: size, file: file}, nil
}

// openRecords opens a file of records to be read at once.
func openRecords(path string, games int) (*records, error) {
	r, err := holdRecords(path, games, nil)
	if err != nil {
		return nil, err
	}
	if err := r.open(); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

// open has bbolt read the file, once.
func (r *records) open() error {
	r.once.Do(func() { r.err = r.read() })
	return r.err
}

func (r *records) read() (err error) {
	if r.size != nil {
		want, err := r.size()
		if err != nil {
			return err
		}
		info, err := r.file.Stat()
		if err != nil {
			return err
		}
		if info.Size() != want {
			return disk.Damaged(r.path, "%d bytes instead of %d", info.Size(), want)
		}
	}
	given := func(string, int, os.FileMode) (*os.File, error) {
		file := r.file
		r.file = nil // bbolt closes it
		return file, nil
	}
	if r.db, err = bbolt.Open(r.path, 0o444, &bbolt.Options{ReadOnly: true, Timeout: time.Second, OpenFile: given}); err != nil {
		return disk.Damaged(r.path, "%v", err)
	}
	r.decoder, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlock))
	return err
}

func (r *records) close() error {
	var errs []error
	if r.file != nil {
		errs = append(errs, r.file.Close())
	}
	if r.decoder != nil {
		r.decoder.Close()
	}
	if r.db != nil {
		errs = append(errs, r.db.Close())
	}
	return errors.Join(errs...)
}

// block unpacks the block in which a game lies, and says which games it holds.
func (r *records) block(local int) (b plainBlock, first, end int, err error) {
	if err := r.open(); err != nil {
		return b, 0, r.games, err // the same of all
	}
	err = disk.Guard(r.path, func() error {
		return r.db.View(func(tx *bbolt.Tx) (err error) {
			var data []byte
			data, first, end = r.seek(tx.Bucket(bucketRecords), local)
			if data == nil {
				return disk.Damaged(r.path, "no block for game %d of the segment", local)
			}
			if err = b.unpack(r.decoder, data); err != nil {
				return disk.Damaged(r.path, "block %d: %v", first, err)
			}
			return nil
		})
	})
	return b, first, max(local+1, end), err
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
	b, first, _, err := r.block(local)
	if err != nil {
		return Record{}, err
	}
	var rec Record
	for range local - first + 1 {
		if rec, err = b.cut(); err != nil {
			return Record{}, disk.Damaged(r.path, "block %d: %v", first, err)
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
			b, first, end, err := r.block(at)
			if err != nil {
				if !yield(at, recordOrError{err: err}) {
					return
				}
				at = end
				continue
			}
			for local := first; local < end; local++ {
				var rec Record
				if rec, err = b.cut(); err != nil {
					err = disk.Damaged(r.path, "block %d: %v", first, err)
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
