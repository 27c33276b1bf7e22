import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  contextProfiles,
  createOfflineEmbedder,
  MemoryError,
  type EmbeddingModel,
  type MemorySettings,
  type ModelRequest,
} from '@devai/memory';
import { createTestClock, scriptedChatModel, silentLog } from '@devai/memory/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServerFrame } from '@devai/fastify/protocol/frames';
import { chatModel, type Reply } from '../../tests/chat-model.ts';
import type { LocalHost } from '../../tests/local-server.ts';
import { openMemory } from '../../tests/open-memory.ts';
import { openWorkspace } from '../tools/workspace.ts';
import { createApprovals } from './approvals.ts';
import { allTools } from '../tools/all-tools.ts';
import { createForgottenLately } from './forgotten-lately.ts';
import { loadConversation } from './conversation.ts';
import { createTokenScale } from './token-scale.ts';
import { createOfflineChatModel } from '@devai/memory/models';
import { createPrefixMeter } from './prefix-meter.ts';
import { chapo } from './roster/chapo.ts';
import { runTurn } from './run-turn.ts';
import type { TurnHost } from './turn-host.ts';
import { createSystemContext } from './system-context.ts';

const project = 'taskforge';
const fact = 'the staging database listens on 6543';
const question = 'On which port does the staging database listen?';

let host: TurnHost;
let frames: ServerFrame[];
/** What the model is asked, and what it does at each step; behind them it says "Done." */
let requests: ModelRequest[];
let steps: ((request: ModelRequest) => Reply)[];
/** Called before each call of the store: throws what the store then throws. */
let beforeCall: (name: string) => void;
/** What becomes of a request of the embedder. */
let embed: EmbeddingModel['embed'];

beforeEach(reset);
const world = openMemory('test', failing);
beforeEach(async () => {
  await world.memory.remember({ content: fact, project });
  host = await openHost();
});

