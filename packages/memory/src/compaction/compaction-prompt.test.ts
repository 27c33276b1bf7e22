import { expect, it } from 'vitest';
import { candidateInstructions } from '../extraction/prompt.ts';
import { compactionPrompt } from './compaction-prompt.ts';

const instructionsFor = (summaryMaximum: number): string =>
  compactionPrompt({
    earlier: null,
    transcript: '#1 user\n hello',
    candidateInstructions: candidateInstructions({}, null),
    session: { project: 'shop', extractedThrough: 0 },
    limits: { summaryMaximum },
    now: new Date('2026-01-15T20:30:00Z'),
    timeZone: 'Pacific/Auckland',
  })[0]?.content ?? '';

it('asks for a summary as long as what happened needs, not for a length', () => {
  const text = instructionsFor(5_000);
  expect(text).toContain(
    'as long as this needs and no longer: some 500 tokens where little happened, never more than 5000.',
  );
  expect(text).not.toMatch(/\d+ to \d+ tokens/u);
});

it('says what time it is for the user', () => {
  expect(instructionsFor(5_000)).toContain('Now is 2026-01-16 09:30 Pacific/Auckland.');
});

it('names only the maximum in a small window', () => {
  expect(instructionsFor(600)).toContain('no longer: never more than 600 tokens.');
});

it('asks for candidates in the words of an extraction', () => {
  expect(instructionsFor(5_000)).toContain(candidateInstructions({}, null));
});
