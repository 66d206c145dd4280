package fulltext

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	"go.etcd.io/bbolt"

	"kifudb/store/disk"
)

// ScanBytes is the size up to which texts are not indexed but read through at
// every query: that takes about a millisecond, and spares the small segments
// of small imports the files and the time of an index.
const ScanBytes = 32 << 10

// onlyField is the one field of all documents. The identifier of a text follows from its
// number, so that a word is looked up once and not once for each identifier.
const onlyField = "t"

// A text index is a Bleve index of numbered texts. Its documents have no
// stored fields, frequencies, norms or positions: it says which texts hold
// all the terms of a query, a [Matcher] reads the texts and decides. Of
// 61,171 English comments of 37 bytes the index has 1.5 times the size of the
// text, of 27,420 Chinese, Japanese and Korean ones of 25 bytes, where every
// character is two terms, 2.7 times: some 24 bytes for each document are
// Bleve's bookkeeping. Bleve's own analyzers with the positions that phrases need
// take 2.0 and 3.7 times, and find no single characters. Bleve's
// query layer is not used either: it scores and sorts, where all hits are
// wanted in the order of the games.
//
// Bleve numbers documents in an order of its own; the table that comes with an
// index translates its numbers to ours, 32 bits each. A long text is several
// documents of the same number, see textParts.

// BuildIndex makes an index in a new directory dir and returns the table.
func BuildIndex(ctx context.Context, f disk.Files, dir string, texts iter.Seq2[int, string]) (table []byte, err error) {
	err = f.Do("index", dir, func() (err error) {
		if table, err = writeIndex(ctx, dir, texts); err != nil {
			return err
		}
		return shrinkRoot(filepath.Join(dir, rootName))
	})
	return table, err
}

// rootName is the name of the database in which Bleve keeps which files belong to an index.
const rootName = "root.bolt"

// shrinkRoot writes that database anew, as Bleve leaves it with 64 KiB of which it uses a
// few: with names and comments that is 4 bytes a game in segments of 33,000.
func shrinkRoot(path string) (err error) {
	from, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, from.Close()); err == nil {
			err = os.Rename(path+"~", path)
		}
	}()
	to, err := bbolt.Open(path+"~", 0o600, &bbolt.Options{NoSync: true, NoGrowSync: true, NoFreelistSync: true, PageSize: disk.BoltPage, Timeout: time.Second})
	if err != nil {
		return err
	}
	to.AllocSize = disk.BoltPage // by which the file grows beyond what is in it
	return errors.Join(bbolt.Compact(to, from, 0), to.Close())
}

// mergedAtOnce is how many batches Bleve merges at a time: the 20 of 78,141 comments in one go,
// and not the first 16 of them twice.
const mergedAtOnce = 64

func writeIndex(ctx context.Context, dir string, texts iter.Seq2[int, string]) (table []byte, err error) {
	builder, err := scorch.NewBuilder(map[string]any{
		"path": dir, "buildPathPrefix": filepath.Dir(dir), "batchSize": batchSize(texts), "mergeMax": mergedAtOnce,
	})
	if err != nil {
		return nil, err
	}
	n := 0
	var memory analysis
	for number, text := range texts {
		for i, part := range textParts(text) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := builder.Index(memory.document(number, i, part)); err != nil {
				return nil, err
			}
			n++
		}
	}
	if err := builder.Close(); err != nil {
		return nil, err
	}
	x, err := openIndex(dir, disk.Sound(nil))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	table = make([]byte, 4*n)
	ids, err := x.reader.DocIDReaderAll()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, ids.Close()) }()
	for {
		internal, err := ids.Next()
		if internal == nil || err != nil {
			return table, err
		}
		id, err := x.reader.ExternalID(internal)
		if err != nil {
			return nil, err
		}
		if at := int(internal.Value()); at < n && len(id) >= 4 {
			binary.LittleEndian.PutUint32(table[4*at:], binary.BigEndian.Uint32([]byte(id)))
		}
	}
}

