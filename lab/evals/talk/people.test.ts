import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../packages/memory/testing/temporary-folder.ts';
import { languages } from '../recall/eval-data.ts';
import { holdsAll, loadPeople } from './people.ts';
import { somebody } from './person.fixture.ts';

describe('the people of the talk eval', () => {
  const everybody = loadPeople();
  const people = everybody.filter(({ questions }) => questions.length > 0);
  const changing = everybody.filter(({ changed }) => changed.length > 0);

  it('are at least 12, four in each language, half of them held out', () => {
    expect(people.length).toBeGreaterThanOrEqual(12);
    for (const language of languages) {
      expect(people.filter((one) => one.language === language).length, language).toBeGreaterThanOrEqual(4);
    }
    expect(people.filter(({ split }) => split === 'held_out')).toHaveLength(people.length / 2);
  });

  it('are at least six whose facts change and gather, two in each language, half of them held out', () => {
    for (const language of languages) {
      const own = changing.filter((one) => one.language === language);
      expect(own.length, language).toBeGreaterThanOrEqual(2);
      expect(
        own.filter(({ split }) => split === 'held_out'),
        language,
      ).toHaveLength(own.length / 2);
    }
  });

  it.each(changing)('$name tells of 6 changes and 5 lists', ({ changed, lists }) => {
    expect([changed.length, lists.length]).toEqual([6, 5]);
  });

  it.each(people)('$name says 20 things in 20 turns, and is asked for each in two ways', (one) => {
    const turns = one.told.map(({ session, turn }) => `${session} ${turn}`);
    expect(new Set(turns).size).toBe(20);
    const all = Array.from({ length: 20 }, (_, told) => told);
    for (const asked of [one.questions, one.plain]) {
      expect(asked.map(({ told }) => told).toSorted((a, b) => a - b)).toEqual(all);
    }
    expect([one.unanswerable, one.foreign].map(({ length }) => length)).toEqual([5, 5]);
  });

  it.each(people)('$name says no two things that hold the same answer', ({ sessions, told, questions }) => {
    const texts = sessions.map(({ turns }) => turns.map(({ user }) => user));
    for (const { ask, told: index, answer } of questions) {
      const holding = texts.flatMap((session, number) =>
        session.flatMap((user, turn) => (holdsAll(user, answer) ? [`${number} ${turn}`] : [])),
      );
      const { session, turn } = told[index] ?? {};
      expect(holding, ask).toEqual([`${session} ${turn}`]);
    }
  });
});

describe('reading people', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  const { name, split, ...valid } = somebody;

  it('takes name and split from the file', () => {
    write(valid);
    expect(loadPeople(folder)).toEqual([{ ...valid, name, split }]);
  });

  it.each([
    ['a turn that is not there', { told: [{ session: 0, turn: 9, fact: 'x' }] }, 'no turn in which'],
    [
      'an answer that nobody told',
      { questions: [{ ask: 'Where?', told: 0, answer: ['Oslo'] }] },
      'not in what was told',
    ],
    [
      'a list with an entry that nobody told',
      {
        lists: [
          {
            ask: 'Which?',
            entries: [
              { told: 0, answer: ['Leeds'] },
              { told: 0, answer: ['Oslo'] },
            ],
          },
        ],
      },
      'not in what was told',
    ],
    [
      'a change within a session',
      {
        changed: [
          { ask: 'Where?', older: { told: 0, answer: ['Leeds'] }, newer: { told: 0, answer: ['oven'] } },
        ],
      },
      'in a later session',
    ],
    ['a plain question without an answer', { plain: [{ ask: 'Where?', told: 3 }] }, 'nobody knows'],
  ])('refuses %s', (_, change, message) => {
    write({ ...valid, ...change });
    expect(() => loadPeople(folder)).toThrow(message);
  });

  function write(person: object) {
    writeFileSync(join(folder, 'en-2.json'), JSON.stringify(person));
  }
});

it('finds strings in a text whatever their case and white space', () => {
  expect(holdsAll('The OVEN  door\nsticks', ['oven door', 'Sticks'])).toBe(true);
  expect(holdsAll('The oven door', ['oven door', 'sticks'])).toBe(false);
});
