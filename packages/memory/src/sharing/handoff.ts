import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { jsonObject } from '../fields/json-value.ts';
import { MemoryError } from '../errors.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import { readableScopes } from '../namespaces.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Message } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { countTokens, truncateToTokens } from '../text/tokens.ts';
import { renderTranscript } from '../transcript/render-transcript.ts';
import type { Metadata } from '../types.ts';

export const handoffInput = z.strictObject({
  /** The agent that continues the conversation. */
  to: fields.label,
  /** Values for the state of the new session. They replace those of the old one. */
  state: jsonObject.optional(),
  /** The most tokens of the text that tells the agent about the conversation, 200 to 32,000. Default: 4,000. */
  budgetTokens: fields.amount,
});
export type HandoffInput = z.input<typeof handoffInput>;

/** How many of the last messages are read. */
const lookedThrough = 200;
/** The share of the budget that the summary may take. */
const summaryShare = 0.4;
/** The share of the budget that one message may take, so that a long one does not displace all others. */
const messageShare = 0.5;

type Dependencies = {
  store: Pick<Store, 'getSession' | 'listMessages' | 'getSessionContext'>;
  /** Of the user; an IANA name. */
  timeZone: string;
  /** Renders plan, tasks and decisions of a project as a prompt shows them, below a heading that names the project. */
  projectItems: (project: string | null, planned: MemoryRecord[]) => { text: string }[];
  /** Begins the new session, and ends the old one. */
  goOn: (from: string, next: { to: string; state: Metadata; told: string }) => Promise<Session>;
};

/**
 * Lets another agent, or the same one with a fresh context, continue a conversation in a new session. It has the project, the state and
 * the user's choices of the old session, and begins with `told`, a notice that tells what was said, without what was forgotten or kept out of prompts. The old
 * session ends and is extracted. Throws `not_found`, `session_busy` while a turn runs in it, and `invalid_input`.
 */
export async function handOff(
  { goOn, ...known }: Dependencies,
  from: string,
  { to, state = {}, budgetTokens = 4_000 }: HandoffInput,
): Promise<{ session: Session; told: string }> {
  if (!(budgetTokens >= 200 && budgetTokens <= 32_000)) {
    throw new MemoryError('invalid_input', `budgetTokens: needs 200 to 32,000, is ${budgetTokens}`);
  }
  const given = await known.store.getSession(from);
  if (!given) throw new MemoryError('not_found', `there is no session ${from}`);
  const told = await textFor(known, given, budgetTokens);
  return { session: await goOn(from, { to, state, told }), told };
}

/** Returns who had the conversation, its summary, the open tasks, and the last messages without tool calls, as many as fit. */
async function textFor(
  { store, timeZone, projectItems }: Omit<Dependencies, 'goOn'>,
  session: Session,
  budgetTokens: number,
): Promise<string> {
  const after = Math.max(session.summaryThrough, session.messageCount - lookedThrough);
  const [messages, context] = await Promise.all([
    store.listMessages(session.id, { after, limit: lookedThrough }),
    store.getSessionContext(session.id, readableScopes(session.project)),
  ]);
  const tasks = (context?.planned ?? []).filter(({ category }) => category === 'task');
  const parts = [
    `The user's conversation with ${session.agent} goes on here (it is session ${session.id}). Answer their next message as if it were one conversation: what was decided stays, what is done is not done again, and what they last asked for, if it has no answer yet, comes first. What was said there:`,
    ...titled('## Its beginning, in short', summaryOf(session, budgetTokens)),
    // without the heading that names the project
    ...projectItems(session.project, tasks)
      .slice(1)
      .map(({ text }) => text),
  ];
  const hidden = new Set(context?.choices.hidden);
  const shown = messages.filter(({ number }) => !hidden.has(number));
  const told = await lastMessages(shown, budgetTokens - countTokens(parts.join('\n\n')), timeZone);
  return [...parts, ...titled('## Last messages', told)].join('\n\n');
}

const titled = (title: string, text: string): string[] => (text === '' ? [] : [`${title}\n${text}`]);

const summaryOf = ({ summary }: Session, budget: number): string =>
  truncateToTokens(summary ?? '', Math.floor(budget * summaryShare));

/** Returns the last messages, in order, within a budget of tokens. */
async function lastMessages(messages: Message[], budget: number, timeZone: string): Promise<string> {
  const lines: string[] = [];
  let left = budget;
  for (const message of messages.filter(isSaid).toReversed()) {
    const [whole = ''] = await renderTranscript(
      [{ ...withoutForgotten(message), toolCalls: [] }],
      Math.max(200, budget),
      timeZone,
    );
    const text = truncateToTokens(whole.trimEnd(), Math.floor(Math.max(200, budget) * messageShare));
    left -= countTokens(`${text}\n`);
    if (left < 0) break;
    lines.unshift(text);
  }
  return lines.join('\n');
}

const isSaid = ({ role, content }: Message): boolean =>
  (role === 'user' || role === 'assistant') && content.trim() !== '';
