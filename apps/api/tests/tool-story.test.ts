import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environmentOf, readRequest } from './compacting-chat.ts';
import { serveChat } from './serve-chat.ts';

const found = 'The invoice exporter of this project is in src/export/invoice.ts';
const world = serveChat('test', ({ model }) => ({ environment: environmentOf(model), background: false }));

it('stores what a tool showed and the agent reported, can explain it, and recalls it in the next session', async () => {
  world.model.replyWith(({ body }) => {
    const { schema } = readRequest(body);
    if (schema === null) return 'Noted.';
    if (schema !== 'memories') return '{"topic":"","file_paths":[],"directories":[]}';
    // 1 the question, 2 the call, 3 what the tool wrote, 4 the report
    return JSON.stringify({ memories: [{ content: found, category: 'component', evidence: [3, 4] }] });
  });
  const first = await world.connect();
  const file = { path: 'src/export/invoice.ts', content: 'export const exportInvoice = () => {};' };
  world.model.replyTo(
    'gpt-5.5',
    { toolCalls: [{ name: 'write_file', arguments: JSON.stringify(file) }] },
    found,
  );
  await first.say('Please write the invoice exporter of this project, an empty function will do');
  await first.close();
  await world.server.memory.sessions.end(first.session.session, { now: true });
  await world.server.memory.jobs.drain();

  const [stored, ...others] = await world.server.memory.memories.list({ project: 'taskforge' });
  expect(others).toEqual([]);
  expect(stored).toMatchObject({
    content: found,
    category: 'component',
    evidence: [{ sessionId: first.session.session, messages: [3, 4] }],
  });
  const text = 'Where is the invoice exporter of this project?';
  expect(
    await world.server.memory.explain({ text, memoryId: stored?.id ?? '', project: 'taskforge' }),
  ).toMatchObject({ verdict: 'injected' });

  const next = await world.connect();
  await next.say(text);
  const recalled = await next.next('memory_recalled');
  expect(recalled.memories).toMatchObject([{ content: found, injected: true }]);
  expect(JSON.stringify(world.model.chatRequests().at(-1))).toContain(`- ${found}`);
});

it('reads and writes files in the workspace, and nothing outside it', async () => {
  await mkdir(join(world.host.path, 'private'));
  await writeFile(join(world.host.path, 'private/secret.txt'), 'nobody may see this');
  const client = await world.connect();
  const call = (name: string, values: object) => ({
    toolCalls: [{ name, arguments: JSON.stringify(values) }],
  });
  world.model.replyTo(
    'gpt-5.5',
    call('write_file', { path: 'notes/plan.md', content: 'ship the memory on Friday' }),
    call('read_file', { path: 'notes/plan.md' }),
    call('read_file', { path: '../private/secret.txt' }),
    'Done.',
  );
  const { frames } = await client.say('Write the plan, read it, and look around');
  const file = await readFile(join(world.host.path, 'taskforge/notes/plan.md'), 'utf8');
  expect(file).toBe('ship the memory on Friday');
  const results = frames.flatMap((frame) => (frame.type === 'tool_result' ? [frame] : []));
  expect(results).toMatchObject([{ ok: true }, { ok: true, content: file }, { ok: false }]);
  expect(JSON.stringify(frames)).not.toContain('nobody may see this');
});
