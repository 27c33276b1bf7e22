import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { heldTimeIn } from './held-time.ts';
import { localDay } from './local-time.ts';
import { resolveRelativeDates } from './relative-dates.ts';

// a Tuesday
const at = new Date('2026-02-10T09:00:00Z');
const timeZone = 'Europe/Berlin';
const written = { at, timeZone };

/** As `2026-03-06/2026-03-07`; an open end is `…`. */
function read(statement: string): string | null {
  const held = heldTimeIn(statement, written);
  const day = (moment: Date | null): string => (moment === null ? '…' : localDay(moment, timeZone));
  return held && `${day(held.holdsFrom)}/${day(held.holdsUntil)}`;
}

describe('the time that a statement tells of', () => {
  it.each([
    ['The dentist is on 6 March', '2026-03-06/2026-03-07'],
    ['Der Zahnarzt ist am 6. März', '2026-03-06/2026-03-07'],
    ['นัดหมอฟันวันที่ 6 มีนาคม', '2026-03-06/2026-03-07'],
    ['the event is 6.3.26', '2026-03-06/2026-03-07'],
    ['Release at 2026-03-06T10:00:00Z', '2026-03-06/2026-03-07'],
    ['the demo is on Friday, 6 March at 10:00', '2026-03-06/2026-03-07'],
    ['Anna kommt diesen Samstag', '2026-02-14/2026-02-15'],
    ['พรุ่งนี้ไปหาหมอ', '2026-02-11/2026-02-12'],
    ['Wir ziehen im August um', '2026-08-01/2026-09-01'],
    ['Nächste Woche ist Messe', '2026-02-16/2026-02-23'],
    ['in KW 12 ist Messe', '2026-03-16/2026-03-23'],
    ['We migrate in Q3', '2026-07-01/2026-10-01'],
    ['In 2019 I moved to Berlin', '2019-01-01/2020-01-01'],
  ])('is a day, a week, a month or a year: %s', (statement, expected) => {
    expect(read(statement)).toBe(expected);
  });

  it.each([
    ['Holiday from 2 to 20 May', '2026-05-02/2026-05-21'],
    ['Urlaub vom 2. bis 20. Mai', '2026-05-02/2026-05-21'],
    ['Urlaub 2.–20.5.', '2026-05-02/2026-05-21'],
    ['Urlaub: 2.5. - 20.5.', '2026-05-02/2026-05-21'],
    ['หยุดยาว 13-15 เมษายน', '2026-04-13/2026-04-16'],
    ['Between the 3rd and 7th of April the shop is closed', '2026-04-03/2026-04-08'],
    ['Urlaub vom 2.5. bis 20.5.2027', '2027-05-02/2027-05-21'],
    ["May 2-20 I'm in Rome", '2026-05-02/2026-05-21'],
    ['ลาพักร้อนตั้งแต่วันที่ 2 ถึง 20 พฤษภาคม', '2026-05-02/2026-05-21'],
    ['March 2 to 5 April we tour', '2026-03-02/2026-04-06'],
    ['Between 2 May and 5 June the office is closed', '2026-05-02/2026-06-06'],
    ['Vom 24.12. bis 6.1. ist zu', '2025-12-24/2026-01-07'],
    ['Von Juni bis August ist geschlossen', '2026-06-01/2026-09-01'],
    ['I lived in Rome from 2019 to 2023', '2019-01-01/2024-01-01'],
    ["from Monday to Friday I'm in Paris", '2026-02-09/2026-02-14'],
    ['Meetings on 6 March, 9 March and 12 March', '2026-03-06/2026-03-13'],
  ])('is from the first to the last of its days: %s', (statement, expected) => {
    expect(read(statement)).toBe(expected);
  });

  it.each([
    ['since October we deploy with Kamal', '2025-10-01/…'],
    ['Seit Oktober deployen wir mit Kamal', '2025-10-01/…'],
    ['ตั้งแต่เดือนตุลาคม เราใช้ Kamal', '2025-10-01/…'],
    ['From 1 April on the new rate applies', '2026-04-01/…'],
    ['Ab 1. April gilt der neue Tarif', '2026-04-01/…'],
    ['nach dem 6. März wieder da', '2026-03-07/…'],
    ['Das Visum gilt nicht vor 2027', '2027-01-01/…'],
    ['the freeze lasts until Friday', '…/2026-02-14'],
    ['Bis Freitag, 2026-02-13, wird nicht deployt', '…/2026-02-14'],
    ['ส่งงานภายในวันศุกร์', '…/2026-02-14'],
    ['ใช้ได้ถึงสิ้นเดือนมีนาคม', '…/2026-04-01'],
    ["I'm on sick leave through Thursday", '…/2026-02-13'],
    ['the rent is 900 euros until the end of March', '…/2026-04-01'],
    ['Der Vertrag läuft bis Ende 2027', '…/2028-01-01'],
    ['before 6 March the slides have to be ready', '…/2026-03-06'],
  ])('may be open: %s', (statement, expected) => {
    expect(read(statement)).toBe(expected);
  });

  it.each([
    ['We launched the shop on 9 July', '2025-07-09/2025-07-10'],
    ['Ich habe am 9. Dezember den Führerschein gemacht', '2025-12-09/2025-12-10'],
    ['เมื่อวันที่ 6 ธันวาคม ไปหาหมอ', '2025-12-06/2025-12-07'],
    ['last May we moved', '2025-05-01/2025-06-01'],
    ['The release is planned for 9 July', '2026-07-09/2026-07-10'],
    ['The meeting was moved to 6 March', '2026-03-06/2026-03-07'],
    ['The kickoff happened on Friday', '2026-02-06/2026-02-07'],
    ['The server crashed in October', '2025-10-01/2025-11-01'],
    ['The demo is planned on Friday', '2026-02-13/2026-02-14'],
    ['The shop gets repainted in October', '2026-10-01/2026-11-01'],
    ['Ich habe den Flug für den 6. März gebucht', '2026-03-06/2026-03-07'],
    ['The audit is on 9 July', '2026-07-09/2026-07-10'],
    ['The audit is on 9 January', '2026-01-09/2026-01-10'],
    ['The audit is on 9 December', '2025-12-09/2025-12-10'],
  ])(
    'without a year is the nearest one, the coming one first, unless it tells what was: %s',
    (statement, expected) => {
      expect(read(statement)).toBe(expected);
    },
  );

  it.each([
    'The port is 5433',
    'Node 24.5. is required',
    'We have standup every Friday',
    'Jeden 6. März feiern wir',
    'never deploy on Fridays',
    'We always deploy on Tuesday',
    'the film (2019) is good',
    'backup-2026-03-06.tar.gz is the last good one',
    'The key is `2026-03-06`',
    'Ask May about it',
    'we march on, and may be late',
    'on 30 February nothing',
    'Born in 1987, and in Berlin since the move in 2019',
    '',
  ])('is none where it names none: %s', (statement) => {
    expect(read(statement)).toBe(null);
  });

  it.each([
    'the dentist is next Monday',
    'Bis nächsten Freitag kein Deploy',
    'สัปดาห์หน้าหยุด',
    'last year we moved',
  ])('is still the same when its date was written behind it, and whenever it is read: %s', (statement) => {
    const resolved = resolveRelativeDates(statement, written);
    expect(resolved).not.toBe(statement);
    expect(heldTimeIn(resolved, { at: new Date('2026-11-20T09:00:00Z'), timeZone })).toEqual(
      heldTimeIn(statement, written),
    );
  });

  it('begins and ends when the days do where the user is', () => {
    expect(heldTimeIn('the dentist is on 6 March', { at, timeZone: 'Pacific/Auckland' })).toEqual({
      holdsFrom: new Date('2026-03-05T11:00:00Z'),
      holdsUntil: new Date('2026-03-06T11:00:00Z'),
    });
  });

  it('ends after it begins, whatever the statement', () => {
    const piece = fc.constantFrom(
      '9',
      ' July',
      '.',
      '7',
      '2026',
      ' last week',
      ' since ',
      ' bis ',
      'Mai',
      '-',
      ' to ',
      '31',
      ' before ',
      'วันศุกร์',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
        (statement) => {
          const held = heldTimeIn(statement, written);
          if (held === null) return;
          expect(held.holdsFrom ?? held.holdsUntil).not.toBe(null);
          if (held.holdsFrom && held.holdsUntil)
            expect(held.holdsFrom.getTime()).toBeLessThan(held.holdsUntil.getTime());
        },
      ),
    );
  });

  it.each(['6 March ', 'until ', 'from 2 to ', 'have made ', 'ถึง', '2026 - '])(
    'is read in linear time: %j',
    async (unit) => {
      const exponent = await growth((text) => heldTimeIn(text, written), repeating(unit), 2_000);
      expect(exponent).toBeLessThan(1.5);
    },
  );
});
