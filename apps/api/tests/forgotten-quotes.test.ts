import { describe, expect, it } from 'vitest';
import { serveChat } from './serve-chat.ts';

// a decision: what is told about the user is a memory at once
const told = 'We decided to serve oolong tea instead of rooibos tea in the afternoon';
const question = 'Which tea do we serve in the afternoon?';

// jobs run when a test says so
const world = serveChat('test', { background: false });

describe('a reply of another session that quoted the message, not the memory', () => {
  it('loses the quote when the memory is forgotten with its messages', async () => {
    const first = await chat(told);
    const asked = await chat(question);
    expect(asked.reply).toContain(told);
    const id = await learn(first.session);
    const { memoryIds, ...counts } = await world.server.memory.memories.forget(id, { messages: true });
    expect(memoryIds).toContain(id);
    expect(counts).toMatchObject({ forgotten: true, erasedMessages: 1, keptMessages: 0 });
    expect(await search()).toEqual([]);
    const prompt = await nextPrompt(asked.session);
    expect(prompt).toContain(question);
    expect(prompt).not.toContain('oolong');
  });

  it('is not made while the memory is excluded', async () => {
    const first = await chat(told);
    const id = await learn(first.session);
    const client = await world.connect();
    const { session } = client.session;
    await client.say('Hello.');
    await world.server.memory.contexts.chooseMemories(session, 'excluded', [id], true);
    expect((await client.say(question)).reply).not.toContain('oolong');
  });
});

describe('a message that was told in passing', () => {
  const erase = (session: string, number: number, query = '') =>
    fetch(
      `${world.server.url.replace(/^ws/, 'http').replace(/\/ws\/chat$/, '')}/api/memory/sessions/${session}/messages/${number}${query}`,
      { method: 'DELETE' },
    );
  const everything = async () => {
    const lines: string[] = [];
    for await (const line of world.server.memory.transfer.export()) lines.push(JSON.stringify(line));
    const contexts = await world.server.memory.contexts.list({ limit: 50 });
    for (const { id } of contexts) lines.push(JSON.stringify(await world.server.memory.contexts.get(id)));
    return lines.join('\n');
  };

  it('is erased with its quotes in other sessions, and running conversations no longer send it', async () => {
    const first = await chat(told);
    const other = await world.connect();
    expect((await other.say(question)).reply).toContain(told);
    expect(await everything()).toContain('oolong');

    const answer = await erase(first.session, 1);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { forgotten: true, changedMessages: 1, memories: [] },
    ]);
    expect(await everything()).not.toContain('oolong');
    expect(await search()).toEqual([]);
    expect((await other.say('Go on.')).reply).not.toContain('oolong');
    await other.close();
    const asked = await chat(question);
    expect(asked.reply).not.toContain('oolong');
    expect(await learn(first.session)).toBe('');

    const again = await erase(first.session, 1);
    expect(await again.json()).toEqual({ forgotten: false, changedMessages: 0, memories: [] });
  });

  it('leaves the memories that were taken from it, without quotes, and names them', async () => {
    const first = await chat(told);
    const id = await learn(first.session);
    const content = (await world.server.memory.memories.get(id))?.content;
    expect(await (await erase(first.session, 1)).json()).toMatchObject({
      forgotten: true,
      memories: [{ id, content, isValid: true }],
    });
    const memory = await world.server.memory.memories.get(id);
    expect(memory?.evidence).toEqual([{ sessionId: first.session, messages: [1], quote: '' }]);
    const events = await world.server.memory.memories.history(id);
    expect(events.flatMap(({ before, after }) => [before?.['evidence'], after?.['evidence']])).toEqual(
      events.flatMap(() => [undefined, undefined]),
    );
    expect((await world.server.memory.sessions.get(first.session))?.gist ?? '').not.toContain('oolong');
  });

  it('leaves contexts that show the name of its session, which was its words', async () => {
    const first = await world.connect();
    await first.say('That Brunhilde still has the Timbuktu atlas lying around up there again.');
    await first.say('The parking permit for the garage expires in November and costs 85 euros.');
    await first.close();
    await world.server.memory.sessions.extract(first.session.session);
    await world.server.memory.jobs.drain();
    expect((await world.server.memory.sessions.get(first.session.session))?.name).toContain('Brunhilde');
    await chat('When does the parking permit for the garage expire?');
    expect(await everything()).toContain('Brunhilde');
    await erase(first.session.session, 1);
    expect(await everything()).not.toContain('Brunhilde');
  });

  it('is not found for another project, or without such a message', async () => {
    const { session } = await chat(told);
    for (const answer of [await erase(session, 1, '?project=other'), await erase(session, 99)]) {
      expect([answer.status, await answer.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'not_found' }),
      ]);
    }
    expect(await everything()).toContain('oolong');
  });
});

/** Says something in a session of its own. */
async function chat(text: string) {
  const client = await world.connect();
  const { reply } = await client.say(text);
  await client.close();
  return { reply, session: client.session.session };
}

/** Everything that the next prompt of a session would have. */
async function nextPrompt(session: string): Promise<string> {
  const client = await world.connect({ session });
  await client.say('Go on.');
  await client.close();
  const [last] = await world.server.memory.contexts.list({ sessionId: session, limit: 1 });
  return JSON.stringify((await world.server.memory.contexts.get(last?.id ?? '')).messages);
}

async function learn(session: string) {
  await world.server.memory.sessions.extract(session);
  await world.server.memory.jobs.drain();
  const memories = await world.server.memory.memories.list({ project: 'taskforge' });
  return memories.find(({ content }) => content.includes('oolong'))?.id ?? '';
}

const search = async () =>
  (await world.server.memory.search({ text: 'oolong', project: 'taskforge', messages: true })).messages;
