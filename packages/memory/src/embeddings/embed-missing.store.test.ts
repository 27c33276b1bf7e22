import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { message } from '../../testing/message.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { MemoryError } from '../errors.ts';
import { createBackgroundEmbedding } from './background-embedding.ts';
import { createCheckedEmbedder } from './checked-embedder.ts';
import { EmbedderBusy } from './embedder-busy.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';
import { createRefusedTexts } from './refused-texts.ts';

const world = openWorld();
const offline = createOfflineEmbedder();

type Refuses = (texts: string[]) => string | Error | null;

/** An embedder that fails where `refuses` names a reason. */
function refusing(refuses: Refuses) {
  const sizes: number[] = [];
  const embedder = {
    ...offline,
    id: 'service',
    maxBatch: 128,
    isLocal: false,
    embed: async (texts: string[]) => {
      sizes.push(texts.length);
      const reason = refuses(texts);
      if (reason instanceof Error) throw reason;
      if (reason !== null) throw new MemoryError('embedding_failed', reason, { isRetryable: true });
      return offline.embed(texts);
    },
  };
  return { embedder, sizes };
}

async function openWith(refuses: Refuses, count = 16) {
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

it.each([
  ['answers large batches too late', new EmbedderBusy('did not answer within 30000 ms')],
  ['has too much to do with large batches', new EmbedderBusy('429', { isAway: true })],
])('a service that %s gets smaller ones', async (_name, reason) => {
  const { memory, sizes } = await openWith((texts) => (texts.length > 10 ? reason : null), 40);
  await expect.poll(() => unembedded(), { timeout: 20_000 }).toBe(0);
  expect(memory.notices()).toEqual([]);
  expect(sizes.filter((size) => size > 10).length).toBeLessThanOrEqual(2);
});

it('a text at which a service breaks is set aside the second time, and one that met an accident is not', async () => {
  let accidents = 1;
  const { memory } = await openWith((texts) => {
    if (texts.some((text) => text.includes('Service 7 '))) return new EmbedderBusy('socket hang up');
    if (texts.length === 1 && texts[0]?.includes('Service 3 ') && accidents-- > 0)
      return new EmbedderBusy('socket hang up');
    return null;
  });
  const notice = '1 text without a vector: socket hang up; found by words alone';
  await expect.poll(() => memory.notices(), { timeout: 10_000 }).toEqual([notice]);
  expect(await unembedded()).toBe(1);
});

it('a service that takes some texts a minute gets all of them in the end, without a further message', async () => {
  const overloaded = new EmbedderBusy('429', { isAway: true });
  const { memory } = await openWith(() => overloaded, 40);
  await expect.poll(() => memory.notices()).toEqual([expect.stringContaining('429')]);
  await memory.close();
  let left = 0;
  const { embedder } = refusing((texts) => {
    if (texts.length > left) return overloaded;
    left -= texts.length;
    return null;
  });
  const refused = createRefusedTexts();
  const background = createBackgroundEmbedding({
    ...{ store: world.store, embeddings: createCheckedEmbedder(embedder), log: silentLog, refused },
    noteEmbedding: () => {},
    isHeldBack: () => false,
    retry: { first: 10, longest: 10 },
  });
  const minutes = setInterval(() => (left = 15), 50);
  background.note();
  await expect.poll(() => unembedded(), { timeout: 20_000 }).toBe(0);
  await expect.poll(() => background.notice()).toBeNull();
  expect(refused.count()).toBe(0);
  clearInterval(minutes);
  background.stop();
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
