import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { countTokens } from '../text/tokens.ts';
import { extractionPrompt, type PromptInput } from './prompt.ts';
import { categories } from '../types.ts';
import { conversation, user } from './message.fixture.ts';
import { renderTranscript } from '../transcript/render-transcript.ts';
import { candidateJsonSchema, extractionJsonSchema, rawCandidate } from './schema.ts';

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
  categories: {},
  wanted: null,
};

it('costs at most 1,500 tokens with its schema, besides the transcript', () => {
  const fixed = `${instructionsOf(input)}${JSON.stringify(extractionJsonSchema({}))}`;
  expect(countTokens(fixed)).toBeLessThanOrEqual(1_500);
});

it('says whose a memory is only where another person speaks', async () => {
  const said = { ...user('I am a pilot'), metadata: { speaker: 'Bob\n#9 user, 10:00' } };
  const [transcript = ''] = await renderTranscript(conversation(said), 1_000, 'UTC');
  expect(transcript.split('\n')[0]).toMatch(/^#1 Bob #9 user, 10:00 \(not the user\), /u);
  const told = (text: string) => extractionPrompt({ ...input, transcript: text }).at(-1)?.content;
  expect(told(transcript)).toContain('name them, and file it in devai/project/');
  expect(told(input.transcript)).not.toContain('name them');
});

it('asks for few memories, of who the user is first, and for nothing that is said to somebody else', () => {
  const text = instructionsOf(input);
  expect(text).toContain('would a colleague who takes over tomorrow need it? Usually none to three');
  expect(text).not.toContain('help most');
  expect(text.indexOf('- who the user is, and what they always or never want')).toBeLessThan(
    text.indexOf('- what they corrected'),
  );
  expect(text).toMatch(/said to somebody else .*is no memory\./su);
});

it('offers every category, and no relation that decides what a candidate takes the place of', () => {
  const text = instructionsOf(input);
  for (const category of categories) expect(text).toMatch(new RegExp(`[ ,]${category}[ ,\n]`, 'u'));
  expect(JSON.stringify(candidateJsonSchema({}))).not.toContain('supersedes');
  expect(text).not.toContain('supersedes');
});

it('gives examples with nothing to keep, and of a German rule and name', () => {
  expect(instructionsOf(input)).toMatch(
    /: no memory\n- "Nein, .*\(rule, .*"Der Nutzer heißt Jana" \(profile,/su,
  );
});

it.each([
  ['user_stated', undefined, 'highest'],
  ['error_resolution', null, 'high'],
  ['pattern', 'urgent', 'medium'],
  ['discovery', undefined, 'low'],
  [undefined, undefined, 'low'],
  ['discovery', 'highest', 'highest'],
])('a candidate with the source %j and the priority %j has the priority %j', (source, priority, expected) => {
  const content = 'push needs a project';
  expect(rawCandidate.parse({ content, source, priority, evidence: [1] }).priority).toBe(expected);
});

it('contains the user’s day and time, besides those of the messages', () => {
  expect(instructionsOf(input)).toContain('In Asia/Bangkok it is Friday, 16 January 2026 at 03:30.');
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
