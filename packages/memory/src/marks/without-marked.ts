import type { Mark, Message } from '../store/messages.ts';
import { joinParts, movePart, replaceParts } from './replace-parts.ts';

/** What stands where something was forgotten. */
export const forgottenText = '[forgotten]';
const takenText = '[kept already]';
const forgottenCall = JSON.stringify({ left_out: 'it was forgotten' });
/** Tokens of what stands in the place of a part. */
const placeholderTokens = 6;

/** A message as a model may read it: without what was forgotten. Its other marks say where they stand in this text. */
export const withoutForgotten = (message: Message): Message => without(message, 'forgotten', forgottenText);

/** A message as an extraction reads it: without what was stored at once. */
export const withoutTaken = (message: Message): Message => without(message, 'taken', takenText);

function without(message: Message, kind: Mark['kind'], placeholder: string): Message {
  const hidden = message.marks.filter((mark) => mark.kind === kind);
  if (hidden.length === 0 || (message.content === '' && message.toolCalls.length === 0)) return message;
  if (hidden.some(({ part }) => part === null)) {
    return {
      ...message,
      content: message.content === '' ? '' : placeholder,
      toolCalls: message.toolCalls.map((call) => ({ ...call, arguments: forgottenCall })),
      marks: [],
      tokens: message.tokens + placeholderTokens,
    };
  }
  const parts = joinParts(hidden.flatMap(({ part }) => part ?? []));
  return {
    ...message,
    content: replaceParts(message.content, parts, placeholder),
    marks: message.marks
      .filter((mark) => mark.kind !== kind)
      .map((mark) => ({ ...mark, part: mark.part && movePart(mark.part, parts, placeholder) })),
    tokens: message.tokens + placeholderTokens * parts.length,
  };
}
