import { freePort } from '@devai/api/testing/free-port';
import { makeServerFolder, startServer } from '@devai/api/testing/server-process';
import { compiledModules, shortLived } from '@devai/memory/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const main = join(import.meta.dirname, '../main.ts');
let folder: Awaited<ReturnType<typeof makeServerFolder>>;
let port = '';

beforeEach(async () => {
  folder = await makeServerFolder();
  port = String(await freePort());
  onTestFinished(() => folder.remove());
});

/** Where no server runs, so that the process opens the store itself. */
const environment = () => ({
  ...compiledModules,
  PATH: process.env['PATH'] ?? '',
  HOME: folder.path,
  PORT: port,
  EMBEDDINGS: 'hash',
});
const own = () => ['mcp', '--store', join(folder.path, 'data'), '--project', 'shop'];

async function connect(words: string[], variables: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...shortLived, main, ...words],
    env: { ...environment(), ...variables },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'tester', version: '1' });
  const faults: Error[] = [];
  Object.assign(client, { onerror: (error: Error) => void faults.push(error) });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, args: Record<string, unknown>) =>
    JSON.stringify(await client.callTool({ name, arguments: args }));
  return { client, call, faults, transport };
}

test('two clients share a store that has no server, and when one leaves the other goes on', async () => {
  const [one, other] = await Promise.all([connect(own()), connect(own())]);
  const texts = ['The staging database listens on 6543', 'Releases are on Fridays'];
  await Promise.all([
    one.call('remember', { content: texts[0], about: 'project' }),
    other.call('remember', { content: texts[1], about: 'project' }),
  ]);
  for (const client of [one, other]) {
    const found = await client.call('search', {});
    for (const text of texts) expect(found).toContain(text);
  }
  await one.client.close();
  expect(await other.call('search', {})).toContain(texts[0]);
  const third = await connect(own());
  expect(await third.call('recall', { question: 'When are releases?' })).toContain('Fridays');
  process.kill(other.transport.pid ?? 0, 'SIGKILL');
  expect(await third.call('search', {})).toContain(texts[1]);
  expect([...one.faults, ...other.faults, ...third.faults]).toEqual([]);
});

test('a server that is killed and restarted is used again, and meanwhile calls say what is wrong', async () => {
  const settings = { environment: { PORT: port } };
  const first = await startServer(folder, settings);
  const url = first.url.replace('ws', 'http').replace('/ws/chat', '');
  const { call } = await connect(['mcp', '--url', url, '--project', 'shop']);
  expect(await call('remember', { content: 'Releases are on Fridays', about: 'project' })).toContain(
    '"added"',
  );
  await first.kill();
  expect(await call('search', {})).toContain('error (no_answer)');
  const second = await startServer(folder, settings);
  onTestFinished(() => second.kill());
  expect(await call('search', {})).toContain('Fridays');
  // its address is looked for where it is not
  const locked = await connect(own(), { PORT: String(await freePort()) });
  expect(await locked.call('search', {})).toMatch(/error \(database_locked\).*name its address with --url/);
});

test('rubbish and huge lines end nothing, and standard output has only the protocol', async () => {
  const { child, lines, send } = start();
  send('rubbish');
  send('{"jsonrpc":"2.0","id":1}');
  send({
    id: 2,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  });
  send({ method: 'notifications/initialized' });
  send(
    `{"method":"tools/call","params":{"name":"remember","arguments":{"content":"${'x'.repeat(5_000_000)}"}},"jsonrpc":"2.0","id":3}`,
  );
  send({ id: 4, method: 'no/such' });
  send({ id: 5, method: 'tools/call', params: { name: 'search', arguments: {} } });
  await vi.waitFor(() => expect(lines()).toContainEqual(expect.objectContaining({ id: 5 })), 60_000);
  for (const line of lines()) expect(line).toMatchObject({ jsonrpc: '2.0' });
  expect(lines()).toContainEqual(
    expect.objectContaining({ id: 3, error: expect.objectContaining({ code: -32_600 }) }),
  );
  expect(lines()).toContainEqual(
    expect.objectContaining({ id: 4, error: expect.objectContaining({ code: -32_601 }) }),
  );
  expect(child.exitCode).toBeNull();
});

test.each(['SIGTERM', 'end of input'])(
  'it ends within a second or two of %s, with an open store',
  async (how) => {
    const { child, lines, send } = start();
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    send({ id: 2, method: 'tools/call', params: { name: 'search', arguments: {} } });
    await vi.waitFor(() => expect(lines()).toContainEqual(expect.objectContaining({ id: 2 })), 60_000);
    const ended = once(child, 'exit');
    if (how === 'SIGTERM') child.kill('SIGTERM');
    else child.stdin.end();
    const [code, signal] = await ended;
    expect({ code, signal }).toEqual({ code: 0, signal: null });
  },
);

function start() {
  const child = spawn(process.execPath, [...shortLived, main, ...own()], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let written = '';
  child.stdout.on('data', (chunk) => (written += String(chunk)));
  return {
    child,
    lines: (): unknown[] =>
      written
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    send: (message: string | object) =>
      child.stdin.write(
        `${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`,
      ),
  };
}
