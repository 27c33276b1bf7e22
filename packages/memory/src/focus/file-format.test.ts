import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import type { Topic } from '../types.ts';
import { topicsOfFile } from './file-topics.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';
import { renderFile, sayTheSame } from './render-file.ts';
import { anyTopics, makeTopic } from './topic.fixture.ts';
import { projectMark, shownTopics, type Written } from './written-topics.ts';

const now = new Date('2026-01-15T10:00:00Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const project = 'taskforge';

function writtenOf(topics: Topic[]): Written {
  const shown = shownTopics(project, topics);
  return { revision: `12-${shown.hash}`, topics: shown.topics };
}
function render(topics: Topic[], notes: string[] = []): string {
  return renderFile({ project, written: writtenOf(topics), topics, notes, now });
}
const parse = (text: string): ParsedFile => parseFile(Buffer.from(text));
const names = (file: ParsedFile): string[] => file.topics.map(({ name }) => name);

const topics = [
  makeTopic({
    id: '11111111-1111-4111-8111-111111111111',
    topic: 'memory/extraction',
    strength: 0.974,
    sessionCount: 4,
    lastTouchedAt: hoursAgo(6),
    filePaths: ['apps/api/src/memory/extraction.ts', 'apps/api/src/memory/service.ts'],
    directories: ['apps/api/src/memory/'],
  }),
  makeTopic({
    id: '22222222-2222-4222-8222-222222222222',
    topic: 'deployment',
    strength: 0.59,
    lastTouchedAt: hoursAgo(5 * 24),
    filePaths: ['infra/a, b.yml'],
  }),
];

describe('the focus file', () => {
  it('looks like this', () => {
    expect(render(topics)).toMatchInlineSnapshot(`
      "# Recent Focus

      > Generated from recent work. Your edits are respected: remove a topic, add one, or correct its paths,
      > and the next session takes it over. The figures are not edited here.

      Last updated: 2026-01-15 10:00:00 UTC

      ## Active

      - **memory/extraction** | 4 sessions | last: 6h ago | strength: 0.97
        files: apps/api/src/memory/extraction.ts, apps/api/src/memory/service.ts
        dirs: apps/api/src/memory/

      ## Fading

      - **deployment** | 1 session | last: 5d ago | strength: 0.59
        files: "infra/a, b.yml"

      <!-- keep this line, it tells your edits from what was written: 1fd4f38f 12-43ac9d099b68 -->
      "
    `);
  });

  it('is the same bytes for the same topics and time', () => {
    expect(render(topics)).toBe(render(structuredClone(topics)));
  });

  it('says the same a minute later but for the moment of writing', () => {
    const text = render(topics);
    const later = text.replace('10:00:00', '10:00:59');
    expect(later).not.toBe(text);
    expect(sayTheSame(text, later)).toBe(true);
    expect(sayTheSame(text, text.replace('6h ago', '7h ago'))).toBe(false);
  });

  it('reads back every topic with its paths, whatever they are made of', () => {
    fc.assert(
      fc.property(
        anyTopics,
        fc.array(fc.constantFrom('', 'a note', '- a list', '## Ideas'), { maxLength: 5 }),
        (all, notes) => {
          const file = parse(render(all, notes));
          const shown = writtenOf(all);
          expect(file.isDamaged).toBe(false);
          expect(file.mark).toEqual({ project: projectMark(project), revision: shown.revision });
          expect(file.topics.map(({ fields: _fields, ...topic }) => topic).toSorted(byName)).toEqual(
            shown.topics.map(({ id: _id, touchedAt: _at, ...topic }) => topic).toSorted(byName),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is stable: what is read from it writes the same again, notes included', () => {
    const note = fc.constantFrom(
      '',
      '  ',
      'a note',
      '- **bold** note',
      '* x',
      'files: y',
      '## Ideas',
      '### deep',
      '> quote',
      '-',
      '#',
    );
    fc.assert(
      fc.property(anyTopics, fc.array(note, { maxLength: 6 }), (all, lines) => {
        const first = render(all, parse(render(all, lines)).notes);
        const second = render(all, parse(first).notes);
        expect(second).toBe(first);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an edited focus file', () => {
  const text = render(topics);

  it.each([
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['old line ends', text.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${text}`],
    ['tabs', text.replaceAll('  files:', '\tfiles:\t').replaceAll('- **', '-\t**')],
    ['other bullets', text.replaceAll('- **', '* **')],
    ['bullets of a word processor', text.replaceAll('- **', '• **')],
    ['numbers', text.replaceAll('- **', '1. **')],
    ['check boxes', text.replaceAll('- **', '- [x] **')],
    ['underscores', text.replaceAll('**', '__')],
    ['lists of paths as lists', text.replaceAll(/ {2}(files|dirs): (.*)/g, '  - $1: $2')],
    ['other words for paths', text.replaceAll('files:', 'Paths:').replaceAll('dirs:', '**Directories:**')],
    ['no blank lines', text.replaceAll('\n\n', '\n')],
    ['blank lines everywhere', text.replaceAll('\n', '\n\n')],
    ['blanks at the ends', text.replaceAll('\n', '   \n')],
    ['no figures', text.replaceAll(/ \| .*$/gm, '')],
    ['text beside a name', text.replace('extraction** |', 'extraction** (my favourite) |')],
    [
      'a remark between a topic and its files',
      text.replaceAll('\n  files:', '\n  I like this one.\n  files:'),
    ],
    [
      'its sections swapped',
      text.replace('## Active', '## X').replace('## Fading', '## Active').replace('## X', '## Fading'),
    ],
  ])('with %s has the same topics', (_, edited) => {
    const file = parse(edited);
    expect(file.isDamaged).toBe(false);
    expect(file.topics.map(({ name, filePaths, directories }) => ({ name, filePaths, directories }))).toEqual(
      topics.map((topic) => ({
        name: topic.topic,
        filePaths: topic.filePaths,
        directories: topic.directories,
      })),
    );
  });

  it('takes topics however they are added', () => {
    const added = [
      '- **billing**',
      '- billing-api',
      '* Umbau Küche',
      '- **search** – find things',
      '**bold** | 1 session',
    ];
    const file = parse(text.replace('## Fading', `${added.join('\n')}\n\n## Fading`));
    expect(names(file)).toEqual([
      'memory/extraction',
      'billing',
      'billing-api',
      'Umbau Küche',
      'search',
      'bold',
      'deployment',
    ]);
    expect(file.problems).toEqual([expect.stringContaining('taken for its name alone')]);
  });

  it('takes paths that stand one below the other', () => {
    const file = parse(
      text.replace(
        '## Fading',
        '- **billing**\n  files:\n    - a.ts\n    - `b.ts`\n  dirs: src/\n\n## Fading',
      ),
    );
    expect(file.topics.find(({ name }) => name === 'billing')).toMatchObject({
      filePaths: ['a.ts', 'b.ts'],
      directories: ['src/'],
    });
  });

  it('keeps prose as notes and says so once', () => {
    const prose = [
      'I should not forget this: the port is 6543.',
      '- call Bob, he knows it.',
      '## Ideas',
      '- **not a topic**',
    ];
    const first = parse(text.replace('## Fading', `${prose.join('\n')}\n\n## Fading`));
    expect(names(first)).toEqual(['memory/extraction', 'deployment']);
    expect(first.notes).toEqual(prose);
    expect(first.isDamaged).toBe(false);
    expect(first.problems).toHaveLength(4);
    const second = parse(render(topics, first.notes));
    expect(second.notes).toEqual(prose);
    expect(second.problems).toEqual([]);
  });

  it('says which topics it names on lines that it does not understand', () => {
    const file = parse(text.replace('- **deployment**', '- ~~**deployment**~~'));
    expect(names(file)).toEqual(['memory/extraction']);
    expect(file.unclear).toEqual(['deployment']);
  });

  it('has a topic once, with the paths of both places', () => {
    const file = parse(text.replace('## Fading', '- **deployment**\n  files: c.ts\n\n## Fading'));
    expect(file.topics.find(({ name }) => name === 'deployment')?.filePaths).toEqual([
      'c.ts',
      'infra/a, b.yml',
    ]);
  });
});

describe('a damaged focus file', () => {
  const text = render(topics);

  it('with the marks of a merge has the topics of both sides', () => {
    const merged = text.replace(
      '- **deployment**',
      '<<<<<<< ours\n- **billing** | 1 session\n=======\n- **search** | 1 session\n>>>>>>> theirs\n- **deployment**',
    );
    const file = parse(merged);
    expect(file.isDamaged).toBe(true);
    expect(names(file)).toEqual(['memory/extraction', 'billing', 'search', 'deployment']);
    expect(file.problems.filter((problem) => problem.includes('merge'))).toHaveLength(3);
  });

  it('with the marks of a merge inside a topic has the paths of both sides', () => {
    const ours = '  files: apps/api/src/memory/extraction.ts, apps/api/src/memory/service.ts';
    const merged = text.replace(ours, `<<<<<<< ours\n${ours}\n=======\n  files: theirs.ts\n>>>>>>> theirs`);
    expect(parse(merged).topics[0]?.filePaths).toEqual([...(topics[0]?.filePaths ?? []), 'theirs.ts']);
  });

  it('with bytes that are not UTF-8 has what is legible', () => {
    const bytes = Buffer.from(text);
    bytes[text.indexOf('deployment') + 2] = 0xff;
    const file = parseFile(bytes);
    expect(file.isDamaged).toBe(true);
    expect(names(file)).toEqual(['memory/extraction']);
    expect(file.problems.join()).toContain('UTF-8');
  });

  it.each([
    ['nothing', ''],
    ['blanks', '\n \n'],
    ['zeros', '\0'.repeat(100)],
    ['another file', 'key = value\n[section]\n'],
    ['a picture', '\u0089PNG\r\n\u001A\n\0\0'],
  ])('made of %s is damaged and says so', (_, edited) => {
    const file = parse(edited);
    expect(file.isDamaged).toBe(true);
    expect(file.topics).toEqual([]);
    expect(file.problems.length).toBeGreaterThan(0);
  });

  it('cut anywhere has no last line, and no topic or note that was not there', () => {
    for (let end = 0; end < text.length - 1; end += 1) {
      const file = parse(text.slice(0, end));
      expect(file.mark, `cut at ${end}`).toBeNull();
      expect(file.notes, `cut at ${end}`).toEqual([]);
      for (const name of names(file))
        expect(['memory/extraction', 'deployment'], `cut at ${end}`).toContain(name);
    }
  });

  it('is read whatever it is made of', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.nat(text.length), (junk, at) => {
        const bytes = Buffer.concat([Buffer.from(text.slice(0, at)), junk, Buffer.from(text.slice(at))]);
        expect(() => parseFile(bytes)).not.toThrow();
      }),
    );
  });

  it('of 5 MB is read with a limit on topics, notes and complaints, in proportionate time', async () => {
    for (const line of [
      '- **topic N** | 1 session\n',
      'prose N, without an end.\n',
      '** N **'.repeat(10) + '\n',
      '"\\'.repeat(20),
    ]) {
      const huge =
        text +
        Array.from({ length: Math.ceil(5_000_000 / line.length) }, (_, n) =>
          line.replace('N', String(n)),
        ).join('');
      const file = parse(huge);
      expect(await growth(parse, repeating(line), 50_000), line).toBeLessThan(1.5);
      expect(file.isDamaged, line).toBe(true);
      expect(names(file)).toContain('deployment');
      expect(file.topics.length).toBeLessThanOrEqual(1_000);
      expect(file.notes.join('\n').length).toBeLessThanOrEqual(20_000);
      expect(file.problems.length).toBeLessThan(30);
    }
  });
});

describe('topics from the file alone', () => {
  it('are as strong as they are by now', () => {
    const later = new Date(now.getTime() + 2 * 86_400_000);
    const [first, second] = topicsOfFile(parse(render(topics)), { project, now: later, base: 0.9 });
    expect(first).toMatchObject({
      topic: 'memory/extraction',
      parentTopic: 'memory',
      sessionCount: 4,
      lastTouchedAt: hoursAgo(6),
      filePaths: topics[0]?.filePaths,
    });
    expect(first?.strength).toBeCloseTo(0.97 * 0.81, 5);
    expect(second?.strength).toBeCloseTo(0.59 * 0.81, 5);
  });

  it('are fresh when the user added them', () => {
    const file = parse(render(topics).replace('## Fading', '- **billing**\n\n## Fading'));
    const billing = topicsOfFile(file, { project, now, base: 0.9 }).find(({ topic }) => topic === 'billing');
    expect(billing).toMatchObject({ strength: 1, lastTouchedAt: now, sessionCount: 0 });
  });
});

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1);
