// Package alias knows which spellings of a name are one player's, or one
// event's.
//
// Its nouns:
//
//   - A [Name] is a name as it is compared: without case, accents, hyphens,
//     titles and ranks. [Kind.Names] finds the names in a value of a record.
//   - A [Group] is what the user says belongs together: the spellings of one
//     player in any number of scripts. A [Table] holds the groups, finds the one
//     of a spelling, and refuses what contradicts it.
//   - A [Suggestion] is two names of an archive that may be the same player's,
//     with the evidence.
//
// Nothing is ever rewritten in a record: groups are kept beside the records
// and are followed when a search runs.
package alias
