import { join } from 'node:path';
import { everyRow } from '@devai/memory/testing';
import { describe, expect, it } from 'vitest';
import { readFile, readdir } from 'node:fs/promises';
import { withModel } from './local-server.ts';
import { serveChat } from './serve-chat.ts';

const world = serveChat('file', ({ model }) => ({ environment: withModel(model) }));
const offline = serveChat('file');

/** A word that stands nowhere else. */
const words = ['zanzibarite', 'quillwort'];

describe('a temporary chat', () => {
  it('keeps no word of it, recalls what is known, and gives the model its earlier turns', async () => {
    await world.server.memory.remember({
      content: 'The user plays the bassoon',
      project: null,
      about: 'user',
    });
    const before = await counted();
    const client = await world.connect({ temporary: true });
    expect(client.session).toMatchObject({ temporary: true });
    world.model.replyTo('gpt-5.5', 'A fine stone.', 'You said it above.');
    await client.say('remember this: my favourite stone is zanzibarite, and my bassoon is loud');
    const { frames } = await client.say('quillwort is what? And which stone, which bassoon?');
    const asked = JSON.stringify(world.model.requests.at(-1));
    expect(asked).toContain('zanzibarite');
    expect(asked).toContain('plays the bassoon');
    expect(asked).toContain('Nothing of this conversation is kept');
    expect(asked).not.toContain('"name":"remember"');
    const refusal = client.frames.find((frame) => frame.type === 'error');
    expect(refusal).toMatchObject({ message: expect.stringContaining('this chat is temporary') });
    expect(client.frames.some(({ type }) => type === 'memory_saved')).toBe(false);
    expect(frames.at(-1)).toMatchObject({ content: 'You said it above.' });
    await client.close();
    await world.server.memory.jobs.drain();

    expect(await counted()).toEqual(before);
    const rows = await everyRow(world.host.store.query);
    for (const word of words) {
      expect(rows.includes(word)).toBe(false);
      expect(await filesWith(word)).toEqual([]);
    }
  });

  it('keeps nothing of the tasks that it delegates', async () => {
    const client = await world.connect({ temporary: true });
    const before = await counted();
    const input = { to: 'scout', task: 'Look for quillwort.' };
    const call = { id: 'c1', name: 'delegate', arguments: JSON.stringify(input) };
    world.model.replyTo('gpt-5.5', { text: '', toolCalls: [call] }, 'No quillwort here.', 'It found none.');
    const { reply, frames } = await client.say('Is there any quillwort?');
    expect(reply).toBe('It found none.');
    expect(frames.find(({ type }) => type === 'tool_result')).toMatchObject({
      ...{ ok: true, content: expect.stringContaining('No quillwort here.') },
    });
    await client.close();
    expect(await counted()).toEqual(before);
    expect((await everyRow(world.host.store.query)).includes('quillwort')).toBe(false);
  });

  it('is gone when its client has left, and cannot be had as a kept one', async () => {
    const client = await world.connect({ temporary: true });
    const { session } = client.session;
    const other = await world.connect();
    const answerTo = async (hello: object) => {
      const from = other.frames.length;
      other.send({ type: 'hello', ...hello });
      await expect.poll(() => other.frames.length).toBeGreaterThan(from);
      return other.frames.at(-1);
    };
    // another window of the same person sees it while it lasts
    expect(await answerTo({ session, temporary: true })).toMatchObject({ session, temporary: true });
    world.model.replyTo('gpt-5.5', 'Yes.');
    const kept = await world.connect();
    await kept.say('Is this kept?');
    // it is stored after the reply, which the next tests shall not see
    await expect.poll(() => counted()).toMatchObject({ rows: [{ contexts: 1 }] });
    expect(await answerTo({ session: kept.session.session, temporary: true })).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('is kept'),
    });
    await client.close();
    await answerTo({});
    await expect
      .poll(() => answerTo({ session, temporary: true }))
      .toMatchObject({ code: 'not_found', message: expect.stringContaining('gone') });
  });

  it('waits for a client whose connection broke, and goes on with what was said', async () => {
    const client = await world.connect({ temporary: true });
    const { session } = client.session;
    world.model.replyTo('gpt-5.5', 'Noted.', 'Zanzibarite.');
    await client.say('My stone is zanzibarite');
    client.socket.terminate();
    const back = await world.connect({ session, temporary: true, after: 0 });
    expect(back.session.missed.map(({ content }) => content)).toEqual(['My stone is zanzibarite', 'Noted.']);
    expect((await back.say('Which stone?')).reply).toBe('Zanzibarite.');
    expect(JSON.stringify(world.model.requests.at(-1))).toContain('My stone is zanzibarite');
    await back.close();
  });

  it('forgets in words what is known, and nothing of that is kept', async () => {
    const client = await offline.connect({ temporary: true });
    const about = { project: null, about: 'user', category: 'profile' } as const;
    await offline.server.memory.remember({ content: 'The user is allergic to hazelnuts', ...about });
    expect((await client.say('Forget that I am allergic to hazelnuts')).reply).toContain('hazelnuts');
    await client.say('yes');
    await client.close();
    expect((await everyRow(offline.host.store.query)).includes('hazelnuts')).toBe(false);
  });

  it('leaves the oldest messages out when they exceed the window, and stores no summary', async () => {
    world.model.replyWith(() => 'Noted.');
    const environment = { ...withModel(world.model), OPENAI_CONTEXT_WINDOW: '16000' };
    const small = await world.start({ environment });
    const client = await world.connect({ temporary: true }, small);
    const before = await counted();
    const frames = [];
    for (let number = 0; number < 14; number += 1) {
      const told = await client.say(`Station ${number}: ${'all rows are fine, nothing to do. '.repeat(120)}`);
      expect(told.reply).toBe('Noted.');
      frames.push(...told.frames);
    }
    const left = frames.filter((frame) => frame.type === 'error').map(({ message }) => message);
    expect(left[0]).toContain('a temporary chat has no summary');
    expect(left.join(' ')).not.toContain('stays stored');
    expect(frames.some(({ type }) => type === 'context_compacted')).toBe(false);
    expect(JSON.stringify(world.model.requests.at(-1))).not.toContain('Station 1:');
    await client.close();
    expect(await counted()).toEqual(before);
  });

  it('says without a model, too, that it keeps nothing', async () => {
    const client = await offline.connect({ temporary: true, client: 'page' });
    const { reply } = await client.say('remember this: my favourite stone is zanzibarite');
    expect(reply).toContain('this chat is temporary');
    expect(reply).toContain('keep nothing of this chat');
    expect((await client.say('I am a nurse in Berlin')).reply).toContain('nothing of it is kept');
    expect((await client.say('bye')).reply).toContain('Nothing of this chat is kept');
    await client.close();
    expect((await everyRow(offline.host.store.query)).includes('zanzibarite')).toBe(false);
    expect(await offline.server.memory.memories.list()).toEqual([]);
  });
});

/** How many rows the tables have that could tell of a chat. */
async function counted(): Promise<unknown> {
  const tables = [
    'sessions',
    'messages',
    'contexts',
    'context_parts',
    'memories',
    'recent_topics',
    'jobs',
    'said',
  ];
  const counts = tables.map((table) => `(select count(*) from public.devai_${table}) as ${table}`);
  const rows = await world.host.store.query(`select ${counts.join(', ')}`);
  const strengths = await world.host.store.query('select id, access_count from public.devai_memories');
  return { rows, strengths };
}

async function filesWith(word: string): Promise<string[]> {
  const files = await readdir(world.host.path, { recursive: true, withFileTypes: true });
  const paths = files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return paths.filter((_, index) => texts[index]?.includes(word));
}
