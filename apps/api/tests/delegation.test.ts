import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { ScriptedAnswer } from '@devai/memory/testing';
import { expect, it } from 'vitest';
import { environmentOf } from './compacting-chat.ts';
import { scriptAgents, type Scripted } from './script-agents.ts';
import { serveChat } from './serve-chat.ts';

let file: string;
const world = serveChat('test', async ({ host, model }) => {
  await mkdir(join(host.path, 'taskforge', 'src'), { recursive: true });
  file = join(host.path, 'taskforge', 'src', 'decay.ts');
  await writeFile(file, 'export const base = 0.95;\n');
  return { environment: { ...environmentOf(model), ALLOW_SHELL: 'on' }, background: false };
});

type Call = { name: string; input: object };

const handing = (to: string, task: string): Call => ({ name: 'delegate', input: { to, task } });
const isEnd = ({ role }: { role: string }) => role === 'assistant';

const script = (answers: Record<string, Scripted[]>) => scriptAgents(world.model, answers);

it('a task goes to an explorer and a builder, who asks before running tests, and every step is reported', async () => {
  script({
    chapo: [
      calls(handing('scout', 'Find where decay is computed.')),
      calls(
        handing(
          'devo',
          'Rename the constant base to decayBase in src/decay.ts, everywhere that it is used, then run the tests of the package and report what they say.',
        ),
      ),
      'Renamed, and the tests pass.',
    ],
    scout: [
      calls({ name: 'search_files', input: { query: 'base' } }),
      calls({ name: 'read_file', input: { path: 'src/decay.ts' } }),
      'Decay is computed in src/decay.ts, line 1.',
    ],
    devo: [
      calls({ name: 'edit_file', input: { path: 'src/decay.ts', old_text: 'base', new_text: 'decayBase' } }),
      calls({ name: 'run_command', input: { command: 'echo 12 passed' } }),
      'Done: decayBase.',
    ],
  });
  const client = await world.connect();
  client.send({
    type: 'message',
    content: 'Find where decay is computed, rename the constant, run the tests',
  });
  const request = await client.next('approval_request');
  expect(request).toMatchObject({ agent: 'devo', tool: 'run_command', preview: '$ echo 12 passed' });
  client.send({ type: 'approve', id: request.id, decision: 'once' });
  expect(await client.next('message', isEnd)).toMatchObject({ content: 'Renamed, and the tests pass.' });
  expect(await readFile(file, 'utf8')).toBe('export const decayBase = 0.95;\n');

  const inner = client.frames.flatMap((frame) => (frame.type === 'agent_frame' ? [frame] : []));
  expect(
    inner.flatMap(({ agent, frame }) => (frame.type === 'tool_call' ? [`${agent} ${frame.name}`] : [])),
  ).toEqual(['scout search_files', 'scout read_file', 'devo edit_file', 'devo run_command']);
  const results = client.frames.flatMap((frame) => (frame.type === 'tool_result' ? [frame.content] : []));
  expect(results).toEqual([
    'files read: src/decay.ts\nscout reports:\nDecay is computed in src/decay.ts, line 1.',
    'files changed: src/decay.ts\ndevo reports:\nDone: decayBase.',
  ]);

  // each worked in a session of its own, which names its parent
  const sessions = await world.server.memory.sessions.list({ project: 'taskforge', children: true });
  const children = sessions.filter(({ agent }) => agent !== 'chapo');
  expect(new Set(children.map(({ agent }) => agent))).toEqual(new Set(['devo', 'scout']));
  const turn = client.frames.flatMap((frame) => (frame.type === 'tool_call' ? [frame.turn] : []))[0];
  const parent = { session: client.session.session, turn };
  expect(children.map((one) => one.parent)).toEqual([
    { ...parent, call: 'c0-delegate' },
    { ...parent, call: 'c0-delegate' },
  ]);
  expect(await world.server.memory.sessions.list({ project: 'taskforge' })).toHaveLength(1);
  const ofParent = await world.server.memory.sessions.list({ parent: client.session.session });
  expect(ofParent.map(({ id }) => id)).toEqual(children.map(({ id }) => id));
  // the task is not stored as the user's message, and the scout has no tool that writes
  const scout = children.find(({ agent }) => agent === 'scout');
  const [task] = await world.server.memory.sessions.messages(scout?.id ?? '');
  expect(task).toMatchObject({ role: 'user', type: 'notice', content: 'Find where decay is computed.' });
  const asked = JSON.stringify(
    world.model.chatRequests().find((one) => JSON.stringify(one).includes('You are SCOUT')),
  );
  expect(asked).not.toContain('"write_file"');
  // their sessions are extracted, too
  await world.server.memory.jobs.drain();
  const devo = children.find(({ agent }) => agent === 'devo');
  expect((await world.server.memory.sessions.get(devo?.id ?? ''))?.extractedThrough).toBe(devo?.messageCount);
  expect(asked).not.toContain('"delegate"');
  await client.close();
});

