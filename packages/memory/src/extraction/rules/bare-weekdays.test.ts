import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveWeekdays, weekdays } from './bare-weekdays.ts';

/** A Wednesday. */
const at = new Date('2026-03-04T09:00:00Z');

describe('a weekday that tells a date', () => {
  it.each([
    ['the demo is on Friday', '2026-03-06'],
    ['the demo is on Friday at 10', '2026-03-06'],
    ['On Friday we will ship 2.0', '2026-03-06'],
    ['the deadline is Friday', '2026-03-06'],
    ['the demo was moved to Friday', '2026-03-06'],
    ['Send it by Friday', '2026-03-06'],
    ['the client visits on Wednesday', '2026-03-11'],
    ['the importer crashed on Monday', '2026-03-02'],
    ['I have been ill since Monday', '2026-03-02'],
    ['Am Freitag kommt der Elektriker', '2026-03-06'],
    ['Die Abgabe ist am Montag', '2026-03-09'],
    ['Der Termin wurde auf Freitag verschoben', '2026-03-06'],
    ['Am Montag haben wir den Vertrag unterschrieben', '2026-03-02'],
    ['มีนัดประชุมกับลูกค้าวันศุกร์', '2026-03-06'],
    ['ต้องส่งงานวันจันทร์', '2026-03-09'],
    ['เซ็นสัญญาเมื่อวันจันทร์', '2026-03-02'],
  ])('%s: %s', (text, date) => {
    expect(resolveWeekdays(text, at)).toContain(` (${date})`);
  });
});

describe('a weekday that tells no date', () => {
  it.each([
    'we never deploy on Friday',
    'Deploys run on Friday',
    'the standup is on Friday',
    'the Friday demo is at 10',
    'the team meeting is on Friday',
    'Mondays are for planning',
    'the shop is closed on Monday',
    'I was born on a Monday',
    'Freitags wird nicht deployt',
    'Der Laden ist am Montag geschlossen',
    'Planung ist am Montag um 10 Uhr',
    'ทีมประชุมทุกวันศุกร์',
    'วันศุกร์ร้านหยุด',
    'the demo is on Friday (2026-03-06)',
  ])('%s', (text) => {
    expect(resolveWeekdays(text, at)).toBe(text);
  });

  it('is not dated twice', () => {
    const text = fc
      .tuple(
        fc.constantFrom('The demo is on ', 'Am ', 'ต้องส่งงาน', 'Send it by '),
        fc.constantFrom(...weekdays.flat()),
        fc.constantFrom('', ' kommt der Elektriker', ' at 9', '.'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (said) => {
        const once = resolveWeekdays(said, at);
        expect(resolveWeekdays(once, at)).toBe(once);
      }),
    );
  });
});
