package ledger

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"iter"

	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"
)

// A block is full when it has this many outcomes or bytes, unpacked.
const (
	blockOutcomes = 512
	blockBytes    = 256 << 10
)

// blockWriter enters outcomes of a run from a sequence on.
type blockWriter struct {
	bucket   *writtenBucket
	run      int
	at       int // sequence of the next outcome
	first    int // of the block's first outcome
	source   string
	unpacked int // bytes
	packed   bytes.Buffer
	encoder  *zstd.Encoder
}

func (b *blockWriter) add(o *Outcome) error {
	if b.at == b.first {
		b.source = "" // a block is read by itself
	}
	line := storedOutcome{Source: fileName(o.Source), Member: fileName(o.Member), What: o.What, Reason: o.Reason, Format: o.Format, Games: nil, Problems: o.Problems, ProblemGames: o.ProblemGames}
	if o.Source == b.source {
		line.Source = ""
	}
	b.source = o.Source
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if b.encoder == nil {
		b.encoder, err = zstd.NewWriter(&b.packed, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false))
		if err != nil {
			return err
		}
	}
	// The games of a file may be millions, so they are written by and by.
	end := "}\n"
	if text = text[:len(text)-1]; len(o.Games) > 0 {
		text, end = append(text, `,"games":`...), "]}\n"
	}
	for i, s := range o.Games {
		between := byte(',')
		if i == 0 {
			between = '['
		}
		if text = s.appendTo(append(text, between)); len(text) >= blockBytes {
			if err := b.write(text); err != nil {
				return err
			}
			text = text[:0]
		}
	}
	if err := b.write(append(text, end...)); err != nil {
		return err
	}
	b.at++
	if b.at-b.first >= blockOutcomes || b.unpacked >= blockBytes {
		return b.flush()
	}
	return nil
}

func (b *blockWriter) write(text []byte) error {
	b.unpacked += len(text)
	_, err := b.encoder.Write(text)
	return err
}

func (b *blockWriter) flush() error {
	if b.at == b.first {
		return nil
	}
	if err := b.encoder.Close(); err != nil {
		return err
	}
	// The database keeps these bytes until the transaction ends.
	err := put(b.bucket, outcomeKey(b.run, b.first), b.packed.Bytes())
	b.first, b.unpacked, b.packed = b.at, 0, bytes.Buffer{}
	b.encoder.Reset(&b.packed)
	return err
}

// outcomeKey is the key of a block.
func outcomeKey(run, sequence int) []byte {
	return binary.BigEndian.AppendUint64(runKey(run), uint64(sequence))
}

// sequenceOf takes the key of a block apart.
func sequenceOf(key []byte) (run, sequence int) {
	if len(key) != 12 {
		return 0, 0
	}
	return int(binary.BigEndian.Uint32(key)), int(binary.BigEndian.Uint64(key[4:]))
}

// A blockReader reads outcomes.
type blockReader struct {
	db      *DB
	cursor  *bbolt.Cursor
	decoder *zstd.Decoder
	key     []byte // of the block at hand
	block   []Outcome
}

func (db *DB) newBlockReader(tx *bbolt.Tx) (*blockReader, error) {
	r := &blockReader{db: db, cursor: tx.Bucket(bucketOutcomes).Cursor()}
	return r, r.open()
}

func (r *blockReader) open() (err error) {
	r.decoder, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	return err
}

func (r *blockReader) close() { r.decoder.Close() }

// outcomes yields the outcomes lo to hi-1 of a run, and an error if one of them
// is not there or not readable. They are valid after the transaction, too.
func (r *blockReader) outcomes(run, lo, hi int) iter.Seq2[*Outcome, error] {
	return func(yield func(*Outcome, error) bool) {
		for at := lo; at < hi; {
			first, err := r.seek(run, at)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := at - first; i < len(r.block) && at < hi; i++ {
				if !yield(&r.block[i], nil) {
					return
				}
				at++
			}
		}
	}
}

// seek reads the block that holds an outcome, unless it is at hand, and returns
// the sequence of its first.
func (r *blockReader) seek(run, sequence int) (first int, err error) {
	if gotRun, first := sequenceOf(r.key); gotRun == run && first <= sequence && sequence < first+len(r.block) {
		return first, nil
	}
	want := outcomeKey(run, sequence)
	k, v := r.cursor.Seek(want)
	if !bytes.Equal(k, want) {
		if k == nil {
			k, v = r.cursor.Last()
		} else {
			k, v = r.cursor.Prev()
		}
	}
	gotRun, first := sequenceOf(k)
	if gotRun != run {
		return 0, r.db.damaged("outcome %d of run %d is missing", sequence, run)
	}
	if err := r.read(k, v); err != nil {
		return 0, err
	}
	if sequence < first || sequence >= first+len(r.block) {
		return 0, r.db.damaged("outcome %d of run %d is missing", sequence, run)
	}
	return first, nil
}

// read unpacks a block.
func (r *blockReader) read(k, v []byte) error {
	r.key, r.block = nil, nil
	data, err := r.db.open(k, v)
	if err != nil {
		return err
	}
	lines, err := r.decoder.DecodeAll(data, nil)
	if err != nil {
		return r.db.damaged("outcomes: %v", err)
	}
	source := ""
	for line := range bytes.Lines(lines) {
		var o storedOutcome
		if err := json.Unmarshal(line, &o); err != nil {
			return r.db.damaged("outcomes: %v", err)
		}
		if o.Source != "" {
			source = string(o.Source)
		}
		r.block = append(r.block, Outcome{Source: source, Member: string(o.Member), What: o.What, Reason: o.Reason, Format: o.Format, Games: o.Games, Problems: o.Problems, ProblemGames: o.ProblemGames})
	}
	r.key = bytes.Clone(k)
	return nil
}

// chunk is how many outcomes are read before the file is given free for writers.
const chunk = 16 * blockOutcomes

// Outcomes yields the outcomes that a run has so far, in the order in which
// they were entered. The ledger is not held open between them, so the caller
// may take its time.
func (db *DB) Outcomes(run int) iter.Seq2[*Outcome, error] {
	return func(yield func(*Outcome, error) bool) {
		for at, more := 0, true; more; {
			var outcomes []*Outcome
			more = false
			err := db.view(func(tx *bbolt.Tx) error {
				r, err := db.run(tx, run)
				if err != nil {
					return err
				}
				blocks, err := db.newBlockReader(tx)
				if err != nil {
					return err
				}
				defer blocks.close()
				hi := min(r.Outcomes, at+chunk)
				more = hi < r.Outcomes
				for o, err := range blocks.outcomes(run, at, hi) {
					if err != nil {
						return err
					}
					outcomes = append(outcomes, o)
				}
				at = hi
				return nil
			})
			for _, o := range outcomes {
				if !yield(o, nil) {
					return
				}
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}
