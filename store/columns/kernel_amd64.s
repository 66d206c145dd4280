//go:build !purego

#include "textflag.h"

// The contracts are in kernel_amd64.go. In these comments a lane is 16 bits of a
// register, 16 lanes of a block at a time.

// times: bits of a node.
DATA times<>+0(SB)/8, $0x3fff3fff3fff3fff
GLOBL times<>(SB), RODATA|NOPTR, $8

// highs: the bit "more".
DATA highs<>+0(SB)/8, $0x8000800080008000
GLOBL highs<>(SB), RODATA|NOPTR, $8

// units: one in each lane.
DATA units<>+0(SB)/8, $0x0001000100010001
GLOBL units<>(SB), RODATA|NOPTR, $8

// lateByte and neverByte: see times.go.
DATA lateByte<>+0(SB)/1, $253
GLOBL lateByte<>(SB), RODATA|NOPTR, $1
DATA neverByte<>+0(SB)/1, $254
GLOBL neverByte<>(SB), RODATA|NOPTR, $1

// lastByte: the node before lateByte.
DATA lastByte<>+0(SB)/1, $252
GLOBL lastByte<>(SB), RODATA|NOPTR, $1

// slotBytes: for each of 64 slots, the byte that its bit is in; slotBits: the bit.
DATA slotBytes<>+0(SB)/8, $0x0000000000000000
DATA slotBytes<>+8(SB)/8, $0x0101010101010101
DATA slotBytes<>+16(SB)/8, $0x0202020202020202
DATA slotBytes<>+24(SB)/8, $0x0303030303030303
DATA slotBytes<>+32(SB)/8, $0x0404040404040404
DATA slotBytes<>+40(SB)/8, $0x0505050505050505
DATA slotBytes<>+48(SB)/8, $0x0606060606060606
DATA slotBytes<>+56(SB)/8, $0x0707070707070707
GLOBL slotBytes<>(SB), RODATA|NOPTR, $64
DATA slotBits<>+0(SB)/8, $0x8040201008040201
GLOBL slotBits<>(SB), RODATA|NOPTR, $8

// bit: in each lane its own bit.
DATA bit<>+0(SB)/8, $0x0008000400020001
DATA bit<>+8(SB)/8, $0x0080004000200010
DATA bit<>+16(SB)/8, $0x0800040002000100
DATA bit<>+24(SB)/8, $0x8000400020001000
GLOBL bit<>(SB), RODATA|NOPTR, $32

// func filterAVX2(sets, start, planes *uint64, offsets *int, n, rows, stride int) (some uint64)
TEXT ·filterAVX2(SB), NOSPLIT, $0-64
	MOVQ sets+0(FP), DI
	MOVQ start+8(FP), SI
	MOVQ planes+16(FP), BX
	MOVQ offsets+24(FP), R8
	MOVQ n+32(FP), R9
	MOVQ rows+40(FP), R10
	MOVQ stride+48(FP), R11
	SHLQ $3, R11
	XORQ AX, AX
	MOVQ $1, DX

filterRow:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	VMOVDQU 128(SI), Y4
	XORQ    CX, CX

filterStone:
	CMPQ  CX, R9
	JGE   filterKeep
	MOVQ  (R8)(CX*8), R12
	LEAQ  (BX)(R12*8), R12
	VPAND (R12), Y0, Y0
	VPAND 32(R12), Y1, Y1
	VPAND 64(R12), Y2, Y2
	VPAND 96(R12), Y3, Y3
	VPAND 128(R12), Y4, Y4
	VPOR  Y0, Y1, Y5
	VPOR  Y2, Y3, Y6
	VPOR  Y4, Y5, Y5
	VPOR  Y5, Y6, Y5
	INCQ  CX
	VPTEST Y5, Y5
	JNZ   filterStone
	JMP   filterNext

filterKeep:
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VMOVDQU Y4, 128(DI)
	ORQ     DX, AX

filterNext:
	ADDQ $160, DI
	ADDQ R11, BX
	SHLQ $1, DX
	DECQ R10
	JNZ  filterRow
	MOVQ AX, some+56(FP)
	VZEROUPPER
	RET

