import type { Mark, Message } from '../store/messages.ts';
import { joinParts, movePart, replaceParts } from './replace-parts.ts';

/** Replaces a forgotten part. */
export const forgottenText = '[forgotten]';
const takenText = '[kept already]';
/** Replaces the arguments of a tool call of which a part was forgotten. */
export const forgottenCall = JSON.stringify({ left_out: 'it was forgotten' });
/** Tokens of a placeholder. */
const placeholderTokens = 6;

/** Removes forgotten parts from a message before a model reads it. Other marks move with the text. */
export const withoutForgotten = (message: Message): Message => without(message, 'forgotten', forgottenText);

/** Removes parts that were stored at once from a message before extraction. */
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
