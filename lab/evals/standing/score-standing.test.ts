import { expect, it } from 'vitest';
import { loadPeople, type Fact } from './people.ts';
import type { StandingResult } from './run-person.ts';
import { scoreStanding, standingShortfalls } from './score-standing.ts';

const [person] = loadPeople();
if (!person) throw new Error('there is nobody');
const somebody = { ...person, split: 'held_out' as const };
const facts: Fact[] = somebody.facts.slice(0, 4);

it('counts the facts that matter and are in the prompt, alone and beside others', () => {
  const [all, ofLanguage] = scoreStanding([
    result({ missing: facts.slice(0, 1) }),
    result({ tokens: 250 }),
    result({ isCrowded: true, missing: facts }),
    result({ way: 'rules', missing: facts }),
  ]).filter(({ way }) => way === 'model');
  expect(all).toEqual({
    ...{ split: 'held_out', name: 'all', way: 'model', people: 1 },
    ...{ present: 7 / 8, crowded: 0, tokens: 250, foreign: 0 },
  });
  expect(ofLanguage).toEqual({ ...all, name: somebody.language });
});

it('names what misses a goal, of those held out only', () => {
  const bad = result({ missing: facts, tokens: 401, foreign: ['knex'] });
  expect(standingShortfalls(scoreStanding([bad, result({ isCrowded: true })]))).toEqual([
    'model: 0.000, the floor is 0.95',
    'model: 401 tokens, the most are 400',
    'model: 1 prompts have something of another project',
  ]);
  const tuning = { ...bad, person };
  expect(standingShortfalls(scoreStanding([{ ...tuning, person: { ...person, split: 'tuning' } }]))).toEqual(
    [],
  );
});

function result(fields: Partial<StandingResult>): StandingResult {
  return {
    ...{ person: somebody, way: 'model', isCrowded: false, request: 'x', wanted: facts },
    ...{ missing: [], foreign: [], tokens: 100 },
    ...fields,
  };
}