// BYSLOTS makes of a set in AX by lanes the one in R10 by slots: lane 16i+j is slot 4j+i.
// It changes AX, CX and DX.
#define BYSLOTS \
	MOVQ  $0x1111111111111111, DX \
	PDEPQ DX, AX, R10 \
	SHRQ  $16, AX \
	SHLQ  $1, DX \
	PDEPQ DX, AX, CX \
	ORQ   CX, R10 \
	SHRQ  $16, AX \
	SHLQ  $1, DX \
	PDEPQ DX, AX, CX \
	ORQ   CX, R10 \
	SHRQ  $16, AX \
	SHLQ  $1, DX \
	PDEPQ DX, AX, CX \
	ORQ   CX, R10

// func compareAVX2(m *matches, first *byte, cells *kernelCell, stones, empties, halves int, set uint64)
TEXT ·compareAVX2(SB), NOSPLIT, $0-56
	MOVQ m+0(FP), DI
	MOVQ first+8(FP), BX
	VPBROADCASTQ times<>(SB), Y15
	VPBROADCASTQ highs<>(SB), Y14
	VMOVDQU bit<>(SB), Y13

	MOVQ set+48(FP), AX
	BYSLOTS

	XORQ R11, R11 // certain
	XORQ R13, R13 // open

	XORQ CX, CX // 16 times the group

compareGroup:
	MOVQ    R10, AX
	SHRQ    CX, AX
	MOVWLZX AX, AX
	TESTL   AX, AX
	JZ      compareNext

	VMOVD        AX, X0
	VPBROADCASTW X0, Y0
	VPAND        Y13, Y0, Y0
	VPCMPEQW     Y13, Y0, Y0 // alive: the highest bit counts
	VPXOR        Y1, Y1, Y1  // nodes
	VPXOR        Y2, Y2, Y2  // marked: the highest bit counts
	MOVQ         cells+16(FP), R8
	MOVQ         stones+24(FP), R9
	TESTQ        R9, R9
	JZ           compareStood

compareStone:
	MOVLQSX      (R8), R12
	VMOVDQU      (BX)(R12*1), Y3
	VPBROADCASTW 4(R8), Y4
	VPBROADCASTW 6(R8), Y5
	VPADDW       Y3, Y3, Y6
	VPXOR        Y4, Y6, Y6
	VPAND        Y5, Y6, Y6
	VPANDN       Y6, Y3, Y6  // another color, and nothing more happened
	VPANDN       Y0, Y6, Y0
	VPSRAW       $15, Y3, Y4
	VPAND        Y15, Y3, Y5
	VPANDN       Y5, Y4, Y5  // the node, 0 if more happened
	VPMAXSW      Y5, Y1, Y1
	VPOR         Y3, Y2, Y2
	VPTEST       Y14, Y0
	JZ           compareNext
	ADDQ         $8, R8
	DECQ         R9
	JNZ          compareStone

compareStood:
	VPCMPEQW Y15, Y1, Y4 // no stone at all
	VPANDN   Y0, Y4, Y0
	MOVQ     empties+32(FP), R9
	TESTQ    R9, R9
	JZ       compareHalves

compareEmpty:
	MOVLQSX  (R8), R12
	VMOVDQU  (BX)(R12*1), Y3
	VPAND    Y15, Y3, Y4
	VPCMPGTW Y1, Y4, Y5      // later
	VPANDN   Y3, Y5, Y6
	VPOR     Y6, Y2, Y2
	VPOR     Y3, Y5, Y5
	VPAND    Y5, Y0, Y0
	VPTEST   Y14, Y0
	JZ       compareNext
	ADDQ     $8, R8
	DECQ     R9
	JNZ      compareEmpty

compareHalves:
	MOVQ  halves+40(FP), R9
	TESTQ R9, R9
	JZ    compareDone

compareHalf:
	MOVLQSX      (R8), R12
	VMOVDQU      (BX)(R12*1), Y3
	VPBROADCASTW 4(R8), Y7
	VPBROADCASTW 6(R8), Y8
	VPADDW       Y3, Y3, Y6
	VPXOR        Y7, Y6, Y7
	VPANDN       Y8, Y7, Y7  // a stone that is admitted
	VPAND        Y15, Y3, Y4
	VPCMPGTW     Y1, Y4, Y5
	VPANDN       Y3, Y5, Y6
	VPOR         Y6, Y2, Y2
	VPOR         Y3, Y5, Y5
	VPOR         Y7, Y5, Y5
	VPAND        Y5, Y0, Y0
	VPTEST       Y14, Y0
	JZ           compareNext
	ADDQ         $8, R8
	DECQ         R9
	JNZ          compareHalf

