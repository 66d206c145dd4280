// Package katago reads and writes the lines of KataGo's analysis engine, in JSON: a [Query]
// asks for turns of a game, a [Response] is what the engine says of one.
//
// Whose the values of a response are depends on a setting of the engine,
// reportAnalysisWinratesAs, which no response states. A query states it if it overrides the
// setting. Otherwise [Proof] tells it from positions in which one side has won beyond doubt.
//
// Sources: docs/Analysis_Engine.md of lightvector/KataGo; cpp/command/analysis.cpp, which gives
// the setting as BLACK, WHITE or SIDETOMOVE and, with logAllRequests and logAllResponses, writes
// the same lines into a log behind the time.
package katago
