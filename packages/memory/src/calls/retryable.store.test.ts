import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { intercepted } from '../../testing/intercepted.ts';
import { message } from '../../testing/message.ts';
import { openWorld, secondsAfter } from '../../testing/open-world.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { errorCodes, MemoryError, type ErrorCode } from '../errors.ts';
import { createMemory, type Memory } from '../memory.ts';

let memory: Memory;
/** Thrown by the store at its next calls. */
let outage: MemoryError | null = null;
const world = openWorld();
const session = { id: randomUUID(), project: 'shop', agent: 'chapo' };
const ids = { memory: '', twin: '', message: randomUUID() };

beforeEach(async () => {
  outage = null;
  memory = await world.openMemory({
    database: intercepted(world.lend(), () => {
      if (outage) throw outage;
    }),
  });
  await memory.sessions.open(session);
  await memory.sessions.append(session, [message('The port is 8080', { id: ids.message })]);
  ids.memory = (await memory.remember({ content: 'The port is 8080', project: 'shop' })).memory.id;
  ids.twin = (await memory.remember({ content: 'The host is called Fafnir', project: 'shop' })).memory.id;
});
afterEach(() => {
  outage = null;
});

/** A call that fails, its code, and whether the same call may succeed later. */
const table: [what: string, call: () => Promise<unknown>, code: ErrorCode, isRetryable: boolean][] = [
  ['a missing memory', () => memory.memories.invalidate(randomUUID(), 'r'), 'not_found', false],
  ['a wrong field', () => memory.remember({ content: '', project: 'shop' }), 'invalid_input', false],
  [
    'a session of another project',
    () => memory.sessions.append({ ...session, project: 'other' }, [message('x')]),
    'conflict',
    false,
  ],
  [
    'a statement for a session of another project',
    () => memory.keep({ sessionId: session.id, project: 'other', content: 'The port is 8080' }),
    'conflict',
    false,
  ],
  [
    'an id that was given to another text',
    () => memory.sessions.append(session, [message('another text', { id: ids.message })]),
    'conflict',
    false,
  ],
  [
    'a change of what was changed since it was read',
    async () => {
      const read = await memory.memories.get(ids.memory);
      await world.setNow(secondsAfter(60));
      await memory.memories.update(ids.memory, { importance: 3 }, 'r');
      return memory.memories.update(ids.memory, { importance: 4 }, 'r', undefined, read?.updatedAt);
    },
    'conflict',
    false,
  ],
  [
    'a text that another memory has',
    () => memory.memories.update(ids.memory, { content: 'The host is called Fafnir' }, 'r'),
    'conflict',
    false,
  ],
  [
    'an undo of a field that was changed again',
    async () => {
      await memory.memories.update(ids.memory, { importance: 3 }, 'r');
      const first = (await memory.memories.history(ids.memory)).at(-1)?.id;
      await memory.memories.update(ids.memory, { importance: 4 }, 'r');
      return memory.memories.undo(ids.memory, 'r', undefined, first);
    },
    'conflict',
    false,
  ],
  [
    'an undo of a relation that was undone',
    async () => {
      await memory.memories.relate({ fromId: ids.memory, kind: 'depends_on', toId: ids.twin });
      const related = (await memory.memories.history(ids.memory)).at(-1)?.id;
      await memory.memories.undo(ids.memory, 'r', undefined, related);
      return memory.memories.undo(ids.memory, 'r', undefined, related);
    },
    'conflict',
    false,
  ],
  [
    'an undo of a job that did not run yet',
    async () => {
      const job = await memory.sessions.extract(session.id);
      return memory.jobs.undo(job?.id ?? '', 'r');
    },
    'conflict',
    true,
  ],
  [
    'a message beside the turn of another process',
    async () => {
      await memory.sessions.append(session, [], { turn: { holder: 'one', is: 'beginning' } });
      return memory.sessions.append(session, [message('x')], { turn: { holder: 'two', is: 'beginning' } });
    },
    'session_busy',
    true,
  ],
  [
    'a store that is away',
    async () => {
      outage = new MemoryError('database_unavailable', 'the store is down');
      return memory.memories.list();
    },
    'database_unavailable',
    true,
  ],
  [
    'a store and a journal that are away',
    async () => {
      const folder = join(await temporaryFolder(), 'occupied');
      await writeFile(folder, '');
      const other = await world.openMemory({
        database: intercepted(world.lend(), () => {
          if (outage) throw outage;
        }),
        journal: { folder, processId: process.pid },
      });
      outage = new MemoryError('database_unavailable', 'the store is down');
      return other.sessions.append(session, [message('x')]);
    },
    'journal_failed',
    true,
  ],
  [
    'figures of an embedder that is not configured',
    async () => {
      await memory.close();
      const other = await createMemory({
        database: world.lend(),
        embeddings: { ...createOfflineEmbedder(), id: 'another' },
      });
      await other.reembed();
      await other.close();
      const third = await world.openMemory({ embeddings: { ...createOfflineEmbedder(), id: 'a third' } });
      return third.calibrate();
    },
    'embedding_failed',
    false,
  ],
  [
    'a vector in other dimensions',
    async () => {
      const short = { ...createOfflineEmbedder(), embed: async () => ({ vectors: [[1, 0]], tokens: 0 }) };
      const other = await world.openMemory({ embeddings: short });
      return other.calibrate();
    },
    'embedding_failed',
    false,
  ],
  [
    'a memory that was closed',
    async () => {
      await memory.close();
      return memory.memories.list();
    },
    'closed',
    false,
  ],
];

it.each(table)('%s', async (_what, call, code, isRetryable) => {
  const thrown = await call().then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(MemoryError);
  expect(thrown).toMatchObject({ code, isRetryable });
});

it('a code is retryable by itself only if waiting can help', () => {
  const retryable = Object.entries(errorCodes).filter(([, { retryable: is }]) => is);
  expect(retryable.map(([code]) => code)).toEqual([
    'session_busy',
    'lease_lost',
    'database_unavailable',
    'journal_failed',
    'embedding_failed',
    'model_failed',
    'malformed_answer',
  ]);
});
