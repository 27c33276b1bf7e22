import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { MemoryError } from '../errors.ts';
import type { Memory } from '../memory.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { message } from '../../testing/message.ts';
import { daysAfter, openWorld, project } from '../../testing/open-world.ts';

/** The user's messages, and how many days before the questions each was said. */
const said: [number, string][] = [
  [200, 'The ferry to Bastia was late again.'],
  [40, 'Mira from accounting wants the invoices as PDF files.'],
  [9, 'I baked a plum cake for the neighbours.'],
  [8, 'The dentist moved my appointment to the afternoon.'],
  [1, 'Our heating broke and the plumber took two hours.'],
  [1, 'The parcel with the lamp went to the wrong street.'],
];

describe('a question about a time', () => {
  const world = openWorld(null, { once: true });
  let memory: Memory;

  beforeAll(async () => {
    // 2026-03-01 is a Sunday; the questions are asked on it
    memory = await world.openMemory({ timeZone: 'UTC' });
    for (const [days, content] of said) {
      await world.setNow(daysAfter(-days));
      await world.say([content, message('I see.', { role: 'assistant' })]);
    }
    await world.setNow(daysAfter(-40));
    await memory.remember({ content: 'The lease of the van was signed with Hoffmann', project });
    await world.setNow(daysAfter(0));
    await vi.waitFor(async () => {
      expect(await world.query('select from public.devai_said where embedding is null')).toEqual([]);
    }, 20_000);
  });

  const ask = async (text: string) => {
    const recalled = await memory.recall({ text, project, preview: true, standingTokens: 0 });
    return {
      ...recalled,
      said: said.flatMap(([, content]) => (recalled.block.includes(content) ? [content] : [])),
    };
  };
  const saidDaysAgo = (...days: number[]) =>
    said.flatMap(([ago, content]) => (days.includes(ago) ? [content] : []));

  it.each([
    ['What did I tell you yesterday?', [1]],
    ['What did I say last week?', [9, 8]],
    ['What happened on 21 February?', [8]],
    ['Was habe ich gestern erzählt?', [1]],
    ['Was war letzten Samstag los?', [1]],
    ['เมื่อวานฉันเล่าอะไรให้ฟัง', [1]],
  ])('brings what was said then, and nothing else: %s', async (text, days) => {
    expect((await ask(text)).said).toEqual(saidDaysAgo(...days));
  });

  it('looks up when something was said together with what was said', async () => {
    expect((await ask('What broke yesterday?')).said[0]).toBe(said[4]?.[1]);
    const { memories } = await ask('What was signed in January?');
    expect(memories[0]).toMatchObject({
      injected: true,
      memory: { content: expect.stringContaining('Hoffmann') },
    });
    expect(memories[0]?.reason).toContain('of the time asked for');
  });

  it('explains what it brought by the time, too', async () => {
    const text = 'Was war im Januar?';
    const { memories } = await ask(text);
    const memoryId = memories[0]?.memory.id ?? '';
    expect(memories[0]?.injected).toBe(true);
    expect(await memory.explain({ text, project, memoryId, standingTokens: 0 })).toMatchObject({
      verdict: 'injected',
      reason: memories[0]?.reason,
    });
  });

  it('looks times up without the embedder, too', async () => {
    const embeddings = createOfflineEmbedder();
    const failing = await world.openMemory({
      timeZone: 'UTC',
      embeddings: { ...embeddings, embed: () => Promise.reject(new MemoryError('embedding_failed', 'away')) },
      log: silentLog,
    });
    const asked = { project, preview: true, standingTokens: 0 };
    const yesterday = await failing.recall({ text: 'What did I tell you yesterday?', ...asked });
    for (const content of saidDaysAgo(1)) expect(yesterday.block).toContain(content);
    expect((await failing.recall({ text: 'What was in January?', ...asked })).block).toContain('Hoffmann');
  });

  it.each(['What happened on 3 December?', 'Was war im Juni 2019?', 'What is due tomorrow?'])(
    'is silent if nothing was said then: %s',
    async (text) => {
      expect((await ask(text)).block).toBe('');
    },
  );
});
