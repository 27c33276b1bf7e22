import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideByRules } from './decide-by-rules.ts';
import { neighbour, stated, storedMemory } from './dedup.fixture.ts';
import { guardDecisions } from './guard-decisions.ts';

/** What tells one of several alike things from another, and sentences in which it does. `{q}`: which one; `{v}`: its value. */
const families: { which: string[]; sentences: string[]; values: string[] }[] = [
  {
    which: [
      'staging',
      'production',
      'preview',
      'local',
      'QA',
      'billing',
      'search',
      'reporting',
      'Hamburg',
      'Berlin',
    ],
    sentences: [
      'The {q} database is {v}',
      'the {q} server uses {v}',
      'On {q} we use {v}',
      'We use {v} for {q}',
      'The database of {q} is {v}',
      'The {q} cluster runs on {v}',
      'Our {q} backend needs {v}',
    ],
    values: ['MySQL', 'Postgres', 'port 5432', 'port 5433', 'Node 20', 'Node 22', '8 GB'],
  },
  {
    which: ['Anna', 'Ben', 'Maria', 'Globex', 'Acme', 'Taskforge'],
    sentences: [
      '{q} uses {v}',
      '{q} prefers {v}',
      "{q}'s editor is {v}",
      '{q} works with {v}',
      'For {q} we use {v}',
      'The contact at {q} prefers {v}',
    ],
    values: ['Vim', 'Emacs', 'tabs', 'spaces', 'dollars', 'euros'],
  },
  {
    which: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    sentences: [
      'The {q} standup is at {v}',
      'The {q} build needs {v}',
      'On {q}s the standup is at {v}',
      'On {q} we meet at {v}',
      'Every {q} the standup starts at {v}',
      '{q}: standup at {v}',
      '{q} standup at {v}',
      '{q} meetings start at {v}',
      'The meeting on {q} is at {v}',
    ],
    values: ['9', '10', '11:30'],
  },
  {
    which: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
    sentences: [
      'Das {q}s-Meeting ist um {v}',
      'Das {q}smeeting beginnt um {v}',
      '{q}s treffen wir uns um {v}',
      'Am {q} ist die Besprechung um {v}',
      'Jeden {q} beginnt das Standup um {v}',
      '{q}: Standup um {v}',
      'Die Besprechung am {q} ist um {v}',
    ],
    values: ['9 Uhr', '10 Uhr', '11:30'],
  },
  {
    which: ['จันทร์', 'อังคาร', 'พุธ', 'พฤหัส', 'พฤหัสบดี', 'ศุกร์', 'เสาร์', 'อาทิตย์'],
    sentences: ['วัน{q}ประชุม {v}', 'ทุกวัน{q}ประชุม {v}', '{q}ประชุม {v}', 'วัน{q}เริ่มงาน {v}'],
    values: ['9 โมง', '10 โมง', '11:30'],
  },
  {
    which: ['Staging', 'Produktion', 'Abrechnung', 'Suche'],
    sentences: [
      'Die {q}-Datenbank ist {v}',
      'Auf {q} nutzen wir {v}',
      'Für {q} nutzen wir {v}',
      'Die Datenbank für {q} läuft auf {v}',
      'Der {q}-Server braucht {v}',
    ],
    values: ['MySQL', 'Postgres', 'Port 5432', 'Port 5433', 'Node 20', 'Node 22'],
  },
  {
    which: ['Anna', 'Ben', 'Frau Weber', 'Herr Lang'],
    sentences: ['{q} nutzt {v}', '{q} bevorzugt {v}', 'Bei {q} läuft {v}'],
    values: ['Vim', 'Emacs', 'Linux', 'Windows'],
  },
  {
    which: ['ทดสอบ', 'จริง', 'พัฒนา', 'ลูกค้า', 'บัญชี'],
    sentences: ['ฐานข้อมูล{q}คือ {v}', 'ฐานข้อมูล{q}ใช้ {v}', 'เซิร์ฟเวอร์{q}ใช้ {v}', 'พอร์ตของ{q}คือ {v}'],
    values: ['MySQL', 'Postgres', '5432', '5433'],
  },
  {
    which: ['คุณสมชาย', 'คุณมาลี', 'คุณวิชัย'],
    sentences: ['{q}ใช้ {v}', '{q}ชอบ {v}'],
    values: ['Vim', 'Emacs', 'Zed'],
  },
];

const contrasts = (value: string): string[] => [
  `, not ${value}`,
  ` instead of ${value}`,
  ` rather than ${value}`,
  `, nicht ${value}`,
  ` statt ${value}`,
  ` ไม่ใช่ ${value}`,
  ` แทน ${value}`,
  '',
];

const fill = (sentence: string, which: string, value: string): string =>
  sentence.replace('{q}', which).replace('{v}', value);

const pair = fc.constantFrom(...families).chain(({ which, sentences, values }) =>
  fc
    .record({
      sentence: fc.constantFrom(...sentences),
      things: fc.shuffledSubarray(which, { minLength: 2, maxLength: 2 }),
      value: fc.constantFrom(...values),
      old: fc.constantFrom(...values),
      contrast: fc.nat(7),
    })
    .map(({ sentence, things, value, old, contrast }) => ({
      said: `${fill(sentence, things[0] ?? '', value)}${value === old ? '' : contrasts(old)[contrast]}`,
      stored: fill(sentence, things[1] ?? '', old),
    })),
);

describe('two things that differ by which one is meant', () => {
  it('never retire each other without a model', () => {
    fc.assert(
      fc.property(pair, ({ said, stored }) => {
        expect(decideByRules(stated(said), [storedMemory(stored)]).action).toBe('add');
      }),
      { numRuns: 4_000 },
    );
  });

  it.each(['update', 'delete'] as const)('never retire each other when a model says %s', (action) => {
    fc.assert(
      fc.property(pair, ({ said, stored }) => {
        const memory = storedMemory(stored);
        const [guarded] = guardDecisions([{ candidate: 0, action, targetId: memory.id, reason: 'because' }], {
          candidates: [stated(said)],
          neighbours: [[neighbour(memory)]],
          read: new Set([0]),
        });
        expect(guarded?.action).toBe('add');
      }),
      { numRuns: 4_000 },
    );
  });
});