compareDone:
	VMOVDQU   Y1, (DI)(CX*2)
	VPAND     Y14, Y0, Y0
	VPAND     Y2, Y0, Y3
	VPANDN    Y0, Y2, Y4
	MOVL      $0xAAAAAAAA, DX
	VPMOVMSKB Y4, AX
	PEXTL     DX, AX, AX
	SHLQ      CX, AX
	ORQ       AX, R11
	VPMOVMSKB Y3, AX
	PEXTL     DX, AX, AX
	SHLQ      CX, AX
	ORQ       AX, R13

compareNext:
	ADDQ $32, BX
	ADDQ $16, CX
	CMPQ CX, $64
	JLT  compareGroup

	MOVQ R11, 128(DI)
	MOVQ R13, 136(DI)
	VZEROUPPER
	RET

// func nextAVX2(m *matches, first *byte, region *int32, n int, set uint64)
TEXT ·nextAVX2(SB), NOSPLIT, $0-40
	MOVQ m+0(FP), DI
	MOVQ first+8(FP), BX
	MOVQ region+16(FP), R8
	MOVQ n+24(FP), R9
	MOVQ set+32(FP), R10
	VPBROADCASTQ times<>(SB), Y15
	VPBROADCASTQ units<>(SB), Y14
	XORQ R11, R11 // marked
	XORQ CX, CX   // 16 times the group

nextGroup:
	MOVQ    R10, AX
	SHRQ    CX, AX
	MOVWLZX AX, AX
	TESTL   AX, AX
	JZ      nextNext

	VMOVDQU  (DI)(CX*2), Y0  // nodes
	VMOVDQA  Y15, Y1         // the earliest node
	VPCMPEQW Y2, Y2, Y2      // and its cell
	VPXOR    Y3, Y3, Y3      // the cell at hand
	VPXOR    Y4, Y4, Y4      // marked: the highest bit counts
	XORQ     DX, DX

nextCell:
	MOVLQSX   (R8)(DX*4), R12
	VMOVDQU   (BX)(R12*1), Y5
	VPAND     Y15, Y5, Y6
	VPCMPGTW  Y0, Y6, Y7
	VPCMPGTW  Y6, Y1, Y8
	VPAND     Y7, Y8, Y8
	VPBLENDVB Y8, Y6, Y1, Y1
	VPBLENDVB Y8, Y3, Y2, Y2
	VPADDW    Y14, Y3, Y3
	VPOR      Y5, Y4, Y4
	INCQ      DX
	CMPQ      DX, R9
	JLT       nextCell

	VMOVDQU   Y2, 144(DI)(CX*2)
	MOVL      $0xAAAAAAAA, DX
	VPMOVMSKB Y4, AX
	PEXTL     DX, AX, AX
	SHLQ      CX, AX
	ORQ       AX, R11

nextNext:
	ADDQ $32, BX
	ADDQ $16, CX
	CMPQ CX, $64
	JLT  nextGroup
	MOVQ R11, 272(DI)
	VZEROUPPER
	RET

// func nextKeysAVX2(m *matches, first *byte, region *int32, n int, set uint64)
TEXT ·nextKeysAVX2(SB), NOSPLIT, $0-40
	MOVQ m+0(FP), DI
	MOVQ first+8(FP), BX
	MOVQ region+16(FP), R8
	MOVQ n+24(FP), R9
	MOVQ set+32(FP), R10
	VPBROADCASTQ units<>(SB), Y14
	VMOVDQU bit<>(SB), Y13
	XORQ R11, R11 // marked
	XORQ CX, CX   // 16 times the group

keysGroup:
	MOVQ    R10, AX
	SHRQ    CX, AX
	MOVWLZX AX, AX
	VPXOR   Y2, Y2, Y2
	TESTL   AX, AX
	JZ      keysKeep

	VPADDW   (DI)(CX*2), Y14, Y0
	VPSLLW   $7, Y0, Y0
	VPXOR    Y1, Y1, Y1
	VPSUBW   Y0, Y1, Y1     // what a key adds to the time: the cell at hand, less the node and one
	VPCMPEQW Y2, Y2, Y2     // the least key
	VPXOR    Y4, Y4, Y4     // marked: the highest bit counts
	XORQ     DX, DX

