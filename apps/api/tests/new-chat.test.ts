import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient, type ChatClient } from './chat-client.ts';
import { openHttpApp, type HttpApp } from './http-app.ts';

let model: ScriptedModelServer;
let app: HttpApp;
let client: ChatClient;

beforeEach(async () => {
  model = await startScriptedModelServer();
  app = await openHttpApp({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseURL });
  client = await connectClient(await app.listen());
});
afterEach(async () => {
  await client.close();
  await app.close();
  await model.close();
});

/** Whether the extraction of this session is due now, although the grace period is not over. */
async function isDue(session: string): Promise<boolean> {
  await expect.poll(async () => (await app.memory.sessions.get(session))?.endedAt).toBeTruthy();
  await app.memory.jobs.drain();
  return (await app.memory.jobs.list({})).some(({ kind, key }) => kind === 'extract' && key === session);
}

describe('a session that is left for a new chat', () => {
  it('is extracted at once', async () => {
    model.replyTo('gpt-5.5', 'Noted.', 'Fine.');
    await client.say('Deployments go out on Tuesdays');
    await client.say('and never on a Friday');
    client.send({ type: 'new_chat' });
    expect(await isDue(client.session.session)).toBe(true);
  });

  it('is extracted as soon as its running turn is over', async () => {
    const answer = Promise.withResolvers<string>();
    model.replyTo('gpt-5.5', 'Noted.');
    model.replyWith(() => answer.promise);
    await client.say('Deployments go out on Tuesdays');
    const from = client.frames.length;
    client.send({ type: 'message', content: 'and never on a Friday' });
    await client.next('context_assembled', () => true, from);
    client.send({ type: 'new_chat' });
    await client.next('session', ({ session }) => session !== client.session.session);
    answer.resolve('Fine.');
    expect(await isDue(client.session.session)).toBe(true);
  });

  it('waits for the grace period when its client merely disconnected', async () => {
    model.replyTo('gpt-5.5', 'Noted.', 'Fine.');
    await client.say('Deployments go out on Tuesdays');
    await client.say('and never on a Friday');
    await client.close();
    expect(await isDue(client.session.session)).toBe(false);
  });
});
