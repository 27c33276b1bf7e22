import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Metadata, NewMessage, ToolCall } from '../types.ts';
import { idFrom, toUuid } from './id-from.ts';
import { readTime, timeKeys } from './posted-time.ts';

const jsonObject = z.record(z.string(), z.unknown());
const textPart = z.looseObject({ type: z.string(), text: z.string().optional() });
const part = textPart.extend({
  content: z
    .union([z.string(), z.array(textPart)])
    .nullish()
    .describe('of a `tool_result`'),
  tool_use_id: z.string().optional().describe('of a `tool_result`: the call that it answers'),
  id: z.string().optional(),
  name: z.string().optional().describe('of a `tool_use`'),
  input: jsonObject.optional().describe('of a `tool_use`: the arguments'),
});
const toolCall = z.looseObject({
  id: z.string().min(1).nullish().describe('absent: results answer the calls in order'),
  function: z.looseObject({
    name: z.string().min(1),
    arguments: z.union([z.string(), jsonObject]).nullish(),
  }),
});

const time = z
  .union([z.string(), z.number()])
  .nullish()
  .refine((written) => isAbsent(written) || readTime(written) !== null, {
    error: 'is no time that can be read: needs ISO 8601 (2026-03-01T10:00:00Z) or seconds since 1970',
  });
