import { describe, expect, it } from 'vitest';
import { storedMessage } from '../compaction/stored-message.fixture.ts';
import type { Nearness, SaidMatch } from '../store/matching.ts';
import { rankSaid } from './said.ts';

const question = { thresholds: { retrieval: 0.35, noiseFloor: 0.1 }, wordCount: 3, isOfAsker: false };
const near: Nearness = { similarity: 0.6, wordShare: 0.6 };
const far: Nearness = { similarity: 0.05, wordShare: null };

const long = 'We moved it to the small room beside the kitchen, because the cellar was damp all winter.';

let number = 0;

describe('the ranking of what was said', () => {
  it('puts what the user said before what the agent said', () => {
    expect(
      order(match('It moved on Friday.', { role: 'assistant' }), match('It moved on Friday, I think.')),
    ).toEqual(['It moved on Friday, I think.', 'It moved on Friday.']);
  });

  it('counts in what was said next to it', () => {
    expect(order(match('Fine, at nine.'), match('Fine, at ten.', { before: near, after: far }))).toEqual([
      'Fine, at ten.',
      'Fine, at nine.',
    ]);
  });

  it('puts the newest first among equals', () => {
    const old = match('It is blue.');
    const recent = match('It is red now.');
    recent.message = { ...recent.message, createdAt: new Date(old.message.createdAt.getTime() + 1) };
    expect(order(old, recent)).toEqual(['It is red now.', 'It is blue.']);
  });

  it('puts an old entry of a list before a new one that fits it less, and keeps what shares nothing with the question', () => {
    const old = match('The first one is blue.');
    const recent = match('Another one is red.', { ...near, similarity: 0.5 });
    recent.message = { ...recent.message, createdAt: new Date(old.message.createdAt.getTime() + 1) };
    const farther = match('And a green one.', { similarity: 0.02, wordShare: null });
    const others = [farther, match('A grey one.', far), old, recent];
    const found = rankSaid(others, { ...question, asksForSeveral: true });
    expect(found.map(({ message }) => message.content)).toEqual([
      'The first one is blue.',
      'Another one is red.',
      'A grey one.',
      'And a green one.',
    ]);
    expect(order(...others)).toEqual(['Another one is red.', 'The first one is blue.']);
  });

  it('leaves out what the agent said beside it, unless that is relevant by itself', () => {
    const weak = { ...far, similarity: 0.2 };
    const reply = match('I remember nothing about it.', { ...weak, role: 'assistant' });
    expect(order(match('It moved.'), match('Perhaps.', weak), reply)).toEqual(['It moved.', 'Perhaps.']);
  });

  it('needs less than a memory of a message that tells something, and more of one of few words', () => {
    const fair = { similarity: 0.31, wordShare: null };
    expect(isRelevant([match(long, fair)])).toBe(true);
    expect(isRelevant([match('done in red biro', fair)])).toBe(false);
    expect(isRelevant([match('done in red biro', near)])).toBe(true);
  });

  it('needs less evidence for a question about whoever asks, by as much as the embedder says', () => {
    const weak = match(long, { similarity: 0.27, wordShare: null });
    const isRelevantTo = (asked: Partial<typeof question>) =>
      rankSaid([weak], { ...question, ...asked })[0]?.judgement.isRelevant;
    expect(isRelevantTo({})).toBe(false);
    expect(isRelevantTo({ isOfAsker: true })).toBe(true);
    const thresholds = { ...question.thresholds, askerPart: 0.95 };
    expect(isRelevantTo({ isOfAsker: true, thresholds })).toBe(false);
  });

  it('needs more evidence among many messages', () => {
    const fair = { similarity: 0.35, wordShare: null };
    expect(isRelevant([match(long, fair)])).toBe(true);
    expect(isRelevant([match(long, { ...fair, searched: 20_000 })])).toBe(false);
  });
});

function match(content: string, given: Partial<SaidMatch> & { role?: 'user' | 'assistant' } = {}): SaidMatch {
  const { role = 'user', ...figures } = given;
  number += 1;
  return {
    message: storedMessage({ number, role, content }),
    sessionName: null,
    ...near,
    before: null,
    after: null,
    searched: 50,
    superseded: [],
    ...figures,
  };
}

function order(...matches: SaidMatch[]) {
  return rankSaid(matches, question).map(({ message }) => message.content);
}

function isRelevant(matches: SaidMatch[]) {
  return rankSaid(matches, question)[0]?.judgement.isRelevant;
}
