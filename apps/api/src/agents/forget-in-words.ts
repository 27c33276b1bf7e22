import {
  asksHowToForget,
  oneLine,
  readAnswer,
  readForgetRequest,
  readForgetWish,
  readTakeBack,
  scopeOf,
  type Forgettable,
  type ForgetRequest,
  type MemoryRecord,
  type Message,
  type UserMemory,
} from '@devai/memory';
import { z } from 'zod';
import type { TurnHost } from './turn-host.ts';
import { forgetPhrases, type ForgetPhrases } from './forget-phrases.ts';
import { graceMinutes } from '../tools/tool.ts';

type Host = Pick<
  TurnHost,
  'memory' | 'sessionId' | 'project' | 'isOffline' | 'forgottenLately' | 'approvals' | 'agent' | 'sayForUser'
>;

/** The user's message as it is stored. */
type Asked = { turn: string; text: string; number: number | null };

/** The end of a turn that a model has no part in. `asks`: what the user is asked; `metadata`: of the reply. */
export type ForgetReply = { text: string; metadata: Record<string, unknown> };

/** What a reply has asked the user to erase, in its metadata, so that the answer is understood after a restart, too. */
const plan = z.object({
  memories: z.array(z.object({ id: z.string(), contentHash: z.string() })),
  messages: z.array(z.object({ sessionId: z.string(), number: z.int() })),
  /** The message that asked for it, which says what is to be forgotten. */
  request: z.int().nullable(),
  language: z.enum(['en', 'de', 'th']),
});
type Plan = z.output<typeof plan>;
const planned = z.object({ forgetting: plan });

/** Entries of what would go that are shown. */
const mostShown = 20;
/** Characters shown of a message. */
const shownMessage = 200;

/**
 * Answers a message that asks to forget something, that answers whether it shall be erased, or that takes it back. Null: the message is
 * about something else, or unclear, and a model decides. Nothing is erased before the user has seen it and has said yes.
 */
export async function forgetInWords(host: Host, asked: Asked): Promise<ForgetReply | null> {
  const { memory, sessionId, project, isOffline } = host;
  const answer = readAnswer(asked.text);
  host.approvals.settleOffer(answer === 'yes' ? 'once' : 'deny');
  if (answer !== null) {
    const given = await planBefore(host, asked);
    if (given) return answer === 'yes' ? erase(host, given) : said(forgetPhrases(given.plan.language).kept);
  }
  const taken = await takeBack(host, asked);
  if (taken) return taken;
  host.forgottenLately.noteOther(sessionId);
  const requests = requestsIn(asked.text, isOffline);
  for (const request of requests) {
    const found = await memory.forgettable({ request, project, sessionId, number: asked.number });
    if (found.memories.length === 0 && found.messages.length === 0 && found.others.length === 0) continue;
    // one that may mean a file is for a model, too, unless it is about the user
    const isOurs = isOffline || request.isClear || found.memories.some(isAboutUser);
    return isOurs ? ask(host, asked, request, found) : null;
  }
  const clear = requests.find(({ isClear }) => isClear);
  if (clear) return said(nothingOf(clear));
  const language = isOffline ? asksHowToForget(asked.text) : null;
  return language ? said(forgetPhrases(language).how) : null;
}

/** How a message can be read as a request to forget, the surest first. */
function requestsIn(text: string, isOffline: boolean): ForgetRequest[] {
  const request = readForgetRequest(text);
  // a message that asks for more than that is for a model, and so is one that only may ask for it
  if (!isOffline) return request?.isAll ? [request] : [];
  const wish = readForgetWish(text);
  return (request?.isClear ? [request, wish] : [wish, request]).filter((one) => one !== null);
}

const isAboutUser = ({ namespace }: MemoryRecord): boolean => scopeOf(namespace) === 'devai/user';

const said = (text: string): ForgetReply => ({ text, metadata: {} });

function nothingOf({ what, about, language }: ForgetRequest): string {
  const phrases = forgetPhrases(language);
  if (what === 'user') return phrases.nothingOfUser;
  return what === 'last' ? phrases.nothingLast : phrases.nothing(oneLine(about.replaceAll(';', ',')));
}

/** Shows what would go, and asks. The turn ends: the user answers by a message, or by a button that says it for them. */
function ask(host: Host, { turn, number }: Asked, request: ForgetRequest, found: Forgettable): ForgetReply {
  const phrases = forgetPhrases(request.language);
  const list = listOf(found, phrases);
  const staying = request.what === 'user' ? phrases.staysOfUser : phrases.stays;
  const about: Plan = {
    memories: found.memories.map(({ id, contentHash }) => ({ id, contentHash })),
    messages: [...found.messages, ...found.others].map((one) => ({
      sessionId: one.sessionId,
      number: one.number,
    })),
    request: number,
    language: request.language,
  };
  host.approvals.offer(
    { name: 'forget', risk: 'write', alwaysAsks: true },
    {
      ...{ turn, call: `forget-${turn}`, agent: host.agent.name, why: '' },
      arguments: JSON.stringify({ memories: about.memories.map(({ id }) => id), messages: about.messages }),
      preview: [phrases.wouldGo, ...list].join('\n'),
    },
    (decision) => host.sayForUser(decision === 'deny' ? phrases.no : phrases.yes),
  );
  const text = `${[phrases.wouldGo, ...list].join('\n')}\n\n${staying}\n\n${phrases.question}`;
  // what it lists is forgotten with these
  const recalled = [
    ...about.memories.map(({ id }) => id),
    ...about.messages.map((one) => `${one.sessionId}/${one.number}`),
  ];
  return { text, metadata: { forgetting: about, recalled, quotesMemory: true } };
}

