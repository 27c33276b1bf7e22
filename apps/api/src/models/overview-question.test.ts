import { expect, it } from 'vitest';
import { overviewAsked } from './overview-question.ts';

it.each([
  'what do you know about me?',
  'tell me about myself',
  'what have you learned about me so far?',
  'what do you remember?',
  'what did I tell you today?',
  'wer bin ich?',
  'was weißt du über mich?',
  'คุณรู้อะไรเกี่ยวกับฉัน',
  'Who am I',
  'what do you know?',
  'What did I tell you so far',
  'what have I told you?',
  'everything you know about me',
  'Tell me everything you know about me',
  'what do you remember about me',
  'do you remember me?',
  'show me your memories',
  'list all memories',
  "what's in your memory?",
  'what is stored about me?',
  'Was hast du über mich gelernt?',
  'Was habe ich dir heute erzählt?',
  'woran erinnerst du dich?',
  'Erzähl mir was über mich',
  'sag mir, was du über mich weißt',
  'zeig mir alle Erinnerungen',
  'kennst du mich noch?',
  'Weißt du noch, wer ich bin?',
  'Was hast du dir gemerkt?',
  'was weißt du',
  'ฉันคือใคร',
  'คุณจำอะไรได้บ้าง',
  'วันนี้ฉันบอกอะไรคุณบ้าง',
  'คุณจำฉันได้ไหม',
  'เล่าเรื่องของฉันหน่อย',
  'คุณรู้อะไรเกี่ยวกับผมบ้างครับ',
  'hey, what do you know about me so far',
  'how much do you know about me?',
  'can you tell me what you know about me?',
  'What have you noted about me?',
  'describe me',
  'do you know anything about me?',
  'what can you tell me about myself',
  'what do you have on me?',
  'what did I just tell you?',
  'what have you remembered so far?',
  'Was habe ich dir bisher gesagt?',
  'what did i say',
  'what have you got about me',
])('%s: asks for all that is known', (message) => {
  expect(overviewAsked(message)).not.toBeNull();
});

it.each([
  'what do you know about the database?',
  'tell me about my dog',
  'what did I tell you about my dentist?',
  'what do you know about Anna',
  'was weißt du über den Server',
  'who am i meeting today',
  'what did you learn about the port',
  'tell me',
  'what is my name',
  'remember',
  'คุณรู้อะไรเกี่ยวกับพอร์ต',
  'show me the notes about the port',
  'what have you done',
  'what do you have',
  'what did you do',
])('%s: asks for one thing', (message) => {
  expect(overviewAsked(message)).toBeNull();
});

it.each([
  ['what do you know about me?', true, false],
  ['Who am I', true, false],
  ['wer bin ich?', true, false],
  ['คุณรู้อะไรเกี่ยวกับฉัน', true, false],
  ['tell me everything you remember', false, false],
  ['what did I tell you today?', false, true],
  ['Was habe ich dir heute erzählt?', false, true],
])('%s: about the user alone %s, of today %s', (message, isOfUser, isOfToday) => {
  expect(overviewAsked(message)).toEqual({ isOfUser, isOfToday });
});
