import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScriptedModelServer } from '@devai/memory/testing';
import { expect, it } from 'vitest';
import { connectClient } from './chat-client.ts';
import { environmentOf, readRequest } from './compacting-chat.ts';
import { makeLocalHost, startLocalServer } from './local-server.ts';

const found = 'The invoice exporter of this project is in src/export/invoice.ts';

it('stores what a tool showed and the agent reported, can explain it, and recalls it in the next session', async () => {
  const host = await makeLocalHost();
  const model = await startScriptedModelServer();
  model.replyWith(({ body }) => {
    const { schema } = readRequest(body);
    if (schema === null) return 'Noted.';
    if (schema !== 'memories') return '{"topic":"","file_paths":[],"directories":[]}';
    // 1 the question, 2 the call, 3 what the tool wrote, 4 the report
    return JSON.stringify({ memories: [{ content: found, category: 'component', evidence: [3, 4] }] });
  });
  const server = await startLocalServer(host, { environment: environmentOf(model), background: false });
  try {
    const first = await connectClient(server.url);
    const file = { path: 'src/export/invoice.ts', content: 'export const exportInvoice = () => {};' };
    model.replyTo('gpt-5.5', { toolCalls: [{ name: 'write_file', arguments: JSON.stringify(file) }] }, found);
    await first.say('Please write the invoice exporter of this project, an empty function will do');
    await first.close();
    await server.memory.sessions.end(first.session.session, { now: true });
    await server.memory.jobs.drain();

    const [stored, ...others] = await server.memory.memories.list({ project: 'taskforge' });
    expect(others).toEqual([]);
    expect(stored).toMatchObject({
      content: found,
      category: 'component',
      evidence: [{ sessionId: first.session.session, messages: [3, 4] }],
    });
    const text = 'Where is the invoice exporter of this project?';
    expect(
      await server.memory.explain({ text, memoryId: stored?.id ?? '', project: 'taskforge' }),
    ).toMatchObject({ verdict: 'injected' });

    const next = await connectClient(server.url);
    await next.say(text);
    const recalled = await next.next('memory_recalled');
    expect(recalled.memories).toMatchObject([{ content: found, injected: true }]);
    expect(JSON.stringify(model.chatRequests().at(-1))).toContain(`- ${found}`);
    await next.close();
  } finally {
    await server.stop();
    await model.close();
    await host.remove();
  }
});

it('reads and writes files in the workspace, and nothing outside it', async () => {
  const host = await makeLocalHost();
  const model = await startScriptedModelServer();
  const server = await startLocalServer(host, { environment: environmentOf(model), background: false });
  try {
    await mkdir(join(host.path, 'private'));
    await writeFile(join(host.path, 'private/secret.txt'), 'nobody may see this');
    const client = await connectClient(server.url);
    const call = (name: string, values: object) => ({
      toolCalls: [{ name, arguments: JSON.stringify(values) }],
    });
    model.replyTo(
      'gpt-5.5',
      call('write_file', { path: 'notes/plan.md', content: 'ship the memory on Friday' }),
      call('read_file', { path: 'notes/plan.md' }),
      call('read_file', { path: '../private/secret.txt' }),
      'Done.',
    );
    const { frames } = await client.say('Write the plan, read it, and look around');
    const file = await readFile(join(host.path, 'taskforge/notes/plan.md'), 'utf8');
    expect(file).toBe('ship the memory on Friday');
    const results = frames.flatMap((frame) => (frame.type === 'tool_result' ? [frame] : []));
    expect(results).toMatchObject([{ ok: true }, { ok: true, content: file }, { ok: false }]);
    expect(JSON.stringify(frames)).not.toContain('nobody may see this');
    await client.close();
  } finally {
    await server.stop();
    await model.close();
    await host.remove();
  }
});
