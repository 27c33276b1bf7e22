import { describe, expect, it } from 'vitest';
import { resolveSpans } from './relative-spans.ts';

/** A Wednesday. */
const at = new Date('2026-03-04T23:30:00Z');
const later = new Date('2027-01-01T00:00:00Z');

describe('a span from the day on which it was said', () => {
  it.each([
    ['The contract ends in two weeks', 'The contract ends in two weeks (2026-03-18)'],
    ['It broke 3 days ago', 'It broke 3 days ago (2026-03-01)'],
    ['we launch in a month', 'we launch in a month (2026-04-04)'],
    ['In einem Jahr läuft der Vertrag aus', 'In einem Jahr (2027-03-04) läuft der Vertrag aus'],
    ['Vor zwei Wochen war die Inventur', 'Vor zwei Wochen (2026-02-18) war die Inventur'],
    ['อีก 3 วันต้องส่งงาน', 'อีก 3 วัน (2026-03-07)ต้องส่งงาน'],
    ['เซ็นสัญญาสองเดือนก่อน', 'เซ็นสัญญาสองเดือนก่อน (2026-01-04)'],
    ['next Monday and last Monday', 'next Monday (2026-03-09) and last Monday (2026-03-02)'],
    ['next Wednesday, not this Wednesday', 'next Wednesday (2026-03-11), not this Wednesday (2026-03-04)'],
    ['Nächsten Freitag ist frei', 'Nächsten Freitag (2026-03-06) ist frei'],
    ['ประชุมวันศุกร์หน้า', 'ประชุมวันศุกร์หน้า (2026-03-06)'],
    ['The audit is next week', 'The audit is next week (2026-W11)'],
    ['Letzten Monat war Inventur', 'Letzten Monat (2026-02) war Inventur'],
    ['The trial ends at the end of the month', 'The trial ends at the end of the month (2026-03-31)'],
    ['Ende der Woche ist Schluss', 'Ende der Woche (2026-03-08) ist Schluss'],
    ['ส่งงานสิ้นปี', 'ส่งงานสิ้นปี (2026-12-31)'],
    ['next year we move', 'next year (2027) we move'],
    ['ปีหน้าย้ายออฟฟิศ', 'ปีหน้า (2027)ย้ายออฟฟิศ'],
  ])('%s → %s', (text, resolved) => {
    expect(resolveSpans(text, at)).toBe(resolved);
    expect(resolveSpans(resolved, later)).toBe(resolved);
  });

  it('ends with the month that has no such day, and counts weeks over the turn of the year', () => {
    expect(resolveSpans('in one month', new Date('2026-01-31T00:00:00Z'))).toBe('in one month (2026-02-28)');
    expect(resolveSpans('next week', new Date('2026-12-30T00:00:00Z'))).toBe('next week (2027-W01)');
  });
});

describe('what is no span', () => {
  it.each([
    'Backups are always deleted in 30 days',
    'Every next Monday counts',
    'Jeden Monat wird in zwei Wochen abgerechnet',
    'The margin in 2 columns',
    'the last weekend',
    'ภายในอีก 3 วัน',
  ])('%s', (text) => {
    expect(resolveSpans(text, at)).toBe(text);
  });
});
