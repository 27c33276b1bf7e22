import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import type { ChatModel } from '../ports.ts';
import { openWorld } from '../../testing/open-world.ts';
import { standingHeading } from '../retrieval/standing.ts';
import { message } from '../../testing/message.ts';

let memory: Memory;
const world = openWorld();
beforeEach(async () => {
  memory = await world.openMemory();
});

it.each([
  ['remember that my dog is called Rex', 'What is my dog called?', 'The user said: "my dog is called Rex"'],
  ['remember: my name is Anna', 'What is my name?', 'The user said: "my name is Anna"'],
  ['merk dir: ich heiße Jana', 'Wie heiße ich?', 'Der Nutzer sagte: „ich heiße Jana“'],
  ['จำไว้ว่า ผมแพ้ถั่ว', 'ผมแพ้อะไร', 'ผู้ใช้บอกว่า "ผมแพ้ถั่ว"'],
])(
  'what the user says about themselves is known in every project, as a quotation: %s',
  async (text, question, line) => {
    await memory.rememberStated({ text, project: 'shop', sessionId: randomUUID(), messageNumber: null });
    const { parts } = await memory.recall({ text: question, project: 'blog' });
    expect(parts.standing.split('\n')).toEqual([standingHeading, `- ${line}`]);
  },
);

it('tells days as they are where the user is', async () => {
  await world.setNow(new Date('2026-03-16T20:30:00Z'));
  const local = await world.openMemory({ timeZone: 'Pacific/Auckland' });
  const sessionId = randomUUID();
  const text = 'remember that the contract was signed yesterday';
  const { saved } = await local.rememberStated({ text, project: 'shop', sessionId, messageNumber: null });
  expect(saved).toMatchObject([{ memory: { content: 'the contract was signed yesterday (2026-03-16)' } }]);
});

it('a request with nothing to keep is refused aloud', async () => {
  const stated = await memory.rememberStated({
    ...{ text: 'Remember this: what is the port?', project: 'shop' },
    ...{ sessionId: randomUUID(), messageNumber: null },
  });
  expect(stated).toEqual({
    saved: [],
    refused: [
      {
        content: 'Remember this: what is the port?',
        reason: 'it only asks something, and a question states nothing',
      },
    ],
  });
});

it('a statement about the project stays in it', async () => {
  const text = 'remember that the API listens on port 8080';
  await memory.rememberStated({ text, project: 'shop', sessionId: randomUUID(), messageNumber: null });
  expect(await memory.memories.list({ project: 'shop' })).toMatchObject([
    { namespace: 'devai/project/shop/general' },
  ]);
});

it.each([
  ['my dog is called Rex', {}, 'devai/user/profile', 'profile'],
  ['I have a dentist appointment tomorrow', {}, 'devai/user/profile', 'other'],
  ['never push on Fridays', {}, 'devai/project/shop/rules', 'rule'],
  ['never push without asking me', {}, 'devai/user/rules', 'rule'],
  ['no apologies', { category: 'rule', about: 'user' }, 'devai/user/rules', 'rule'],
  ['Anna, a nurse', { category: 'profile' }, 'devai/user/profile', 'profile'],
  ['I prefer tabs', {}, 'devai/user/preferences', 'preference'],
  ['tabs', { category: 'preference' }, 'devai/user/preferences', 'preference'],
  ['my task is the parser', { category: 'task' }, 'devai/project/shop/general', 'task'],
  ['The user is called Anna', {}, 'devai/user/profile', 'profile'],
  ['Anna, a nurse', { about: 'user' }, 'devai/user/profile', 'profile'],
  ['I prefer tabs', { about: 'project' }, 'devai/project/shop/general', 'preference'],
] as const)('"%s" with %j is filed by whom it is about', async (content, input, namespace, category) => {
  const { memory: stored } = await memory.remember({ content, project: 'shop', ...input });
  expect(stored).toMatchObject({ namespace, category });
});

it.each([
  ['shop', 'devai/project/blog/ports'],
  ['shop', 'devai/project/shopping'],
  [null, 'devai/project/blog'],
])('a memory of the project %s is not filed in %s', async (project, namespace) => {
  const refused = { code: 'invalid_input', message: expect.stringMatching(/^namespace: .*blog|shopping/) };
  await expect(memory.remember({ content: 'x', project, namespace })).rejects.toMatchObject(refused);
  expect(await memory.memories.list()).toEqual([]);
});

it.each([
  ['Shop', 'devai/project/shop/ports'],
  ['shop', 'devai/global/ports'],
  [null, 'devai/user/ports'],
  [undefined, 'devai/project/blog/ports'],
])('a memory of the project %s is filed in %s', async (project, namespace) => {
  const { memory: stored } = await memory.remember({ content: 'x', project, namespace });
  expect(stored.namespace).toBe(namespace);
});

// Secrets are put together at run time, so that no scanner mistakes this file for a leak.
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const token = (length: number): string =>
  Array.from({ length }, (_, index) => letters[(index * 37 + 11) % letters.length]).join('');
const jwt = [`eyJ${token(20)}`, `eyJ${token(40)}0`, `S${token(42)}`].join('.');
const armour = (word: string): string => `-----${word} RSA PRIVATE KEY-----`;
const privateKey = [armour('BEGIN'), token(64), token(64), armour('END')].join('\n');