it('several explorers run at once, a failed one is reported as a result, and none delegates further', async () => {
  script({
    chapo: [
      calls(handing('scout', 'First.'), handing('Scout', 'Second.'), handing('nobody', 'Third.')),
      'Both looked.',
    ],
    scout: [
      calls({ name: 'list_files', input: {} }),
      calls({ name: 'delegate', input: { to: 'scout', task: 'You do it.' } }),
      'Nothing here.',
      'Nothing there.',
    ],
  });
  const client = await world.connect();
  client.send({ type: 'message', content: 'Look around' });
  await client.next('message', isEnd);
  const order = client.frames.flatMap((frame) =>
    frame.type === 'tool_call' || frame.type === 'tool_result' ? [`${frame.type} ${frame.id}`] : [],
  );
  expect(order.slice(0, 2)).toEqual(['tool_call c0-delegate', 'tool_call c1-delegate']);
  const results = client.frames.flatMap((frame) => (frame.type === 'tool_result' ? [frame] : []));
  expect(results.map(({ ok }) => ok)).toEqual([true, true, false]);
  expect(results.at(-1)?.content).toContain('wrong arguments for delegate');
  const failed = client.frames.find(
    (frame) => frame.type === 'agent_frame' && frame.frame.type === 'tool_result' && !frame.frame.ok,
  );
  expect(JSON.stringify(failed)).toContain('there is no tool \\"delegate\\"');
  await client.close();
});

const childOf = async (agent: string) =>
  (await world.server.memory.sessions.list({ children: true })).find((one) => one.agent === agent);
/** The result that the delegating agent gets. */
const reported = async (session: string) =>
  (await world.server.memory.sessions.messages(session)).findLast(({ role }) => role === 'tool');
const edit = (before: string, after: string): Call => ({
  name: 'edit_file',
  input: { path: 'src/decay.ts', old_text: before, new_text: after },
});

