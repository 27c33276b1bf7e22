import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import type { Period } from '../types.ts';
import { localDay } from './local-time.ts';
import { timesIn } from './times-in.ts';

// a Wednesday
const at = new Date('2026-03-04T09:00:00Z');
const timeZone = 'Europe/Berlin';

const written = ({ since, until }: Period): string =>
  `${localDay(since, timeZone)}/${localDay(until, timeZone)}`;

/** The newest period of the past, as `2026-02-23/2026-03-02`, and what is ahead. */
function read(text: string): { past: string | null; ahead: string[] } {
  const { periods } = timesIn(text, { at, timeZone });
  const [period] = periods
    .filter(({ isAhead }) => !isAhead)
    .toSorted((a, b) => b.since.getTime() - a.since.getTime());
  return {
    past: period ? written(period) : null,
    ahead: periods.filter(({ isAhead }) => isAhead).map(written),
  };
}

describe('the times that a question names', () => {
  it.each([
    ['What did I say yesterday?', '2026-03-03/2026-03-04'],
    ['What did we decide last week?', '2026-02-23/2026-03-02'],
    ['who came last Friday', '2026-02-27/2026-02-28'],
    ['What happened 3 weeks ago?', '2026-02-08/2026-02-15'],
    ['two months ago', '2025-12-20/2026-01-20'],
    ['What happened on 9 July?', '2025-07-09/2025-07-10'],
    ['on July 9th, 2024 I bought what', '2024-07-09/2024-07-10'],
    ['what was it on the 3rd of February', '2026-02-03/2026-02-04'],
    ['In October, where was I?', '2025-10-01/2025-11-01'],
    ['Where did I work in 2023?', '2023-01-01/2024-01-01'],
    ['What have I read since January?', '2026-01-01/2026-03-05'],
    ['deployed on 2026-02-11?', '2026-02-11/2026-02-12'],
    ['Was habe ich gestern erzählt?', '2026-03-03/2026-03-04'],
    ['Was war am 9. Juli?', '2025-07-09/2025-07-10'],
    ['Was war am 14.2.2025 los?', '2025-02-14/2025-02-15'],
    ['Wo war ich im Mai?', '2025-05-01/2025-06-01'],
    ['letzte Woche', '2026-02-23/2026-03-02'],
    ['vor zwei Wochen', '2026-02-15/2026-02-22'],
    ['seit Februar', '2026-02-01/2026-03-05'],
    ['เมื่อวานฉันพูดอะไร', '2026-03-03/2026-03-04'],
    ['สัปดาห์ที่แล้วคุยอะไรกัน', '2026-02-23/2026-03-02'],
    ['วันที่ 9 กรกฎาคม ไปไหนมา', '2025-07-09/2025-07-10'],
    ['9 กรกฎาคม 2567 ทำอะไร', '2024-07-09/2024-07-10'],
  ])('%s', (text, period) => {
    expect(read(text).past).toBe(period);
  });

  it.each([
    'May I ask you something?',
    'We march on',
    'version 1.2.3 of node 24',
    'Which port does 127.0.0.1 listen on?',
    'Was kostet das?',
    'Do we meet every Friday?',
    '',
  ])('are none in what names no time: %s', (text) => {
    expect(timesIn(text, { at, timeZone })).toEqual({ periods: [], rest: text });
  });

  it.each([
    ['Was soll ich heute kochen?', '2026-03-04/2026-03-05'],
    ['What is due tomorrow?', '2026-03-05/2026-03-06'],
    ['When is the meeting on 9 July 2030?', '2030-07-09/2030-07-10'],
    ["What's on 6 March?", '2026-03-06/2026-03-07'],
    ["What's on 3 March?", '2027-03-03/2027-03-04'],
    ['What do I have on Friday?', '2026-03-06/2026-03-07'],
    ['Was habe ich nächsten Montag?', '2026-03-09/2026-03-10'],
    ["What's on next week?", '2026-03-09/2026-03-16'],
    ['Was ist im Mai?', '2026-05-01/2026-06-01'],
    ['Who is away from 2 to 20 May?', '2026-05-02/2026-05-21'],
    ['Was ist bis Freitag fällig?', '2026-03-04/2026-03-07'],
    ['พรุ่งนี้มีอะไร', '2026-03-05/2026-03-06'],
    ['วันที่ 6 มีนาคม มีอะไร', '2026-03-06/2026-03-07'],
  ])('may be ahead: %s', (text, period) => {
    expect(read(text).ahead).toEqual([period]);
  });

  it('leave the rest of the question', () => {
    expect(timesIn('What did Ana order on 9 July?', { at, timeZone }).rest.replaceAll(/\s+/gu, ' ')).toBe(
      'What did Ana order on ?',
    );
  });

  it('without a year are those of each of the last years, and the coming one', () => {
    const { periods } = timesIn('on 9 July', { at, timeZone });
    expect(periods.map(({ since }) => localDay(since, timeZone))).toEqual(
      [2021, 2022, 2023, 2024, 2025, 2026].map((year) => `${year}-07-09`),
    );
    expect(periods.map(({ isAhead = false }) => isAhead)).toEqual([false, false, false, false, false, true]);
  });

  it('begin when the day begins where the user is, also when the clocks are changed', () => {
    const [spring] = timesIn('on 29 March 2025', { at, timeZone }).periods;
    expect(spring?.since.toISOString()).toBe('2025-03-28T23:00:00.000Z');
    const [change] = timesIn('on 30 March 2025', { at, timeZone }).periods;
    expect([change?.since.toISOString(), change?.until.toISOString()]).toEqual([
      '2025-03-29T23:00:00.000Z',
      '2025-03-30T22:00:00.000Z',
    ]);
    const [there] = timesIn('yesterday', { at, timeZone: 'Pacific/Auckland' }).periods;
    expect(there?.since.toISOString()).toBe('2026-03-02T11:00:00.000Z');
  });

  it('are spans in the past, or not over and marked, whatever the text', () => {
    const piece = fc.constantFrom(
      '9',
      ' July',
      '.',
      '7',
      '2026',
      ' last week',
      ' bis ',
      'Friday',
      '–',
      ' in ',
      'Mai',
      '-',
      'เมื่อวาน',
      '31',
      ' of ',
      ',',
      '0',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        (text) => {
          for (const { since, until, isAhead = false } of timesIn(text, { at, timeZone }).periods) {
            expect(since.getTime()).toBeLessThan(until.getTime());
            if (isAhead) expect(until.getTime()).toBeGreaterThan(at.getTime());
            else expect(since.getTime()).toBeLessThan(at.getTime());
          }
        },
      ),
    );
  });

  it.each(['9 ', '9. ', '9 to ', 'in ', 'July ', 'May to ', '2026-', 'ก', 'since  '])(
    'are read in linear time: %j',
    async (unit) => {
      const exponent = await growth((text) => timesIn(text, { at, timeZone }), repeating(unit), 2_000);
      expect(exponent).toBeLessThan(1.5);
    },
  );
});
