import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { turnRecall } from '@devai/fastify/protocol/session';
import type { ChatClient } from './chat-client.ts';
import { serveChat } from './serve-chat.ts';

const statement = 'the staging database listens on 6543';
const question = 'On which port does the staging database listen?';

const world = serveChat('file');
let client: ChatClient;
/** The reasons that the client was told while the turns ran. */
const told: { id: string; score: number; injected: boolean; reason: string }[] = [];

beforeAll(talk, 60_000);

describe('what a turn of the past recalled', () => {
  it('is shown for each of its messages, with the reasons of that time', async () => {
    // 1 to 4: what is to be remembered, and the replies
    for (const message of [5, 6]) {
      const recalled = turnRecall.parse((await ask(`?message=${message}`)).json);
      expect(recalled.question).toMatchObject({ number: 5, content: question });
      expect(recalled.reply).toMatchObject({ number: 6, role: 'assistant' });
      expect(
        recalled.memories.map(({ id, score, injected, reason }) => ({ id, score, injected, reason })),
      ).toEqual(told);
      expect(recalled.memories[0]).toMatchObject({ injected: true, memory: { content: statement } });
    }
  });

  it('is that of the last turn when no message is named, even if nothing was in the prompt', async () => {
    const recalled = turnRecall.parse((await ask()).json);
    expect(recalled.question?.content).toContain('Mongolei');
    expect(recalled.memories.filter(({ injected }) => injected)).toEqual([]);
  });

  it('is not found for a message that does not exist, or from another project', async () => {
    expect(await ask('?message=99')).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect(await ask('?project=other')).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  it('keeps the reason but not the text of a memory that was forgotten since', async () => {
    await world.request(`/api/memory/${told[0]?.id}`, { method: 'DELETE' });
    const { memories } = turnRecall.parse((await ask('?message=6')).json);
    expect(memories[0]).toEqual({ ...told[0], memory: null });
  });
});

const session = () => client.session.session;

async function ask(query = '') {
  const answer = await world.request(`/api/memory/sessions/${session()}/recall${query}`);
  return { status: answer.status, json: z.unknown().parse(await answer.json()) };
}

async function talk(): Promise<void> {
  client = await world.connect();
  await client.say(`remember this: ${statement}`);
  await client.say('remember this: the coffee machine is cleaned on Fridays');
  const { frames } = await client.say(question);
  for (const frame of frames) {
    if (frame.type !== 'memory_recalled') continue;
    told.push(
      ...frame.memories.map(({ id, score, injected, reason }) => ({
        id,
        injected,
        reason,
        score: Math.round(score * 1_000) / 1_000,
      })),
    );
  }
  await client.say('Was ist die Hauptstadt der Mongolei?');
}
