import { expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

const read = (given: string) => readConfig({ EXTRACTION_INSTRUCTIONS: given }).extractionInstructions;

it('takes a text, or an object with a text for each project', () => {
  expect(read('Keep what breaks.\nDo not keep small talk.')).toBe(
    'Keep what breaks.\nDo not keep small talk.',
  );
  expect(read('42')).toBe('42');
  expect(read(' {"*":"Keep what breaks.","billing":"Keep promises."}')).toEqual({
    '*': 'Keep what breaks.',
    billing: 'Keep promises.',
  });
  expect(read('')).toEqual({});
});

it.each([
  ['{"billing"', 'EXTRACTION_INSTRUCTIONS: must be a JSON object, such as {"*":'],
  ['{"billing":7}', 'EXTRACTION_INSTRUCTIONS: must be a text, or an object with a text for each project'],
  [
    `{"billing":"${'x'.repeat(2_001)}"}`,
    'EXTRACTION_INSTRUCTIONS.billing: must be a text of 1 to 2000 characters',
  ],
  [
    'x'.repeat(2_001),
    'EXTRACTION_INSTRUCTIONS: must be a text of 1 to 2000 characters, without control characters; it has 2001',
  ],
])('a wrong text ends the start: %.40s', (given, problem) => {
  expect(() => read(given)).toThrow(problem);
  // beside what else is wrong
  const wrong = { EXTRACTION_INSTRUCTIONS: given, PORT: 'x' };
  expect(() => readConfig(wrong)).toThrow(
    /PORT: must be[^]*EXTRACTION_INSTRUCTIONS|EXTRACTION_INSTRUCTIONS[^]*PORT: must be/,
  );
});
