import { expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { tellsSomething } from './said-sentences.ts';

it.each([
  "my wife's name is Julia",
  'we deploy on Fridays and never on Mondays',
  'I moved to Kiel',
  'Julia lives in Berlin',
  'The exporter writes invoices every night',
  'ok, show me the tasks. By the way, I am vegan.',
  'Meine Frau heißt Julia',
  'Ich trinke keinen Kaffee',
  'Freitags deployen wir immer',
  'Der Exporter schreibt jede Nacht Rechnungen',
  'ฉันชอบกาแฟดำ',
  'หมาของฉันชื่อ Rex',
])('%j tells something', (text) => {
  expect(tellsSomething(text)).toBe(true);
});

it.each([
  '',
  'hello',
  'thanks!',
  'Which port?',
  'what is my name',
  'tell me what my name is',
  'Show me which tasks are open',
  'run the tests',
  'maybe we are wrong',
  'Wie heißt meine Frau?',
  'sag mir, wo ich wohne',
  'Zeig mir die offenen Aufgaben',
  'hallo',
  'ฉันชื่ออะไร',
  'ช่วยบอกพอร์ตหน่อย',
  'สวัสดีครับ',
])('%j does not', (text) => {
  expect(tellsSomething(text)).toBe(false);
});

it.each(['my dog ', 'Freitags deployen ', 'a. ', 'tell me '])(
  'is told in time proportional to a long text of %j',
  async (unit) => {
    expect(await growth(tellsSomething, repeating(unit))).toBeLessThan(1.5);
  },
);
