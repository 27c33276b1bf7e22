import type { Person } from './people.ts';

/** Explicitly asks to remember one thing, and mentions another in passing. */
export const somebody: Person = {
  name: 'en-2',
  split: 'tuning',
  language: 'en',
  person: 'Ada, tests evals',
  sessions: [
    {
      start: '2026-02-03T18:20:00Z',
      turns: [
        { user: 'Remember that the bakery oven is in Leeds', agent: 'I will.' },
        { user: 'cannot come, my goat Bertil has a fever', agent: 'Get well soon!' },
      ],
    },
  ],
  told: [{ session: 0, turn: 0, fact: 'The bakery oven is in Leeds' }],
  questions: [{ ask: 'Where is the bakery oven?', told: 0, answer: ['Leeds'] }],
  plain: [{ ask: 'In which town is my bakery oven?', told: 0 }],
  unanswerable: ['Which enzyme splits lactose?'],
  foreign: ['How long is a marathon?'],
  lists: [],
  changed: [],
};