// Index is an open index.
type Index struct {
	dir    string
	index  index.Index
	reader index.IndexReader
	table  *disk.Section

	Serials Serials // nil for comments
}

func openIndex(dir string, table *disk.Section) (x *Index, err error) {
	if _, err := os.Stat(filepath.Join(dir, rootName)); err != nil {
		return nil, err
	}
	err = disk.Guard(dir, func() error {
		x, err = openBleve(dir, table)
		return err
	})
	return x, err
}

// OpenIndex opens an index and demands that its files are those that were
// written, and that it has a document for each entry of its table. Bleve takes
// what it finds: without one of its files, or while a writer deletes them, it
// would answer that nothing is found. The files are read once for it, when a text
// is first searched: of 100,000 games some 3 MB.
func OpenIndex(dir string, table *disk.Section, list map[string]disk.FileSum) (*Index, error) {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		got, err := disk.Measure(path)
		if err != nil {
			return nil, err
		}
		if got != list[name] {
			return nil, disk.Damaged(path, "it is not as it was written")
		}
	}
	x, err := openIndex(dir, table)
	if err != nil {
		return nil, err
	}
	var n uint64
	err = disk.Guard(dir, func() (err error) {
		n, err = x.reader.DocCount()
		return err
	})
	if err == nil && n != uint64(table.Len()/4) {
		err = disk.Damaged(dir, "it has %d texts instead of %d", n, table.Len()/4)
	}
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

func openBleve(dir string, table *disk.Section) (*Index, error) {
	idx, err := scorch.NewScorch("scorch", map[string]any{"path": dir, "read_only": true}, nil)
	if err != nil {
		return nil, disk.Damaged(dir, "%v", err)
	}
	if err := idx.Open(); err != nil {
		return nil, disk.Damaged(dir, "%v", err)
	}
	reader, err := idx.Reader()
	if err != nil {
		return nil, errors.Join(disk.Damaged(dir, "%v", err), idx.Close())
	}
	return &Index{dir: dir, index: idx, reader: reader, table: table}, nil
}

func (x *Index) Close() error {
	return errors.Join(x.reader.Close(), x.index.Close())
}

// Candidates returns the numbers of all texts that may be hits, and whether
// they all are. It is not for kinds that do not go by words.
func (x *Index) Candidates(ctx context.Context, m *Matcher) (all *roaring.Bitmap, exact bool, err error) {
	err = disk.Guard(x.dir, func() error {
		all, exact, err = x.lookUp(ctx, m)
		return err
	})
	return all, exact, err
}

func (x *Index) lookUp(ctx context.Context, m *Matcher) (all *roaring.Bitmap, exact bool, err error) {
	if m.Query.Kind == Name {
		return x.lookUpName(ctx, m)
	}
	exact = true
	for _, clause := range m.clauses {
		some, one, err := x.lookUpClause(ctx, clause)
		if err != nil {
			return nil, false, err
		}
		exact = exact && one
		if all == nil {
			all = some
		} else {
			all.And(some)
		}
		if all.IsEmpty() {
			return all, true, nil
		}
	}
	return all, exact, nil
}

// lookUpClause returns the numbers of the texts with all terms of a clause, and
// whether these are all that it says.
func (x *Index) lookUpClause(ctx context.Context, clause []Word) (all *roaring.Bitmap, exact bool, err error) {
	lookups := 0
	for i, w := range clause {
		var some *roaring.Bitmap
		switch {
		case w.Prefix || w.Edits > 0:
			some, err = x.similar(ctx, &clause[i])
			x.addSerials(some, &clause[i])
		case i+1 < len(clause) && clause[i+1].glued:
			some, err = x.indexed(ctx, w.Text+clause[i+1].Text)
		case w.glued: // is in the pair before
			continue
		default:
			some, err = x.indexed(ctx, w.Text)
			x.addSerials(some, &clause[i])
		}
		lookups++
		for _, way := range w.ways {
			if err != nil {
				break
			}
			var other *roaring.Bitmap
			if other, _, err = x.lookUpClause(ctx, way); err == nil {
				some.Or(other)
			}
			lookups++ // not all of these are hits
		}
		if err != nil {
			return nil, false, err
		}
		if all == nil {
			all = some
		} else {
			all.And(some)
		}
		if all.IsEmpty() {
			break
		}
	}
	return all, lookups == 1, nil
}

