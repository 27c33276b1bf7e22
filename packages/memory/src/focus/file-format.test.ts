import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { projectMark } from '../files/written-versions.ts';
import type { Topic } from '../store/topics.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';
import { renderFile, saysTheSame } from './render-file.ts';
import { anyTopics, makeTopic } from './topic.fixture.ts';
import { shownTopics, writtenMark } from './written-topics.ts';

const now = new Date('2026-01-15T10:00:00Z');
const project = 'taskforge';

const topics = [
  makeTopic({
    topic: 'memory/extraction',
    strength: 0.974,
    sessionCount: 4,
    lastTouchedAt: hoursAgo(6),
    filePaths: ['apps/api/src/memory/extraction.ts', 'apps/api/src/memory/service.ts'],
    directories: ['apps/api/src/memory/'],
  }),
  makeTopic({
    topic: 'deployment',
    strength: 0.59,
    lastTouchedAt: hoursAgo(5 * 24),
    filePaths: ['infra/a, b.yml'],
  }),
];
const text = render(topics);

describe('the focus file', () => {
  it('looks like this', () => {
    // the mark of a write depends on the ids
    expect(text.replace(/[0-9a-f]{8} -->/, 'abcdef01 -->')).toMatchInlineSnapshot(`
      "# Recent Focus

      > Generated from recent work. Your edits are respected: remove a topic, add one as \`- **name**\`, or correct its
      > paths, and the next session takes them over. The figures cannot be edited, and there is no room for notes here.

      Last updated: 2026-01-15 10:00:00 UTC

      ## Active

      - **memory/extraction** | 4 sessions | last: 6h ago | strength: 0.97
        files: apps/api/src/memory/extraction.ts, apps/api/src/memory/service.ts
        dirs: apps/api/src/memory/

      ## Fading

      - **deployment** | 1 session | last: 5d ago | strength: 0.59
        files: "infra/a, b.yml"

      <!-- keep this line, it tells your edits from what was written: 1fd4f38f 1768449600000 abcdef01 -->
      "
    `);
  });

  it('has the same bytes for the same topics and time', () => {
    expect(render(structuredClone(topics))).toBe(text);
  });

  it('differs a minute later only in the time of writing', () => {
    const later = text.replace('10:00:00', '10:00:59');
    expect(later).not.toBe(text);
    expect(saysTheSame(text, later)).toBe(true);
    expect(saysTheSame(text, text.replace('6h ago', '7h ago'))).toBe(false);
  });

  it('preserves every topic with its paths, whatever characters they have', () => {
    fc.assert(
      fc.property(anyTopics, (all) => {
        const file = parse(render(all));
        expect(file.problems).toEqual([]);
        expect(file.updatedAt).toEqual(now);
        // a topic without a legible name is not in the file
        const touchedAt = Math.max(0, ...shownTopics(all).map((topic) => topic.touchedAt));
        expect(file.mark).toEqual({
          project: projectMark(project),
          touchedAt,
          written: writtenMark(shownTopics(all)),
        });
        expect(file.topics.map(({ figures: _figures, ...topic }) => topic).toSorted(byName)).toEqual(
          shownTopics(all)
            .map(({ id: _id, touchedAt: _at, ...topic }) => topic)
            .toSorted(byName),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('preserves the figures', () => {
    expect(parse(text).topics.map(({ figures }) => figures)).toEqual([
      { sessions: 4, last: '6h ago' },
      { sessions: 1, last: '5d ago' },
    ]);
  });
});

describe('an edited focus file', () => {
  it.each([
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['old line ends', text.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${text}`],
    ['tabs', text.replaceAll('  files:', '\tfiles:\t').replaceAll('- **', '-\t**')],
    ['asterisks for bullets', text.replaceAll('- **', '* **')],
    ['no blank lines', text.replaceAll('\n\n', '\n')],
    ['blanks at the ends', text.replaceAll('\n', '   \n')],
    ['no figures', text.replaceAll(/ \| .*$/gm, '')],
    [
      'its sections swapped',
      text.replace('## Active', '## X').replace('## Fading', '## Active').replace('## X', '## Fading'),
    ],
  ])('with %s has the same topics', (_, edited) => {
    const file = parse(edited);
    expect(file.problems).toEqual([]);
    expect(file.topics.map(({ name, filePaths, directories }) => ({ name, filePaths, directories }))).toEqual(
      topics.map(({ topic, filePaths, directories }) => ({ name: topic, filePaths, directories })),
    );
  });

  it('has the topics that the user added', () => {
    const file = parse(
      text.replace('## Fading', '- **billing**\n  files: a.ts, "b, c.ts"\n- **Umbau Küche**\n\n## Fading'),
    );
    expect(file.problems).toEqual([]);
    expect(file.topics.slice(1, 3)).toEqual([
      { name: 'billing', filePaths: ['a.ts', 'b, c.ts'], directories: [], figures: null },
      { name: 'Umbau Küche', filePaths: [], directories: [], figures: null },
    ]);
  });

  it('has a duplicated topic once, with the paths of both places', () => {
    const file = parse(text.replace('## Fading', '- **deployment**\n  files: c.ts\n\n## Fading'));
    expect(file.topics[1]).toMatchObject({ name: 'deployment', filePaths: ['c.ts', 'infra/a, b.yml'] });
    expect(file.topics).toHaveLength(2);
  });
});

describe('a damaged focus file', () => {
  it.each([
    ['prose', 'I should not forget this: the port is 6543.'],
    ['a list of something else', '- call Bob, he knows it.'],
    ['a heading', '## Ideas'],
    ['a topic that is crossed out', '- ~~**billing**~~'],
    ['paths of no topic', '  files: a.ts'],
    ['a topic without a name', '- ** **'],
    ['half a topic', '- **bill'],
  ])('with %s says which line was not understood', (_, line) => {
    const file = parse(text.replace('## Fading', `${line}\n\n## Fading`));
    expect(file.problems).toEqual([expect.stringMatching(/^line 14 was not understood/)]);
    expect(file.problems[0]).toContain(line.trim());
    expect(names(file)).toEqual(['memory/extraction', 'deployment']);
  });

  it('with merge conflict markers has the topics of both sides', () => {
    const merged = text.replace(
      '- **deployment**',
      '<<<<<<< ours\n- **billing** | 1 session\n=======\n- **search** | 1 session\n>>>>>>> theirs\n- **deployment**',
    );
    const file = parse(merged);
    expect(file.problems).toHaveLength(3);
    expect(names(file)).toEqual(['memory/extraction', 'billing', 'search', 'deployment']);
  });

  it('with bytes that are not UTF-8 has its readable topics', () => {
    const bytes = Buffer.from(text);
    bytes[text.indexOf('deployment') + 2] = 0xff;
    const file = parseFile(bytes);
    expect(names(file)).toEqual(['memory/extraction']);
    expect(file.problems.join()).toContain('UTF-8');
  });

  it.each([
    ['nothing', ''],
    ['blanks', '\n \n'],
    ['zeros', '\0'.repeat(100)],
    ['another file', 'key = value\n[section]\n'],
    ['a picture', '\u0089PNG\r\n\u001A\n\0\0'],
    ['too much', text.repeat(3_000)],
  ])('made of %s has no topics and says so', (_, edited) => {
    const file = parse(edited);
    expect(file.topics).toEqual([]);
    expect(file.problems.length).toBeGreaterThan(0);
  });

  it('that was cut anywhere is reported as cut, and has no invented topics', () => {
    for (let end = 0; end < text.length - 1; end += 1) {
      const file = parse(text.slice(0, end));
      expect(file.problems, `cut at ${end}`).toContain('its last line is missing');
      for (const name of names(file))
        expect(['memory/extraction', 'deployment'], `cut at ${end}`).toContain(name);
    }
  });

  it('is read whatever it contains', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.nat(text.length), (junk, at) => {
        const bytes = Buffer.concat([Buffer.from(text.slice(0, at)), junk, Buffer.from(text.slice(at))]);
        expect(() => parseFile(bytes)).not.toThrow();
      }),
    );
  });

  it.each([
    '- **topic N** | 1 session\n',
    'prose N, without an end.\n',
    '** N **'.repeat(10) + '\n',
    '"\\'.repeat(20),
    'files: "N, "',
  ])('with many %j is read with limited topics and complaints, in proportional time', async (line) => {
    const lines = Array.from({ length: 25_000 }, (_, n) => line.replace('N', String(n)));
    const file = parse(text + lines.join(''));
    expect(await growth(parse, repeating(line))).toBeLessThan(1.5);
    expect(file.topics.length).toBeLessThanOrEqual(1_000);
    expect(file.problems.length).toBeGreaterThan(0);
    expect(file.problems.length).toBeLessThan(30);
  });
});

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1);

function hoursAgo(hours: number): Date {
  return new Date(now.getTime() - hours * 3_600_000);
}

function render(shown: Topic[]): string {
  return renderFile({ project, written: shownTopics(shown), topics: shown, now });
}

function parse(file: string): ParsedFile {
  return parseFile(Buffer.from(file));
}

function names(file: ParsedFile): string[] {
  return file.topics.map(({ name }) => name);
}
