import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectClient } from './chat-client.ts';
import { environmentOf, readRequest } from './compacting-chat.ts';
import { makeLocalHost, startLocalServer, type LocalHost, type LocalServer } from './local-server.ts';

let host: LocalHost;
let model: ScriptedModelServer;
let server: LocalServer;
let file: string;

beforeEach(async () => {
  host = await makeLocalHost();
  model = await startScriptedModelServer();
  await mkdir(join(host.path, 'taskforge', 'src'), { recursive: true });
  file = join(host.path, 'taskforge', 'src', 'decay.ts');
  await writeFile(file, 'export const base = 0.95;\n');
  server = await startLocalServer(host, {
    environment: { ...environmentOf(model), ALLOW_SHELL: 'on' },
    background: false,
  });
});
afterEach(async () => {
  await server.stop();
  await model.close();
  await host.remove();
});

type Call = { name: string; input: object };
const calls = (...made: Call[]) => ({
  toolCalls: made.map(({ name, input }, index) => ({
    id: `c${index}-${name}`,
    name,
    arguments: JSON.stringify(input),
  })),
});
const handing = (to: string, task: string): Call => ({ name: 'delegate', input: { to, task } });
const isEnd = ({ role }: { role: string }) => role === 'assistant';

/** Answers each request by the agent that its system prompt names, in order; small tasks with nothing. */
function script(answers: Record<string, (string | ReturnType<typeof calls>)[]>): void {
  model.replyWith(({ body }) => {
    const { schema, messages } = readRequest(body);
    if (schema === 'memories') return '{"memories":[],"session":null}';
    if (schema !== null) return '{"topic":"","file_paths":[],"directories":[]}';
    const name = /^# Agent: (\w+)/m.exec(messages[0]?.content ?? '')?.[1]?.toLowerCase() ?? '';
    return answers[name]?.shift() ?? `nothing is scripted for ${name}`;
  });
}

it('work goes to one who explores and one who builds, who asks before the tests run, and all of it is told', async () => {
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
  const client = await connectClient(server.url);
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

  // each worked in a session of its own, which says where it came from
  const sessions = await server.memory.sessions.list({ project: 'taskforge', children: true });
  const children = sessions.filter(({ agent }) => agent !== 'chapo');
  expect(new Set(children.map(({ agent }) => agent))).toEqual(new Set(['devo', 'scout']));
  const turn = client.frames.flatMap((frame) => (frame.type === 'tool_call' ? [frame.turn] : []))[0];
  const parent = { session: client.session.session, turn };
  expect(children.map((one) => one.parent)).toEqual([
    { ...parent, call: 'c0-delegate' },
    { ...parent, call: 'c0-delegate' },
  ]);
  expect(await server.memory.sessions.list({ project: 'taskforge' })).toHaveLength(1);
  const ofParent = await server.memory.sessions.list({ parent: client.session.session });
  expect(ofParent.map(({ id }) => id)).toEqual(children.map(({ id }) => id));
  // its task is no word of the user's, and the one who explores has no tool that writes
  const scout = children.find(({ agent }) => agent === 'scout');
  const [task] = await server.memory.sessions.messages(scout?.id ?? '');
  expect(task).toMatchObject({ role: 'user', type: 'notice', content: 'Find where decay is computed.' });
  const asked = JSON.stringify(
    model.chatRequests().find((one) => JSON.stringify(one).includes('You are SCOUT')),
  );
  expect(asked).not.toContain('"write_file"');
  // what they found is learned, too
  await server.memory.jobs.drain();
  const devo = children.find(({ agent }) => agent === 'devo');
  expect((await server.memory.sessions.get(devo?.id ?? ''))?.extractedThrough).toBe(devo?.messageCount);
  expect(asked).not.toContain('"delegate"');
  await client.close();
});

it('several explorers run at once, one who fails is a result, and none hands work on', async () => {
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
  const client = await connectClient(server.url);
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

it('a cancel reaches the agent, and its messages stay', async () => {
  script({
    chapo: [calls(handing('devo', 'Run it.'))],
    devo: [calls({ name: 'run_command', input: { command: 'sleep 60' } })],
  });
  const client = await connectClient(server.url);
  client.send({ type: 'message', content: 'Run it' });
  const request = await client.next('approval_request');
  client.send({ type: 'approve', id: request.id, decision: 'session' });
  await client.next('approval_resolved');
  client.send({ type: 'cancel' });
  expect(await client.next('message', isEnd)).toMatchObject({ end: 'cancelled' });
  const [child] = (await server.memory.sessions.list({ children: true })).filter(
    ({ agent }) => agent === 'devo',
  );
  await expect
    .poll(async () => (await server.memory.sessions.messages(child?.id ?? '')).map(({ role }) => role))
    .toEqual(['user', 'assistant', 'tool', 'assistant']);
  await client.close();
});

it('what an explorer shares stands in the prompt of a builder, in the next session too, and is told to the user', async () => {
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
  await server.stop();
  server = await startLocalServer(host, { environment: environmentOf(model) });
  const client = await connectClient(server.url);
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
    JSON.stringify(model.chatRequests().findLast((one) => JSON.stringify(one).includes(`You are ${name}`)));
  expect(promptOf('DEVO')).toContain(line);
  // who shared it has no need for it
  expect(promptOf('SCOUT')).not.toContain(line);
  await client.close();
  const next = await connectClient(server.url);
  await next.say('Where is the decay computed?');
  expect(promptOf('CHAPO')).toContain(line);
  await next.close();
});
