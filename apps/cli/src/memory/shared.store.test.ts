import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { serveCommands } from '../testing/serve-commands.ts';
import { sharedLine, sharedPage } from '@devai/fastify/protocol/shared';
import { createToolMemory } from '../../../api/src/tools/tool-memory.ts';
import { share } from '../../../api/src/tools/share.ts';
import { openWorkspace } from '../../../api/src/tools/workspace.ts';

const { world, run } = serveCommands();

it('an agent shares what it found, and another one, a person and a program read it', async () => {
  expect(await share.run({ key: 'build/status', value: '{"green":false}' }, context('scout'))).toBe(
    'shared: build/status',
  );
  await share.run({ key: 'build/port', value: 'it is 8081' }, context('scout'));
  expect(await share.run({ key: 'build/*' }, context('devo'))).toMatch(
    /^build\/status \(scout, [\d-]{10}T[\d:]{5}Z\): \{"green":false\}\nbuild\/port \(scout, .*\): "it is 8081"$/,
  );
  expect(await share.run({ key: 'test' }, context('devo'))).toBe('nothing is shared under test');

  const published = await shared('publish', 'build/status', '{"green":true}', '--project', 'taskforge');
  expect(published).toMatchObject({ exit: 0, output: expect.stringMatching(/^by +user$/m) });
  expect((await shared('build/*', '--project', 'taskforge')).output).toMatch(
    /build\/status +\{"green":true\} +user/,
  );
  expect((await shared('--all', '--project', 'taskforge')).output.match(/build\/status/g)).toHaveLength(2);
  expect((await shared('--project', 'other')).output).toBe('Nothing.\n');
  expect(await shared('publish', 'a*', '1')).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('no *'),
  });

  const listed = await fetch(`${world.address}/api/memory/shared?project=taskforge&key=build/*&after=1`);
  const { entries, next } = sharedPage.parse(await listed.json());
  expect(entries.map(({ position, value }) => [position, value])).toEqual([
    [2, 'it is 8081'],
    [3, { green: true }],
  ]);
  expect(next).toBe(3);
});

it('a watching program gets everything since its last position, even after it was away', async () => {
  const got: unknown[] = [];
  let last = 0;
  async function watch(count: number): Promise<void> {
    const leaving = new AbortController();
    const response = await fetch(`${world.address}/api/memory/shared/watch?project=watched&since=${last}`, {
      signal: leaving.signal,
    });
    let text = '';
    try {
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk).toString();
        const lines = text
          .split('\n')
          .slice(0, -1)
          .map((line) => sharedLine.parse(JSON.parse(line)));
        const entries = lines.flatMap(({ entry }) => entry ?? []);
        if (entries.length < count) continue;
        got.push(...entries.map(({ value }) => value));
        last = entries.at(-1)?.position ?? last;
        break;
      }
    } finally {
      leaving.abort();
    }
  }
  const publish = async (...values: number[]) => {
    for (const value of values) await world.server.memory.shared.publish('n', value, { project: 'watched' });
  };
  await publish(1, 2);
  const watching = watch(4);
  await publish(3, 4);
  await watching;
  await publish(5, 6);
  await watch(2);
  expect(got).toEqual([1, 2, 3, 4, 5, 6]);
});

it('neither a watcher nor an idle connection delays the end of the server', async () => {
  // nor does the next sign of life to the watcher, which this stops, end the server
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect(Number(new URL(world.address).port), '127.0.0.1');
  await once(socket, 'connect');
  const response = await fetch(`${world.address}/api/memory/shared/watch`);
  const watched = response.text();
  await Promise.all([world.server.stop(), once(socket, 'close')]);
  expect(await watched).toMatch(/^(\{"entry":null\}\n)+$/);
  await world.start({ background: false });
});

it('a person publishes into the project that they name, wherever the option stands', async () => {
  expect((await shared('publish', 'release', '"one"', '--project', 'first')).exit).toBe(0);
  expect((await shared('--project', 'second', 'publish', 'release', '"two"')).exit).toBe(0);
  expect((await shared('--project', 'first')).output).toMatch(/release +one +user/);
  expect((await shared('--project', 'second')).output).toMatch(/release +two +user/);
  expect((await shared()).output).not.toContain('release');
});

it('a watcher begins with the first value after position 0', async () => {
  await world.server.memory.shared.publish('early', 1, { project: 'from the start' });
  const leaving = new AbortController();
  let written = '';
  const { output, errors } = await run(
    ['memory', 'shared', 'watch', '--since', '0', '--project', 'from the start'],
    {
      signal: leaving.signal,
      onOutput: (text) => {
        written += text;
        if (/^key .*\n/m.test(written)) leaving.abort();
      },
    },
  );
  expect(errors).not.toContain('usage');
  expect(output).toMatch(/^key +early$/m);
});

const shared = (...words: string[]) => run(['memory', 'shared', ...words]);

const context = (agent: string) => ({
  workspace: openWorkspace(world.host.path),
  memory: createToolMemory(world.server.memory, 'taskforge', {
    name: agent,
    reader: agent,
    noteForgotten: () => {},
  }),
  sessionId: '00000000-0000-4000-8000-000000000001',
  project: 'taskforge',
  signal: new AbortController().signal,
});
