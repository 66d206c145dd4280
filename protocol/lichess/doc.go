// Package lichess answers programs that know the opening explorer of lichess.org: the same addresses and
// parameters, and JSON of the same shape, about the games of chess in an archive.
//
// The shape is that of lila-openingexplorer (src/api/query.rs and response.rs) and of the API reference
// of lichess.org. A [Server] answers /masters, /lichess and /player, all three from the whole archive, and
// /masters/pgn/ID. What the archive cannot answer is null, or said in the list "notices", which the
// original does not have.
package lichess
