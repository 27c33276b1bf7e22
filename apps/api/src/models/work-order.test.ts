import { expect, test } from 'vitest';
import { ordersWork } from './work-order.ts';

test.each([
  'Tell me a joke',
  'write a poem about dogs',
  'Refactor the login handler',
  'can you translate this into French?',
  'book me a flight',
  'Schreib mir eine Kündigung',
  'Schreiben Sie meiner Tochter eine Karte.',
  'Erzähl einen Witz',
  'Kannst du mir das übersetzen?',
  'แต่งกลอนให้หน่อย',
  'แนะนำนิทานให้เด็ก ป.3 หน่อย',
])('%s: only a language model can do that', (message) => {
  expect(ordersWork(message)).toBe(true);
});

test.each([
  'Tell me what you know about me',
  'what is my sister called?',
  'Show me my allergies',
  'Plan B is fine',
  'Order 33 is late',
  'Spiele Handball beim TSV',
  'schreibe gerade ein Buch',
  'suche eine Wohnung in Köln',
  'ลูกสาวฉันชื่ออะไร',
])('%s: memory may answer that, or it is told', (message) => {
  expect(ordersWork(message)).toBe(false);
});
