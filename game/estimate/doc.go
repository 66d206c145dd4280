// Package estimate reads the evaluations of engines and annotators from the nodes of a record.
// An [Estimate] is about one position. A [Course] holds the values of a whole game, as an
// archive keeps them.
package estimate
