// Package notations has the formats of shogi's own that package notation reads and
// writes: CSA, USI and the texts of the converter of 1996.
//
// [Formats] are their entries, and [SGF] writes games of shogi in SGF. [Record]
// makes of any game of shogi what the writers write.
package notations