function listOf(
  { memories, messages, others }: Forgettable,
  phrases: ForgetPhrases & { language: string },
): string[] {
  const days = new Intl.DateTimeFormat(phrases.language, { dateStyle: 'long', timeZone: 'UTC' });
  const texts = [...new Set(memories.map(({ content }) => oneLine(content)))];
  const lines = [
    ...texts.map((text) => `- ${text}`),
    ...messages.map(
      ({ content, createdAt }) => `- "${shortened(content)}" ${phrases.saidOn(days.format(createdAt))}`,
    ),
  ];
  const shown = lines.slice(0, mostShown);
  return [
    ...shown,
    // a paragraph of its own in Markdown, not the end of the last item
    ...(lines.length > shown.length ? [`\n${phrases.more(lines.length - shown.length)}`] : []),
    ...(others.length > 0 ? [`\n${phrases.others(others.length)}`] : []),
  ];
}

function shortened(content: string): string {
  const text = oneLine(content);
  return text.length > shownMessage ? `${text.slice(0, shownMessage).toWellFormed()} …` : text;
}

type Given = { plan: Plan; asking: number };

/** What the message before the answer has asked. */
async function planBefore({ memory, sessionId }: Host, { number }: Asked): Promise<Given | null> {
  if (number === null || number < 2) return null;
  const [before] = await memory.sessions.messages(sessionId, number - 2, 1);
  const { data } = planned.safeParse(before?.metadata);
  return before && data ? { plan: data.forgetting, asking: before.number } : null;
}

/** Erases what was shown, with the messages that it came from, and those that spoke of erasing it. */
async function erase(host: Host, { plan: wanted, asking }: Given): Promise<ForgetReply> {
  const { memory, sessionId, forgottenLately } = host;
  const phrases = forgetPhrases(wanted.language);
  const shown = await Promise.all(wanted.memories.map(({ id }) => memory.memories.get(id)));
  // one that was changed since is not what the user saw
  const memories = shown.flatMap((one, index) =>
    one?.contentHash === wanted.memories[index]?.contentHash ? (one ?? []) : [],
  );
  const erased = await forgetMemories(memory, memories);
  let messages = erased.messages;
  for (const one of wanted.messages) {
    messages += Number(await emptied(memory, one));
  }
  for (const number of [wanted.request, asking]) {
    if (number !== null) await emptied(memory, { sessionId, number });
  }
  const left = await stillKept(memory, memories);
  forgottenLately.note(sessionId, memories);
  const lines = [
    phrases.done(erased.memories, messages),
    ...(left > 0 ? [phrases.left(left)] : []),
    ...(memories.length > 0 ? [phrases.takeBack(graceMinutes)] : []),
  ];
  return said(lines.join(' '));
}

async function forgetMemories(
  memory: UserMemory,
  memories: MemoryRecord[],
): Promise<{ memories: number; messages: number }> {
  const erased = { memories: 0, messages: 0 };
  for (const { id } of memories) {
    const { memoryIds, erasedMessages } = await memory.memories.forget(id, { messages: true });
    erased.memories += memoryIds.length;
    erased.messages += erasedMessages;
  }
  return erased;
}

/** How many messages still hold something of the memories, after all of them were forgotten. */
async function stillKept(memory: UserMemory, memories: MemoryRecord[]): Promise<number> {
  const places = new Set<string>();
  for (const { id } of memories) {
    const { kept } = await memory.memories.forget(id, { messages: true });
    for (const { sessionId, number } of kept) places.add(`${sessionId}/${number}`);
  }
  return places.size;
}

async function emptied(
  memory: UserMemory,
  { sessionId, number }: Pick<Message, 'sessionId' | 'number'>,
): Promise<boolean> {
  const { forgotten } = await memory.sessions.forgetMessage(sessionId, number);
  return forgotten;
}

/** Null: nothing was forgotten here lately. */
async function takeBack(
  { memory, sessionId, forgottenLately }: Host,
  { text }: Asked,
): Promise<ForgetReply | null> {
  const wish = readTakeBack(text);
  const memories = wish ? forgottenLately.take(sessionId, wish) : [];
  if (!wish || memories.length === 0) return null;
  for (const one of memories) await memory.memories.takeBack(one);
  const phrases = forgetPhrases(wish.language);
  return said(`${phrases.takenBack(memories.length)} ${phrases.messagesGone}`);
}
