import { describe, expect, it } from 'vitest';
import { serveChat } from './serve-chat.ts';

/** A session ends one second after its last client left, so that the test does not wait half a minute. */
const options = { extraction: { endGrace: 1 } };

const world = serveChat('test', { options });

describe('chat, disconnect, come back', () => {
  it('brings back what was only said in passing, with its day', async () => {
    const first = await world.connect();
    await first.say("can't come on thursday, that's when I drive my dad to dialysis");
    await first.say('what would you cook for six people?');
    await first.close();

    const second = await world.connect();
    const saidFor = async (text: string) => {
      const { reply, frames } = await second.say(text);
      const recalled = frames.find((frame) => frame.type === 'memory_recalled');
      return { reply, said: recalled?.said.filter(({ injected }) => injected) ?? [] };
    };
    const { reply, said } = await saidFor('On which day do I drive my dad to dialysis?');
    expect(reply).toMatch(/^(?:- )?You said on \w+ \d+, \d{4}: "can't come on thursday/);
    expect(said[0]).toMatchObject({ role: 'user', number: 1 });
    // a follow-up keeps its subject
    expect((await saidFor('since when?')).said[0]).toMatchObject({ number: 1 });
    // what is in this session's context is not brought back
    const again = await saidFor('Which day was it, my dad and the dialysis?');
    expect(again.said.map(({ content }) => content)).toEqual([said[0]?.content]);
  });

  it('recalls in a second session what the first was told, and nothing for an unrelated question', async () => {
    const first = await world.connect();
    await first.say('Hello, nice weather today, is it not?');
    const told = await first.say('remember this: the staging database listens on 6543');
    expect(told.frames.find((frame) => frame.type === 'memory_saved')).toMatchObject({
      content: expect.stringContaining('the staging database listens on 6543'),
      namespace: expect.stringMatching(/^devai\/project\/taskforge/),
      by: 'user',
    });
    const ofIt = told.frames.find((frame) => frame.type === 'memory_recalled');
    expect(ofIt?.memories.filter((memory) => memory.injected)).toEqual([]);
    await first.say('no, deployments go through REST PATCH, not the CLI');
    await first.say('I prefer TypeScript, never any');
    await first.close();

    const reply = await askUntil('On which port does the staging database listen?', (contents) =>
      contents.some((content) => content.includes('6543')),
    );
    expect(reply).toContain('6543');
    await askUntil('How do deployments go out?', (contents) =>
      contents.some((content) => content.includes('REST PATCH')),
    );
    await askUntil('Which language should I use, TypeScript or JavaScript?', (contents) =>
      contents.some((content) => content.includes('TypeScript')),
    );

    const stranger = await world.connect();
    await stranger.say('What is the capital of Mongolia?');
    const recalled = await stranger.next('memory_recalled');
    expect(recalled.memories.filter((memory) => memory.injected)).toEqual([]);
  });

  it('keeps one project from reading what another was told', async () => {
    const first = await world.connect({ project: 'taskforge' });
    await first.say('remember this: the staging database listens on 6543');
    await first.close();
    for (const project of ['task', 'taskforge-2', 'taskforg_', 'task%']) {
      const other = await world.connect({ project });
      await other.say('On which port does the staging database listen?');
      const recalled = await other.next('memory_recalled');
      expect(recalled.memories, project).toEqual([]);
      await other.close();
    }
  });

  it('shows a returning client what it missed, from the same process and from the next one', async () => {
    const first = await world.connect();
    await first.say('Hello there');
    const { session, stream } = first.session;
    const sequence = first.frames.at(-1)?.sequence;
    first.send({ type: 'message', content: 'What is new?' });
    await first.next('message', (frame) => frame.content === 'What is new?');
    await first.close();

    const again = await world.connect({ session, stream, sequence, after: 2 });
    // stored by then, or among the live frames of the turn that went on
    const isStored = again.session.missed.some((message) => message.content === 'What is new?');
    if (!isStored) await again.next('message', (frame) => frame.content === 'What is new?');
    await again.close();

    await world.server.stop();
    await world.start({ options });
    const afterRestart = await world.connect({ session, stream, sequence, after: 0 });
    expect(afterRestart.session.missed.map((message) => message.content)).toContain('Hello there');
  });
});

describe('a client that misbehaves', () => {
  it('gets an error frame with a code for each bad frame, and can still chat', async () => {
    const client = await world.connect();
    for (const bad of [
      '{',
      'null',
      '{"type":"nonsense"}',
      '{"type":"message"}',
      '{"type":"message","content":""}',
    ]) {
      const from = client.frames.length;
      client.send(bad);
      expect(await client.next('error', () => true, from)).toMatchObject({
        code: 'bad_frame',
        retryable: false,
      });
    }
    expect((await client.say('hello')).reply).not.toBe('');
  });

  it('gets only one turn for a message that it sends twice', async () => {
    const client = await world.connect();
    const message = { type: 'message', id: '6a0f5f5e-9d5c-4d1c-8f0e-2f6f5a1b7c11', content: 'What is new?' };
    client.send(message);
    await client.next('message', (frame) => frame.role === 'assistant');
    const from = client.frames.length;
    client.send(message);
    const frames = [
      client.frames[from - 1],
      await client.next('message', (frame) => frame.role === 'assistant', from),
    ];
    expect(new Set(frames.map((frame) => frame?.type === 'message' && frame.id)).size).toBe(1);
    client.send({ ...message, content: 'What is old?' });
    expect(await client.next('error')).toMatchObject({ code: 'conflict', retryable: false });
    await client.say('hello');
    const again = await world.connect({ session: client.session.session, after: 0 });
    expect(again.session.missed.filter(({ content }) => content === 'What is new?')).toHaveLength(1);
  });

  it('is told to greet first, and that its session does not exist', async () => {
    const client = await world.connect({});
    client.send({ type: 'hello', session: '00000000-0000-4000-8000-000000000000' });
    expect(await client.next('error')).toMatchObject({ code: 'not_found' });
  });
});

/** Asks in new sessions until the background has stored what is asked for. */
async function askUntil(question: string, isThere: (contents: string[]) => boolean): Promise<string> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const client = await world.connect();
    const { reply } = await client.say(question);
    const recalled = await client.next('memory_recalled');
    await client.close();
    const contents = recalled.memories.filter((memory) => memory.injected).map((memory) => memory.content);
    if (isThere(contents)) return reply;
    if (performance.now() > deadline)
      throw new Error(`recalled only ${JSON.stringify(contents)} for "${question}"`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
