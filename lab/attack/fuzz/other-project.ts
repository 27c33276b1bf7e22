import { randomUUID } from 'node:crypto';
import { normaliseProject } from '@devai/memory';
import * as fc from 'fast-check';
import { z } from 'zod';
import { connectClient } from '../../../apps/api/tests/chat-client.ts';
import { attempt, type Target } from './target.ts';

const other = 'harbour-team';
const saved = z.object({ memory: z.object({ id: z.string(), content: z.string() }) });

/** What another project knows, with words that occur only in its texts. */
export type Foreign = { memory: string; session: string; marker: string };

/** Gives another project a memory and a session. */
export async function makeForeign(target: Target): Promise<Foreign> {
  const marker = `marker${randomUUID().replaceAll('-', '')}`;
  const memory = await save(target, `The vault of the harbour opens with ${marker}`, other);
  const session = await talk(target, `What opens the vault of the harbour? I said ${marker} once.`, other);
  return { memory, session, marker };
}

/** Ids of some memories and a session of the server's own project. */
export async function makeOwn(target: Target): Promise<string[]> {
  const ids = [await talk(target, 'What opens the shed of the garden?', 'root')];
  for (let shed = 0; shed < 10; shed += 1)
    ids.push(await save(target, `Shed ${shed} of the garden is locked`, 'root'));
  return ids;
}

async function save(target: Target, content: string, project: string): Promise<string> {
  const answer = await attempt(target, {
    method: 'POST',
    path: '/api/memory/save',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content, project, about: 'project' }),
  });
  return saved.parse(JSON.parse(answer?.body ?? '')).memory.id;
}

async function talk({ url, token }: Target, content: string, project: string): Promise<string> {
  const client = await connectClient(url, { project }, { authorization: `Bearer ${token}` });
  await client.say(content);
  await client.close();
  return client.session.session;
}

/** Names that look like the other project's but differ. */
const names = fc
  .oneof(
    fc.constantFrom(
      '',
      'root',
      'harbour',
      'harbour-tea',
      'harbour-team/',
      '/harbour-team',
      'harbour%team',
      '*',
      '..',
      'devai/project/harbour-team',
    ),
    fc.constantFrom(
      'harbour-team\0',
      'harbour\u00adteam',
      'harbour-team%',
      'harbour_team',
      'null',
      '../harbour-team',
      'harbour-team,root',
      "' or 1=1 --",
    ),
    fc.string({ maxLength: 20 }).map((text) => `${other}${text}`),
    fc.string({ maxLength: 30, unit: 'binary' }),
  )
  .filter((name) => normaliseProject(name) !== other)
  .map((name) => encodeURIComponent(name.toWellFormed()));

/** Requests the other project's texts in the name of different projects, and tries to change them. Checks that nobody gets them. */
export async function readOthers(target: Target, foreign: Foreign): Promise<void> {
  const { memory, session, marker } = foreign;
  const question = 'which+vault+opens+the+harbour';
  const reads = (name: string) => [
    `/api/memory?project=${name}&includeInvalid=true`,
    `/api/memory?namespace=devai/project/${other}`,
    `/api/memory?project=${name}&namespace=devai/project/${other}`,
    `/api/project/${name || 'root'}/memories`,
    `/api/project/${name || 'root'}/graph`,
    `/api/memory/search?q=${question}&messages=true&project=${name}`,
    `/api/memory/search?q=${question}&messages=true&namespace=devai/project/${other}`,
    `/api/memory/relevant?q=${question}&project=${name}`,
    `/api/memory/${memory}?project=${name}`,
    `/api/memory/${memory}/history?project=${name}`,
    `/api/memory/${memory}/relations?project=${name}`,
    `/api/memory/sessions?project=${name}`,
    `/api/memory/sessions/${session}?project=${name}`,
    `/api/memory/sessions/${session}/recall?project=${name}`,
    `/api/focus?project=${name}`,
  ];
  const json = { 'content-type': 'application/json' };
  for (const name of fc.sample(names, { seed: target.seed, numRuns: 3 })) {
    const project = decodeURIComponent(name).slice(0, 120);
    const body = JSON.stringify({ text: 'Which vault opens the harbour?', project });
    const explain = JSON.stringify({ text: 'the vault of the harbour', memoryId: memory, project });
    const answers = [
      ...(await inTurn(reads(name).map((path) => () => attempt(target, { path })))),
      ...(await inTurn(
        ['search', 'relevant'].map(
          (route) => () =>
            attempt(target, { method: 'POST', path: `/api/memory/${route}`, headers: json, body }),
        ),
      )),
      await attempt(target, { method: 'POST', path: '/api/memory/explain', headers: json, body: explain }),
      await attempt(target, {
        method: 'PUT',
        path: `/api/memory/${memory}?project=${name}`,
        headers: json,
        body: '{"content":"changed"}',
      }),
      await attempt(target, { method: 'DELETE', path: `/api/memory/${memory}?project=${name}` }),
      await attempt(target, {
        method: 'POST',
        path: `/api/memory/${memory}/undo?project=${name}`,
        headers: json,
        body: '{}',
      }),
    ];
    for (const answer of answers) {
      if (answer?.body.includes(marker))
        target.tally.fail('leaked', `another project's text, for "${name}": ${answer.body.slice(0, 300)}`);
    }
  }
  await chatAsOthers(target, foreign);
  const kept = await attempt(target, { path: `/api/memory/${memory}?project=${other}` });
  if (!kept?.body.includes(marker))
    target.tally.fail('lost', `another project's memory was changed: ${kept?.body.slice(0, 300)}`);
}

async function inTurn<Result>(asks: (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of asks) results.push(await one());
  return results;
}

/** Asks for them in a chat of the server's own project, also through the model's tools. */
async function chatAsOthers({ url, token, tally }: Target, { marker }: Foreign): Promise<void> {
  tally.try();
  const client = await connectClient(url, {}, { authorization: `Bearer ${token}` });
  const calls = [
    { name: 'recall', arguments: JSON.stringify({ query: 'vault of the harbour', project: other }) },
    { name: 'recall', arguments: JSON.stringify({ query: 'vault of the harbour' }) },
    { name: 'forget', arguments: JSON.stringify({ query: 'vault of the harbour' }) },
  ];
  const { frames } = await client.say(JSON.stringify(calls));
  await client.close();
  if (JSON.stringify(frames).includes(marker)) tally.fail('leaked', "another project's text came in a chat");
}
