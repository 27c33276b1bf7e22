import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from './statement-tokens.ts';

const read = (text: string): string[] =>
  tokensOf(text)
    .filter(({ kind }) => kind !== 'common')
    .map(({ kind, text: token }) => `${kind} ${token}`);

describe('the tokens of a statement', () => {
  it.each([
    ['The API listens on port 8080', ['word api', 'predicate run', 'word port', 'number 8080']],
    ['The config lives in /etc/app.toml', ['word configuration', 'predicate live', 'name /etc/app.toml']],
    ['The demo is on Fridays', ['word demo', 'copula be', 'number friday']],
    ['The db folder', ['word database', 'word directory']],
    // who speaks is no part of what is said, unless it names a thing
    ['The user prefers tabs', ['predicate prefer', 'word tabs']],
    ['The users table has an index', ['word user', 'word table', 'copula have', 'word index']],
    ['ผู้ใช้ชอบ Zed', ['predicate prefer', 'word zed']],
    // what has ended is a negation
    ['We no longer use Redis', ['negation not', 'predicate use', 'word redis']],
    ['We don’t use Redis any more', ['negation not', 'predicate use', 'word redis']],
    ['Wir nutzen kein Redis mehr', ['predicate use', 'negation kein', 'word redis']],
    ['Never use any', ['negation never', 'predicate use', 'word any']],
  ])('%s', (text, tokens) => {
    expect(read(text)).toEqual(tokens);
  });

  it('do not depend on what was read before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { minLength: 1, maxLength: 5 }),
        (texts) => {
          const first = texts.map((text) => tokensOf(text));
          expect(texts.map((text) => tokensOf(text))).toEqual(first);
        },
      ),
    );
  });
});
