import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryRecord } from '../store/memories.ts';
import { parseMemoryFile } from './parse-memory-file.ts';
import { planMemoryEdits } from './plan-memory-edits.ts';
import { renderMemoryFile, writtenMark, writtenOf, type FileContent } from './render-memory-file.ts';
import { maximumStatements, statementId, statementsOf, type Statement } from './statement.ts';

const project = 'taskforge';
const at = new Date('2026-03-01T12:00:00Z');
const [today, tomorrow] = ['2026-03-01', '2026-03-02'];

const memory = (content: string, fields: Partial<MemoryRecord> = {}): MemoryRecord =>
  Object({
    id: `memory of ${content}`,
    ...{
      content,
      category: 'other',
      namespace: 'devai/project/taskforge/general',
      strength: 1,
      updatedAt: at,
    },
    ...fields,
  });
const tea = memory('Drinks tea, not coffee', { category: 'preference', namespace: 'devai/user/preferences' });
const nurse = memory('Is a nurse in Kassel', { category: 'profile', namespace: 'devai/user/profile' });
const tests = memory('Run the tests before a push', { category: 'rule' });
const port = memory('The server listens on port 3000');

const contentOf = (memories: MemoryRecord[], pending: [string, string][] = []): FileContent => ({
  project,
  ...statementsOf(memories),
  pending: new Map(pending),
});
const versionOf = (content: FileContent) => {
  const items = writtenOf(content);
  return { mark: writtenMark(items), items };
};
const content = contentOf([port, nurse, tea, tests]);
const text = renderMemoryFile(content);
const parse = (file: string) => parseMemoryFile(Buffer.from(file));

/** What an edit of the file that shows `shown` does to the store, which has the same. */
function plan(edited: string, shown = content, statements = shown.statements, day = today) {
  const edits = planMemoryEdits({
    ...{ file: parse(edited), versions: [versionOf(shown)], statements, today: day, tomorrow },
  });
  const texts = (of: Statement[]) => of.map((one) => one.text);
  return {
    add: edits.add.map((line) => [line.section, line.text]),
    correct: edits.correct.map(({ line, statement }) => [statement.text, line.text]),
    forget: texts(edits.forget),
    pending: [...edits.pending],
    stay: texts(edits.stay),
  };
}
const nothing = { add: [], correct: [], forget: [], pending: [], stay: [] };
const without = (line: MemoryRecord, file = text) => file.replace(`${lineOf(line)}\n`, '');
const lineOf = ({ content: words }: MemoryRecord) => `- ${words} [${statementId(words)}]`;

describe('the memory file', () => {
  it('looks like this', () => {
    expect(renderMemoryFile({ ...content, pending: new Map([[statementId(tea.content), tomorrow]]) }))
      .toMatchInlineSnapshot(`
        "# What I know about you

        > Yours to edit: correct the words of a line, remove it, or add one as \`- text\` under the heading where it belongs.
        > The next session takes it over. A removed line first stands under "Forgotten on" for a day: move it back to keep it,
        > remove it there too to have it forgotten at once. Keep what stands in brackets: it says which line was changed.

        ## Forgotten on 2026-03-02 unless put back

        - Drinks tea, not coffee [5e010d53]

        ## About you

        - Is a nurse in Kassel [c8571d3f]

        ## How you like to work

        ## How to work in this project

        - Run the tests before a push [ac2b5bf2]

        ## This project

        - The server listens on port 3000 [09928ca1]

        <!-- keep this line, it tells your edits from what was written: 1fd4f38f 691fed43 -->
        "
      `);
  });

  it('has the same bytes for the same statements, whatever ids, times and order the store has', () => {
    const other = [tests, tea, nurse, port].map((one, index) => ({
      ...{ ...one, id: String(index), updatedAt: new Date(index), strength: index / 4 },
    }));
    expect(renderMemoryFile(contentOf(other))).toBe(text);
  });

  it('shows a text once, the strongest up to the limit, and says how many it leaves out', () => {
    const many = Array.from({ length: maximumStatements + 2 }, (_, index) =>
      memory(`Fact ${index}`, { strength: index < 2 ? 0.1 : 1 }),
    );
    const rendered = renderMemoryFile(
      contentOf([...many, { ...port, id: 'again' }, port].slice(0, -2).concat(many[9] ?? port)),
    );
    expect(rendered).toContain('> 2 more are known and not shown here.');
    expect(rendered.match(/^- Fact 9 /gm)).toHaveLength(1);
    expect(rendered).not.toMatch(/^- Fact [01] /m);
  });

  it('is read as it was written, for any texts', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { maxLength: 12 }), fc.nat(), (texts, seed) => {
        const memories = texts.map((words, index) =>
          memory(words, (index + seed) % 2 ? {} : { category: 'rule' }),
        );
        const { statements } = contentOf(memories);
        const pending = statements
          .filter((_, index) => (index + seed) % 3 === 0)
          .map(({ id }): [string, string] => [id, tomorrow]);
        const shown = contentOf(memories, pending);
        const parsed = parse(renderMemoryFile(shown));
        expect(parsed.problems).toEqual([]);
        const read = [...parsed.lines, ...parsed.pending].map((line) => `${line.id} ${line.text}`);
        expect(read.toSorted()).toEqual(statements.map((one) => `${one.id} ${one.text}`).toSorted());
        expect(plan(renderMemoryFile(shown), shown)).toEqual({
          ...nothing,
          pending: expect.arrayContaining(pending),
        });
      }),
    );
  });
});

