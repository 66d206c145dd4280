// Package statistics has the statistics of game results: estimates with intervals
// ([Share], [Score], [Difference]), tests ([SameScore], [BenjaminiHochberg]), estimates
// for sorting ([Prior]), and the expected score by strength ([Strength]). It knows
// games only as won, drawn or lost.
package statistics
