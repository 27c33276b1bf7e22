import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { message } from '../../testing/message.ts';
import { openWorld, project } from '../../testing/open-world.ts';

const world = openWorld();
const google = { google: { thought_signature: 'CpoBAdHtim9xW2Vn+3Z0aG91Z2h0LXNpZ25hdHVyZQ==' } };

it('what a provider added to a tool call comes back with it, from the store, too', async () => {
  const memory = await world.openMemory();
  const session = { id: randomUUID(), project, agent: 'chapo' };
  await memory.sessions.open(session);
  const call = { id: 'a', name: 'read_file', arguments: '{}', extra: { extra_content: google } };
  const asked = message('', { role: 'assistant', type: 'tool_call', toolCalls: [call] });
  const [stored] = await memory.sessions.append(session, [message('Which port?'), asked]);
  expect(stored?.number).toBe(1);
  const messages = await memory.sessions.messages(session.id, 0, 10);
  expect(messages.at(-1)?.toolCalls).toEqual([call]);
});

it('secrets in it are redacted, and characters that no store takes are left out', async () => {
  const memory = await world.openMemory();
  const session = { id: randomUUID(), project, agent: 'chapo' };
  await memory.sessions.open(session);
  const extra = { note: 'password: hunter2-but-longer', odd: 'a\0b\uD83D' };
  const call = { id: 'a', name: 'read_file', arguments: '{}', extra };
  await memory.sessions.append(session, [
    message('', { role: 'assistant', type: 'tool_call', toolCalls: [call] }),
  ]);
  const messages = await memory.sessions.messages(session.id, 0, 10);
  const text = JSON.stringify(messages);
  expect(text).toContain('"note"');
  expect(text).not.toContain('hunter2');
});
