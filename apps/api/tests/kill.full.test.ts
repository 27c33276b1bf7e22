import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { connectClient } from './chat-client.ts';
import { environmentOf, readRequest, requestsOf, sendUntilCompaction } from './compacting-chat.ts';
import { foundNothing, unexpected } from './script-agents.ts';
import { serveProcess } from './serve-process.ts';

const world = serveProcess(({ model }) => ({
  options: { extraction: { endGrace: 1 }, jobs: { lease: 2, firstDelay: 1 } },
  environment: environmentOf(model),
}));

const isExtraction = (body: unknown): boolean => JSON.stringify(body).includes('"response_format"');

/** What a scripted extraction finds in message 1. */
const extracted = JSON.stringify({
  memories: [
    {
      content: 'The nightly backup of TaskForge runs at 02:15 on host kestrel',
      title: 'Nightly backup',
      type: 'semantic',
      category: 'architecture',
      namespace: 'devai/project/taskforge/operations',
      source: 'user_stated',
      priority: 'highest',
      importance: 9,
      tags: ['backup'],
      evidence: [1],
    },
  ],
});

describe('kill -9', () => {
  it('in the middle of a turn loses no message, and the session goes on', async () => {
    world.model.replyTo('gpt-5.5', { text: 'This reply is never finished', fault: 'stall' });
    const client = await connectClient(world.server.url);
    client.send({
      type: 'message',
      id: randomUUID(),
      content: 'The nightly backup runs at 02:15 on host kestrel',
    });
    await client.next('text_delta');
    await world.server.kill();

    await world.start();
    world.model.replyWith(({ body }) => (isExtraction(body) ? extracted : 'Understood.'));
    const { session } = client.session;
    expect(await storedMessages(session)).toContain('user: The nightly backup runs at 02:15 on host kestrel');
    const again = await connectClient(world.server.url, { session });
    expect((await again.say('Are you still there?')).reply).toBe('Understood.');
    await again.close();
  });

  it('right after the disconnect, or in the middle of the extraction, still leads to one extraction', async () => {
    world.model.replyWith(({ body }) => (isExtraction(body) ? { hang: true } : 'Noted.'));
    const client = await connectClient(world.server.url);
    await client.say('The nightly backup of TaskForge runs at 02:15 on host kestrel');
    await client.say('Thank you, that is all for today');
    await client.close();
    await world.server.kill();

    // the next process takes the extraction up, hangs in the model call, and is killed there
    await world.start();
    await until(() => world.model.chatRequests().some(isExtraction));
    await world.server.kill();

    world.model.replyWith(({ body }) => (isExtraction(body) ? extracted : 'Noted.'));
    await world.start();
    const recalled = await askUntilRecalled('When does the nightly backup run, and on which host?');
    expect(recalled.filter((content) => content.includes('kestrel'))).toHaveLength(1);
  });

  it('in the middle of a compaction leaves the session as it was, and the next process compacts it', async () => {
    let isHanging = true;
    world.model.replyWith(({ body }) => {
      const { schema } = readRequest(body);
      if (schema === 'compaction' && isHanging) return { hang: true };
      return schema === null ? 'Noted.' : (foundNothing[schema] ?? unexpected(schema));
    });
    const client = await connectClient(world.server.url);
    const { last } = await sendUntilCompaction(client, world.model);
    await world.server.kill();

    isHanging = false;
    await world.start();
    const { session } = client.session;
    expect((await storedMessages(session)).at(-1)).toBe(`user: ${last}`);
    const again = await connectClient(world.server.url, { session });
    const { reply, frames } = await again.say('Are you still there?');
    expect(reply).toBe('Noted.');
    expect(frames.some((frame) => frame.type === 'context_compacted')).toBe(true);

    const [interrupted, repeated] = requestsOf(world.model, 'compaction').map(
      (one) => one.messages.at(-1)?.content ?? '',
    );
    expect(repeated).toMatch(/^# Transcript\n\n#1 user/);
    expect(repeated?.slice(0, 20_000)).toBe(interrupted?.slice(0, 20_000));
    const context = (requestsOf(world.model, null).at(-1)?.messages ?? []).slice(1).map((one) => one.content);
    expect(context[1]).toMatch(/^\[Context compacted\]/);
    expect(context.at(-1)).toBe('Are you still there?');
    await again.close();
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function askUntilRecalled(question: string): Promise<string[]> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const client = await connectClient(world.server.url);
    await client.say(question);
    const { memories } = await client.next('memory_recalled');
    await client.close();
    if (memories.length > 0) return memories.map((memory) => memory.content);
    if (performance.now() > deadline) throw new Error('nothing was recalled');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function storedMessages(session: string) {
  const client = await connectClient(world.server.url, { session, after: 0 });
  await client.close();
  return client.session.missed.map(({ role, content }) => `${role}: ${content}`);
}
