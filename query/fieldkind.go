package query

// A FieldKind says how the values of a field are understood, and so which code compares them
// with games. A new field of a kind that there is needs a row in the table of fields; only
// a new kind needs code.
type FieldKind uint8

// The kinds of fields.
const (
	TextKind       FieldKind = iota // what records say, as it is written
	CommentKind                     // comments, and texts that may be anywhere
	NameKind                        // names of players and events, under all aliases
	DateKind                        // when it was played
	ResultKind                      // results, as they are understood
	WinnerKind                      // who won
	HowKind                         // by what
	NumberKind                      // numbers that are kept of each game, or in texts
	HandicapKind                    // numbers, or names of handicaps
	SizeKind                        // sizes of boards
	RankKind                        // ranks of players
	RatingKind                      // ratings of players, in texts
	GameKind                        // the game that is played
	CourseKind                      // numbers that nodes have
	MoveNameKind                    // names that the moves of a game have
	ClockKind                       // what records say of the players' time
	IdentityKind                    // numbers of games in the archive
	HasKind                         // whether a record has something
	DuplicateKind                   // records of one game
	SignatureKind                   // Dyer signatures
	TagKind                         // the user's tags
	NoteKind                        // the user's notes
	SavedKind                       // saved searches, which are replaced by what they ask
	CharsetKind                     // encodings
	FileKind                        // names of files
	RawKind                         // any value of a record, whatever was corrected
	PropertyKind                    // properties of nodes
	GradeFieldKind                  // what engines thought that moves lost
	FeatureKind                     // what moves do on the board
)

// Kind returns the kind of the field.
func (f Field) Kind() FieldKind {
	if f.meaning == nil {
		return TextKind
	}
	return f.meaning.fieldKind()
}

func (text) fieldKind() FieldKind      { return TextKind }
func (comment) fieldKind() FieldKind   { return CommentKind }
func (names) fieldKind() FieldKind     { return NameKind }
func (date) fieldKind() FieldKind      { return DateKind }
func (result) fieldKind() FieldKind    { return ResultKind }
func (winner) fieldKind() FieldKind    { return WinnerKind }
func (how) fieldKind() FieldKind       { return HowKind }
func (number) fieldKind() FieldKind    { return NumberKind }
func (handicap) fieldKind() FieldKind  { return HandicapKind }
func (size) fieldKind() FieldKind      { return SizeKind }
func (rank) fieldKind() FieldKind      { return RankKind }
func (rating) fieldKind() FieldKind    { return RatingKind }
func (gameKind) fieldKind() FieldKind  { return GameKind }
func (values) fieldKind() FieldKind    { return CourseKind }
func (title) fieldKind() FieldKind     { return MoveNameKind }
func (duration) fieldKind() FieldKind  { return ClockKind }
func (identity) fieldKind() FieldKind  { return IdentityKind }
func (has) fieldKind() FieldKind       { return HasKind }
func (dup) fieldKind() FieldKind       { return DuplicateKind }
func (signature) fieldKind() FieldKind { return SignatureKind }
func (tag) fieldKind() FieldKind       { return TagKind }
func (note) fieldKind() FieldKind      { return NoteKind }
func (saved) fieldKind() FieldKind     { return SavedKind }
func (encoding) fieldKind() FieldKind  { return CharsetKind }
func (file) fieldKind() FieldKind      { return FileKind }
func (raw) fieldKind() FieldKind       { return RawKind }
func (property) fieldKind() FieldKind  { return PropertyKind }
