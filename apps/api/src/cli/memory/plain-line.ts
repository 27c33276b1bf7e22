import { printable } from '../printable.ts';

/** What turns the direction of text, and so would show other words than are stored, or shift a table. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Stored text without what would steer the terminal or reorder what it shows. Lines stay lines. */
export const plainText = (text: string): string => printable(text).replaceAll(directions, '');

/** The same on one line. */
export const plainLine = (text: string): string => plainText(text.replaceAll(/\s+/g, ' ')).trim();