it.each([
  [
    'a token whose dots could end sentences',
    `remember this: log in with ${jwt} at port 8443`,
    'log in with [redacted:jwt] at port 8443',
  ],
  [
    'a private key below the asking',
    `Remember this:\n${privateKey} belongs to the build`,
    '[redacted:private-key] belongs to the build',
  ],
  [
    'a private key in a list',
    `Remember this:\n- the key ${privateKey} belongs to the build`,
    'the key [redacted:private-key] belongs to the build',
  ],
])('no part of a secret that spans several statements is stored: %s', async (_, text, stored) => {
  await memory.rememberStated({ text, project: null, sessionId: randomUUID(), messageNumber: null });
  expect((await memory.memories.list({})).map(({ content }) => content)).toEqual([stored]);
});

it('a mere secret is refused, and the other statements of its message are stored', async () => {
  const text = 'Remember: my PIN is 4821\nRemember: the API listens on port 8080';
  const { saved, refused } = await memory.rememberStated({
    text,
    project: null,
    sessionId: randomUUID(),
    messageNumber: null,
  });
  expect(saved.map((one) => one.memory.content)).toEqual(['the API listens on port 8080']);
  expect(refused).toMatchObject([{ content: 'my PIN is [redacted:pin]' }]);
});

it('a statement longer than a memory can be is refused whole, now and by the extraction, and still found as said', async () => {
  const long = 'The billing service retries every invoice three times. '.repeat(50).trim();
  const session = { id: randomUUID(), project: 'shop', agent: 'example' };
  await memory.sessions.open(session);
  const text = `Remember this: ${long}\nRemember: the API listens on port 8080`;
  await memory.sessions.append(session, [message(text)]);
  const { saved, refused } = await memory.rememberStated({
    text,
    project: 'shop',
    sessionId: session.id,
    messageNumber: 1,
  });
  expect(saved.map((one) => one.memory.content)).toEqual(['the API listens on port 8080']);
  expect(refused).toEqual([
    { content: expect.stringMatching(/^The billing[^]{2000}/), reason: expect.stringContaining('2,000') },
  ]);
  await memory.sessions.end(session.id, { now: true });
  await memory.jobs.drain();
  expect(await memory.jobs.list({ status: 'done' })).not.toEqual([]);
  expect((await memory.memories.list()).map(({ content }) => content)).toEqual([
    'the API listens on port 8080',
  ]);
  const { said } = await memory.recall({
    text: 'How does the billing service retry invoices?',
    project: 'shop',
  });
  expect(said).toMatchObject([{ injected: true, message: { number: 1 } }]);
});

it('a mere secret cannot be saved by a program, either', async () => {
  await expect(memory.remember({ content: 'the door code is 4711#' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('only a secret'),
  });
});

describe('without a model, what a message tells about the user is known at once', () => {
  it.each([
    [
      "Hi! I'm Anna, I work as a nurse in Berlin and I'm allergic to peanuts",
      ["I'm Anna, I work as a nurse in Berlin and I'm allergic to peanuts"],
    ],
    ['Ich heiße Jana und wohne in Köln. Was kann ich kochen?', ['Ich heiße Jana und wohne in Köln']],
    ['ผมชื่อสมชาย ผมแพ้กุ้ง', ['ผมชื่อสมชาย ผมแพ้กุ้ง']],
    ["I'm vegan, what can I cook?", ["I'm vegan"]],
    ['remember: I prefer tabs', ['I prefer tabs']],
    ['remember: I live in Oslo. I am vegan.', ['I live in Oslo. I am vegan']],
    ["I'm tired today", []],
    ['Where do I live?', []],
  ])('%s', async (text, stored) => {
    const session = { id: randomUUID(), project: 'shop', agent: 'example' };
    await memory.sessions.open(session);
    await memory.sessions.append(session, [message(text)]);
    const input = { text, project: 'shop', sessionId: session.id, messageNumber: 1 };
    const { saved } = await memory.rememberStated(input);
    expect(saved.map((one) => one.memory.content)).toEqual(stored);
    // the end of the session adds nothing to it
    await memory.sessions.end(session.id, { now: true });
    await memory.jobs.drain();
    expect((await memory.memories.list()).map(({ content }) => content)).toEqual(stored);
  });

  it('counts less than what they ask to remember', async () => {
    const text = "Remember: I'm Anna.\nI work as a nurse.\nI prefer tea";
    const { saved } = await memory.rememberStated({
      ...{ text, project: 'shop', sessionId: randomUUID(), messageNumber: null },
    });
    expect(saved.map((one) => one.memory)).toMatchObject([
      { content: "I'm Anna", importance: 9, trust: 'user' },
      { content: 'I work as a nurse', importance: 7, trust: 'user' },
      { content: 'I prefer tea', importance: 5, trust: 'user' },
    ]);
  });

  it('waits for the extraction if a model makes it', async () => {
    const model: ChatModel = {
      id: 'silent',
      contextWindow: 8_000,
      generate: () => Promise.reject(new Error('not asked')),
      stream: () => {
        throw new Error('not asked');
      },
    };
    const modelled = await world.openMemory({ models: { small: model } });
    const text = "I'm Anna, I work as a nurse";
    const input = { text, project: 'shop', sessionId: randomUUID(), messageNumber: null };
    expect((await modelled.rememberStated(input)).saved).toEqual([]);
  });
});
