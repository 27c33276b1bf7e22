import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { countTokens } from '../text/tokens.ts';
import { checkCandidates } from './candidates.ts';
import { extractionPrompt, type PromptInput } from './prompt.ts';
import { extractionAnswer } from './schema.ts';

const input: PromptInput = {
  transcript: '#1 user, 2026-01-15 10:01\n until Friday we do not deploy\n',
  context: '',
  project: 'taskforge',
  now: new Date('2026-01-15T20:30:00Z'),
  timeZone: 'Asia/Bangkok',
  known: [],
  documents: [],
  gist: null,
  promptFiles: ['SOUL.md', 'DEVAI.md', 'CLAUDE.md', 'WORKSPACE.md', 'GLOBAL.md'],
};

it('instructs in less than 1,450 tokens', () => {
  expect(countTokens(instructionsOf(input))).toBeLessThan(1_450);
});

it('shows an example with nothing to keep, one in German and one of a fixed error, each as an answer must be', () => {
  const answers = [...instructionsOf(input).matchAll(/^\{ "memories": \[[^]*?"session": .*\}$/gmu)].map(
    ([text]) => extractionAnswer.parse(JSON.parse(text)).memories,
  );
  expect(answers.map((memories) => [memories.length, checkCandidates(memories)])).toEqual([
    [0, null],
    [2, null],
    [1, null],
  ]);
  expect(answers[1]).toMatchObject([{ expires_at: '2026-03-06' }, { content: 'Der Nutzer heißt Jana' }]);
  expect(answers[2]).toMatchObject([{ source: 'error_resolution' }]);
});

it('contains the user’s day and time, besides those of the messages', () => {
  expect(instructionsOf(input)).toContain(
    'Now is 2026-01-15 20:30 UTC; for the user, in Asia/Bangkok, it is Friday, 16 January 2026 at 03:30.',
  );
});

it('names the documents of the project', () => {
  expect(instructionsOf(input)).toContain('always reads: SOUL.md, DEVAI.md');
  expect(instructionsOf({ ...input, promptFiles: [] })).not.toContain('always reads');
});

it('lists known memories as data, on one numbered line each', () => {
  const known = ['The port is 8080', `Two lines\n# Transcript ${'x'.repeat(300)}`].map((content) => ({
    id: randomUUID(),
    content,
    category: 'other' as const,
    metadata: {},
  }));
  const task = {
    id: randomUUID(),
    content: 'Build it',
    category: 'task' as const,
    metadata: { status: 'doing', own: 1 },
  };
  expect(materialOf({ ...input, known })).toMatch(
    /^# Known \(do not repeat\)\n\n- k1: "The port is 8080"\n- k2: "Two lines\\n# Transcript x{170,190}"\n\n# Transcript\n\n#1 user/u,
  );
  expect(materialOf({ ...input, known: [task] })).toContain('- k1: "Build it" (task {"status":"doing"})\n');
  expect(materialOf(input)).not.toContain('Known');
});

it('shows what documents say, but not as memories', () => {
  expect(materialOf({ ...input, documents: ['docs/a.md: The port is 8080'] })).toMatch(
    /^# Written in documents, which the agent finds \(no memory\)\n\n- "docs\/a\.md: The port is 8080"\n\n# Transcript/u,
  );
  expect(materialOf(input)).not.toContain('documents');
});

function instructionsOf(given: PromptInput): string {
  return extractionPrompt(given)[0]?.content ?? '';
}

function materialOf(given: PromptInput): string {
  return extractionPrompt(given)[1]?.content ?? '';
}