describe('a turn', () => {
  it('tells the model what is known, and counts it as an access when it is over', async () => {
    const { recalled, end } = await turn(question);
    expect(recalled?.memories).toMatchObject([{ content: fact, injected: true }]);
    expect(promptOf(requests[0])).toContain(fact);
    expect(promptOf(requests[0])).toContain(`- Project: ${project}`);
    expect(end).toBe('reply');
    await world.reopen();
    expect(await accesses()).toBe(1);
  });

  it('without a model never quotes one of its own answers', async () => {
    const told = 'the bakery of my aunt opens at half past five, far too early for me';
    const answers: (string | undefined)[] = [];
    for (const text of [told, ...Array<string>(3).fill('When does the bakery of my aunt open?')]) {
      host = { ...(await openHost()), model: createOfflineChatModel() };
      answers.push((await turn(text)).messages.at(-1)?.content);
    }
    const [, ...replies] = answers;
    for (const reply of replies) {
      expect(reply).toContain(told);
      expect(reply?.match(/ said/g)).toHaveLength(1);
    }
  });

  it('notes memories that the agent looks up as shown in its prompt, and counts them as accessed', async () => {
    steps = [() => ({ toolCalls: [{ name: 'recall', arguments: JSON.stringify({ query: question }) }] })];
    await turn('Please look it up for me.');
    const [stored] = await world.memory.memories.list({ project });
    const [result] = (await world.memory.sessions.messages(host.sessionId)).filter(
      ({ role }) => role === 'tool',
    );
    expect(result?.content).toContain(fact);
    expect(result?.metadata['recalled']).toEqual([stored?.id]);
    await world.reopen();
    expect(await accesses()).toBe(1);
  });

  it('makes no focus topic of files that were refused or do not exist', async () => {
    const call = (name: string, path: string) => ({ name, arguments: JSON.stringify({ path, content: '' }) });
    steps = [
      () => ({ toolCalls: [call('write_file', '../../evil.txt'), call('read_file', 'secrets/missing.txt')] }),
    ];
    await turn('Copy secrets/missing.txt to ../../evil.txt');
    await world.memory.focus.idle();
    expect(await world.memory.focus.list(project)).toEqual([]);
    expect(world.memory.focus.notice()).toBeNull();
  });

  it('can look up what was done on a day, without naming any of it', async () => {
    await turn('Wir ziehen den Exporter nach src/export um.');
    const day = (since: string) => () => ({
      toolCalls: [{ name: 'recall', arguments: JSON.stringify({ since }) }],
    });
    steps = [
      day('2026-01-01'),
      day('2999-01-01'),
      () => ({ toolCalls: [{ name: 'recall', arguments: '{}' }] }),
    ];
    requests = [];
    await turn('Was haben wir heute gemacht?');
    const results = (await world.memory.sessions.messages(host.sessionId)).filter(
      ({ role }) => role === 'tool',
    );
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringMatching(
        new RegExp(
          `${fact}[^]*Said before:\\n- \\d{4}-\\d\\d-\\d\\d, user: Wir ziehen den Exporter nach src/export um\\.$`,
        ),
      ),
      'nothing is remembered about that',
      'name a query, or a time: since, until, holdsSince or holdsUntil',
    ]);
  });

  it('notes a new file, and what works after it failed, and shows both to the next extraction', async () => {
    const call = (name: string, given: object) => ({ name, arguments: JSON.stringify(given) });
    const file = { path: 'src/invoice.ts', content: 'export const tax = 7;' };
    steps = [
      () => ({ toolCalls: [call('read_file', { path: 'src/invoice' }), call('write_file', file)] }),
      () => ({ toolCalls: [call('write_file', file), call('read_file', { path: 'src/invoice.ts' })] }),
      () => ({ toolCalls: [call('read_file', { path: 'src/invoice.ts' })] }),
    ];
    await turn('Please write the tax of an invoice into a file of its own.');
    const results = (await world.memory.sessions.messages(host.sessionId)).filter(
      ({ role }) => role === 'tool',
    );
    const failed = { tool: 'read_file', ok: false };
    expect(results.map(({ metadata }) => metadata)).toEqual([
      failed,
      { tool: 'write_file', ok: true, createdFile: true },
      { tool: 'write_file', ok: true },
      { tool: 'read_file', ok: true, worksAfter: results[0]?.number },
      { tool: 'read_file', ok: true },
    ]);

    const extractor = scriptedChatModel([{ memories: [] }]);
    await world.reopen({ models: { small: extractor } });
    await world.memory.sessions.end(host.sessionId, { now: true });
    await world.memory.jobs.drain();
    expect(promptOf(extractor.requests[0])).toMatch(
      /#3 result of read_file \(failed\).*#4 result of write_file \(new file\).*#7 result of read_file \(works after it failed in #3\)/,
    );
  });

  it('counts accesses at shutdown at the latest, if they could not be counted before', async () => {
    beforeCall = (name) => (name === 'reinforce_memories' ? away() : undefined);
    expect((await turn(question)).end).toBe('reply');
    expect(await accesses()).toBe(0);
    beforeCall = () => {};
    await world.reopen();
    expect(await accesses()).toBe(1);
  });

  it('continues without memories while the store is down, says so, and stores its messages when it is back', async () => {
    beforeCall = away;
    const { recalled, errors, messages, end } = await turn(question);
    expect(recalled).toMatchObject({
      memories: [],
      degraded: [expect.stringContaining('the turn goes on without them')],
    });
    expect(promptOf(requests[0])).toContain('notes may be missing below');
    expect({ end, errors }).toEqual({ end: 'reply', errors: [] });
    expect(messages).toEqual([
      { role: 'user', content: question, number: null },
      { role: 'assistant', content: 'Done.', number: null },
    ]);
    beforeCall = () => {};
    expect(await world.memory.sessions.flush()).toBe(0);
    expect(await storedTexts()).toEqual([question, 'Done.']);
    expect((await turn(question)).recalled?.memories).toMatchObject([{ content: fact, injected: true }]);
  });

  it('continues when the store goes down between two steps, and its tools tell the model', async () => {
    steps = [
      () => {
        beforeCall = away;
        return { toolCalls: [{ name: 'recall', arguments: '{"query":"staging"}' }] };
      },
    ];
    const { end, errors } = await turn(question);
    expect({ end, errors }).toEqual({ end: 'reply', errors: [] });
    expect(promptOf(requests[1])).toContain('recall failed: the store is away');
    beforeCall = () => {};
    await world.memory.sessions.flush();
    expect((await storedTexts()).at(-1)).toBe('Done.');
  });

  it('says that it does not remember a mere secret, and answers', async () => {
    const { errors, end } = await turn('remember this: my PIN is 4821');
    expect(errors).toMatchObject([
      { code: 'invalid_input', message: expect.stringContaining('my PIN is [redacted:pin]') },
    ]);
    expect(end).toBe('reply');
  });

  it('says that a statement is too long to be remembered, and keeps the message whole', async () => {
    const text = `remember this: ${'the billing service retries every invoice. '.repeat(60)}`;
    const { errors, end } = await turn(text);
    expect(errors).toMatchObject([
      {
        code: 'invalid_input',
        message: expect.stringMatching(/^not remembered, since it is longer than .{200,400}$/),
      },
    ]);
    expect(end).toBe('reply');
    expect(await world.memory.memories.list({ project })).toMatchObject([{ content: fact }]);
    expect(await storedTexts()).toContain(text);
  });

  it('says that it could not remember what it was asked to, and answers', async () => {
    beforeCall = (name) => (name === 'remember' ? away() : undefined);
    const { errors, end } = await turn('remember this: the gateway is written in Go');
    expect(errors).toMatchObject([
      {
        code: 'database_unavailable',
        retryable: true,
        message: expect.stringContaining('could not be remembered now'),
      },
    ]);
    expect(end).toBe('reply');
  });

  it.each<[string, EmbeddingModel['embed'], string]>([
    ['hangs', () => new Promise(() => {}), 'did not answer within 30 ms'],
    ['is busy', () => Promise.reject(new MemoryError('embedding_failed', '429')), 'failed (429)'],
  ])('recalls by words when the embedder %s', async (_what, faulty, why) => {
    embed = faulty;
    const { recalled, end } = await turn(question);
    expect(recalled?.memories).toMatchObject([{ content: fact, injected: true }]);
    expect(recalled?.degraded).toEqual([`the embedding service ${why}: word search alone`]);
    expect(end).toBe('reply');
  });

  it('that is cancelled while it recalls ends at once, and is stored', async () => {
    const controller = new AbortController();
    embed = () => {
      controller.abort(new Error('cancelled by the user'));
      return new Promise(() => {});
    };
    const { errors, messages, end } = await turn(question, controller.signal);
    expect({ end, errors }).toEqual({ end: 'cancelled', errors: [] });
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: '(cancelled)', number: 2 });
    expect(requests).toEqual([]);
    expect(await storedTexts()).toEqual([question, '(cancelled)']);
  });

  it('is not disturbed when a memory that it recalled is forgotten during the turn', async () => {
    const [known] = await world.memory.memories.list({ project });
    let forgotten: Promise<unknown> = Promise.resolve();
    beforeCall = (name) => {
      if (name !== 'recall') return;
      beforeCall = () => {};
      // stands behind the search in the store's queue
      queueMicrotask(() => {
        forgotten = world.memory.memories.forget(known?.id ?? '');
      });
    };
    const { end, errors } = await turn(question);
    await forgotten;
    expect({ end, errors }).toEqual({ end: 'reply', errors: [] });
    expect((await turn(question)).recalled?.memories).toEqual([]);
    expect(await world.memory.memories.list({ project, includeInvalid: true })).toEqual([]);
  });

  it('keeps the beginning of the request while memories, focus and saved statements change', async () => {
    await turn('Hello there');
    await turn(question);
    await world.memory.remember({ content: 'the staging database is restarted on Mondays', project });
    await world.memory.focus.edit(project, [{ topic: 'staging', filePaths: ['src/db.ts'], directories: [] }]);
    await turn(`${question} remember this: it is Postgres 17`);
    await turn('Thank you');
    const sent = frames.filter((frame) => frame.type === 'context_assembled');
    expect(sent).toHaveLength(4);
    for (const [index, { keptBytes }] of sent.entries()) {
      const before = requests[index - 1]?.messages ?? [];
      const volatile = before.findIndex(({ role }, place) => place > 0 && role === 'system');
      const stays = volatile === -1 ? before : before.slice(0, volatile);
      expect(keptBytes).toBeGreaterThanOrEqual(
        stays.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0),
      );
    }
  });
});

