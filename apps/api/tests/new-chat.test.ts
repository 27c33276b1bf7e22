import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatClient } from './chat-client.ts';
import { withModel } from './local-server.ts';
import { serveChat } from './serve-chat.ts';

const world = serveChat('test', ({ model }) => ({ environment: withModel(model), background: false }));
let client: ChatClient;

beforeEach(async () => {
  client = await world.connect();
});

describe('a session that is left for a new chat', () => {
  it('is extracted at once', async () => {
    world.model.replyTo('gpt-5.5', 'Noted.', 'Fine.');
    await client.say('Deployments go out on Tuesdays');
    await client.say('and never on a Friday');
    client.send({ type: 'new_chat' });
    expect(await isDue(client.session.session)).toBe(true);
  });

  it('is extracted as soon as its running turn is over', async () => {
    const answer = Promise.withResolvers<string>();
    world.model.replyTo('gpt-5.5', 'Noted.');
    world.model.replyWith(() => answer.promise);
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
    world.model.replyTo('gpt-5.5', 'Noted.', 'Fine.');
    await client.say('Deployments go out on Tuesdays');
    await client.say('and never on a Friday');
    await client.close();
    expect(await isDue(client.session.session)).toBe(false);
  });
});

/** Whether the extraction of this session is due now, although the grace period is not over. */
async function isDue(session: string): Promise<boolean> {
  await expect.poll(async () => (await world.server.memory.sessions.get(session))?.endedAt).toBeTruthy();
  await world.server.memory.jobs.drain();
  return (await world.server.memory.jobs.list({})).some(
    ({ kind, key }) => kind === 'extract' && key === session,
  );
}