it('a cancel reaches the agent; what it did until then is reported, and its messages stay', async () => {
  script({
    chapo: [calls(handing('devo', 'Run it.'))],
    devo: [
      calls(edit('base', 'decayBase')),
      calls({ name: 'run_command', input: { command: 'echo begun; sleep 60' } }),
    ],
  });
  const client = await world.connect();
  client.send({ type: 'message', content: 'Run it' });
  const request = await client.next('approval_request');
  expect(client.frames.find(({ type }) => type === 'tool_call')).toMatchObject({ turn: request.turn });
  client.send({ type: 'approve', id: request.id, decision: 'session' });
  await client.next('agent_frame', ({ frame }) => frame.type === 'tool_output');
  client.send({ type: 'cancel' });
  expect(await client.next('message', isEnd)).toMatchObject({ end: 'cancelled' });
  expect(client.frames.at(-1)).toMatchObject({ type: 'message', end: 'cancelled' });
  const report = await reported(client.session.session);
  expect(report?.content).toMatch(
    /^devo did not finish: the user cancelled it\nfiles changed: src\/decay\.ts\ncalls: edit_file 1, run_command 1 \(1 failed\)/,
  );
  const messages = await world.server.memory.sessions.messages((await childOf('devo'))?.id ?? '');
  expect(messages.map(({ role }) => role).join(' ')).toBe('user assistant tool assistant tool assistant');
  expect(messages.at(-2)?.content).toMatch(/^begun\n\[cancelled by the user/);
  expect(messages.at(-1)).toMatchObject({ type: 'notice', metadata: { end: 'cancelled' } });
  await client.close();
});

it.each([
  ['fails', { status: 400, message: 'no such model' }, /^devo did not finish: .*no such model/],
  ['has no end', null, /^devo did not finish: it used up its 20 steps\n/],
] as const)('an agent whose work %s still reports what it did', async (_, failure, problem) => {
  const step = calls({ name: 'read_file', input: { path: 'src/decay.ts' } });
  const rest: Scripted[] = failure
    ? [failure]
    : Array.from({ length: 30 }, () => ({ ...step, text: 'Once more.' }));
  script({
    chapo: [calls(handing('devo', 'Rename it.')), 'It did not work.'],
    devo: [{ ...calls(edit('base', 'decayBase')), text: 'I rename it.' }, ...rest],
  });
  const client = await world.connect();
  expect((await client.say('Rename it')).reply).toBe('It did not work.');
  const report = await reported(client.session.session);
  expect(report).toMatchObject({ metadata: { ok: false }, content: expect.stringMatching(problem) });
  expect(report?.content).toContain('\nfiles changed: src/decay.ts\n');
  expect(report?.content).toMatch(/\ncalls: edit_file 1/);
  expect(report?.content).toMatch(/\ndevo said last:\n(I rename it|Once more)\.$/);
  // the lease of its session is released
  const child = await childOf('devo');
  const { id, project, agent } = child ?? { id: '', project: null, agent: '' };
  const turn = { holder: 'another', is: 'beginning' } as const;
  expect(await world.server.memory.sessions.append({ id, project, agent }, [], { turn })).toEqual([]);
  await client.close();
});

it('when one of three parallel explorers fails, the others still report', async () => {
  const nothing = (): Scripted => 'Nothing here.';
  script({
    chapo: [calls(...['One.', 'Two.', 'Three.'].map((task) => handing('scout', task))), 'Two looked.'],
    scout: [nothing(), { status: 400, message: 'no such model' }, nothing()],
  });
  const client = await world.connect();
  expect((await client.say('Look around')).reply).toBe('Two looked.');
  const results = client.frames.flatMap((frame) => (frame.type === 'tool_result' ? [frame] : []));
  expect(results.filter(({ ok }) => ok)).toHaveLength(2);
  expect(results).toHaveLength(3);
  await client.close();
});

it('a long task is compacted within the budget that it was given', async () => {
  const path = 'src/long.ts';
  await writeFile(join(world.host.path, 'taskforge', path), 'const gateway = "heron";\n'.repeat(400));
  const reading = calls({ name: 'read_file', input: { path } });
  script({
    chapo: [calls({ name: 'delegate', input: { to: 'devo', task: 'Read it.', budget: 14_000 } }), 'Done.'],
    devo: [...Array.from({ length: 8 }, () => reading), 'It is all herons.'],
  });
  const client = await world.connect();
  await client.say('Read it');
  const report = await reported(client.session.session);
  expect(report?.content).toBe(`files read: ${path}\ndevo reports:\nIt is all herons.`);
  const inner = client.frames.flatMap((frame) => (frame.type === 'agent_frame' ? [frame.frame] : []));
  expect(inner.filter(({ type }) => type === 'context_compacted').length).toBeGreaterThan(0);
  const contexts = await world.server.memory.contexts.list({ sessionId: (await childOf('devo'))?.id ?? '' });
  expect(contexts).toHaveLength(9);
  for (const { tokens } of contexts) expect(tokens).toBeLessThanOrEqual(14_000);
  await client.close();
});

it('what is forgotten while an agent works also leaves its prompt', async () => {
  let id = '';
  const forgetting = async () => {
    await world.server.memory.memories.forget(id, {}, { kind: 'user', id: null });
    return calls({ name: 'list_files', input: {} });
  };
  script({
    chapo: ['Noted.', calls(handing('devo', 'Find the locker code of the user.')), 'Done.'],
    devo: [forgetting, 'I found nothing.'],
  });
  const client = await world.connect();
  const { frames } = await client.say('Remember this: my locker code is 4711.');
  id = frames.find((frame) => frame.type === 'memory_saved')?.id ?? '';
  const asked = await world.connect();
  await asked.say('Find my code');
  const prompts = world.model.chatRequests().flatMap((body) => {
    const text = JSON.stringify(body);
    return text.includes('You are DEVO') ? [text.includes('4711')] : [];
  });
  expect(prompts).toEqual([true, false]);
  await asked.close();
  await client.close();
});

it('what another agent asks to remember does not count as said by the user', async () => {
  const content = 'The deploy key of the gateway is called green';
  script({
    chapo: [calls(handing('devo', `Remember: ${content}.`)), 'Done.'],
    devo: [calls({ name: 'remember', input: { content, about: 'project' } }), `${content}.`],
  });
  const client = await world.connect();
  await client.say('Go on');
  await world.server.memory.jobs.drain();
  const memories = await world.server.memory.memories.list({ project: 'taskforge' });
  expect(memories.map((one) => [one.content, one.trust])).toEqual([[content, 'agent']]);
  await client.close();
});

it('a delegated task is not recalled as something that the user said', async () => {
  const recall = (input: object) => calls({ name: 'recall', input });
  script({
    chapo: [
      calls(handing('devo', 'Paint the zebra crossing in turquoise.')),
      recall({ query: 'zebra crossing turquoise' }),
      recall({ query: '', since: '2020-01-01T00:00:00Z' }),
      'Done.',
    ],
    devo: ['It is painted.'],
  });
  const client = await world.connect();
  await client.say('Please go on');
  const [, words = '', all = ''] = client.frames.flatMap((frame) =>
    frame.type === 'tool_result' ? [frame.content] : [],
  );
  expect(words).toMatch(/, host: Paint the zebra crossing in turquoise\./);
  expect(words).not.toMatch(/, user: Paint/);
  expect(all).toMatch(/, user: Please go on/);
  expect(all).not.toContain('Paint');
  await client.close();
});

it('a message to the session of an agent waits until its work has ended', async () => {
  const finishing = Promise.withResolvers<ScriptedAnswer>();
  script({
    chapo: [calls(handing('devo', 'Look.')), 'Done.'],
    devo: [() => finishing.promise, 'I am still here.'],
  });
  const client = await world.connect();
  client.send({ type: 'message', content: 'Look' });
  await expect.poll(() => childOf('devo'), { timeout: 10_000 }).toBeDefined();
  const visitor = await world.connect({ session: (await childOf('devo'))?.id });
  await expect
    .poll(async () => (await world.server.memory.sessions.messages((await childOf('devo'))?.id ?? '')).length)
    .toBe(1);
  visitor.send({ type: 'message', id: randomUUID(), content: 'Who are you?' });
  expect((await visitor.next('waiting')).for).toContain('another process');
  finishing.resolve('Looked.');
  expect(await visitor.next('message', isEnd)).toMatchObject({ content: 'I am still here.' });
  const messages = await world.server.memory.sessions.messages((await childOf('devo'))?.id ?? '');
  expect(messages.map((one) => one.content)).toEqual([
    'Look.',
    'Looked.',
    'Who are you?',
    'I am still here.',
  ]);
  await visitor.close();
  await client.close();
});

it('what an explorer shares is in the prompt of a builder, in the next session too, and is shown to the user', async () => {
  const finding = 'The decay of memories is computed in src/decay.ts, line 1, as base 0.95';
  script({
    chapo: [
      calls(handing('scout', 'Find where decay is computed.')),
      calls(handing('devo', 'Rename the constant of the decay.')),
      'Done.',
      'It is in src/decay.ts.',
    ],
    scout: [calls({ name: 'share', input: { key: 'findings/decay', value: finding } }), 'I shared it.'],
    devo: [calls({ name: 'share', input: { key: 'findings/decay' } }), 'Renamed.'],
  });
  await world.server.stop();
  await world.start({ environment: environmentOf(world.model) });
  const client = await world.connect();
  await client.say('Find where decay is computed and rename the constant');
  const told = client.frames.find((frame) => frame.type === 'shared');
  expect(told).toMatchObject({ key: 'findings/decay', agent: 'scout', content: finding });
  const read = client.frames.flatMap((frame) =>
    frame.type === 'agent_frame' && frame.frame.type === 'tool_result' && frame.agent === 'devo'
      ? [frame.frame.content]
      : [],
  );
  expect(read).toEqual([expect.stringContaining(finding)]);
  const line = `- findings/decay (scout, `;
  const promptOf = (name: string) =>
    JSON.stringify(
      world.model.chatRequests().findLast((one) => JSON.stringify(one).includes(`You are ${name}`)),
    );
  expect(promptOf('DEVO')).toContain(line);
  // an agent's own shared values are not shown to it
  expect(promptOf('SCOUT')).not.toContain(line);
  await client.close();
  const next = await world.connect();
  await next.say('Where is the decay computed?');
  expect(promptOf('CHAPO')).toContain(line);
  await next.close();
});

const calls = (...made: Call[]) => ({
  toolCalls: made.map(({ name, input }, index) => ({
    id: `c${index}-${name}`,
    name,
    arguments: JSON.stringify(input),
  })),
});
