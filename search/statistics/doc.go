// Package statistics computes what may be said of counts: estimates with intervals
// ([Share], [Score], [Difference]), tests ([SameScore], [BenjaminiHochberg]), estimates
// for orders ([Prior]), and what strength makes us expect ([Strength]). It knows
// nothing of games but that they are won, drawn or lost.
package statistics
