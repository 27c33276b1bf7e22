import { pick, specimens } from '@devai/memory/testing';
import { z } from 'zod';
import { connectClient } from '../../../apps/api/tests/chat-client.ts';
import { attempt, type Target } from './target.ts';

const saved = z.object({ memory: z.object({ id: z.string() }) });

/** Sends a secret in every field that takes text. Returns the secret. */
export async function saySecret(target: Target): Promise<string> {
  const { secrets } = specimens[pick(target.random, specimens.length)] ?? { secrets: [] };
  const secret = secrets[pick(target.random, secrets.length)] ?? '';
  const use = `Use ${secret} for it.`;
  const send = (method: string, path: string, body: object) =>
    attempt(target, {
      method,
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const fields = {
    content: `The crane of dock ${pick(target.random, 1e6)} is repaired. ${use}`,
    title: use,
    tags: [secret, use],
    metadata: { note: use, [secret]: secret, deep: [{ [use]: [use] }] },
    reason: use,
  };
  const answer = await send('POST', '/api/memory/save', fields);
  await send('POST', '/api/memory/save', {
    ...fields,
    project: secret.slice(0, 120),
    namespace: `devai/user/${secret}`.slice(0, 200),
  });
  const { data } = saved.safeParse(JSON.parse(answer?.body ?? 'null'));
  if (data) {
    await send('PUT', `/api/memory/${data.memory.id}`, fields);
    await send('POST', `/api/memory/${data.memory.id}/undo`, { reason: use });
  }
  await send('PUT', '/api/focus', {
    topics: [{ topic: use.slice(0, 120), files: [use.slice(0, 500)], directories: [use.slice(0, 500)] }],
  });
  await attempt(target, { path: `/api/memory/search?q=${encodeURIComponent(use)}` });

  const client = await connectClient(target.url, {}, { authorization: `Bearer ${target.token}` });
  await client.say(`Remember this: ${use}`);
  await client.say(
    JSON.stringify([
      { name: 'remember', arguments: JSON.stringify({ content: use }) },
      { name: secret, arguments: use },
    ]),
  );
  await send('PUT', `/api/memory/sessions/${client.session.session}`, { name: use });
  await client.close();
  return secret;
}
