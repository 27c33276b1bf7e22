import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilePart, Found } from './found.ts';
import { jsonValues } from './json-values.ts';
import { readMarkdown } from './markdown-blocks.ts';
import { readFiles } from './read-files.ts';
import * as samples from './samples.fixture.ts';
import { splitStatement } from './split-statement.ts';

async function found(parts: FilePart[], isFolder = false): Promise<Found[]> {
  const all: Found[] = [];
  for await (const one of readFiles(parts, { isFolder })) all.push(one);
  return all;
}
const texts = async (parts: FilePart[], isFolder = false): Promise<string[]> =>
  (await found(parts, isFolder)).flatMap((one) => (one.kind === 'statement' ? [one.text] : []));

describe('what each product exports', () => {
  it('is read: LangGraph, with the user that a namespace names', async () => {
    const rows = await found([samples.langGraph]);
    expect(rows).toMatchObject([
      {
        kind: 'statement',
        text: 'Rides a red bicycle to work',
        ...{ owner: 'user-7', about: 'user', saidAt: new Date('2024-07-01T08:00:00Z') },
      },
      {
        text: 'city: Berlin; pets: Rex, Tom; age: 41',
        ...{ owner: 'user-7', saidAt: new Date('2024-07-02T08:00:00.500Z') },
      },
      { kind: 'refused', place: 'entry 3 (line 3)', reason: 'its value has no text' },
    ]);
  });

  it('is read: agent files of Letta of both forms, and passages', async () => {
    expect(await texts([samples.lettaAgent])).toEqual([
      'Name: Dora.',
      'Has two sons',
      'Lives in Graz',
      'The shop sells maps.',
    ]);
    expect((await found([samples.lettaAgent])).filter(({ kind }) => kind === 'conversation')).toMatchObject([
      {
        messages: [
          { role: 'user', content: 'I play chess on Sundays.' },
          { role: 'assistant', content: 'Nice!' },
        ],
      },
    ]);
    expect(await texts([samples.lettaFirstForm])).toEqual(['Prefers short answers']);
    expect(await found([samples.lettaPassages])).toMatchObject([
      { form: 'letta', id: 'passage-1', saidAt: new Date('2024-05-20T00:00:00Z'), tags: ['house'] },
    ]);
  });

  it('is read: the list of memories of ChatGPT, as JSON and as copied lines', async () => {
    expect(await texts([samples.chatgptMemories])).toEqual(['Allergic to walnuts']);
    expect(await texts([{ path: 'my memories.txt', text: '• Likes tea\n\n2. Owns a boat\r\n' }])).toEqual([
      'Likes tea',
      'Owns a boat',
    ]);
  });

  it('is read: folders of Claude and OpenClaw, and instructions', async () => {
    expect(await found(samples.memoryFolder, true)).toMatchObject([
      { kind: 'left_out', reason: 'it names the file of a memory' },
      { text: 'The build machine is called Otto' },
      {
        text: expect.stringMatching(/^Answer in three sentences at most\.\n\*\*Why:\*\* she reads/),
        ...{ category: 'rule', title: 'how she wants answers' },
      },
      { text: 'Garden: Planted three apple trees', saidAt: new Date('2026-01-15T12:00:00Z') },
      { text: 'Called Emil', about: 'user' },
      { kind: 'left_out', path: 'SOUL.md' },
      { kind: 'left_out', path: 'README.md' },
    ]);
    expect(await found([samples.claudeFile])).toMatchObject([
      { kind: 'left_out', place: 'line 3' },
      { text: 'Rules: Never commit to main.', category: 'rule', about: 'project' },
      { text: expect.stringContaining('it takes a minute.'), category: 'rule' },
      { category: 'rule' },
      { text: expect.stringContaining('only through functions'), category: 'architecture' },
    ]);
  });
});

describe('a hostile file', () => {
  it.each<[string, string, RegExp]>([
    ['breaks off', '[{"memory":"a"},{"memory":', /damaged: it ends after entry 1, in line 1/],
    ['is no JSON', '[{"memory" "sk-live-secret"}]', /damaged: entry 1 \(line 1\) is no JSON \((?!.*sk-live)/],
    ['is nested deeply', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, /nested deeper than 100 levels/],
    ['is binary', 'PK\u0003\u0004\0\0', /ZIP archive/],
    ['is of another program', '[{"role":"user","content":"x"}]', /a JSON array of OpenAI messages/],
    ['is an export of DevAI', '{"kind":"devai-export","version":1}', /an export of DevAI/],
  ])('that %s is named', async (_what, text, problem) => {
    await expect(found([{ path: 'file.json', text }])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(problem),
    });
  });

  it('does not reach prototypes, and circles end', async () => {
    const polluted = '[{"id":"1","memory":"fine","__proto__":{"x":1},"metadata":{"__proto__":{"x":1}}}]';
    expect(await texts([{ path: 'a.json', text: polluted }])).toEqual(['fine']);
    expect(Reflect.get({}, 'x')).toBeUndefined();
    const node = (parent: string) => ({ parent, children: [], message: null });
    const circle = JSON.stringify([{ id: 'c', current_node: 'a', mapping: { a: node('b'), b: node('a') } }]);
    expect(await found([{ path: 'c.json', text: circle }])).toMatchObject([
      { kind: 'refused', reason: expect.stringContaining('in a circle') },
    ]);
  });
});

it('reads JSON the same however it is cut into parts', async () => {
  const json = fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(json, fc.boolean(), fc.integer({ min: 1, max: 9 }), async (values, isList, step) => {
      const text = isList
        ? JSON.stringify(values, null, 1)
        : values.map((one) => JSON.stringify([one])).join('\n');
      if (!isList && values.length === 1) return;
      const source = isList ? text : `${JSON.stringify({ first: 1 })}\n${text}`;
      const chunks = async function* () {
        for (let at = 0; at < source.length; at += step) yield source.slice(at, at + step);
      };
      const read: unknown[] = [];
      for await (const one of jsonValues(chunks()))
        read.push(one.problem ?? ('value' in one ? one.value : null));
      const normal = (of: unknown): unknown => JSON.parse(JSON.stringify(of));
      expect(read).toEqual(normal(isList ? values : [{ first: 1 }, ...values.map((one) => [one])]));
    }),
    { numRuns: 200 },
  );
});

it('divides what is too long at lines and sentences, and loses nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 30 }), (lines) => {
      const text = lines.map((line) => line.replaceAll(/\s/g, 'x')).join('\n');
      const parts = splitStatement(text, 60);
      expect(parts?.every((part) => part.length <= 60)).toBe(true);
      expect(parts?.join('\n').split('\n').filter(Boolean)).toEqual(text.split('\n').filter(Boolean));
    }),
  );
  expect(splitStatement('x'.repeat(61), 60)).toBeNull();
});

it('keeps what a line announces with it, and code with what it stands below', () => {
  const { blocks } = readMarkdown(
    '# T\n\nBefore a release:\n\n- tag\n- push\n\n- Build:\n  ```sh\n  # not a heading\n  ```\n- Next\n',
  );
  expect(blocks.map(({ text }) => text)).toEqual([
    'Before a release:\n\n- tag\n- push',
    'Build:\n  ```sh\n  # not a heading\n  ```',
    'Next',
  ]);
});
