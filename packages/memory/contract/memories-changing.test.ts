import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampleStatement, sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, user } from '../testing/open-world.ts';

describe.each(testDatabases())('changing memories on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  describe('update', () => {
    it('changes only the given fields, and records before and after in one event', async () => {
      const before = await world.add('old text', { tags: ['x'] });
      await world.setNow(daysAfter(1));
      const after = await world.store.updateMemory(
        before.id,
        {
          content: {
            content: 'new text',
            contentHash: 'new',
            vector: sampleVector(1),
            embeddingModel: 'm1',
          },
          index: { words: ['new'], contentHash: 'new', title: 'Title', tags: ['y'] },
          title: 'Title',
          tags: ['y'],
          pinned: true,
          importance: 8,
          metadata: { a: 1 },
          expiresAt: daysAfter(9),
          holdsFrom: daysAfter(5),
          holdsUntil: daysAfter(6),
        },
        user,
        'corrected',
      );
      expect(after).toEqual({
        ...before,
        content: 'new text',
        contentHash: 'new',
        embeddingModel: 'm1',
        title: 'Title',
        tags: ['y'],
        pinned: true,
        importance: 8,
        metadata: { a: 1 },
        expiresAt: daysAfter(9),
        holdsFrom: daysAfter(5),
        holdsUntil: daysAfter(6),
        trust: 'user',
        source: 'user_stated',
        priority: 'highest',
        strength: 1,
        updatedAt: daysAfter(1),
      });
      expect(await world.store.listMemoryEvents(before.id)).toMatchObject([
        { action: 'added' },
        {
          action: 'updated',
          reason: 'corrected',
          before: { content: 'old text', title: null },
          after: { content: 'new text', title: 'Title' },
        },
      ]);
    });

    it('removes title and expiry when they are set to null', async () => {
      const { id, contentHash } = await world.add('text', { title: 'Title' });
      await world.store.updateMemory(id, { expiresAt: daysAfter(9) }, user, 'a');
      const index = { words: ['text'], contentHash, title: null, tags: [] };
      const memory = await world.store.updateMemory(id, { title: null, index, expiresAt: null }, user, 'b');
      expect(memory).toMatchObject({ title: null, expiresAt: null });
    });

    it('opens the ends of an event time, and refuses one that ends before it begins', async () => {
      const { id } = await world.add('text', { holdsFrom: daysAfter(5), holdsUntil: daysAfter(6) });
      const wrong = world.store.updateMemory(id, { holdsFrom: daysAfter(6) }, user, 'a');
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await world.get(id)).toMatchObject({ holdsFrom: daysAfter(5), holdsUntil: daysAfter(6) });
      const open = await world.store.updateMemory(id, { holdsUntil: null }, user, 'b');
      expect(open).toMatchObject({ holdsFrom: daysAfter(5), holdsUntil: null });
    });

    it('refuses a change of a memory that somebody else changed since it was read', async () => {
      const read = await world.add('text');
      await world.setNow(daysAfter(1));
      const changed = await world.store.updateMemory(read.id, { importance: 8 }, user, 'a', read.updatedAt);
      await expect(
        world.store.updateMemory(read.id, { importance: 2 }, user, 'b', read.updatedAt),
      ).rejects.toMatchObject({ code: 'conflict' });
      expect(await world.store.getMemory(read.id)).toEqual(changed);
    });

    it('records a mere change of pinned as pinned or unpinned, and no event without a change', async () => {
      const { id } = await world.add('text');
      await world.store.updateMemory(id, { pinned: true }, user, 'a');
      await world.store.updateMemory(id, { pinned: true }, user, 'b');
      await world.store.updateMemory(id, {}, user, 'c');
      await world.store.updateMemory(id, { pinned: false }, user, 'd');
      expect(await world.actions(id)).toEqual(['added', 'pinned', 'unpinned']);
    });

    it('moves a memory to another branch, where its words find it, and not in the old one', async () => {
      const { id } = await world.add('zebra', { namespace: 'devai/project/a/x' });
      await world.store.updateMemory(id, { namespace: 'devai/user/x' }, user, 'moved');
      const found = (scope: string) =>
        world.store.matchMemories({
          vector: null,
          embeddingModel: null,
          words: ['zebra'],
          scopes: [scope],
          namespaces: [],
          retrievalThreshold: 1,
          noiseFloor: 1,
          limit: 5,
          filter: {},
        });
      expect(await found('devai/user')).toMatchObject([{ memory: { id } }]);
      expect(await found('devai/project/a')).toEqual([]);
    });

    it('keeps the vector of the same text when the embedder is away', async () => {
      const statement = sampleStatement('text', { vector: sampleVector(1), embeddingModel: 'm1' });
      const { id, content, contentHash } = await world.add(statement);
      const index = { words: ['text'], contentHash, title: 'T', tags: [] };
      const same = { content, contentHash, vector: null, embeddingModel: null };
      await world.store.updateMemory(id, { title: 'T', content: same, index }, user, 'titled');
      expect(await world.store.listUnembedded('m1', 10)).toEqual([]);
      const other = { content: 'other', contentHash: 'o', vector: null, embeddingModel: 'm1' };
      await world.store.updateMemory(
        id,
        { content: other, index: { ...index, contentHash: 'o' } },
        user,
        'changed',
      );
      expect(await world.store.listUnembedded('m1', 10)).toMatchObject([{ id, content: 'other' }]);
    });

    it('refuses a text that its branch already has, an unknown id and invalid values', async () => {
      const [one, other] = [await world.add('one'), await world.add('other')];
      const { content, contentHash } = one;
      const twin = { content, contentHash, vector: null, embeddingModel: null };
      const index = { words: ['one'], contentHash, title: null, tags: [] };
      await expect(
        world.store.updateMemory(other.id, { content: twin, index }, user, 'r'),
      ).rejects.toMatchObject({ code: 'conflict' });
      await expect(world.store.updateMemory(randomUUID(), {}, user, 'r')).rejects.toMatchObject({
        code: 'not_found',
      });
      for (const patch of [
        { importance: 0 },
        { title: '' },
        { namespace: 'x' },
        { content: { ...twin, content: '' }, index },
        { title: 'without an index' },
      ]) {
        await expect(world.store.updateMemory(other.id, patch, user, 'r')).rejects.toMatchObject({
          code: 'invalid_input',
        });
      }
      expect(await world.get(other.id)).toEqual(other);
    });

    it('changes nothing when the index was made of other texts', async () => {
      const before = await world.add('one', { title: 'Title', tags: ['a'] });
      const { id, contentHash } = before;
      const index = { words: ['one'], contentHash, title: 'New', tags: ['a'] };
      for (const stale of [
        { ...index, contentHash: 'of another text' },
        { ...index, tags: ['a', 'b'] },
        { ...index, title: 'Old' },
      ])
        expect(await world.store.updateMemory(id, { title: 'New', index: stale }, user, 'r')).toBeNull();
      expect(await world.get(id)).toEqual(before);
      expect(await world.store.updateMemory(id, { title: 'New', index }, user, 'r')).toMatchObject({
        title: 'New',
      });
    });

    it('lets only the user raise a tool’s statement to highest', async () => {
      const { id } = await world.add('page', { trust: 'tool' });
      const raise = (kind: 'agent' | 'user') =>
        world.store.updateMemory(id, { priority: 'highest' }, { kind, id: null }, 'raised');
      await expect(raise('agent')).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await raise('user')).toMatchObject({ priority: 'highest', trust: 'user' });
    });
  });

  describe('taking back', () => {
    it('invalidates with the reason, once, and restores at full strength', async () => {
      const { id } = await world.add('text');
      await world.setNow(daysAfter(10));
      await world.store.invalidateMemory(id, user, 'wrong');
      const ended = await world.store.invalidateMemory(id, user, 'again');
      expect(ended).toMatchObject({
        isValid: false,
        invalidatedReason: 'wrong',
        invalidatedAt: daysAfter(10),
      });
      await world.setNow(daysAfter(20));
      const restored = await world.store.restoreMemory(id, user, 'right after all');
      expect(restored).toMatchObject({
        isValid: true,
        invalidatedAt: null,
        invalidatedReason: null,
        strength: 1,
      });
      expect(await world.store.restoreMemory(id, user, 'again')).toEqual(restored);
      expect(await world.actions(id)).toEqual(['added', 'invalidated', 'restored']);
    });

    it('undoes a chain of supersessions from any link, and the undo itself', async () => {
      const first = await world.add('port 1');
      const [second, third] = [sampleStatement('port 2'), sampleStatement('port 3')];
      await world.apply([second], [{ action: 'update', targetId: first.id }]);
      await world.apply([third], [{ action: 'delete', targetId: second.id }]);
      const valid = async () =>
        (await Promise.all([first, second, third].map(({ id }) => world.get(id)))).map(
          ({ isValid }) => isValid,
        );

      expect(await valid()).toEqual([false, false, true]);
      await world.store.restoreMemory(first.id, user, 'undo');
      expect(await valid()).toEqual([true, false, false]);
      await world.store.restoreMemory(third.id, user, 'undo the undoing');
      expect(await valid()).toEqual([false, false, true]);
      await world.store.restoreMemory(second.id, user, 'half way');
      expect(await valid()).toEqual([false, true, false]);
    });

    it('leaves the memory that another was merged into', async () => {
      const theirs = await world.add('uses pnpm', { priority: 'highest', source: 'user_stated' });
      const again = await world.add('we use pnpm', { priority: 'highest', source: 'user_stated' });
      expect(
        await world.applyDecisionToStored(again.id, { action: 'noop', targetId: theirs.id }),
      ).toMatchObject({
        action: 'known',
        memoryId: theirs.id,
        previousId: again.id,
      });
      await world.store.restoreMemory(again.id, user, 'both');
      expect(await world.get(theirs.id)).toMatchObject({ isValid: true });
      expect(await world.actions(again.id)).toEqual(['added', 'merged', 'restored']);
    });

    it('refuses to restore what another valid memory already says, but not what an expired one says', async () => {
      const old = await world.add('text');
      await world.store.invalidateMemory(old.id, user, 'wrong');
      const twin = await world.add('text');
      await expect(world.store.restoreMemory(old.id, user, 'r')).rejects.toMatchObject({
        code: 'conflict',
      });
      await world.store.updateMemory(twin.id, { expiresAt: daysAfter(1) }, user, 'short');
      await world.setNow(daysAfter(2));
      expect(await world.store.restoreMemory(old.id, user, 'r')).toMatchObject({ isValid: true });
      expect(await world.get(twin.id)).toMatchObject({ isValid: false });
    });

    it('fails with not_found for an unknown memory', async () => {
      const id = randomUUID();
      await expect(world.store.restoreMemory(id, user, 'r')).rejects.toMatchObject({ code: 'not_found' });
      await expect(world.store.invalidateMemory(id, user, 'r')).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await world.store.getMemory(id)).toBeNull();
      expect(await world.store.listMemoryEvents(id)).toEqual([]);
    });
  });
});
