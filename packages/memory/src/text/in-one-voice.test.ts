import { expect, it } from 'vitest';
import { inOneVoice, quotedUser } from './in-one-voice.ts';

it.each([
  ['I prefer tabs', 'The user said: "I prefer tabs"'],
  ['always ask me before pushing', 'The user said: "always ask me before pushing"'],
  ['in Python I’d rather use uv', 'The user said: "in Python I’d rather use uv"'],
  ['ich heiße Jana', 'Der Nutzer sagte: „ich heiße Jana“'],
  ['Nenn mich Tom', 'Der Nutzer sagte: „Nenn mich Tom“'],
  ['I love the song "Help"', 'The user said: "I love the song "Help""'],
  ['My users log in with SAML', 'The user said: "My users log in with SAML"'],
  ['ผมแพ้ถั่ว', 'ผู้ใช้บอกว่า "ผมแพ้ถั่ว"'],
])('what the user said about themselves is a quotation in its language: %s', (content, shown) => {
  expect(inOneVoice({ content, trust: 'user' })).toBe(shown);
});

it.each(['I prefer tabs', 'I say "no", always', 'ich heiße Jana', 'ผมแพ้ถั่ว'])(
  'the quotation is found again in a line: %s',
  (content) => {
    const line = `- (2026-11-02) ${inOneVoice({ content, trust: 'user' })}`;
    expect(quotedUser(line)).toEqual({ before: '- (2026-11-02) ', words: content });
    expect(quotedUser(`- ${content}`)).toBeNull();
  },
);

it.each([
  'The user prefers tabs',
  'task-api listens on port 8080',
  'The I/O of the importer is slow',
  'Die Prüfung läuft jeden Freitag',
  'The user wants me to be brief',
  'Tom told Anna "call me back"',
  "Anna said 'remind me tomorrow' to Ben",
  'Lena sagte: „ruf mich an“',
  'Die Lieblingsplatte der Nutzerin heißt «Ruf mich an»',
  'ผู้ใช้บอกว่า "เรียกผมว่าต้น"',
])('a statement that names its subject stays as it is: %s', (content) => {
  expect(inOneVoice({ content, trust: 'user' })).toBe(content);
});

it('what the agent or a tool says is not a quotation of the user', () => {
  const content = 'I had to restart the server';
  expect(inOneVoice({ content, trust: 'agent' })).toBe(content);
  expect(inOneVoice({ content, trust: 'tool' })).toBe(content);
});
