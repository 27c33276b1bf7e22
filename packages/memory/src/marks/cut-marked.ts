import type { Message } from '../store/messages.ts';
import type { TextPart } from '../types.ts';
import { joinParts, movePart, replaceParts } from './replace-parts.ts';
import { forgottenCall, forgottenText } from './without-marked.ts';

/** A message without what its marks hide as forgotten, and its marks in the new text, in the same order. */
export type CutMarked = Pick<Message, 'content' | 'toolCalls'> & {
  marks: { part: TextPart | null; cut: boolean }[];
};

/** Cuts all that is hidden as forgotten out of a message; what was cut before stays a placeholder. */
export function cutMarked({ content, toolCalls, marks }: Message): CutMarked {
  const isForgotten = marks.map(({ kind }) => kind === 'forgotten');
  if (marks.some(({ part }, index) => part === null && isForgotten[index] === true)) {
    return {
      content: content === '' ? '' : forgottenText,
      toolCalls: toolCalls.map((call) => ({ ...call, arguments: forgottenCall })),
      marks: isForgotten.map((cut) => ({ part: null, cut })),
    };
  }
  const parts = joinParts(marks.flatMap(({ kind, part }) => (kind === 'forgotten' ? (part ?? []) : [])));
  return {
    content: replaceParts(content, parts, forgottenText),
    toolCalls,
    marks: marks.map(({ part, kind }) => ({
      part: part && movePart(part, parts, forgottenText),
      cut: kind === 'forgotten',
    })),
  };
}
