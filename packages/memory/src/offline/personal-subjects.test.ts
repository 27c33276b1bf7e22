import { expect, it } from 'vitest';
import { aboutSameSubject, mayContradict } from './personal-subjects.ts';

const told = [
  "I'm Anna, I have two kids",
  'I work as a nurse',
  'I moved to Munich',
  "I'm 42",
  "I'm vegan",
  'I take metformin every morning',
  'my dog is called Rex',
  'Ich heiße Jana',
  'Ich wohne in Köln',
  'Ich arbeite als Tischler',
  'ผมทำงานเป็นวิศวกร',
  'ฉันแพ้กุ้ง',
];

it.each([
  ["what's my name?", ["I'm Anna, I have two kids", 'Ich heiße Jana']],
  ["What's my job?", ['I work as a nurse', 'Ich arbeite als Tischler', 'ผมทำงานเป็นวิศวกร']],
  ['Where do I live?', ['I moved to Munich', 'Ich wohne in Köln']],
  ['how old am I', ["I'm 42"]],
  ['What do I not eat?', ["I'm vegan", 'ฉันแพ้กุ้ง']],
  ['do I have children', ["I'm Anna, I have two kids"]],
  ['Which medicine do I take?', ['I take metformin every morning']],
  ['do I have a pet', ['my dog is called Rex']],
  ['Wo wohne ich?', ['Ich wohne in Köln', 'I moved to Munich']],
  ['Was ist mein Beruf?', ['I work as a nurse', 'Ich arbeite als Tischler', 'ผมทำงานเป็นวิศวกร']],
  ['ฉันแพ้อะไร', ['ฉันแพ้กุ้ง', "I'm vegan"]],
  ["what's my dogs name?", ['my dog is called Rex']],
  ['What is the name of the table?', []],
  ['Where does the server live?', []],
  ['my bike?', []],
])('%s is about %j', (question, lines) => {
  const asked = aboutSameSubject(
    question,
    told.map((says) => ({ says })),
  );
  expect(asked.map(({ says }) => says)).toEqual(lines);
});

it.each([
  ['I live in Berlin', 'I moved to Munich', true],
  ['Ich heiße Jana', 'Ich bin Anna', true],
  ["I'm vegan", "I'm Anna", false],
  ['I live in Berlin', 'I work as a nurse', false],
  ['my dog is called Rex', 'my dog is called Max', false],
])('%s, %s: may contradict: %s', (one, other, may) => {
  expect(mayContradict(one, other)).toBe(may);
});
