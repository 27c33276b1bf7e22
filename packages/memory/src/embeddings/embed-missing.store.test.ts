import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { message } from '../../testing/message.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import { MemoryError } from '../errors.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';

const world = openWorld();
const offline = createOfflineEmbedder();

/** An embedder that fails where `refuses` names a reason. */
function refusing(refuses: (texts: string[]) => string | null) {
  const sizes: number[] = [];
  const embedder = {
    ...offline,
    id: 'service',
    maxBatch: 128,
    isLocal: false,
    embed: async (texts: string[]) => {
      sizes.push(texts.length);
      const reason = refuses(texts);
      if (reason !== null) throw new MemoryError('embedding_failed', reason, { isRetryable: true });
      return offline.embed(texts);
    },
  };
  return { embedder, sizes };
}

async function openWith(refuses: (texts: string[]) => string | null, count = 16) {
  const { embedder, sizes } = refusing(refuses);
  const memory = await world.openMemory({ embeddings: embedder });
  const session = { id: randomUUID(), project, agent: 'chapo' };
  await memory.sessions.open(session);
  const say = (texts: string[]) =>
    memory.sessions.append(
      session,
      texts.map((text) => message(text)),
    );
  await say(
    Array.from({ length: count }, (_, number) => `Service ${number} listens on port ${8000 + number}`),
  );
  return { memory, say, sizes };
}

it.each([
  ['one text', /Service 5 /u, '1 text without a vector: service says NaN; found by words alone'],
  ['the first text', /Service 0 /u, '1 text without a vector: service says NaN; found by words alone'],
  [
    'several texts',
    /Service (?:1|7|1[0-5]) /u,
    '8 texts without a vector: service says NaN; found by words alone',
  ],
])(
  '%s that is refused is set aside and counted, and the others get their vectors',
  async (_name, bad, notice) => {
    const { memory, say } = await openWith((texts) =>
      texts.some((text) => bad.test(text)) ? 'service says NaN' : null,
    );
    await expect.poll(() => memory.notices(), { timeout: 10_000 }).toEqual([notice]);
    await say(['The gateway is written in Go']);
    await expect.poll(() => unembedded(), { timeout: 10_000 }).toBe(Number.parseInt(notice, 10));
    expect(memory.notices()).toEqual([notice]);
  },
);

it.each([1, 3, 10, 100])('the most texts that a service takes (%i) are learnt', async (most) => {
  const { memory, say, sizes } = await openWith(
    (texts) => (texts.length > most ? 'batch size is invalid' : null),
    120,
  );
  await expect.poll(() => unembedded(), { timeout: 20_000 }).toBe(0);
  sizes.length = 0;
  await say(Array.from({ length: 20 }, (_, number) => `Gateway ${number} is written in Go`));
  await expect.poll(() => unembedded(), { timeout: 20_000 }).toBe(0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
  expect(memory.notices()).toEqual([]);
});

it('a service that is down sets no text aside, and costs two requests', async () => {
  let isDown = true;
  const { memory, say, sizes } = await openWith(() => (isDown ? 'internal error' : null));
  await expect
    .poll(() => memory.notices(), { timeout: 10_000 })
    .toEqual(['texts get no vectors now, and are found by words alone: internal error']);
  expect(sizes).toEqual([16, 1]);
  isDown = false;
  await say(['The gateway is written in Go']);
  await expect.poll(() => unembedded(), { timeout: 10_000 }).toBe(0);
  await expect.poll(() => memory.notices()).toEqual([]);
});

it('a memory whose text is refused is stored, and "reembed" tries it again', async () => {
  let bad = /Go/u;
  const { memory } = await openWith((texts) => (texts.some((text) => bad.test(text)) ? 'NaN' : null));
  await memory.remember({ content: 'The gateway is written in Go', project });
  await memory.remember({ content: 'The office is in Berlin', project });
  await memory.jobs.drain();
  await expect.poll(() => unembedded(), { timeout: 10_000 }).toBe(1);
  bad = /nothing/u;
  await memory.reembed();
  expect(await unembedded()).toBe(0);
});

const unembedded = (): Promise<number> => world.store.countUnembedded('service');