keysCell:
	MOVLQSX  (R8)(DX*4), R12
	VMOVDQU  (BX)(R12*1), Y3
	VPOR     Y3, Y4, Y4
	VPSLLW   $7, Y3, Y3
	VPADDW   Y1, Y3, Y3
	VPMINUW  Y3, Y2, Y2
	VPADDW   Y14, Y1, Y1
	INCQ     DX
	CMPQ     DX, R9
	JLT      keysCell

	VMOVD        AX, X0
	VPBROADCASTW X0, Y0
	VPAND        Y13, Y0, Y0
	VPCMPEQW     Y13, Y0, Y0
	VPAND        Y0, Y2, Y2
	MOVL         $0xAAAAAAAA, DX
	VPMOVMSKB    Y4, AX
	PEXTL        DX, AX, AX
	SHLQ         CX, AX
	ORQ          AX, R11

keysKeep:
	VMOVDQU Y2, 144(DI)(CX*2)
	ADDQ $32, BX
	ADDQ $16, CX
	CMPQ CX, $64
	JLT  keysGroup
	MOVQ R11, 272(DI)
	VZEROUPPER
	RET

// func timesAVX2(tables *uint8, first *byte, n int, wanted uint64, area int)
TEXT ·timesAVX2(SB), NOSPLIT, $0-40
	MOVQ tables+0(FP), DI
	MOVQ first+8(FP), BX
	MOVQ n+16(FP), CX
	MOVQ area+32(FP), SI
	SHLQ $6, SI          // bytes of a table
	LEAQ (SI)(SI*2), R8  // of three
	LEAQ (DI)(R8*1), R9  // table 3
	LEAQ (R9)(R8*1), R10 // table 6
	LEAQ (R10)(R8*1), R12 // table 9
	SHLQ $1, CX
	MOVQ wanted+24(FP), R11
	VPBROADCASTQ times<>(SB), Y15
	VPBROADCASTB neverByte<>(SB), Y13
	VPBROADCASTB lateByte<>(SB), Y12
	VPMOVZXBW    X12, Y14

timesGroup:
	VMOVDQU   (BX), Y0
	VMOVDQU   32(BX), Y1
	VPSRLW    $8, Y0, Y2
	VPSRLW    $8, Y1, Y3
	VPACKUSWB Y3, Y2, Y2
	VPERMQ    $0xD8, Y2, Y2 // the highest bit: more
	VPADDB    Y2, Y2, Y5    // the highest bit: white
	VPAND     Y15, Y0, Y0
	VPAND     Y15, Y1, Y1
	VPMINSW   Y14, Y0, Y3
	VPMINSW   Y14, Y1, Y4
	VPCMPEQW  Y15, Y0, Y0
	VPCMPEQW  Y15, Y1, Y1
	VPSUBW    Y0, Y3, Y3
	VPSUBW    Y1, Y4, Y4
	VPACKUSWB Y4, Y3, Y3
	VPERMQ    $0xD8, Y3, Y3 // the first stone
	VPBLENDVB Y2, Y3, Y13, Y1
	VMOVDQU   Y1, (DI)(SI*1)
	BTQ       $0, R11
	JCC       timesBlack
	VMOVDQU   Y3, (DI)

timesBlack:
	BTQ       $2, R11
	JCC       timesWhite
	VPBLENDVB Y5, Y1, Y3, Y4
	VMOVDQU   Y4, (DI)(SI*2)

timesWhite:
	BTQ       $3, R11
	JCC       timesKept
	VPBLENDVB Y5, Y3, Y1, Y4
	VMOVDQU   Y4, (R9)

timesKept:
	VPCMPEQB  Y12, Y3, Y6
	VPSUBB    Y6, Y3, Y6       // those that are late as if never
	VPBLENDVB Y2, Y13, Y6, Y6  // if nothing more happened
	BTQ       $4, R11
	JCC       timesKeptWhite
	VMOVDQU   Y6, (R9)(SI*1)

timesKeptWhite:
	BTQ       $5, R11
	JCC       timesKeptBlack
	VPBLENDVB Y5, Y6, Y13, Y7
	VMOVDQU   Y7, (R9)(SI*2)

timesKeptBlack:
	BTQ       $6, R11
	JCC       timesLastPut
	VPBLENDVB Y5, Y13, Y6, Y7
	VMOVDQU   Y7, (R10)

timesLastPut:
	BTQ       $7, R11
	JCC       timesThird
	VPCMPEQB  Y13, Y3, Y7
	VPANDN    Y3, Y7, Y7
	VMOVDQU   Y7, (R10)(SI*1)

