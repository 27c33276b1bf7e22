import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answersCodes } from './answers-error.ts';
import { answerPrompt, judgePrompts } from './prompts.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/answers.md'), 'utf8');

it('the page has the prompts of the question and of the judge, word for word', () => {
  for (const prompt of [answerPrompt, ...Object.values(judgePrompts())])
    for (const paragraph of prompt.split('\n\n')) expect(page).toContain(paragraph);
});

it('the page says what to do about each code', () => {
  const documented = [...page.matchAll(/^\| `(\w+)` \| /gm)].map(([, code]) => code);
  expect(documented.filter((code) => answersCodes.some((one) => one === code))).toEqual([...answersCodes]);
});
