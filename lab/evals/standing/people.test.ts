import { describe, expect, it } from 'vitest';
import { languages } from '../recall/eval-data.ts';
import { holdsAll } from '../talk/people.ts';
import { loadPeople, loadPreferences } from './people.ts';

describe('the people of the standing eval', () => {
  const people = loadPeople();

  it('are four in each language, half of them held out', () => {
    for (const language of languages) {
      const splits = people.filter((one) => one.language === language).map(({ split }) => split);
      expect(splits, language).toEqual(['tuning', 'tuning', 'held_out', 'held_out']);
    }
  });

  it.each(people)('$name tells ten facts in three ways, and says none of them in a request', (person) => {
    expect([person.facts, person.requests].map(({ length }) => length)).toEqual([10, 15]);
    for (const { key, remember, passing, plain, candidate } of person.facts) {
      for (const said of [remember, passing, plain, candidate.content]) {
        expect(holdsAll(said, key), said).toBe(true);
      }
      expect([...person.requests, ...loadPreferences()].filter((text) => holdsAll(text, key))).toEqual([]);
    }
  });
});
