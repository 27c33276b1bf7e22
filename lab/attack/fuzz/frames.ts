import * as fc from 'fast-check';
import { z } from 'zod';
import { clientFrame } from '@devai/fastify/protocol/frames';
import { connectClient } from '../../../apps/api/tests/chat-client.ts';
import { arbitraryOf, damagedJson, mutated } from './schema-arbitrary.ts';
import type { Target } from './target.ts';

/** Frames per connection: fewer than its limit. */
const framesAtOnce = 50;

const frames = damagedJson(mutated(arbitraryOf(z.toJSONSchema(clientFrame))));

/** Sends valid and damaged frames. Checks that a damaged one is answered with its problem, and that the next client is served. */
export async function fuzzFrames({ url, token, seed, tally }: Target): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const client = await connectClient(url, {}, headers);
  for (const frame of fc.sample(frames, { seed, numRuns: framesAtOnce })) {
    tally.try();
    client.send(frame);
  }
  client.send({ type: 'cancel' });
  client.send({ type: 'hello' });
  await client.next('session', () => true, client.frames.length).catch(() => {}); // cut off for a frame that is too big
  for (const frame of client.frames) {
    if (frame.type === 'error' && frame.code === 'internal')
      tally.fail('other', `a frame was answered: ${frame.message}`);
  }
  client.socket.terminate();
  await (await connectClient(url, {}, headers)).close();
}
