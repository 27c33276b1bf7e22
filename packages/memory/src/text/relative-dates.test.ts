import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { resolveRelativeDates } from './relative-dates.ts';

// a Wednesday
const at = { at: new Date('2026-03-04T09:00:00Z'), timeZone: 'UTC' };

describe('a relative date', () => {
  it.each([
    ['the audit starts tomorrow', 'the audit starts tomorrow (2026-03-05)'],
    ['the day after tomorrow it ends', 'the day after tomorrow (2026-03-06) it ends'],
    ['the contract ends in two weeks', 'the contract ends in two weeks (2026-03-18)'],
    ['we moved 3 days ago', 'we moved 3 days ago (2026-03-01)'],
    ['the audit starts next Monday', 'the audit starts next Monday (2026-03-09)'],
    ['we met last Friday', 'we met last Friday (2026-02-27)'],
    ['next week is the fair', 'next week (2026-W11) is the fair'],
    ['last month we had 3 outages', 'last month (2026-02) we had 3 outages'],
    ['next year we move', 'next year (2027) we move'],
    ['Vorgestern war die Demo', 'Vorgestern (2026-03-02) war die Demo'],
    ['in drei Tagen kommt der Elektriker', 'in drei Tagen (2026-03-07) kommt der Elektriker'],
    ['vor einem Monat', 'vor einem Monat (2026-02-04)'],
    ['nächsten Montag ist frei', 'nächsten Montag (2026-03-09) ist frei'],
    ['morgen kommt der Kunde', 'morgen (2026-03-05) kommt der Kunde'],
    ['เมื่อวานเซ็นสัญญาแล้ว', 'เมื่อวาน (2026-03-03)เซ็นสัญญาแล้ว'],
    ['ส่งงานวันจันทร์หน้า', 'ส่งงานวันจันทร์หน้า (2026-03-09)'],
  ])('%s', (text, resolved) => {
    expect(resolveRelativeDates(text, at)).toBe(resolved);
    // a second time it changes nothing
    expect(resolveRelativeDates(resolved, at)).toBe(resolved);
  });

  it('is that of the time zone', () => {
    const evening = { at: new Date('2026-03-16T20:30:00Z'), timeZone: 'Pacific/Auckland' };
    expect(resolveRelativeDates('signed yesterday', evening)).toBe('signed yesterday (2026-03-16)');
    expect(resolveRelativeDates('due next Wednesday', evening)).toBe('due next Wednesday (2026-03-18)');
  });

  it('is no name because a sentence begins with it', () => {
    expect(resolveRelativeDates('It broke. Yesterday it worked', at)).toBe(
      'It broke. Yesterday (2026-03-03) it worked',
    );
    expect(resolveRelativeDates('Tomorrow is our client', { ...at, isInside: true })).toBe(
      'Tomorrow is our client',
    );
  });

  it('falls on the last day of a shorter month', () => {
    expect(
      resolveRelativeDates('in 1 month', { at: new Date('2026-01-31T12:00:00Z'), timeZone: 'UTC' }),
    ).toBe('in 1 month (2026-02-28)');
  });

  it.each([
    'we never deploy on Friday',
    'logs are deleted after 30 days',
    "today's build",
    'Guten Morgen',
    'jeden Morgen um 9',
    'the yesterdaylike 13 days agonise',
    'it was said on 2026-02-03',
    'the job is scripts/yesterday.sh',
    'logs are in /var/log/today/app.log',
    'the flag is `yesterday`, or "tomorrow"',
    'my film is The Day After Tomorrow',
    'our client is Tomorrow Corp',
    'er läuft am Mittwoch Morgen',
    'er läuft am mittwoch morgen',
    'die Heute-Show',
    'Der Tag nach Morgen ist ein Film',
    'mail tomorrow@foo.com',
    'call today() with day=tomorrow',
    'git log --since yesterday',
    'the image is app:today',
    'ไฟล์/เมื่อวาน.txt',
  ])('is not in %j', (text) => {
    expect(resolveRelativeDates(text, at)).toBe(text);
  });

  it('takes time proportional to a long text', async () => {
    const resolve = (text: string) => resolveRelativeDates(text, at);
    for (const unit of ['in two ', 'วันจันทร์', 'yesterday (']) {
      expect(await growth(resolve, repeating(unit))).toBeLessThan(1.5);
    }
  });
});
