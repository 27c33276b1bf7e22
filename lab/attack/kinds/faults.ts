import { setTimeout as pause } from 'node:timers/promises';
import {
  factText,
  pick,
  replyFaults,
  type ScriptedAnswer,
  type ScriptedEmbeddings,
} from '@devai/memory/testing';
import type { FaultyProxy } from '@devai/memory/testing/postgres';
import { ask } from '../../../apps/api/testing/ask.ts';
import type { Attack } from '../attack.ts';
import {
  createBookedChat,
  Disconnected,
  NoEnd,
  type BookedChat,
} from '../../../apps/api/testing/booked-chat.ts';
import { checkFacts, waitUntilFinished } from '../../../apps/api/testing/check-memories.ts';
import { checkSession } from '../../../apps/api/testing/check-sessions.ts';
import {
  environmentOf,
  shortWaits,
  startFactModel,
  type Question,
} from '../../../apps/api/testing/fact-model.ts';

/** Users who talk at the same time. */
const users = 4;
/** Turns of a session. */
const turns = 12;
/** Milliseconds for an answer about the health: one second for the store, the rest for a busy machine. */
const healthLimit = 1_500;
/** In shorter runs lateness is only reported: a server that has just started compiles for seconds on a busy machine. */
const judgedFrom = 30_000;
/** Characters of one delta: more than any model sends at once. */
const hugeDelta = 1_000_000;

const call = (name: string, input: string, id?: string) => ({ name, arguments: input, ...(id && { id }) });
const failure = (status: number) => ({ status, headers: { 'retry-after': '0' } });
/** What a chat model may do wrong. */
const chatFaults: ScriptedAnswer[] = [
  { hang: true },
  { refuse: true },
  ...replyFaults.map((fault) => ({ text: 'Half of this is never heard', fault })),
  ...replyFaults.map((fault) => ({ toolCalls: [call('list_files', '{"path":"."}')], fault })),
  ...[400, 401, 402, 403, 404, 413, 429, 500, 503].map(failure),
  { text: '' },
  { text: 'cut', finishReason: 'length' },
  { text: 'filtered', finishReason: 'content_filter' },
  { toolCalls: [call('', '{}')] },
  { toolCalls: [call('list files!', '{}'), call('no_such_tool', '{}')] },
  { toolCalls: [call('list_files', '{}', 'same'), call('list_files', '{}', 'same')] },
  { toolCalls: [call('read_file', '{"path": [}')] },
  { toolCalls: [call('write_file', 'not JSON at all')] },
  { text: 'long '.repeat(hugeDelta / 5), deltaLength: hugeDelta },
];
/** What a small model may do wrong. */
const smallFaults: ScriptedAnswer[] = [
  ...[400, 401, 429, 500].map(failure),
  '{"memories": [}',
  '{"memories": [',
  'I would rather not.',
  '',
  { text: '{"memories":', finishReason: 'length' },
  { text: '{"memories":[]}', fault: 'cut' },
];
const embeddingFaults: ScriptedEmbeddings[] = [
  failure(429),
  failure(500),
  { refuse: true },
  { stall: true },
  { pause: 2_000 },
  { body: 'no JSON' },
  { body: { object: 'list', data: [] } },
];