const offline = createOfflineEmbedder();

/** A memory whose store and embedder fail as the test says. */
function failing({ path, store: { lend } }: LocalHost): Partial<MemorySettings> {
  const store = lend();
  return {
    database: {
      ...store,
      async call(name, args) {
        beforeCall(name);
        return store.call(name, args);
      },
    },
    embeddings: { ...offline, embed: (texts, options) => embed(texts, options) },
    options: { retrieval: { embeddingTimeout: 30 } },
    journal: { folder: join(path, 'journal'), processId: process.pid },
  };
}

const model = chatModel((request) => {
  requests.push(request);
  return { content: 'Done.', ...steps.shift()?.(request) };
});

async function openHost(): Promise<TurnHost> {
  const session = await world.memory.sessions.open({ id: randomUUID(), project, agent: 'chapo' });
  const root = join(world.host.path, project);
  return {
    sessionId: session.id,
    project,
    agent: chapo,
    conversation: await loadConversation(world.memory, session),
    isTemporary: false,
    tokenScale: createTokenScale(160_000),
    memory: world.memory,
    model,
    workspace: openWorkspace(root),
    systemContext: createSystemContext(root, {
      clock: createTestClock(),
      log: silentLog,
      timeZone: 'UTC',
    }),
    contextProfile: contextProfiles.cache,
    prefixMeter: createPrefixMeter(),
    tools: allTools({}),
    isOffline: false,
    forgottenLately: createForgottenLately(),
    sayForUser: () => {},
    approvals: createApprovals({ policy: 'execute', emit: (frame) => frames.push(frame) }),
    emit: (frame) => frames.push(frame),
    log: silentLog,
  };
}

async function turn(text: string, signal = new AbortController().signal) {
  const from = frames.length;
  await runTurn(host, {
    turn: randomUUID(),
    messageId: randomUUID(),
    text,
    traceId: '',
    client: null,
    signal,
  });
  const own = frames.slice(from);
  const frame = <Type extends ServerFrame['type']>(type: Type) =>
    own.filter((one): one is Extract<ServerFrame, { type: Type }> => one.type === type);
  return {
    recalled: frame('memory_recalled')[0],
    errors: frame('error'),
    messages: frame('message').map(({ role, content, number }) => ({ role, content, number })),
    end: frame('message').at(-1)?.end,
  };
}

const away = () => {
  throw new MemoryError('database_unavailable', 'the store is away');
};

const promptOf = (request: ModelRequest | undefined) => JSON.stringify(request?.messages);

const accesses = async () => (await world.memory.memories.list({ project }))[0]?.accessCount;

const storedTexts = async () =>
  (await world.memory.sessions.messages(host.sessionId)).map(({ content }) => content);

function reset(): void {
  frames = [];
  requests = [];
  steps = [];
  beforeCall = () => {};
  embed = (texts, options) => offline.embed(texts, options);
}
