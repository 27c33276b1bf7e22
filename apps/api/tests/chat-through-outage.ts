import { expect } from 'vitest';
import type { ChatWorld } from './serve-chat.ts';

/**
 * Chats before, during and after an outage of the store. Expects that every turn ends with a reply, that a new session says what is wrong,
 * and that all messages are stored in their order in the end.
 */
export async function chatThroughOutage(
  world: ChatWorld,
  { begin, end }: { begin: () => void; end: () => void },
): Promise<void> {
  const client = await world.connect();
  await client.say('before');
  begin();
  const from = client.frames.length;
  await client.say('one');
  await client.say('two');
  const other = await world.connect();
  expect(other.session.degraded).toContainEqual(expect.stringContaining('cannot be reached'));
  await other.say('in a new session');
  const ends = client.frames.slice(from).flatMap((frame) => ('end' in frame ? [frame.end] : []));
  expect(ends).toEqual(['reply', 'reply']);
  end();
  await client.say('after');
  const saidIn = async (session: string) =>
    (await world.server.memory.sessions.messages(session))
      .filter(({ role }) => role === 'user')
      .map(({ content }) => content);
  await expect.poll(() => saidIn(client.session.session)).toEqual(['before', 'one', 'two', 'after']);
  await expect.poll(() => saidIn(other.session.session)).toEqual(['in a new session']);
}
