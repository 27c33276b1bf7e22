import { expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { isRequest, onlyRequests } from './requests.ts';

it.each([
  "where's my home city",
  'what is my name',
  'tell me about myself',
  'please delete everything you know about my cats',
  'Forget that I am allergic',
  'do you know my job',
  'who am i',
  'show me the tests',
  'what did I tell you today',
  'delete the note about my colour',
  'run the tests',
  'write a poem',
  'fix it',
  'can you help',
  'is there a bug',
  'how many kids do I have',
  'which port does it use',
  'help',
  "let's go",
  'explain why the build fails',
  'Remind me to call mum',
  'I want to know my port',
  "I'd like to see the logs",
  'summarise this',
  'ok so where do I live',
  'wo wohne ich',
  'was weißt du über mich',
  'wie heißt mein Hund',
  'lösche alles über meine Katzen',
  'zeig mir die Tests',
  'vergiss das',
  'kannst du mir helfen',
  'bin ich Anna',
  'hast du meinen Namen',
  'gibt es Kaffee',
  'bitte mach das',
  'erzähl mir was',
  'Schreib ein Gedicht',
  'ist das so',
  'ช่วยลบข้อมูลของฉัน',
  'บอกชื่อฉันหน่อย',
  'ขอดูรายการ',
  'ฉันชื่ออะไร',
  'สรุปให้หน่อย',
  'คุณรู้อะไรเกี่ยวกับฉัน',
  'อยากรู้ว่าพอร์ตอะไร',
  'and why is that',
  'stop',
  'translate this to German',
  'get me the list',
])('%s: asks or orders', (sentence) => {
  expect(isRequest(sentence)).toBe(true);
});

it.each([
  'Where I live it rains a lot',
  'When I was young I lived in Rome',
  'What I like is tea',
  'My bike is behind the cinema',
  'Test server listens on 8081',
  'Change of plan: we ship Friday',
  'Help desk number is 5500',
  'I moved to Munich',
  'The tests run at night',
  'Plan B is ready',
  'May is my favourite month',
  "I'd like to live in Lisbon one day",
  'Ich wohne in Köln',
  'Wo ich wohne ist es kalt',
  'Wie gesagt, ich bin Anna',
  'Was das angeht, bin ich dagegen',
  'Freitags deployen wir immer',
  'Heute bin ich in Bonn',
  'Mein Hund heißt Rex',
  'Der Zahnarzt ist um neun',
  'ขอนแก่นร้อนมาก',
  'หาดใหญ่มีร้านดี',
  'ฉันชอบกาแฟดำ',
  'จักรยานของฉันจอดอยู่หลังโรงหนัง',
  'Read only replicas are in Frankfurt',
  'Set theory is fun',
  'We decided to use pnpm',
  'Sort order is ascending',
  'Open hours are 9 to 5',
  "my wife's name is Julia",
  'Is is a verb',
  'Whatever you do, it breaks',
  'How to cook: see page 4 of the book',
])('%s: tells', (sentence) => {
  expect(isRequest(sentence)).toBe(false);
});

it('a text of several sentences tells if one of them does', () => {
  expect(onlyRequests('Where is it? Show me the list.')).toBe(true);
  expect(onlyRequests('My bike is red. Where is it?')).toBe(false);
});

it.each(['what ', 'show me ', 'was ', 'ช่วย'])('in time proportional to a long text of %j', async (unit) => {
  expect(await growth(isRequest, repeating(unit), 2_000)).toBeLessThan(1.5);
});
