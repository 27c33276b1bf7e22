import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirm } from './confirm.ts';

test.each([
  ['y\n', true],
  ['Yes\n', true],
  ['n\n', false],
  ['yesterday\n', false],
  ['\n', false],
])('%j is %s', async (typed, answer) => {
  const streams = terminal();
  streams.input.write(typed);
  expect(await confirm('Erase it?', streams, new AbortController().signal)).toBe(answer);
  expect(String(streams.errors.read())).toMatch(/^Erase it\? \[y\/N\] /);
});

test('the end of the input (Ctrl-D) is no', async () => {
  const streams = terminal();
  streams.input.end();
  expect(await confirm('Erase it?', streams, new AbortController().signal)).toBe(false);
});

test('Ctrl-C at the question stops the command, and is not an answer', async () => {
  const stopping = new AbortController();
  const asked = confirm('Erase it?', terminal(), stopping.signal);
  stopping.abort();
  await expect(asked).rejects.toMatchObject({ code: 'interrupted' });
});

test('without a terminal nothing is asked', async () => {
  const asked = confirm('Erase it?', terminal(false), new AbortController().signal);
  await expect(asked).rejects.toMatchObject({ code: 'not_confirmed' });
});

function terminal(isTTY = true) {
  const screen = () => Object.assign(new PassThrough(), { isTTY });
  return { input: screen(), output: screen(), errors: screen() };
}
