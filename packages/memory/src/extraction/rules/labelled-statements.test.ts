import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../../testing/growth.ts';
import { findLabelledStatements } from './labelled-statements.ts';

describe('what a text labels as plan, task or decision', () => {
  it.each([
    ['Task: write the exporter', 'todo', 'write the exporter'],
    ['TODO: write the exporter.', 'todo', 'write the exporter'],
    ['in progress: the importer', 'doing', 'the importer'],
    ['Blocked: the importer waits for the key', 'blocked', 'the importer waits for the key'],
    ['Done: the exporter', 'done', 'the exporter'],
    ["We're done with the exporter.", 'done', 'the exporter'],
    ['The exporter is done.', 'done', 'The exporter'],
    ['Decision: all dates are UTC', 'decision', 'all dates are UTC'],
    ['Plan: beta in March, launch in May', 'plan', 'beta in March, launch in May'],
    ['Aufgabe: den Export bauen', 'todo', 'den Export bauen'],
    ['Wir sind mit dem Export fertig.', 'done', 'dem Export'],
    ['Entscheidung: alle Zeiten in UTC', 'decision', 'alle Zeiten in UTC'],
    ['งาน: ทำระบบส่งออก', 'todo', 'ทำระบบส่งออก'],
    ['แผน: เปิดตัวเดือนพฤษภาคม', 'plan', 'เปิดตัวเดือนพฤษภาคม'],
  ])('%j', (text, kind, content) => {
    expect(told(text)).toEqual([[kind, content]]);
  });

  it('is each item of a list below a label', () => {
    expect(told('Tasks:\n\n- the exporter\n- the importer\n\nThanks!\n- not this')).toEqual([
      ['todo', 'the exporter'],
      ['todo', 'the importer'],
    ]);
  });

  it('is done if its box is checked', () => {
    expect(told('Tasks:\n- [x] the exporter\n- [ ] the importer')).toEqual([
      ['done', 'the exporter'],
      ['todo', 'the importer'],
    ]);
    expect(told('Decisions:\n- [x] all dates are UTC')).toEqual([['decision', 'all dates are UTC']]);
  });

  it('is one plan with its milestones', () => {
    expect(findLabelledStatements('Plan: launch in May\n- [x] schema\n- [ ] importer').labelled).toEqual([
      {
        category: 'plan',
        place: 'plans',
        content: 'launch in May',
        metadata: {
          milestones: [
            { title: 'schema', status: 'done', due: null },
            { title: 'importer', status: 'todo', due: null },
          ],
        },
      },
    ]);
    expect(told('Plan:\n- schema\n- importer')).toEqual([['plan', 'schema; importer']]);
  });

  it.each([
    'What is the plan?',
    'Task: what should we do?',
    '> Task: quoted',
    '```\nTODO: in code\n```',
    'the task: exporter',
    'Plan:',
    'Plan: in May or in June?\n- schema',
    'Decision: SQLite or Postgres?',
    'Todo: dark mode?',
    'Tasks:\n- dark mode?',
    'So the exporter is done?',
    'None of the mails are done',
    'We ship once the exporter is done.',
    'Wir sind mit dem Import noch nicht fertig',
    'Nichts davon ist fertig',
    'ระบบส่งออกใกล้เสร็จแล้ว',
    'I have done it',
  ])('not %j', (text) => {
    expect(told(text)).toEqual([]);
  });

  it.each(['task: ', 'done with ', 'x is done. ', '- [ ] '])(
    'takes time proportional to %j',
    async (unit) => {
      expect(await growth(findLabelledStatements, repeating(unit))).toBeLessThan(1.5);
    },
  );
});

function told(text: string) {
  return findLabelledStatements(text).labelled.map(({ category, metadata, content }) => [
    metadata?.['status'] ?? category,
    content,
  ]);
}
