import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { overviewOf } from './overview.ts';

describe('an overview is asked for', () => {
  it.each([
    'what do you know about me?',
    'What do you know about me',
    'Hi! What do you know about me so far?',
    'So, what do you actually remember about me?',
    'Tell me everything you know about me.',
    'can you tell me what you know about me',
    'what have you learned about me?',
    'What is stored about me?',
    'who am I?',
    'Do you know who I am?',
    'do you remember me?',
    'was weißt du über mich?',
    'Was weisst du über mich',
    'was weißt du eigentlich alles über mich?',
    'Was weißt du schon von mir?',
    'Erzähl mir alles, was du über mich weißt!',
    'sag mir bitte, was du über mich weißt',
    'was hast du dir über mich gemerkt?',
    'Wer bin ich?',
    'kennst du mich?',
    'คุณรู้อะไรเกี่ยวกับฉันบ้าง',
    'คุณรู้อะไรเกี่ยวกับฉันบ้าง?',
    'รู้อะไรเกี่ยวกับผมบ้างครับ',
    'คุณจำอะไรเกี่ยวกับฉันได้บ้าง',
    'บอกหน่อยว่าคุณรู้อะไรเกี่ยวกับฉันบ้าง',
    'คุณรู้จักฉันไหม',
    'ฉันเป็นใคร',
  ])('of the user: %s', (text) => {
    expect(overviewOf(text, 'taskforge')).toBe('user');
    expect(overviewOf(text, null)).toBe('user');
  });

  it.each([
    'what do you know about this project?',
    'What do you know about TaskForge?',
    'what do you know about the TaskForge project',
    'what do you know about "taskforge"?',
    'What have you learned about our project so far?',
    'was weißt du über dieses Projekt?',
    'Was weißt du über TaskForge?',
    'was weißt du alles über das Projekt TaskForge?',
    'zeig mir, was du über unser Projekt weißt',
    'คุณรู้อะไรเกี่ยวกับโปรเจกต์นี้บ้าง',
    'คุณรู้อะไรเกี่ยวกับ TaskForge บ้าง',
    'จำอะไรเกี่ยวกับโครงการ taskforge ได้บ้างคะ',
  ])('of the project: %s', (text) => {
    expect(overviewOf(text, 'TaskForge')).toBe('project');
    expect(overviewOf(text, 'taskforge')).toBe('project');
    expect(overviewOf(text, null)).toBeNull();
  });
});

it.each([
  'what do you know about Mongolia?',
  'what do you know about my dog?',
  'what do you know about me and the staging database?',
  'what do you know about TaskForge invoices?',
  'what do you know about taskforge-legacy?',
  'what do you know about task?',
  'what do you know?',
  'what do you think about me?',
  'what does Anna know about me?',
  'what do they know about me',
  'tell me about yourself',
  'what do I know about you?',
  'do you know who I am meeting tomorrow?',
  'who am I meeting tomorrow?',
  'remember this: what do you know about me is a silly question',
  'forget everything you know about me and start over',
  'was weißt du über Quantenphysik?',
  'was weißt du über mich und Lena?',
  'was weiß Anna über mich?',
  'weißt du, wer ich morgen treffe?',
  'wer bin ich für dich geworden?',
  'was hast du über Nacht gelernt?',
  'คุณรู้อะไรเกี่ยวกับดาวอังคารบ้าง',
  'คุณรู้อะไรเกี่ยวกับแมวของฉันบ้าง',
  'สมชายรู้อะไรเกี่ยวกับฉันบ้าง',
  '',
  '?',
])('another question is not taken for it: %s', (text) => {
  expect(overviewOf(text, 'TaskForge')).toBeNull();
});

it('is told at once of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.option(fc.string()), (text, project) => {
      expect(['user', 'project', null]).toContain(overviewOf(text, project));
    }),
  );
});

it.each([
  ['what do you know about ', 'so far '],
  ['was weißt du ', 'alles schon '],
  ['hi ', 'hi '],
  ['คุณรู้อะไรเกี่ยวกับ', 'บ้าง'],
])('is told in time in proportion to the question: %s%s…', async (start, unit) => {
  const question = (length: number) => start + repeating(unit)(length);
  expect(await growth((text) => overviewOf(text, 'taskforge'), question, 50)).toBeLessThan(1.5);
});
