// Package notations has the shogi formats that package notation reads and
// writes: KIF, KI2, JKF, CSA, USI, USEN and the texts of the converter of 1996.
//
// [Formats] returns their entries, and [SGF] writes games of shogi in SGF. [Record]
// converts any game of shogi to the record that the writers write.
package notations
