import type { ContextMessage } from '../ports.ts';
import { countMessageTokens } from '../text/tokens.ts';
import type { ToolCall } from '../types.ts';
import { isNotice, isSlidMessage, slidMessage, withMessage } from './host-messages.ts';
import { groupMessages, type MessageGroup } from '../transcript/group-messages.ts';
import { isInstruction, isRequest, stayingGroups, tokensOf } from './message-groups.ts';
import { shortenText } from '../transcript/shorten-text.ts';

/** The minimum tokens of a message after shortening. */
const leastKept = 200;

type Input = {
  messages: readonly ContextMessage[];
  /** Tokens of the context without its messages. */
  fixedTokens: number;
  /** The maximum tokens of the context. */
  window: number;
};

export type Slide = {
  messages: ContextMessage[];
  /** The number of messages that left the window. */
  slid: number;
  /** The number of messages shortened to their beginning and end. */
  shortened: number;
};

/**
 * Makes the context fit its window without a model. First the oldest messages leave, tool calls with their results;
 * then the first request and pinned messages. If the rest (the host's instructions, summary, latest request, last group) is still too long,
 * its longest messages are shortened, instructions last. Pure. The result exceeds the window only if `fixedTokens` alone nearly fills
 * it.
 */
export function slideWindow({ messages, fixedTokens, window }: Input): Slide {
  const room = window - fixedTokens;
  if (tokensOf(messages) <= room) return { messages: [...messages], slid: 0, shortened: 0 };
  const dropped = chooseDropped(messages, room);
  const remaining = dropped.size === 0 ? [...messages] : withoutGroups(messages, dropped);
  const shortened = shortenLongest(remaining, room);
  const slid = [...dropped].reduce((count, { start, end }) => count + end - start, 0);
  return { ...shortened, slid };
}

function chooseDropped(messages: readonly ContextMessage[], room: number): Set<MessageGroup> {
  const groups = groupMessages(messages);
  const staying = stayingGroups(messages, groups);
  const last = groups.at(-1);
  const latest = groups.findLast((group) => messages.slice(group.start, group.end).some(isRequest));
  const mayGo = groups.filter(
    (group) =>
      group !== last &&
      group !== latest &&
      !messages.slice(group.start, group.end).some((message) => isNotice(message) || isInstruction(message)),
  );
  const oldestFirst = [
    ...mayGo.filter((group) => !staying.has(group)),
    ...mayGo.filter((group) => staying.has(group)),
  ];
  const dropped = new Set<MessageGroup>();
  let tokens = tokensOf(messages) + (messages.some(isSlidMessage) ? 0 : slidMessage().tokens);
  for (const group of oldestFirst) {
    if (tokens <= room) break;
    dropped.add(group);
    tokens -= group.tokens;
  }
  return dropped;
}

/** Returns the remaining messages, with a note in place of the last dropped one. */
function withoutGroups(messages: readonly ContextMessage[], dropped: Set<MessageGroup>): ContextMessage[] {
  const gone = new Set<number>();
  for (const { start, end } of dropped) for (let index = start; index < end; index += 1) gone.add(index);
  const noteAt = Math.max(...gone);
  return messages.flatMap((message, index) => {
    if (index === noteAt) return [slidMessage()];
    return gone.has(index) || isSlidMessage(message) ? [] : [message];
  });
}

function shortenLongest(messages: ContextMessage[], room: number): Omit<Slide, 'slid'> {
  const result = [...messages];
  const longestFirst = messages
    .map((message, index) => ({ index, tokens: message.tokens, isLast: Number(isInstruction(message)) }))
    .toSorted((left, right) => left.isLast - right.isLast || right.tokens - left.tokens);
  let excess = tokensOf(messages) - room;
  let shortened = 0;
  for (const { index } of longestFirst) {
    const message = result[index];
    if (excess <= 0 || !message) break;
    if (message.tokens <= leastKept) continue;
    const shorter = shorten(message, Math.max(leastKept, message.tokens - excess));
    if (shorter.tokens >= message.tokens) continue;
    excess -= message.tokens - shorter.tokens;
    result[index] = shorter;
    shortened += 1;
  }
  return { messages: result, shortened };
}

function shorten(one: ContextMessage, limit: number): ContextMessage {
  const { message } = one;
  const frame = countMessageTokens({ ...message, content: '' });
  if (message.role === 'assistant' && message.toolCalls && frame > limit / 2) {
    return withMessage(one, {
      ...message,
      content: shortenText(message.content, leastKept),
      toolCalls: message.toolCalls.map(shortenCall),
    });
  }
  return withMessage(one, { ...message, content: shortenText(message.content, Math.max(0, limit - frame)) });
}

/** Arguments must stay valid JSON, so long ones are replaced as a whole. */
const shortenCall = (call: ToolCall): ToolCall =>
  call.arguments.length <= leastKept
    ? call
    : { ...call, arguments: '{"left_out":"the arguments were too long"}' };
