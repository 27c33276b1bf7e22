import { growth, repeating } from '../../testing/index.ts';
import { expect, it } from 'vitest';
import { smallTalkIn } from './small-talk.ts';

it.each([
  ['thanks!', 'thanks'],
  ['How are you?', 'asked'],
  ['danke', 'thanks'],
  ['สวัสดี', 'greeting'],
  ['ok', 'okay'],
  ['lol', 'laugh'],
  ['bye', 'bye'],
  ['hi', 'greeting'],
  ['Hi DevAI!', 'greeting'],
  ["hey, how's it going?", 'asked'],
  ['helloooo', 'greeting'],
  ['ok thanks', 'thanks'],
  ['cool', 'praise'],
  ['Guten Morgen', 'greeting'],
  ["wie geht's?", 'asked'],
  ['was kannst du?', 'who'],
  ['tschüss', 'bye'],
  ['vielen Dank!', 'thanks'],
  ['สวัสดีครับ สบายดีไหม', 'asked'],
  ['ขอบคุณมากค่ะ', 'thanks'],
  ['555', 'laugh'],
  ['👍', 'okay'],
  ['thx :)', 'thanks'],
  ['who are you?', 'who'],
  ['no problem', 'okay'],
  ['super, danke dir', 'thanks'],
  ['alles klar', 'okay'],
  ['nice one mate', 'praise'],
  ['ลาก่อนค่ะ', 'bye'],
  ['โอเคครับ', 'okay'],
  ['great, see you tomorrow', 'bye'],
  ['Danke, bis morgen', 'thanks'],
  ['good night', 'bye'],
])('%s: %s', (message, kind) => {
  expect(smallTalkIn(message)?.kind).toBe(kind);
});

it.each([
  "I'm fine",
  "hi I'm Anna",
  'thanks to Anna the port is 8081',
  'no, the port is 8082',
  'ok run the tests',
  'bye bye tests are broken',
  'good coffee is at Moma',
  'sorry, my name is Tom',
  'yes I live in Rome',
  'ok computer is an album',
  'ขอบคุณที่ช่วย port คือ 80',
  'สวัสดี ผมชื่อเอก',
  'hello kitty is my cat',
  'Test server listens',
  'helpdesk',
  'hi5',
  'later we moved',
  'no tests',
])('%s: says something', (message) => {
  expect(smallTalkIn(message)).toBeNull();
});

it('is of the languages that have these words', () => {
  expect(smallTalkIn('ok')?.languages).toEqual(['en', 'de']);
  expect(smallTalkIn('hi, danke')?.languages).toEqual(['de']);
  expect(smallTalkIn('👍')?.languages).toEqual(['en', 'de', 'th']);
});

it('takes time proportional to a long message', async () => {
  expect(await growth(smallTalkIn, repeating('hi '), 2_000)).toBeLessThan(1.5);
});