describe('an edit of the memory file', () => {
  it('is none if nothing was edited', () => {
    expect(plan(text)).toEqual(nothing);
  });

  it('adds lines without an id, and with one that the store does not know, in their sections', () => {
    const edited = text
      .replace('## About you\n', '## About you\n\n- Lives in Kassel\n')
      .replace('## This project\n', `## This project\n\n${lineOf(memory('Ships on Fridays'))}\n`);
    expect(plan(edited)).toEqual({
      ...nothing,
      add: [
        ['you', 'Lives in Kassel'],
        ['project', 'Ships on Fridays'],
      ],
    });
  });

  it('corrects the memory of a line whose words were changed, and adds a changed copy', () => {
    expect(plan(text.replace('port 3000', 'port 4000')).correct).toEqual([
      [port.content, 'The server listens on port 4000'],
    ]);
    const copied = text.replace(lineOf(port), `${lineOf(port)}\n${lineOf(port).replace('3000', '4000')}`);
    expect(plan(copied)).toEqual({ ...nothing, add: [['project', 'The server listens on port 4000']] });
  });

  it('makes a removed line pending, and forgets it a day later or when it is removed there too', () => {
    const id = statementId(port.content);
    expect(plan(without(port))).toEqual({ ...nothing, pending: [[id, tomorrow]] });
    const shown = contentOf([port, nurse, tea, tests], [[id, tomorrow]]);
    const pending = renderMemoryFile(shown);
    expect(plan(pending, shown)).toEqual({ ...nothing, pending: [[id, tomorrow]] });
    expect(plan(pending, shown, undefined, tomorrow).forget).toEqual([port.content]);
    expect(plan(without(port, pending), shown).forget).toEqual([port.content]);
    const back = without(port, pending).replace('## This project\n', `## This project\n\n${lineOf(port)}\n`);
    expect(plan(back, shown, undefined, tomorrow)).toEqual(nothing);
  });

  it('forgets nothing that the user put under an old day themselves before it was shown there', () => {
    const edited = without(port).replace(
      '## About you',
      `## Forgotten on 2026-01-01 unless put back\n\n${lineOf(port)}\n\n## About you`,
    );
    expect(plan(edited)).toEqual({ ...nothing, pending: [[statementId(port.content), tomorrow]] });
  });

  it('keeps a removed line whose memory was changed since the file was written', () => {
    const later = content.statements.map((one) => ({ ...one, updatedAt: one.updatedAt + 1 }));
    expect(plan(without(port), content, later)).toEqual({ ...nothing, stay: [port.content] });
  });

  it('does not bring back what the store dropped since the file was written', () => {
    expect(plan(text, content, contentOf([nurse]).statements)).toEqual(nothing);
  });

  it.each([
    ['is cut in the middle', (file: string) => file.slice(0, file.indexOf('- The server') + 20)],
    ['lost its last line', (file: string) => without(port, file).replace(/<!--.*\n/, '')],
    [
      'has a line that is not understood',
      (file: string) => without(port, file).replace('## This', 'a note\n\n## This'),
    ],
    [
      'was written by a store that is not known',
      (file: string) => without(port, file).replace(/[0-9a-f]{8} -->/, '00000000 -->'),
    ],
  ])('removes nothing if the file %s', (_, damage) => {
    expect(plan(damage(text))).toEqual(nothing);
  });

  it('takes both sides of a conflict in git, and removes nothing', () => {
    const conflict = `<<<<<<< HEAD\n- Ours\n||||||| base\n${lineOf(port)}\n=======\n- Theirs [${statementId('Theirs')}]\n>>>>>>> other`;
    const edited = text.replace(lineOf(port), conflict).replace(`${lineOf(tea)}\n`, '');
    expect(plan(edited)).toEqual({
      ...nothing,
      add: [
        ['project', 'Ours'],
        ['project', 'Theirs'],
      ],
    });
    expect(parse(edited).problems).toHaveLength(4);
  });

  it('never throws, never forgets what was not pending, and once written is no edit any more', () => {
    fc.assert(
      fc.property(anyEdits, fc.boolean(), (edits, isNextDay) => {
        const shown = contentOf([port, nurse, tea, tests], [[statementId(tea.content), tomorrow]]);
        const edited = edits.reduce((file, [from, length, put]) => {
          const start = from % (file.length + 1);
          return file.slice(0, start) + put + file.slice(start + length);
        }, renderMemoryFile(shown));
        const { forget, pending } = plan(edited, shown, undefined, isNextDay ? tomorrow : today);
        expect([[], [tea.content]]).toContainEqual(forget);
        const next = contentOf([port, nurse, tea, tests], pending);
        expect(plan(renderMemoryFile(next), next, undefined, today)).toMatchObject({
          add: [],
          correct: [],
          forget: [],
        });
      }),
      { numRuns: 500 },
    );
  });
});

const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      '## About you',
      '- x [deadbeef]',
      '<<<<<<< HEAD',
      '> a quote',
      'two\nlines\u2028three',
      '\u0001x',
      '<!-- : 00000000 00000000 -->',
    ),
  )
  .map((words) => words.toWellFormed())
  .filter((words) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(words));

const anyEdits = fc.array(
  fc.tuple(
    fc.nat(2_000),
    fc.nat(200),
    fc.oneof(
      fc.string(),
      fc.constantFrom('', '\n', '- new\n', '\n=======\n', '## This project\n', `\n${lineOf(port)}\n`),
    ),
  ),
  { maxLength: 4 },
);