timesThird:
	BTQ       $8, R11
	JCC       timesThirdBlack
	VMOVDQU   Y13, (R10)(SI*2)

timesThirdBlack:
	BTQ       $9, R11
	JCC       timesThirdWhite
	VMOVDQU   Y13, (R12)

timesThirdWhite:
	BTQ       $10, R11
	JCC       timesNext
	VMOVDQU   Y13, (R12)(SI*1)

timesNext:
	ADDQ $64, BX
	ADDQ $32, DI
	ADDQ $32, R9
	ADDQ $32, R10
	ADDQ $32, R12
	DECQ CX
	JNZ  timesGroup
	VZEROUPPER
	RET

// NODES puts the nodes in Y0 and Y1 into the matches at DI, as bytes and as nodes.
#define NODES \
	VMOVDQU      Y0, 288(DI) \
	VMOVDQU      Y1, 320(DI) \
	VPMOVZXBW    X0, Y2 \
	VEXTRACTI128 $1, Y0, X0 \
	VPMOVZXBW    X0, Y3 \
	VPMOVZXBW    X1, Y4 \
	VEXTRACTI128 $1, Y1, X1 \
	VPMOVZXBW    X1, Y5 \
	VMOVDQU      Y2, (DI) \
	VMOVDQU      Y3, 32(DI) \
	VMOVDQU      Y4, 64(DI) \
	VMOVDQU      Y5, 96(DI)

// BYTES sets AX to a mask of the bytes in Y6 and Y7. It changes DX.
#define BYTES \
	VPMOVMSKB Y6, AX \
	VPMOVMSKB Y7, DX \
	SHLQ $32, DX \
	ORQ  DX, AX

// func settleAVX2(m *matches, tables *uint8, times, begins, ends *int32, n int)
TEXT ·settleAVX2(SB), NOSPLIT, $0-48
	MOVQ m+0(FP), DI
	MOVQ tables+8(FP), BX
	MOVQ times+16(FP), R8
	MOVQ begins+24(FP), R9
	MOVQ ends+32(FP), R11
	MOVQ n+40(FP), R10

	// The nodes of the matches, 0 of other slots.
	MOVQ         128(DI), AX
	ORQ          136(DI), AX
	VMOVQ        AX, X6
	VPBROADCASTQ X6, Y6
	VPBROADCASTQ slotBits<>(SB), Y7
	VPSHUFB      slotBytes<>(SB), Y6, Y0
	VPSHUFB      slotBytes<>+32(SB), Y6, Y1
	VPAND        Y7, Y0, Y0
	VPAND        Y7, Y1, Y1
	VPCMPEQB     Y7, Y0, Y0
	VPCMPEQB     Y7, Y1, Y1
	VPAND        288(DI), Y0, Y0
	VPAND        320(DI), Y1, Y1

	VPXOR        Y2, Y2, Y2 // those that are past a second stretch
	VPXOR        Y3, Y3, Y3
	VPBROADCASTB lastByte<>(SB), Y15

settleRound:
	VMOVDQA Y0, Y10
	VMOVDQA Y1, Y11
	XORQ    CX, CX

settleCell:
	MOVLQSX  (R8)(CX*4), R12
	MOVLQSX  (R9)(CX*4), R13
	MOVLQSX  (R11)(CX*4), DX
	VPMINUB  Y0, Y15, Y4
	VPMINUB  Y1, Y15, Y5
	VPMAXUB  (BX)(R12*1), Y4, Y6
	VPMAXUB  32(BX)(R12*1), Y5, Y7
	VPCMPEQB Y4, Y6, Y6      // past the first stretch
	VPCMPEQB Y5, Y7, Y7
	VPAND    (BX)(R13*1), Y6, Y8
	VPAND    32(BX)(R13*1), Y7, Y9
	VPMAXUB  Y8, Y0, Y0
	VPMAXUB  Y9, Y1, Y1
	VPMAXUB  (BX)(DX*1), Y0, Y8
	VPMAXUB  32(BX)(DX*1), Y1, Y9
	VPCMPEQB Y0, Y8, Y8
	VPCMPEQB Y1, Y9, Y9
	VPAND    Y6, Y8, Y8
	VPAND    Y7, Y9, Y9
	VPOR     Y8, Y2, Y2
	VPOR     Y9, Y3, Y3
	INCQ     CX
	CMPQ     CX, R10
	JLT      settleCell

	VPXOR  Y0, Y10, Y10
	VPXOR  Y1, Y11, Y11
	VPOR   Y10, Y11, Y10
	VPTEST Y10, Y10
	JNZ    settleRound

	MOVQ         136(DI), R10 // of the open ones
	VPBROADCASTB neverByte<>(SB), Y5
	VPCMPEQB     Y5, Y0, Y6
	VPCMPEQB     Y5, Y1, Y7
	BYTES
	ANDNQ        R10, AX, R10 // those that may be
	VPBROADCASTB lateByte<>(SB), Y5
	VPCMPEQB     Y5, Y0, Y6
	VPCMPEQB     Y5, Y1, Y7
	BYTES
	ANDQ         R10, AX
	XORQ         AX, R10
	ORQ          AX, 280(DI)
	VMOVDQA      Y2, Y6
	VMOVDQA      Y3, Y7
	BYTES
	ANDQ         R10, AX
	XORQ         AX, R10
	MOVQ         AX, 136(DI)
	ORQ          R10, 128(DI)

	NODES
	VZEROUPPER
	RET

