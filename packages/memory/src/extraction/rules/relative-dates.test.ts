import { describe, expect, it } from 'vitest';
import { resolveRelativeDates } from './relative-dates.ts';

const at = new Date('2026-03-01T23:30:00Z');

describe('resolveRelativeDates', () => {
  it.each([
    ['We decided yesterday', 'We decided yesterday (2026-02-28)'],
    ['the day before yesterday', 'the day before yesterday (2026-02-27)'],
    ['Today and tomorrow', 'Today (2026-03-01) and tomorrow (2026-03-02)'],
    ['the day after tomorrow', 'the day after tomorrow (2026-03-03)'],
    ['Gestern und vorgestern', 'Gestern (2026-02-28) und vorgestern (2026-02-27)'],
    ['heute, morgen, übermorgen', 'heute (2026-03-01), morgen (2026-03-02), übermorgen (2026-03-03)'],
    ['heute Morgen', 'heute (2026-03-01) Morgen'],
    ['Guten Morgen', 'Guten Morgen'],
    ['เมื่อวานนี้', 'เมื่อวานนี้ (2026-02-28)'],
    ['เมื่อวานซืน', 'เมื่อวานซืน (2026-02-27)'],
    ['ประชุมพรุ่งนี้และมะรืนนี้', 'ประชุมพรุ่งนี้ (2026-03-02)และมะรืนนี้ (2026-03-03)'],
    ["yesterday's build", "yesterday's build"],
    ['the todayish thing', 'the todayish thing'],
  ])('%s → %s', (text, resolved) => {
    expect(resolveRelativeDates(text, at)).toBe(resolved);
    expect(resolveRelativeDates(resolved, new Date('2027-01-01T00:00:00Z'))).toBe(resolved);
  });
});
