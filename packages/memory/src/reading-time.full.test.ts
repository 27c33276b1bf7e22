import { expect, it } from 'vitest';
import { growth, repeating, timesAs } from '../testing/growth.ts';
import { message } from '../testing/message.ts';
import { evidenceFor } from './extraction/evidence.ts';
import { conversation, user } from './extraction/message.fixture.ts';
import { findExplicitStatements } from './extraction/rules/explicit-statements.ts';
import { extractByRules } from './extraction/rules/extract-by-rules.ts';
import { findUserStatements } from './extraction/rules/user-statements.ts';
import { isTakenAlready } from './extraction/taken-already.ts';
import { toolOverlap } from './extraction/tool-overlap.ts';
import { trustOf } from './extraction/trust.ts';
import { readStep } from './focus/read-step.ts';
import { mentionParts } from './marks/mention-parts.ts';
import { redact } from './redaction/redact.ts';
import { buildQuery } from './retrieval/query.ts';
import { indexMessage } from './sessions/index-message.ts';
import { oneLine } from './text/one-line.ts';
import { readJsonObject } from './text/read-json.ts';
import { linesOf } from './text/sentences.ts';
import { readStatement, shareSaid } from './text/statement-overlap.ts';
import { countMessageTokensInPieces } from './text/tokens.ts';
import { renderTranscript } from './transcript/render-transcript.ts';

const statement = 'The port of the shop is 5433';
const told = readStatement(statement);
const said = (content: string) => conversation(user(content));
const answer = (content: string) =>
  message(content, { role: 'assistant', toolCalls: [{ id: '', name: 'write', arguments: content }] });
const returned = (content: string) => conversation({ role: 'tool', content });

/** What reads a message or a tool's output as a whole. Functions of one regular expression or tokenizer have their own tests. */
const readers: Record<string, (text: string) => unknown> = {
  buildQuery: (text) => buildQuery({ text, project: 'shop', topics: [], isMessage: true }),
  evidenceFor: (text) => evidenceFor(statement, said(text)),
  extractByRules: (text) => extractByRules(said(text), 'shop', 'UTC'),
  findExplicitStatements: (text) => findExplicitStatements(text, { at: new Date(0), timeZone: 'UTC' }),
  findUserStatements: (text) => findUserStatements(text, text),
  indexMessage: (text) => indexMessage(answer(text)),
  isTakenAlready: takenAlready,
  linesOf,
  mentionParts: (text) => mentionParts(text, statement),
  'mentionParts of a short statement': (text) => mentionParts(text, 'ab'),
  oneLine,
  readJsonObject,
  readStatement,
  readStep: (text) => {
    const toolCalls = [{ name: 'read', arguments: text, ok: true }];
    return readStep({ sessionId: '', project: null, userMessage: text, reply: text, toolCalls });
  },
  redact,
  renderTranscript: (text) => renderTranscript(said(text), 100, 'UTC'),
  shareSaid: (text) => shareSaid(text, told),
  toolOverlap: (text) => toolOverlap(told, returned(text)),
  trustOf: (text) => trustOf(statement, said(text), [...said(text), ...returned(text)]),
};

/** Twice the text, at most 2.5 times the work. */
const limit = Math.log2(2.5);

it.each(Object.entries(readers))(
  '%s takes time proportional to the text',
  { timeout: 30_000 },
  async (_, read) => {
    const readAll = async (texts: string) => {
      for (const text of texts.split(separator)) await read(text);
    };
    expect(await growth(readAll, allShapes, 1_000)).toBeLessThan(limit);
  },
);

const pausing: Record<string, (text: string) => unknown> = {
  countMessageTokensInPieces: (text) => countMessageTokensInPieces({ role: 'user', content: text }),
  isTakenAlready: takenAlready,
  mentionParts: (text) => mentionParts(text, statement),
  renderTranscript: (text) => renderTranscript(said(text), 100_000, 'UTC'),
};

it.each(Object.entries(pausing))(
  '%s lets other work go on after at most 65,536 characters',
  async (_, read) => {
    const text = 'The port is 5433. '.repeat(25_000);
    expect(await turnsDuring(() => read(text))).toBeGreaterThanOrEqual(Math.floor(text.length / 65_536));
  },
);

it('redact lets other work go on after each of its searches', async () => {
  expect(await turnsDuring(() => redact('The port is 5433. '.repeat(10_000)))).toBeGreaterThanOrEqual(6);
});

it('redact reads words that announce a secret once, however many follow each other', async () => {
  const reading = (unit: string) => {
    const text = repeating(unit)(100_000);
    return () => redact(text);
  };
  const plain = reading('我们决定把端口改成八零八一，');
  for (const unit of ['密码', 'password ']) expect(await timesAs(reading(unit), plain, 12)).toBeLessThan(25);
});

const huge: Record<string, (text: string) => unknown> = {
  indexMessage: (text) => indexMessage(answer(text)),
  mentionParts: (text) => mentionParts(text, statement),
  redact,
};

it.each(Object.entries(huge))('%s reads 6 MB of one run', async (_, read) => {
  for (const unit of ['a', 'ก']) await read(repeating(unit)(6_000_000));
});

it('mentionParts reads 200,000 sentences', async () => {
  const parts = await mentionParts('The port is 5433. '.repeat(200_000), 'The port is 5434');
  expect(parts.length).toBeGreaterThan(0);
});

const units = [
  ...['\n', '\r\n', 'a\n\n', 'ab\n', '1,2\n', ' ', ', ', 'a', 'ก', '😂', '`', '```\n', '~', '\\', '"', '- '],
  ...[
    '[',
    '{"a":',
    '<a>',
    '<a b ',
    '> q\n',
    '? ',
    '. ',
    'a.',
    'a/',
    'e.g. ',
    'http://',
    'eyJ',
    '-----BEGIN ',
  ],
  ...['remember ', 'remember this:\n', '- remember this:\n', 'remember that.\n', 'remember: a. ', 'จำไว้ว่า '],
  ...[
    'no, ',
    'tomorrow ',
    'password ',
    '密码',
    'パスワードは ',
    'password for a ',
    'key: a, ',
    'token = "',
    '| key | ',
    'login a / ',
  ],
];
const separator = '\u0000';
// a pattern that matches a whole run of the unit may fail at what follows, and be tried again
const allShapes = (length: number): string =>
  units.map((unit) => `${repeating(unit)(length)}x`).join(separator);

/** How often the event loop turns while a text is read. */
async function turnsDuring(read: () => unknown): Promise<number> {
  let turns = 0;
  let isReading = true;
  const turn = () => {
    turns += 1;
    if (isReading) setImmediate(turn);
  };
  setImmediate(turn);
  await read();
  isReading = false;
  return turns;
}

function takenAlready(text: string) {
  const marks = [{ memoryId: '', kind: 'taken' as const, part: { from: 0, to: 3 } }];
  return isTakenAlready({ content: statement, evidence: [] }, conversation({ ...user(text), marks }));
}