const times = z.object({
  timestamp: time.describe(
    `when it was said; also as ${timeKeys
      .slice(1)
      .map((key) => `\`${key}\``)
      .join(', ')}`,
  ),
  ...{ created_at: time, createdAt: time, create_time: time, sent_at: time, sentAt: time },
  ...{ datetime: time, date: time, time, ts: time },
} satisfies Record<(typeof timeKeys)[number], z.ZodType>).shape;

/**
 * A message in the form of OpenAI's chat API, or with parts as Anthropic's, or calls as Ollama's. Of parts without text (an image) only
 * the kind is kept.
 */
export const postedMessage = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(part)]).nullish(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().nullish().describe('for role `tool`: the call that it answers'),
  name: z
    .string()
    .nullish()
    .describe(
      'for role `user`: who says it. One who is not the user is another person, if the conversation has several',
    ),
  speaker: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .nullish()
    .describe('for role `user`: the name of another person who says it, however many speak'),
  tool_name: z.string().nullish().describe('for role `tool` without `tool_call_id`: the tool'),
  ...times,
});
export type PostedMessage = z.output<typeof postedMessage>;

/** A message to store. `createdAt` null: its time is not known. */
export type TimedMessage = NewMessage & { createdAt: Date | null };

type Piece = Omit<TimedMessage, 'id' | 'pinned' | 'createdAt'>;

const isAbsent = (written: string | number | null | undefined): written is null | undefined | '' =>
  written === undefined || written === null || written === '';

/** What the host says to the model may change from one post to the next, so it does not tell conversations apart. */
const isInstruction = ({ role }: { role: string }): boolean => role === 'system' || role === 'developer';

/**
 * Returns the ids that the session of a conversation may have that names none, `among` those of a user and project: of its first message, of its first two, and so on up to
 * all of them. A conversation is stored under the id of what was posted first.
 */
export function sessionIdsOf(among: unknown, messages: PostedMessage[]): string[] {
  const said = messages.filter((message) => !isInstruction(message));
  const hash = createHash('sha256').update(`["conversation",${JSON.stringify(among)},[`);
  return (said.length > 0 ? said : messages).map((message, index) => {
    hash.update((index === 0 ? '' : ',') + identityOf(message));
    return toUuid(hash.copy().update(']]').digest('hex'));
  });
}

/**
 * Returns the messages of a conversation that its session does not have yet. Null if it is another conversation: neither is the
 * beginning of the other, as after an edit.
 */
export function continuation<Given extends Pick<TimedMessage, 'id' | 'role'>>(
  given: Given[],
  stored: Pick<TimedMessage, 'id' | 'role'>[],
): Given[] | null {
  const known = stored.filter((message) => !isInstruction(message));
  const said = given.filter((message) => !isInstruction(message));
  const shared = Math.min(known.length, said.length);
  if (said.slice(0, shared).some(({ id }, index) => id !== known[index]?.id)) return null;
  const last = said[known.length - 1];
  return known.length >= said.length ? [] : given.slice(last === undefined ? 0 : given.indexOf(last) + 1);
}

/**
 * The messages as a session stores them. The same message posted again, also with others behind it, gets the same id. Where several people
 * speak, a name that is not the user's is that of another speaker; `speaker` always is.
 */
export function toMessages(
  sessionId: string,
  messages: PostedMessage[],
  isUser: (name: string) => boolean = () => false,
): TimedMessage[] {
  const counts = new Map<string, number>();
  const calls: ToolCall[] = [];
  const answered = new Set<string>();
  const said = timesOf(messages);
  const speakers = new Set(messages.flatMap(({ role, name }) => (role === 'user' ? [name ?? ''] : [])));
  const metadataOf = ({ role, name, speaker }: PostedMessage): Metadata => {
    const other = speaker ?? (name && speakers.size > 1 && !isUser(name) ? name : undefined);
    return { posted: true, ...(role === 'user' && other !== undefined && { speaker: other }) };
  };
  return messages.flatMap((posted, place) => {
    const text = identityOf(posted);
    const nth = (counts.get(text) ?? 0) + 1;
    counts.set(text, nth);
    const toolCalls = callsOf(posted, calls.length);
    calls.push(...toolCalls);
    const { role, tool_call_id: callId } = posted;
    const results = resultsIn(posted).map(({ tool_use_id: id, content }) =>
      result(textOf(content), id ?? null),
    );
    const content = textOf(contentOf(posted));
    const whole: Piece =
      role === 'tool'
        ? result(content, callId ?? unanswered(posted.tool_name), posted.tool_name)
        : {
            role: role === 'developer' ? 'system' : role,
            type: toolCalls.length > 0 ? 'tool_call' : 'text',
            ...{ content, toolCalls, toolCallId: callId ?? null, metadata: metadataOf(posted) },
          };
    const isEmpty = results.length > 0 && content === '' && toolCalls.length === 0;
    return [...results, ...(isEmpty ? [] : [whole])].map((message, index) => ({
      id: idFrom(sessionId, nth, text, ...(index === 0 ? [] : [index])),
      ...message,
      pinned: false,
      createdAt: said[place] ?? null,
    }));
  });

  function result(content: string, toolCallId: string | null, named?: string | null): Piece {
    if (toolCallId !== null) answered.add(toolCallId);
    const tool = calls.findLast(({ id }) => id === toolCallId)?.name ?? named;
    const metadata = { posted: true, ...(!isAbsent(tool) && { tool }) };
    return { role: 'tool', type: 'tool_result', content, toolCalls: [], toolCallId, metadata };
  }

  /** The first call without a result; of this tool, if it is named. */
  function unanswered(tool: string | null | undefined): string | null {
    const open = calls.find(({ id, name }) => !answered.has(id) && (isAbsent(tool) || name === tool));
    return open?.id ?? null;
  }
}

const partsOf = ({ content }: PostedMessage): z.output<typeof part>[] =>
  typeof content === 'string' ? [] : (content ?? []);

/** Results of tools in a message of the user, whose words they are not. */
const resultsIn = (posted: PostedMessage) => partsOf(posted).filter(({ type }) => type === 'tool_result');

const contentOf = (posted: PostedMessage): PostedMessage['content'] =>
  typeof posted.content === 'string'
    ? posted.content
    : partsOf(posted).filter(({ type, name }) => type !== 'tool_result' && !(type === 'tool_use' && name));

/** Calls without an id get one by their place in the conversation. */
function callsOf(posted: PostedMessage, before: number): ToolCall[] {
  const used = partsOf(posted).flatMap(({ type, id, name, input }) =>
    type === 'tool_use' && name ? [{ id, name, arguments: input }] : [],
  );
  const called = (posted.tool_calls ?? []).map(({ id, function: { name, arguments: given } }) => ({
    ...{ id, name, arguments: given },
  }));
  return [...called, ...used].map(({ id, name, arguments: given }, index) => ({
    id: id ?? `call-${before + index + 1}`,
    name,
    arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
  }));
}

const textOf = (content: PostedMessage['content']): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(({ type, text }) => text ?? `(${type})`).join('\n');

/** When each message was said. One without a time was said with the one before, or else with the one behind it. */
function timesOf(messages: PostedMessage[]): (Date | null)[] {
  const written = messages.map((message) => {
    const one = timeKeys.map((key) => message[key]).find((value) => !isAbsent(value));
    return isAbsent(one) ? null : readTime(one);
  });
  const first = written.find((one) => one !== null) ?? null;
  return written.map((_, index) => written.slice(0, index + 1).findLast((one) => one !== null) ?? first);
}

/** What tells a message from others: all but its time, which a client may add later. */
const identityOf = (posted: PostedMessage): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(posted).filter(([key]) => !timeKeys.some((name) => name === key))),
  );
