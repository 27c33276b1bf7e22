import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextFromSession } from '../src/compaction/context-from-session.ts';
import { contextProfiles } from '../src/context/profile.ts';
import { createOfflineEmbedder } from '../src/embeddings/offline-embedder.ts';
import { MemoryError } from '../src/errors.ts';
import { hostileText } from '../src/text/hostile-text.fixture.ts';
import { createMemory, type Memory } from '../src/memory.ts';
import type { Database } from '../src/ports.ts';
import { openPgliteDatabase } from '../src/store/drivers/pglite.ts';
import { openPostgresDatabase } from '../src/store/drivers/postgres.ts';
import { message } from '../testing/message.ts';
import { project } from '../testing/open-world.ts';
import { startShortLivedEngines } from '../testing/short-lived.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { seed, server, temporaryDatabase } from './kept-stores.ts';

// the file is alone in its process
startShortLivedEngines();

const turns = 200;
const turnsOfSession = 20;

describe(`${turns} random turns with a restart in the middle of a session (seed ${seed})`, () => {
  it('are assembled again with the same hashes from the embedded store', async () => {
    const folder = await temporaryFolder();
    await expectSameHashes(() => openPgliteDatabase({ folder }));
  }, 300_000);

  it.skipIf(server === null)(
    'are assembled again with the same hashes from a server',
    async () => {
      const url = await temporaryDatabase();
      await expectSameHashes(() => openPostgresDatabase({ url }));
    },
    300_000,
  );
});

type Turn = ReturnType<typeof anyTurn> extends fc.Arbitrary<infer Value> ? Value : never;

function anyTurn() {
  const text = fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), hostileText);
  return fc.record({
    asked: fc.oneof(text, fc.constantFrom('Which port does the gateway listen on?', 'What is the plan?')),
    budget: fc.integer({ min: 700, max: 5_000 }),
    calls: fc.array(text, { maxLength: 2 }),
    before: fc.option(
      fc.oneof(
        fc.record({ does: fc.constant('remember' as const), text }),
        fc.record({ does: fc.constant('state' as const), text }),
        fc.record({ does: fc.constant('hide' as const), number: fc.integer({ min: 1, max: 40 }) }),
        fc.record({ does: fc.constant('pin' as const) }),
      ),
    ),
  });
}

/** What a user does before a message. What cannot be done is refused, and changes nothing. */
async function prepare(memory: Memory, sessionId: string, before: Turn['before']): Promise<void> {
  try {
    if (before?.does === 'remember') await memory.remember({ content: before.text, project });
    if (before?.does === 'state') await memory.sessions.setState(sessionId, 'note', before.text);
    if (before?.does === 'hide') await memory.contexts.hideMessages(sessionId, [before.number], true);
    if (before?.does === 'pin') {
      const [one] = await memory.memories.list({ project, limit: 1 });
      if (one) await memory.contexts.chooseMemories(sessionId, 'pinned', [one.id], true);
    }
  } catch (error) {
    if (!(error instanceof MemoryError) || error.isRetryable) throw error;
  }
}

/** Runs a turn as a host does. Returns what the model is sent by its hash; null when it does not fit. */
async function run(
  memory: Memory,
  sessionId: string,
  { asked, budget, calls, before }: Turn,
): Promise<{ id: string; hash: string } | null> {
  await prepare(memory, sessionId, before);
  const session = { id: sessionId, project, agent: 'chapo' };
  const [question] = await memory.sessions.append(session, [message(asked)]);
  const stored = await memory.sessions.get(sessionId);
  if (!stored) throw new Error('no session');
  const conversation = contextFromSession(stored, await memory.sessions.messages(sessionId));
  const { sections, profile, hidden } = await memory.contexts.gather({
    ...{ sessionId, project, text: asked, before: conversation.slice(0, -1), budget },
    profile: contextProfiles.cache,
  });
  const context = await memory.contexts
    .assemble({ profile, budget, sections, conversation, hidden })
    .catch((error: unknown) => {
      if (error instanceof MemoryError && error.code === 'context_too_long') return null;
      throw error;
    });
  const id = randomUUID();
  if (context) {
    await memory.contexts.keep(context, {
      ...{ id, sessionId, project, turn: randomUUID(), step: 1, question: question?.number ?? null },
      ...{ model: null, usage: null, end: 'reply', prefix: null, traceId: null, degraded: [] },
    });
  }
  for (const [index, argument] of calls.entries()) {
    const call = { id: `call ${index}`, name: 'read', arguments: JSON.stringify({ argument }) };
    await memory.sessions.append(session, [
      message('', { role: 'assistant', type: 'tool_call', toolCalls: [call] }),
      message(argument, { role: 'tool', type: 'tool_result', toolCallId: call.id }),
    ]);
  }
  await memory.sessions.append(session, [message('done', { role: 'assistant' })]);
  return context && { id, hash: context.hash };
}

/** Two processes one after the other, and a third that replays what both sent. */
async function expectSameHashes(openDatabase: () => Promise<Database>): Promise<void> {
  const open = async () =>
    createMemory({ database: await openDatabase(), embeddings: createOfflineEmbedder() });
  const sent: { id: string; hash: string }[] = [];
  let sessionId = '';
  let left = fc.sample(anyTurn(), { numRuns: 3 * turns, seed });
  for (const wanted of [turns / 2 + turnsOfSession / 2, turns]) {
    const memory = await open();
    while (sent.length < wanted) {
      const [next, ...others] = left;
      if (!next) throw new Error('too few turns fit into their budget');
      left = others;
      if (sent.length % turnsOfSession === 0) {
        sessionId = randomUUID();
        // the timer that stores contexts does not come up while the embedded store is asked without a pause
        await memory.contexts.flush();
        await memory.sessions.open({ id: sessionId, project, agent: 'chapo' });
      }
      const context = await run(memory, sessionId, next);
      if (context) sent.push(context);
    }
    await memory.close();
  }
  const memory = await open();
  try {
    const replayed = [];
    for (const { id } of sent) {
      const { replayedHash, differences } = await memory.contexts.replay(id);
      replayed.push({ id, hash: replayedHash, differences });
    }
    expect(replayed).toEqual(sent.map((one) => ({ ...one, differences: [] })));
  } finally {
    await memory.close();
  }
}
