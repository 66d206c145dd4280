// Package alias finds the spellings that belong to one player or one event.
//
// Its nouns:
//
//   - A [Name] is a name in the form for comparison: without case, accents, hyphens,
//     titles and ranks. [Kind.Names] finds the names in a value of a record.
//   - A [Group] holds spellings that the user joined: those of one
//     player in any number of scripts. A [Table] holds the groups, finds the group
//     of a spelling, and refuses contradictions.
//   - A [Suggestion] is two names in an archive that may be the same player's,
//     with the evidence.
//
// The package never rewrites a record. Groups are kept beside the records, and searches
// apply them.
package alias