// Damaged returns the texts that hold characters that were lost.
func (x *Index) Damaged(ctx context.Context) (found *roaring.Bitmap, err error) {
	err = disk.Guard(x.dir, func() error {
		found, err = x.indexed(ctx, lostTerm)
		return err
	})
	return found, err
}

// addSerials adds the serial numbers that are a wanted word.
func (x *Index) addSerials(found *roaring.Bitmap, w *Word) {
	if x.Serials != nil && found != nil {
		x.Serials.AddSerials(found, w)
	}
}

// indexed returns the texts that hold a term, but for serial numbers.
func (x *Index) indexed(ctx context.Context, term string) (*roaring.Bitmap, error) {
	found := roaring.New()
	return found, x.addTerm(ctx, found, []byte(term))
}

func (x *Index) addTerm(ctx context.Context, found *roaring.Bitmap, term []byte) (err error) {
	postings, err := x.reader.TermFieldReader(ctx, term, onlyField, false, false, false)
	if err != nil {
		return fmt.Errorf("text index: %w", err)
	}
	defer func() { err = errors.Join(err, postings.Close()) }()
	numbers := make([]uint32, 0, min(postings.Count(), 1<<16))
	var doc index.TermFieldDoc
	for {
		next, err := postings.Next(doc.Reset())
		if err != nil {
			return fmt.Errorf("text index: %w", err)
		}
		if next == nil {
			slices.Sort(numbers) // Bleve has another order, in which each would be looked for in the set
			found.AddMany(numbers)
			return ctx.Err()
		}
		numbers = append(numbers, uint32(x.table.Uint32(int(next.ID.Value()))))
	}
}

// similar returns the texts with a word that begins like, or is nearly, the
// wanted one.
func (x *Index) similar(ctx context.Context, w *Word) (*roaring.Bitmap, error) {
	found := roaring.New()
	var words index.FieldDict
	var err error
	fuzzy, ok := x.reader.(index.IndexReaderFuzzy)
	switch {
	case w.Prefix:
		words, err = x.reader.FieldDictPrefix(onlyField, []byte(w.Text))
	case ok:
		words, err = fuzzy.FieldDictFuzzy(onlyField, w.Text, w.Edits, "")
	default:
		words, err = x.reader.FieldDict(onlyField)
	}
	if err != nil {
		return nil, fmt.Errorf("text index: %w", err)
	}
	defer words.Close()
	for {
		entry, err := words.Next()
		if err != nil {
			return nil, fmt.Errorf("text index: %w", err)
		}
		if entry == nil {
			return found, nil
		}
		if w.Fits(entry.Term) {
			if err := x.addTerm(ctx, found, []byte(entry.Term)); err != nil {
				return nil, err
			}
		}
	}
}

// A document is a text as Bleve sees it: a number to be kept and terms to
// be indexed. Bleve's own document would have its number indexed as well, which
// for short texts is half of the work.
type document struct {
	number numberField
	terms  termField
}

// An analysis makes the documents of an index. It allocates memory for them in large pieces,
// because single small allocations took a tenth of the time.
type analysis struct {
	reader    termReader
	documents []document        // room for further ones
	tokens    []index.TokenFreq // likewise
	bytes     []byte            // likewise, for terms
}