// func endedAVX2(m *matches, lastPut *uint8, region *int32, n int) (slots uint64)
TEXT ·endedAVX2(SB), NOSPLIT, $0-40
	MOVQ  m+0(FP), DI
	MOVQ  lastPut+8(FP), BX
	MOVQ  region+16(FP), R8
	MOVQ  n+24(FP), R9
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3

endedCell:
	MOVLQSX (R8), R12
	SARQ    $1, R12
	VPMAXUB (BX)(R12*1), Y2, Y2
	VPMAXUB 32(BX)(R12*1), Y3, Y3
	ADDQ    $4, R8
	DECQ    R9
	JNZ     endedCell
	VMOVDQU   288(DI), Y0
	VMOVDQU   320(DI), Y1
	VPMAXUB   Y0, Y2, Y2
	VPMAXUB   Y1, Y3, Y3
	VPCMPEQB  Y0, Y2, Y2
	VPCMPEQB  Y1, Y3, Y3
	VPMOVMSKB Y2, AX
	VPMOVMSKB Y3, DX
	SHLQ      $32, DX
	ORQ       DX, AX
	MOVQ      AX, slots+32(FP)
	VZEROUPPER
	RET

// func againAVX2(m *matches, third *uint8, region *int32, n int) (slots uint64)
TEXT ·againAVX2(SB), NOSPLIT, $0-40
	MOVQ     m+0(FP), DI
	MOVQ     third+8(FP), BX
	MOVQ     region+16(FP), R8
	MOVQ     n+24(FP), R9
	VPCMPEQB Y2, Y2, Y2
	VPCMPEQB Y3, Y3, Y3
	VMOVDQU  288(DI), Y0
	VMOVDQU  320(DI), Y1
	VPSUBB   Y2, Y0, Y8 // one more
	VPSUBB   Y2, Y1, Y9

againCell:
	MOVLQSX (R8), R12
	SARQ    $1, R12
	VMOVDQU (BX)(R12*1), Y4
	VMOVDQU 32(BX)(R12*1), Y5
	VPSUBB  Y8, Y4, Y4
	VPSUBB  Y9, Y5, Y5
	VPMINUB Y4, Y2, Y2
	VPMINUB Y5, Y3, Y3
	ADDQ    $4, R8
	DECQ    R9
	JNZ     againCell
	VMOVDQU      Y2, 352(DI)
	VMOVDQU      Y3, 384(DI)
	VPBROADCASTB lastByte<>(SB), Y5
	VPSUBB       Y0, Y5, Y6
	VPSUBB       Y1, Y5, Y7
	VPMINUB      Y2, Y6, Y6
	VPMINUB      Y3, Y7, Y7
	VPCMPEQB     Y2, Y6, Y6
	VPCMPEQB     Y3, Y7, Y7
	BYTES
	MOVQ         AX, slots+32(FP)
	VZEROUPPER
	RET

// func lowerAVX2(m *matches, orders *uint16, slots, swapped uint64)
TEXT ·lowerAVX2(SB), NOSPLIT, $0-32
	MOVQ  m+0(FP), DI
	MOVQ  orders+8(FP), SI
	MOVQ  slots+16(FP), AX
	VMOVQ swapped+24(FP), X5
	VPBROADCASTW X5, Y5
	VMOVDQU bit<>(SB), Y13
	VPXOR Y4, Y4, Y4
	XORQ  CX, CX

