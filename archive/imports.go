package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"kifudb/book/duplicate"
	"kifudb/indexer/ledger"
)

// An ImportRun is one import as the ledger has it.
type ImportRun = ledger.Run

// A FileOutcome says what became of a file that was imported, or of a member of a
// container, and of the games in it.
type FileOutcome struct {
	Run      int            `json:"import" doc:"Number of the import."`
	Path     string         `json:"path" doc:"Path of the file, and of the member after \"!/\" if it is in a container."`
	Source   string         `json:"source" doc:"Path of the file on disk. A minus sign is standard input."`
	Member   string         `json:"member,omitempty" doc:"Path within the container. Missing for the file itself."`
	What     string         `json:"outcome" doc:"What happened to the file: read, unchanged, known, passed, refused, still, accepted, cut, kept or lost."`
	Reason   string         `json:"reason,omitempty" doc:"Why the file was refused or passed over. Missing if it was neither."`
	Games    []GameSpan     `json:"games" doc:"Runs of games in the file, in its order."`
	Problems map[string]int `json:"problems,omitempty" doc:"Faults of the new games: how often each code occurs. Missing if there are none."`

	ProblemGames map[string]int `json:"problem_games,omitempty" doc:"For each code that occurs in several of these games, in how many. Missing if there is none."`
}

// A GameSpan is a run of games with consecutive numbers and the same fate. If they
// are known already, it is those of one file.
type GameSpan struct {
	From  int    `json:"from,omitempty" doc:"Number of the first game in its file, from 1. Missing if the file does not hold it any more."`
	Count int    `json:"count" doc:"Number of games in the run."`
	ID    GameID `json:"id" doc:"Id of the first game. The others follow."`
	Fate  string `json:"fate" doc:"What happened to the games: added, changed, known, removed, restored, unread, missing, elsewhere or pruned."`
	Of    string `json:"of,omitempty" doc:"File from which the archive has the known games. Missing for other fates."`

	Duplicates []DuplicateOf `json:"duplicates,omitempty" doc:"Games of the run that are further records of an older game. Missing if there are none."`
}

// A DuplicateOf is a record of a game that the archive already had. The older record stands
// for both.
type DuplicateOf struct {
	ID GameID `json:"id" doc:"Id of the new record."`
	Of GameID `json:"of" doc:"Id of the record that stands for both."`
}

// ledger returns the ledger of imports, with those of other computers if the archive is in an
// object store, as of now.
func (a *Archive) ledger(ctx context.Context) (*ledger.DB, error) {
	if a.mirror != nil {
		err := a.mirror.Refresh(ctx, 0)
		if err == nil {
			err = a.mirror.Ledgers(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.location, err)
		}
	}
	return a.ledgerHere(), nil
}

// ledgerHere returns the ledger in the archive's folder, to which its manifest bears witness.
func (a *Archive) ledgerHere() *ledger.DB {
	return ledger.Open(a.Dir()).Witnessed(a.db.WitnessedLedger)
}

// Imports returns all imports, the first one first; of an archive in an object store those
// of all computers. One that has not ended and never will is interrupted; whether one of an
// archive in an object store goes on is not known.
func (a *Archive) Imports() ([]ImportRun, error) {
	l, err := a.ledger(context.Background())
	if err != nil {
		return nil, err
	}
	runs, err := l.AllRuns()
	if err != nil {
		return nil, err
	}
	for i := range runs {
		if runs[i].State == ledger.Running && a.mirror == nil && !a.db.Writing() {
			runs[i].State = ledger.Interrupted
		}
	}
	return runs, nil
}

// OutcomesOf says of which files of an import one wants to know what became.
type OutcomesOf string

// Of which files.
const (
	EveryFile   OutcomesOf = ""
	FailedFiles OutcomesOf = "failed" // that could not be read
	PassedFiles OutcomesOf = "passed" // that were passed over
)

// has reports whether an outcome is of such a file.
func (of OutcomesOf) has(o *ledger.Outcome) bool {
	switch of {
	case FailedFiles:
		return o.What.Failed()
	case PassedFiles:
		return o.What == ledger.Passed
	}
	return true
}

// Outcomes yields what became of files in an import, in the order in which they were read: of
// the import of a number, or of the last one for 0. Errors wrap [ErrNoImport].
func (a *Archive) Outcomes(ctx context.Context, number int, of OutcomesOf) iter.Seq2[*FileOutcome, error] {
	return func(yield func(*FileOutcome, error) bool) {
		if err := a.outcomes(ctx, number, of, func(o *FileOutcome) bool { return yield(o, nil) }); err != nil {
			yield(nil, err)
		}
	}
}

func (a *Archive) outcomes(ctx context.Context, number int, of OutcomesOf, yield func(*FileOutcome) bool) (err error) {
	l, err := a.ledger(ctx)
	if err != nil {
		return err
	}
	entries, run, err := l.Of(number)
	if errors.Is(err, ledger.ErrNoRun) {
		return noImport(number)
	}
	if err != nil {
		return err
	}
	v, err := a.View() // after the run, so that it has its games
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	// Who asks for them is told what is wrong with the clusters.
	clusters, _ := v.Clusters(ctx)
	for o, err := range entries.Outcomes(run.Number) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if !of.has(o) {
			continue
		}
		if !yield(v.fileOutcome(run.Number, o, clusters)) {
			return nil
		}
	}
	return nil
}

func (v *View) fileOutcome(run int, o *ledger.Outcome, clusters *duplicate.Clusters) *FileOutcome {
	out := &FileOutcome{
		Run: run, Path: PathText(o.Path()), Source: PathText(o.Source), Member: PathText(o.Member),
		What: string(o.What), Reason: o.Reason, Problems: o.Problems, ProblemGames: o.ProblemGames, Games: []GameSpan{},
	}
	for _, g := range o.Games {
		if g.Fate == ledger.Known {
			out.addKnown(v, g)
			continue
		}
		span := GameSpan{From: int(g.From), Count: int(g.Count), ID: g.ID, Fate: g.Fate.String()}
		if clusters != nil {
			for id, place := range clusters.Between(span.ID, span.ID+GameID(span.Count)) {
				if of := clusters.Cluster(place[0]).Preferred(); of != id {
					span.Duplicates = append(span.Duplicates, DuplicateOf{id, of})
				}
			}
		}
		out.Games = append(out.Games, span)
	}
	return out
}

// addKnown adds games that the archive had already, a span for each file from which
// it has them.
func (o *FileOutcome) addKnown(v *View, g ledger.Span) {
	for i := range int(g.Count) {
		id := g.ID + GameID(i)
		file := v.fileOf(id)
		if strings.HasSuffix(o.Path, file) {
			file = "" // itself, by a path from another folder perhaps
		}
		if n := len(o.Games); i > 0 && o.Games[n-1].Of == file {
			o.Games[n-1].Count++
			continue
		}
		o.Games = append(o.Games, GameSpan{From: int(g.From) + i, Count: 1, ID: id, Fate: g.Fate.String(), Of: file})
	}
}

// fileOf returns the file from which the archive has a game.
func (v *View) fileOf(id GameID) string {
	g, local, ok := v.snapshot.Segment(id)
	if !ok {
		return ""
	}
	for _, value := range g.Info(local) {
		if value.Ident == "file" {
			return PathText(value.Text)
		}
	}
	return ""
}
