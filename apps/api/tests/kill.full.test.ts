import { randomUUID } from 'node:crypto';
import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient } from './chat-client.ts';
import {
  environmentOf,
  goodSummary,
  readRequest,
  requestsOf,
  sendUntilCompaction,
} from './compacting-chat.ts';
import { makeServerFolder, startServer, type ServerFolder, type ServerProcess } from './server-process.ts';

const options = { extraction: { endGrace: 1 }, jobs: { lease: 2, firstDelay: 1 } };

let folder: ServerFolder;
let model: ScriptedModelServer;
let server: ServerProcess;

const start = () => startServer(folder, { options, environment: environmentOf(model) });

beforeEach(async () => {
  folder = await makeServerFolder();
  model = await startScriptedModelServer();
  server = await start();
});
afterEach(async () => {
  await server.kill();
  await model.close();
  await folder.remove();
});

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

async function storedMessages(session: string) {
  const client = await connectClient(server.url, { session, after: 0 });
  await client.close();
  return client.session.missed.map(({ role, content }) => `${role}: ${content}`);
}

describe('kill -9', () => {
  it('in the middle of a turn loses no message, and the session goes on', async () => {
    model.replyTo('gpt-5.5', { text: 'This reply is never finished', fault: 'stall' });
    const client = await connectClient(server.url);
    client.send({
      type: 'message',
      id: randomUUID(),
      content: 'The nightly backup runs at 02:15 on host kestrel',
    });
    await client.next('text_delta');
    await server.kill();

    server = await start();
    model.replyWith(({ body }) => (isExtraction(body) ? extracted : 'Understood.'));
    const { session } = client.session;
    expect(await storedMessages(session)).toContain('user: The nightly backup runs at 02:15 on host kestrel');
    const again = await connectClient(server.url, { session });
    expect((await again.say('Are you still there?')).reply).toBe('Understood.');
    await again.close();
  });

  it('right after the disconnect, or in the middle of the extraction, still leads to one extraction', async () => {
    model.replyWith(({ body }) => (isExtraction(body) ? { hang: true } : 'Noted.'));
    const client = await connectClient(server.url);
    await client.say('The nightly backup of TaskForge runs at 02:15 on host kestrel');
    await client.say('Thank you, that is all for today');
    await client.close();
    await server.kill();

    // the next process takes the extraction up, hangs in the model call, and is killed there
    server = await start();
    await until(() => model.chatRequests().some(isExtraction));
    await server.kill();

    model.replyWith(({ body }) => (isExtraction(body) ? extracted : 'Noted.'));
    server = await start();
    const recalled = await askUntilRecalled('When does the nightly backup run, and on which host?');
    expect(recalled.filter((content) => content.includes('kestrel'))).toHaveLength(1);
  });

  it('in the middle of a compaction leaves the session as it was, and the next process compacts it', async () => {
    let isHanging = true;
    model.replyWith(({ body }) => {
      const { schema } = readRequest(body);
      if (schema === 'compaction') return isHanging ? { hang: true } : goodSummary;
      if (schema === 'topic') return '{"topic":"","file_paths":[],"directories":[]}';
      return schema === 'memories' ? '{"memories":[]}' : 'Noted.';
    });
    const client = await connectClient(server.url);
    const { last } = await sendUntilCompaction(client, model);
    await server.kill();

    isHanging = false;
    server = await start();
    const { session } = client.session;
    expect((await storedMessages(session)).at(-1)).toBe(`user: ${last}`);
    const again = await connectClient(server.url, { session });
    const { reply, frames } = await again.say('Are you still there?');
    expect(reply).toBe('Noted.');
    expect(frames.some((frame) => frame.type === 'context_compacted')).toBe(true);

    const [interrupted, repeated] = requestsOf(model, 'compaction').map(
      (one) => one.messages.at(-1)?.content ?? '',
    );
    expect(repeated).toMatch(/^# Transcript\n\n#1 user/);
    expect(repeated?.slice(0, 20_000)).toBe(interrupted?.slice(0, 20_000));
    const context = (requestsOf(model, null).at(-1)?.messages ?? []).slice(1).map((one) => one.content);
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
    const client = await connectClient(server.url);
    await client.say(question);
    const { memories } = await client.next('memory_recalled');
    await client.close();
    if (memories.length > 0) return memories.map((memory) => memory.content);
    if (performance.now() > deadline) throw new Error('nothing was recalled');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