lowerGroup:
	VMOVD        AX, X0
	VPBROADCASTW X0, Y0
	VPAND        Y13, Y0, Y0
	VPCMPEQW     Y4, Y0, Y0 // those that are not of the set
	VMOVDQU      (DI)(CX*1), Y1
	VPADDW       Y1, Y1, Y1
	VPOR         Y5, Y1, Y1
	VPOR         Y0, Y1, Y1
	VPMINUW      (SI)(CX*1), Y1, Y1
	VMOVDQU      Y1, (SI)(CX*1)
	SHRQ         $16, AX
	ADDQ         $32, CX
	CMPQ         CX, $128
	JLT          lowerGroup
	VZEROUPPER
	RET

// notBefore sets AX to the slots where the nodes in Y0 and Y1 are not less than those
// in Y4 and Y5.
#define notBefore \
	VPMAXUB   Y0, Y4, Y6 \
	VPMAXUB   Y1, Y5, Y7 \
	VPCMPEQB  Y0, Y6, Y6 \
	VPCMPEQB  Y1, Y7, Y7 \
	VPMOVMSKB Y6, AX     \
	VPMOVMSKB Y7, DX     \
	SHLQ      $32, DX    \
	ORQ       DX, AX

// func compareTimesAVX2(m *matches, tables *uint8, times *int32, stones, others int, sets *uint64, n int, among uint64) (some uint64)
TEXT ·compareTimesAVX2(SB), NOSPLIT, $0-72
	MOVQ m+0(FP), DI
	MOVQ tables+8(FP), BX
	MOVQ $0, some+64(FP)
	XORQ SI, SI // the anchor

timesAnchor:
	MOVQ sets+40(FP), AX
	MOVQ (AX)(SI*8), AX
	ANDQ among+56(FP), AX
	JZ   timesAnchorNext
	BYSLOTS

	MOVQ  times+16(FP), R8
	MOVQ  stones+24(FP), R9
	XORQ  R11, R11 // late
	XORQ  R13, R13 // open
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPBROADCASTB neverByte<>(SB), Y4
	VMOVDQA Y4, Y5
	MOVQ  R9, CX
	TESTQ CX, CX
	JZ    timesStood

timesStone:
	MOVLQSX (R8), R12
	VPMAXUB (BX)(R12*1), Y0, Y0
	VPMAXUB 32(BX)(R12*1), Y1, Y1
	ADDQ    $4, R8
	DECQ    CX
	JNZ     timesStone

timesStood:
	MOVQ  others+32(FP), CX
	ADDQ  CX, R9
	TESTQ CX, CX
	JZ    timesBefore

timesOther:
	MOVLQSX (R8), R12
	VPMINUB (BX)(R12*1), Y4, Y4
	VPMINUB 32(BX)(R12*1), Y5, Y5
	ADDQ    $4, R8
	DECQ    CX
	JNZ     timesOther

timesBefore:
	notBefore
	ANDNQ R10, AX, R10
	JZ    timesAnchorNext

	VPBROADCASTB lateByte<>(SB), Y7
	VPCMPEQB     Y7, Y0, Y6
	VPCMPEQB     Y7, Y1, Y7
	VPMOVMSKB    Y6, R11
	VPMOVMSKB    Y7, DX
	SHLQ         $32, DX
	ORQ          DX, R11
	ANDQ         R10, R11
	XORQ         R11, R10
	JZ           timesKeep

	TESTQ R9, R9
	JZ    timesNodes

timesCell:
	MOVLQSX (R8), R12
	VPMINUB (BX)(R12*1), Y4, Y4
	VPMINUB 32(BX)(R12*1), Y5, Y5
	ADDQ    $4, R8
	DECQ    R9
	JNZ     timesCell
	notBefore
	MOVQ  R10, R13
	ANDQ  AX, R13 // those that are left and not sure
	XORQ  R13, R10

timesNodes:
	NODES

timesKeep:
	MOVQ R10, 128(DI)
	MOVQ R13, 136(DI)
	MOVQ R11, 280(DI)
	MOVQ some+64(FP), AX
	BTSQ SI, AX
	MOVQ AX, some+64(FP)

timesAnchorNext:
	ADDQ $416, DI
	ADDQ $64, BX
	INCQ SI
	CMPQ SI, n+48(FP)
	JLT  timesAnchor
	VZEROUPPER
	RET
