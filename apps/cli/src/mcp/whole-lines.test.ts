import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { largestMessage, wholeLines } from './whole-lines.ts';

async function pass(chunks: string[]): Promise<{ passed: string; answers: (object | null)[] }> {
  const answers: (object | null)[] = [];
  const lines = wholeLines(({ answer }) => answers.push(answer));
  const passed = text(lines);
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  return { passed: await passed, answers };
}

test('lines pass as they are, however they are cut', async () => {
  expect(await pass(['{"a":"', 'ä"}\n\n{"b"', ':2}\n{"rest":'])).toEqual({
    passed: '{"a":"ä"}\n{"b":2}\n',
    answers: [],
  });
});

test('a line that is no JSON is dropped, and the next one passes', async () => {
  expect(await pass(['rubbish\n{"a":1}\n'])).toEqual({ passed: '{"a":1}\n', answers: [null] });
});

test('a line that is too long is answered by the id at its end, and the next one passes', async () => {
  const long = `{"method":"tools/call","params":{"text":"${'x'.repeat(largestMessage)}"},"jsonrpc":"2.0","id":7}\n`;
  const { passed, answers } = await pass([long, '{"a":1}\n']);
  expect(passed).toBe('{"a":1}\n');
  expect(answers).toEqual([{ jsonrpc: '2.0', id: 7, error: expect.objectContaining({ code: -32_600 }) }]);
});
