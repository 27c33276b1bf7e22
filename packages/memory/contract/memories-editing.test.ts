import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../testing/silent-log.ts';
import { systemClock } from '../src/clock.ts';
import { createOfflineEmbedder } from '../src/embeddings/offline-embedder.ts';
import { MemoryError } from '../src/errors.ts';
import { createMemories } from '../src/memories/memories.ts';
import { resolveOptions } from '../src/options.ts';
import type { EmbeddingModel } from '../src/ports.ts';
import { wordsOf } from '../src/text/words.ts';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';
import { noJournal } from '../testing/no-journal.ts';

const embedder = createOfflineEmbedder();
const unreachable: EmbeddingModel = {
  ...embedder,
  embed: () => Promise.reject(new MemoryError('embedding_failed', 'the service is away')),
};

describe.each(testDatabases())('editing memories on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  const ofTool = { trust: 'tool', source: 'discovery', priority: 'medium' } as const;

  it('keeps the author of a text when the user changes title, tags, place or weight', async () => {
    const { id, content } = await add('The gateway listens on port 9000');
    for (const change of [
      { title: 'Gateway' },
      { tags: ['net'] },
      { namespace: 'devai/project/taskforge/net' },
      { importance: 8 },
      { priority: 'high' } as const,
      { pinned: true },
      // the text as it was, in a form that sends all fields
      { content, title: 'Port' },
    ]) {
      expect(await editor().update(id, change, 'tidied')).toMatchObject({
        trust: 'tool',
        source: 'discovery',
      });
    }
    expect(await world.get(id)).toMatchObject({ priority: 'high', content });
  });

  it('makes a new text the user’s own statement', async () => {
    const { id } = await add('The gateway listens on port 9000');
    expect(await editor().update(id, { content: 'The gateway listens on port 9001' }, 'wrong')).toMatchObject(
      {
        trust: 'user',
        source: 'user_stated',
        priority: 'highest',
      },
    );
    const other = await add('The queue is Redis');
    expect(
      await editor().update(other.id, { content: 'The queue is NATS', priority: 'low' }, 'wrong'),
    ).toMatchObject({ trust: 'user', priority: 'low' });
    expect(
      await editor().update(
        (await add('The disk is full')).id,
        { content: 'The disk is fine' },
        'looked again',
        { kind: 'agent', id: null },
      ),
    ).toMatchObject(ofTool);
  });

  it('counts raising to highest as confirmation: the memory is trusted, and keeps its origin', async () => {
    const { id } = await add('The gateway listens on port 9000');
    expect(await editor().update(id, { priority: 'highest' }, 'true')).toMatchObject({
      priority: 'highest',
      trust: 'user',
      source: 'discovery',
    });
  });

  describe('the event time', () => {
    const march = {
      holdsFrom: new Date('2026-03-06T00:00:00Z'),
      holdsUntil: new Date('2026-03-07T00:00:00Z'),
    };
    const april = {
      holdsFrom: new Date('2026-04-02T00:00:00Z'),
      holdsUntil: new Date('2026-04-03T00:00:00Z'),
    };
    const none = { holdsFrom: null, holdsUntil: null };
    const addDentist = () => world.add('the dentist is on 2026-03-06', march);

    it('follows a text that names another, and stays with one that names the same', async () => {
      const { id } = await addDentist();
      const edit = (content: string) => editor().update(id, { content }, 'edited');
      expect(await edit('the dentist, Dr Meyer, is on 2026-03-06')).toMatchObject(march);
      expect(await edit('the dentist is on 2026-04-02')).toMatchObject(april);
      expect(await edit('the dentist is ill')).toMatchObject(none);
    });

    it('that nobody named stays when a text is edited that names none', async () => {
      const { id } = await world.add('the dentist', march);
      expect(await editor().update(id, { content: 'the dentist, Dr Meyer' }, 'who')).toMatchObject(march);
    });

    it('is the one that the edit gives, also one end alone', async () => {
      const { id } = await addDentist();
      const edited = await editor().update(id, { content: 'the dentist on 2026-04-02', ...march }, 'so');
      expect(edited).toMatchObject(march);
      const open = await editor().update(id, { content: 'since the dentist', holdsUntil: null }, 'so');
      expect(open).toMatchObject({ ...march, holdsUntil: null });
      await expect(editor().update(id, { holdsUntil: march.holdsFrom }, 'so')).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('must be after holdsFrom'),
      });
    });

    it('comes back when the edit is undone, and with what is restored or taken back', async () => {
      const { id } = await addDentist();
      await editor().update(id, { content: 'the dentist is on 2026-04-02' }, 'edited');
      expect(await editor().undo(id, 'no')).toMatchObject(march);
      await editor().update(id, { holdsFrom: null }, 'open');
      expect(await editor().undo(id, 'no')).toMatchObject(march);
      await editor().invalidate(id, 'wrong');
      const restored = await editor().restore(id, 'right');
      expect(restored).toMatchObject(march);
      await editor().update(id, { content: 'the dentist', ...april }, 'moved');
      const forgotten = await world.get(id);
      await editor().forget(id);
      expect(await editor().takeBack(forgotten)).toMatchObject({ content: 'the dentist', ...april });
    });
  });

  it('never reverts a text that was written while a title was being changed', async () => {
    const { id } = await add('The gateway listens on port 9000');
    let reads = 0;
    const readAndLinger = async (wanted: string) => {
      const memory = await world.store.getMemory(wanted);
      reads += 1;
      if (reads === 1)
        await editor().update(id, { content: 'The gateway listens on port 9001' }, 'corrected');
      return memory;
    };
    await editor(embedder, readAndLinger).update(id, { title: 'Zebra gateway' }, 'titled');
    expect(await world.get(id)).toMatchObject({
      content: 'The gateway listens on port 9001',
      title: 'Zebra gateway',
      embeddingModel: embedder.id,
    });
    expect(await isFoundBy('9001')).toEqual([id]);
    expect(await isFoundBy('zebra')).toEqual([id]);
    expect(await isFoundBy('9000')).toEqual([]);
  });

  it('keeps every word in the index, however changes of text, title and tags interleave', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await add(`The gateway of round ${round} listens`);
      await Promise.all([
        editor().update(id, { content: `text${round} anew` }, 'a'),
        editor().update(id, { title: `title${round}` }, 'b'),
        editor().update(id, { tags: [`tag${round}`] }, 'c'),
        editor().update(id, { importance: 9 }, 'd'),
      ]);
      expect(await world.get(id)).toMatchObject({
        content: `text${round} anew`,
        title: `title${round}`,
        tags: [`tag${round}`],
        importance: 9,
      });
      for (const word of [`text${round}`, `title${round}`, `tag${round}`])
        expect(await isFoundBy(word)).toEqual([id]);
    }
  });

  it('changes a text while the embedder is down, and gets the vector later', async () => {
    const { id } = await add('The gateway listens on port 9000');
    expect(await embedJobs()).toHaveLength(0);
    const changed = await editor(unreachable).update(id, { content: 'The gateway is gone' }, 'so it is');
    expect(changed).toMatchObject({ content: 'The gateway is gone', embeddingModel: null });
    expect(await embedJobs()).toHaveLength(1);
  });

  it('adds a vector that was missing before an edit', async () => {
    const { id } = await world.add('The gateway listens on port 9000');
    await world.query('delete from public.devai_jobs');
    await editor(null).update(id, { title: 'Gateway' }, 'titled');
    expect(await embedJobs()).toHaveLength(1);
  });

  it('never gives a new text the vector of an old one', async () => {
    const { id, contentHash } = await world.add('The gateway listens on port 9000');
    const { vectors } = await embedder.embed(['The gateway listens on port 9000']);
    const vector = vectors[0] ?? [];
    await Promise.all([
      editor(unreachable).update(id, { content: 'Something else altogether' }, 'changed'),
      world.store.setEmbeddings(embedder.id, [{ id, contentHash, vector }]),
    ]);
    expect(await world.store.listUnembedded(embedder.id, 10)).toMatchObject([{ id }]);
  });

  function editor(embeddings: EmbeddingModel | null = embedder, getMemory = world.store.getMemory) {
    return createMemories({
      journal: noJournal,
      categories: {},
      onForgotten: () => {},
      store: { ...world.store, getMemory },
      user: 'me',
      embeddings,
      log: silentLog,
      options: resolveOptions(),
      noteEmbedding() {},
      signalJobs: () => {},
      clock: systemClock,
      randomId: randomUUID,
    });
  }

  async function embedJobs() {
    return (await world.store.listJobs({ status: 'waiting', limit: 10 })).filter(
      ({ kind }) => kind === 'embed',
    );
  }

  async function isFoundBy(word: string) {
    const found = await world.match({
      embeddingModel: null,
      words: wordsOf(word),
      retrievalThreshold: 1,
      noiseFloor: 1,
    });
    return found.map(({ memory }) => memory.id);
  }

  async function add(content: string) {
    const { vectors } = await embedder.embed([content]);
    return world.add(content, { ...ofTool, vector: vectors[0] ?? null, embeddingModel: embedder.id });
  }
});
