import { describe, expect, it } from 'vitest';
import { areOfDifferentPeople } from './who-is-meant.ts';

describe('who is meant', () => {
  it.each([
    ['Anna uses Vim', 'Ben uses Emacs'],
    ['I use Vim', 'Ben uses Emacs'],
    ['We use Vim', 'Ben uses Emacs'],
    ['Ich nutze Vim', 'Anna nutzt Emacs'],
    ['ผมใช้ Vim', 'คุณมาลีใช้ Emacs'],
    ['คุณสมชายใช้ Vim', 'คุณมาลีใช้ Emacs'],
    ['I use Svelte', 'The frontend uses Vue'],
  ])('is not the same in "%s" and "%s"', (one, other) => {
    expect(areOfDifferentPeople(one, other)).toBe(true);
    expect(areOfDifferentPeople(other, one)).toBe(true);
  });

  it.each([
    ['Anna uses Vim', 'Anna prefers Emacs'],
    ['I live in Bremen', 'The user lives in Kiel'],
    ['Prefers tabs', 'I prefer spaces'],
    ['Maria is the product owner', 'Jonas is the product owner'],
    ['We use Svelte', 'The frontend uses Vue'],
    ['ผมใช้ Vim', 'ผู้ใช้ชอบ Emacs'],
  ])('may be the same in "%s" and "%s"', (one, other) => {
    expect(areOfDifferentPeople(one, other)).toBe(false);
    expect(areOfDifferentPeople(other, one)).toBe(false);
  });
});