// The sizes of these pieces.
const (
	documentsPiece = 64
	tokensPiece    = 512
	bytesPiece     = 8 << 10
)

// document returns the document of a part of a text.
func (a *analysis) document(number, part int, text string) *document {
	if len(a.documents) == 0 {
		a.documents = make([]document, documentsPiece)
	}
	d := &a.documents[0]
	a.documents = a.documents[1:]
	id := binary.BigEndian.AppendUint32(d.number.memory[:0], uint32(number))
	if part > 0 {
		id = binary.BigEndian.AppendUint32(id, uint32(part))
	}
	d.number.id = id
	d.terms = termField{text: text, analysis: a}
	return d
}

// token returns the token of a term for Bleve.
func (a *analysis) token(term string) *index.TokenFreq {
	if len(a.tokens) == 0 {
		a.tokens = make([]index.TokenFreq, tokensPiece)
	}
	if len(term) > cap(a.bytes)-len(a.bytes) {
		a.bytes = make([]byte, 0, max(bytesPiece, len(term)))
	}
	token := &a.tokens[0]
	a.tokens = a.tokens[1:]
	from := len(a.bytes)
	a.bytes = append(a.bytes, term...)
	token.Term = a.bytes[from:len(a.bytes):len(a.bytes)]
	token.SetFrequency(1)
	return token
}

func (d *document) ID() string { return string(d.number.id) }
func (d *document) Size() int  { return len(d.number.id) + len(d.terms.text) }
func (d *document) VisitFields(visit index.FieldVisitor) {
	visit(&d.number)
	visit(&d.terms)
}
func (d *document) VisitComposite(index.CompositeFieldVisitor) {}
func (d *document) HasComposite() bool                         { return false }
func (d *document) NumPlainTextBytes() uint64                  { return d.terms.NumPlainTextBytes() }
func (d *document) AddIDField()                                {}
func (d *document) StoredFieldsBytes() uint64                  { return uint64(len(d.number.id)) }
func (d *document) Indexed() bool                              { return true }

// numberField is the field in which Bleve keeps what a document is called.
type numberField struct {
	id     []byte
	memory [8]byte
}

func (f *numberField) Name() string                                     { return "_id" }
func (f *numberField) Value() []byte                                    { return f.id }
func (f *numberField) ArrayPositions() []uint64                         { return nil }
func (f *numberField) EncodedFieldType() byte                           { return 't' }
func (f *numberField) Options() index.FieldIndexingOptions              { return index.StoreField }
func (f *numberField) Analyze()                                         {}
func (f *numberField) AnalyzedLength() int                              { return 0 }
func (f *numberField) AnalyzedTokenFrequencies() index.TokenFrequencies { return nil }
func (f *numberField) NumPlainTextBytes() uint64                        { return 0 }

// termField is the field of a document: its terms and nothing else.
type termField struct {
	text     string
	analysis *analysis // nil once its terms are known
	freq     index.TokenFrequencies
}

func (f *termField) Name() string             { return onlyField }
func (f *termField) Value() []byte            { return nil }
func (f *termField) ArrayPositions() []uint64 { return nil }
func (f *termField) EncodedFieldType() byte   { return 't' }
func (f *termField) Options() index.FieldIndexingOptions {
	return index.IndexField | index.SkipFreqNorm
}
func (f *termField) AnalyzedLength() int                              { return len(f.freq) }
func (f *termField) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.freq }
func (f *termField) NumPlainTextBytes() uint64                        { return uint64(len(f.text)) }

// Analyze finds the terms. Bleve's builder analyzes one document after the other.
func (f *termField) Analyze() {
	a := f.analysis
	if a == nil {
		return
	}
	f.analysis = nil
	f.freq = make(index.TokenFrequencies, min(len(f.text), partBytes)/4)
	a.reader.terms(f.text, func(term string) {
		if f.freq[term] == nil {
			f.freq[term] = a.token(term)
		}
	})
}
