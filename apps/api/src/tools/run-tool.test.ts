import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { allow, toolContext } from '../../tests/tool-context.ts';
import { runTool as runToolWith } from './run-tool.ts';
import { defineTool, type ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';

const context = toolContext();

test('runs the tool with what the model wrote', async () => {
  expect(await runTool(tools, call('echo', '{"text":"ab","times":2}'), context)).toEqual({
    ok: true,
    content: 'abab',
  });
});

test('treats null as left out', async () => {
  expect(await runTool(tools, call('echo', '{"text":"ab","times":null}'), context)).toEqual({
    ok: true,
    content: 'ab',
  });
});

test('tells the model which field is wrong', async () => {
  const { ok, content } = await runTool(tools, call('echo', '{"text":7,"times":4}'), context);
  expect(ok).toBe(false);
  expect(content).toContain('wrong arguments for echo');
  expect(content).toContain('text');
  expect(content).toContain('times');
});

test.each(['[]', '"text"', '7'])(
  'arguments that are not an object (%s) are an error, not a crash',
  async (text) => {
    expect(await runTool(tools, call('echo', text), context)).toMatchObject({ ok: false });
  },
);

test.each(['{"text":"a', '{"text":"if (a) { b }', "{text:'a'}", '{"text":"a"}{"text":"b"}'])(
  'broken arguments (%s) are refused, not mended: the model sends them again',
  async (text) => {
    const { ok, content } = await runTool(tools, call('echo', text), context);
    expect(ok).toBe(false);
    expect(content).toMatch(/^the arguments are not JSON; send one whole JSON object/);
  },
);

test('an unknown tool is answered with the list of tools', async () => {
  const { ok, content } = await runTool(tools, call('shell', '{}'), context);
  expect(ok).toBe(false);
  expect(content).toContain('"shell"');
  expect(content).toContain('echo, refuse, break, flood, grin, hang');
});

test('a refusal reaches the model in its own words, a fault with the name of the tool', async () => {
  expect(await runTool(tools, call('refuse', '{"text":""}'), context)).toEqual({
    ok: false,
    content: 'not on a Sunday',
  });
  expect(await runTool(tools, call('break', '{"text":""}'), context)).toEqual({
    ok: false,
    content: 'break failed: x is undefined',
  });
});

test('an output that is too long keeps head and tail and says how much is missing', async () => {
  const { ok, content } = await runTool(tools, call('flood', '{"text":""}'), context);
  expect(ok).toBe(true);
  expect(content.length).toBeLessThan(280_100);
  expect(content).toMatch(/^start-/);
  expect(content).toMatch(/-end$/);
  expect(content).toContain('[… 220008 characters cut …]');
});

test('a cut never leaves half a character', async () => {
  const { content } = await runTool(tools, call('grin', '{"text":""}'), context);
  expect(content).toContain('characters cut');
  expect(content.isWellFormed()).toBe(true);
});

test('cancelling returns at once, even from a tool that never ends', async () => {
  const abort = new AbortController();
  const running = runTool(tools, call('hang', '{"text":""}'), { ...context, signal: abort.signal });
  await setImmediate();
  abort.abort(new Error('cancelled'));
  expect(await running).toEqual({ ok: false, content: 'cancelled by the user; it may have taken effect' });
});

test('nothing runs once the turn is cancelled', async () => {
  const outcome = await runTool(tools, call('break', '{"text":""}'), {
    ...context,
    signal: AbortSignal.abort(),
  });
  expect(outcome).toEqual({ ok: false, content: 'cancelled by the user before it ran' });
});

test('a call that the user denies does not run, and their note reaches the model', async () => {
  let ran = 0;
  const counting = [
    defineTool({
      name: 'count',
      risk: 'execute',
      description: '',
      input,
      run: async () => `ran ${(ran += 1)}`,
    }),
  ];
  const refused = await runToolWith(counting, call('count', '{"text":""}'), context, async () => ({
    refusal: 'not allowed',
    note: null,
  }));
  expect(refused).toEqual({ ok: false, refused: true, content: 'not allowed' });
  expect(ran).toBe(0);
  const noted = await runToolWith(counting, call('count', '{"text":""}'), context, async () => ({
    refusal: null,
    note: 'be quick',
  }));
  expect(noted).toEqual({ ok: true, content: 'ran 1\n(the user, when approving: be quick)' });
  // there is nothing to ask for
  expect(
    await runToolWith(counting, call('count', '{"text":7}'), context, async (_tool, _call, preview) => {
      await preview();
      return { refusal: null, note: null };
    }),
  ).toMatchObject({ ok: false, content: expect.stringContaining('wrong arguments') });
});

const input = z.object({ text: z.string(), times: z.int().max(3).optional() });

const tools = [
  defineTool({
    name: 'echo',
    risk: 'read',
    description: '',
    input,
    run: async ({ text, times = 1 }) => text.repeat(times),
  }),
  defineTool({
    name: 'refuse',
    risk: 'read',
    description: '',
    input,
    run: () => Promise.reject(new ToolError('not on a Sunday')),
  }),
  defineTool({
    name: 'break',
    risk: 'read',
    description: '',
    input,
    run: () => Promise.reject(new TypeError('x is undefined')),
  }),
  defineTool({
    name: 'flood',
    risk: 'read',
    description: '',
    input,
    run: async () => `start${'-'.repeat(500_000)}end`,
  }),
  defineTool({
    name: 'grin',
    risk: 'read',
    description: '',
    input,
    run: async () => `.${'😀'.repeat(200_000)}`,
  }),
  defineTool({
    name: 'hang',
    risk: 'read',
    description: '',
    input,
    run: () => new Promise<string>(() => {}),
  }),
];

const call = (name: string, text: string) => ({ id: '1', name, arguments: text });

const runTool = (...given: [typeof tools, ReturnType<typeof call>, ToolContext]) =>
  runToolWith(...given, allow);
