import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedMemory } from '../dedup/dedup.fixture.ts';
import { hostileText } from '../text/hostile-text.fixture.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { countTokens } from '../text/tokens.ts';
import type { Category, Metadata } from '../types.ts';
import { projectItems } from './project-items.ts';

describe('the block of a project', () => {
  it('has one line per memory, whatever its texts and details contain', () => {
    const text = hostileText.filter((given) => given.trim() !== '');
    fc.assert(
      fc.property(text, text, text, (content, title, detail) => {
        const planned = [
          one('plan', content, { milestones: [{ title: detail }] }, { title }),
          one('task', content, { note: detail, assignee: detail, relatedFiles: [detail] }, { title }),
          one('decision', content, { rationale: detail, alternatives: [detail] }, { title }),
        ];
        for (const { id, text: line, short = '' } of projectItems(detail, planned)) {
          expect(`${line}${short}`).not.toMatch(/[\n\r\u2028\u2029\u0085\v\f]/u);
          if (id !== undefined) expect(line).toMatch(/^- /u);
        }
      }),
    );
  });

  it.each([
    { status: { a: 1 }, note: 7, assignee: [], relatedFiles: { a: 'b' }, completedAt: 'never' },
    { status: null, milestones: 'x', disputes: 'y' },
    { status: ['done'], relatedFiles: [[['x']]], disputes: [null] },
  ])('shows a task with invalid details as to do: %j', (metadata) => {
    expect(linesOf(one('task', 'build it', metadata)).at(-1)).toBe('- todo: build it');
  });

  it.each([null, 7, [null, { status: 3 }], [{ title: 5 }], { title: 'x' }])(
    'shows a plan with the milestones %j without one',
    (milestones) => {
      expect(linesOf(one('plan', 'launch', { milestones })).at(-1)).toBe('- launch');
    },
  );

  it('cuts long lines, so that a plan leaves room for tasks and decisions', () => {
    const words = 'a long story about nothing at all, and then '.repeat(40);
    const milestones = Array.from({ length: 50 }, () => ({
      title: words.slice(0, 1_000),
      status: 'todo',
      due: null,
    }));
    const files = Array.from({ length: 30 }, (_, index) => `${words.slice(0, 900)}${index}`);
    const lines = linesOf(
      one('plan', words, { milestones }),
      one('task', 'ระบบ'.repeat(400), {
        status: 'blocked',
        note: words.slice(0, 1_000),
        relatedFiles: files,
      }),
      one('decision', 'prices are in SQLite', { rationale: 'one file is enough' }),
    );
    expect(lines.map((line) => countTokens(line)).filter((tokens) => tokens > 95)).toEqual([]);
    expect(lines.at(-1)).toBe('- prices are in SQLite; because one file is enough');
  });

  it.each([
    ['Prices are in SQLite, since one file is enough', 'one file is enough', ''],
    ['Prices are in SQLite because a single file is enough for us', 'a single file is enough', ''],
    ['Preise liegen in SQLite, weil eine Datei genügt', 'Eine Datei genügt', ''],
    ['Prices are in SQLite', 'one file is enough', '; because one file is enough'],
    [
      'Prices are in one file',
      'Postgres was too slow on one machine',
      '; because Postgres was too slow on one machine',
    ],
  ])('says the reason of a decision once: %s', (content, rationale, behind) => {
    expect(linesOf(one('decision', content, { rationale })).at(-1)).toBe(`- ${content}${behind}`);
  });

  it('marks disputed memories when both are shown', () => {
    const first = one('decision', 'prices are in SQLite');
    const second = one('decision', 'prices are in Postgres', { disputes: [first.id] });
    expect(linesOf(first, second).slice(-2)).toEqual([
      '- (disputed) prices are in SQLite',
      '- (disputed) prices are in Postgres',
    ]);
    expect(linesOf(second).at(-1)).toBe('- prices are in Postgres');
  });
});

function one(
  category: Category,
  content: string,
  metadata: Metadata = {},
  fields: Partial<MemoryRecord> = {},
) {
  return storedMemory(content, { category, metadata, ...fields });
}

function linesOf(...planned: MemoryRecord[]) {
  return projectItems('shop', planned).map(({ text }) => text);
}