/** Disturbs the models, and the connection to the database where there is one, while users talk. Checks that turns end and nothing is lost. */
export async function attackByFaults({
  place,
  random,
  duration,
  isOver,
  tally,
  stop,
}: Attack): Promise<void> {
  const one = <Item>(list: Item[]): Item | undefined => list[pick(random, list.length)];
  /** The fault of the model for a message, and how often it occurs. */
  const plans = new Map<string, { fault: ScriptedAnswer; times: number }>();
  const answer = ({ messages, said }: Question): ScriptedAnswer => {
    for (const wrong of whatIsRefused(messages)) tally.fail('other', `sent to the model: ${wrong}`);
    const plan = plans.get(said);
    if (plan === undefined || plan.times === 0) return `Noted: ${said}`;
    plan.times -= 1;
    return plan.fault;
  };
  const disturb = () => (!isOver() && random() < 0.3 ? (one(smallFaults) ?? null) : null);
  const model = await startFactModel(answer, disturb);
  const server = await place.start({ options: shortWaits, environment: environmentOf(model) });
  const chats: BookedChat[] = [];
  let facts = 0;

  async function talk(): Promise<void> {
    while (!isOver()) {
      const chat = createBookedChat();
      chats.push(chat);
      try {
        await chat.connect(server.url);
        for (let turn = 0; turn < turns && !isOver(); turn += 1) await sayOne(chat);
        await chat.close();
      } catch (error) {
        if (!(error instanceof Disconnected || error instanceof NoEnd)) throw error;
        tally.fail('other', `${error.message}; the server logged: ${server.output().slice(-2_000)}`);
      }
    }
  }

  async function sayOne(chat: BookedChat): Promise<void> {
    const fault = one(chatFaults) ?? '';
    const message = chat.add(factText((facts += 1)));
    plans.set(message.content, { fault, times: 1 + pick(random, 4) });
    const slip = one(embeddingFaults);
    if (slip && random() < 0.2) model.embed(slip);
    tally.try();
    await chat.deliver(message, neverAnswers(fault) ? 200 + random() * 1_500 : null);
  }

  try {
    await Promise.all([
      ...Array.from({ length: users }, talk),
      watchHealth(server.url, { duration, isOver, tally, stop }),
      ...(place.proxy ? [disturbStore(place.proxy, { random, isOver, tally, stop })] : []),
    ]);
    if (!server.isRunning()) return tally.fail('crashed', `the server ended: ${server.output().slice(-500)}`);
    await waitUntilFinished(server.url, tally);
    for (const chat of chats) await checkSession(server.url, chat, tally);
    const stated = chats.flatMap(({ said }) => said).filter(({ isAcknowledged }) => isAcknowledged);
    await checkFacts(
      server.url,
      stated.map(({ content }) => content),
      tally,
    );
    tally.notes.push(`${chats.length} sessions, ${stated.length} acknowledged messages`);
  } finally {
    await model.close();
  }
}

const neverAnswers = (fault: ScriptedAnswer): boolean =>
  typeof fault === 'object' && ('hang' in fault || ('fault' in fault && fault.fault === 'stall'));

/** What a strict provider refuses in a request: invalid names, ids that are not unique, calls without their results. */
function whatIsRefused(messages: Question['messages']): string[] {
  return messages.flatMap(({ tool_calls: calls = [] }, index) => {
    const ids = calls.map(({ id }) => id);
    const results = messages.slice(index + 1, index + 1 + ids.length).map((message) => message.tool_call_id);
    return [
      ...calls
        .filter((one) => !/^[\w-]{1,64}$/.test(one.function.name))
        .map((one) => `the tool name "${one.function.name}"`),
      ...(new Set(ids).size < ids.length ? ['two calls with one id'] : []),
      ...(ids.every((id) => results.includes(id)) ? [] : ['a call without its result']),
    ];
  });
}

type Watch = Pick<Attack, 'isOver' | 'tally' | 'stop'>;

/** Requests the health repeatedly. Checks that it answers in time, whatever is disturbed. */
async function watchHealth(
  url: string,
  { duration, isOver, tally, stop }: Watch & Pick<Attack, 'duration'>,
): Promise<void> {
  let slowest = 0;
  while (!isOver()) {
    try {
      const { status, milliseconds } = await ask(url, { path: '/api/health', limit: 10_000 });
      slowest = Math.max(slowest, milliseconds);
      if (status !== 200) tally.fail('other', `the health was answered ${status}`);
      if (duration >= judgedFrom && milliseconds > healthLimit)
        tally.fail('other', `the health came after ${Math.round(milliseconds)} ms`);
    } catch (error) {
      tally.fail('other', `the health did not answer: ${String(error)}`);
    }
    await pause(250, undefined, { signal: stop });
  }
  tally.notes.push(`slowest answer of the health: ${Math.round(slowest)} ms`);
}

/** Lets the data through for a while, then delays, swallows or cuts it. */
async function disturbStore(
  proxy: FaultyProxy,
  { random, isOver, tally, stop }: Watch & Pick<Attack, 'random'>,
) {
  const wait = (milliseconds: number) => pause(milliseconds, undefined, { signal: stop });
  while (!isOver()) {
    await wait(500 + random() * 3_000);
    tally.try();
    const kind = pick(random, 4);
    if (kind === 0) {
      proxy.delay(20 + random() * 300);
      await wait(random() * 5_000);
      proxy.delay(0);
    } else if (kind === 1) {
      proxy.swallow(true);
      await wait(random() * 10_000);
      proxy.swallow(false);
    } else proxy.cut({ reset: kind === 2 });
  }
}
