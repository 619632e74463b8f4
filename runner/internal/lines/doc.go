// Package lines turns what programs print on a terminal into lines of text.
//
// It exists because the raw bytes hold carriage returns, backspaces, cursor
// movements and colours, which a reader who wants the text cannot use, and
// because two questions need a cursor: which text stands on its line (the
// prompt), and where it is (programs ask the terminal, and wait for the answer).
//
// A Page is a grid of as many rows as the terminal has, whose lines may be
// changed until they scroll out at the top. Colours and other attributes are
// dropped. Lines are not broken at the right edge, except on the alternate
// screen, so that output comes out as it was printed.
//
// Limits: every character is one column wide, wide and combining ones too; no
// tab stops but every eighth column; no character sets but UTF-8.
package lines
