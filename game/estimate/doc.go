// Package estimate reads the evaluations of engines and annotators from the nodes of a record.
// An [Estimate] is about one position. A [Course] holds the values of a whole game, as an
// archive keeps them.
//
// # Dialects
//
// Each program has its own way to write values, and its own side that they are good for:
//
//	property      writer             chance              lead                 and
//	SBKV SBKS     Sabaki             Black's, %          Black's, points
//	KT            KaTrain            Black's, 0 to 1     Black's, points      visits, moves
//	LZ LZOP       Lizzie, LizzieYzy  who moved, %        who is to move       engine, visits, moves
//	LZ2 LZOP2     LizzieYzy          the same, of a second engine
//	V             SGF FF[4], GoGui                       Black's
//	EL            FF[1] to FF[3]                         unknown view
//	CC            CGOS               who moved, 0 to 1   who moved, points    visits; own
//	C             KaTrain            the letter's, %     the letter's
//	C             Lizzie             the word's, %       who moved            engine, visits
//	C             LizzieYzy          the word's, %       not read             engine, visits
//	C             leela-analysis     Black's, %                               visits, first move
//	C             KataGo, own games  0.47 0.53 0.00: White, Black, nobody;
//	                                 White's score; of the position before the move; own
//	C in PGN      Lichess            White's, pawns or mate: [%eval 0.25], [%eval #-3]
//	C in PGN      cutechess          who moved: +0.35/12 0.5s; own
//	C in PGN      TCEC               White's: wv=0.35; own
//	C in GGF      GGS                who moved, discs; own
//	C in KIF, CSA floodgate          Black's (先手), hundredths of a pawn: ** 50, '** 50; own
//	C in KIF      ShogiHome, Shogidokoro, ShogiGUI: Black's (先手)
//
// "Own" is what an engine says of its own game. The next move's value may then be that of
// another engine, so no loss is computed between them. Where the record leaves open whose a
// value is, the estimate is unclear, and its value is not compared with others. Values that
// cannot be are refused: see [Fault].
package estimate
