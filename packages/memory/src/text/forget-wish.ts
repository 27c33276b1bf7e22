import type { ForgetRequest } from './forget-request.ts';
import { contentWords } from './common-words.ts';
import type { Language } from './languages/language.ts';
import { languages } from './languages/languages.ts';
import { saidSentences } from './said-sentences.ts';
import { wordOccurrences } from './words.ts';

type ForgettingWords = Language['forgetting'];
type Wish = Pick<ForgetRequest, 'what' | 'about' | 'isClear'>;

/** Characters of a message that may wish it; a longer one was pasted. */
const longestWish = 1_000;

/** Between clauses. A dot inside a name or number has no space after it; Thai has a space instead of a mark. */
const betweenClauses = /[.!?…;:,]+(?=\s|$)|\s[–—-]\s|\n+|(?<=\p{sc=Thai})\s+(?=\p{sc=Thai})/u;

/**
 * Returns what a message wishes to have erased, however it says so: with the verb in any clause, before or after its object, which another
 * clause may name ("Rex died, take it out"). It may as well be about something else: `isClear` is set where it names a memory.
 */
export function readForgetWish(text: string): ForgetRequest | null {
  if (text.length > longestWish || asksHowToForget(text)) return null;
  const said = saidSentences(text).join('\n');
  for (const { code, forgetting } of languages) {
    const wish = wishIn(said, forgetting);
    if (wish) return { ...wish, isAll: false, language: code };
  }
  return null;
}

/** The language in which a message asks whether, or how, things can be forgotten; null for any other message. */
export const asksHowToForget = (text: string): Language['code'] | null =>
  languages.find(({ forgetting }) => forgetting.anywhere.ability.test(text.trim()))?.code ?? null;

function wishIn(text: string, words: ForgettingWords): Wish | null {
  const { anywhere, known } = words;
  const isClear = known.test(text) || anywhere.memory.test(text);
  if (!isClear && anywhere.artefact.test(text)) return null;
  if (anywhere.unwanted.test(text)) {
    return subjectOf(text.replace(anywhere.unwanted, ' ').split(betweenClauses), words, true);
  }
  const clauses = text.split(betweenClauses).map((clause) => clause.trim());
  // what "Translate: forget Ann" quotes; "the meeting: it is over, delete it" quotes nothing
  const ownClauses = isClear ? clauses.length : (text.split(/:\s/u)[0] ?? '').split(betweenClauses).length;
  for (const [index, clause] of clauses.entries()) {
    const found = verbIn(clause, words);
    if (!found) continue;
    const others = [...clauses.slice(0, index), found.before, ...clauses.slice(index + 1)];
    const own = subjectOf([found.object], words, isClear);
    if (own && index >= ownClauses) continue;
    return own ?? around(others, words, isClear);
  }
  return null;
}

function verbIn(clause: string, words: ForgettingWords): { before: string; object: string } | null {
  const { first, last, never, joining } = words.anywhere;
  if (never.test(clause)) return null;
  const starts = [0, ...Array.from(clause.matchAll(joining), ({ index, 0: joint }) => index + joint.length)];
  for (const start of starts) {
    const said = clause.slice(start);
    // "no need to …" begins like "no, …"
    const asked = [said, withoutAsking(said, words)].find((text) => first.test(text));
    if (asked !== undefined) {
      return { before: clause.slice(0, start), object: asked.replace(first, ' ').replace(last, ' ') };
    }
  }
  return last.test(clause) ? { before: '', object: clause.replace(last, ' ') } : null;
}

/** Removes "could you please" and the like. */
export function withoutAsking(sentence: string, { asking }: ForgettingWords): string {
  let left = sentence;
  for (let before = ''; before !== left;) {
    before = left;
    left = left.replace(asking, '');
  }
  return left;
}

function subjectOf(texts: string[], words: ForgettingWords, isClear: boolean): Wish | null {
  const about = namesIn(texts, words);
  return about === '' ? null : { what: 'subject', about, isClear };
}

/** What the clauses beside that of the verb name, if that has only "it". */
function around(clauses: string[], words: ForgettingWords, isClear: boolean): Wish | null {
  const about = namesIn(clauses, words);
  return about === '' ? null : { what: 'named', about, isClear };
}

const namesIn = (texts: string[], words: ForgettingWords): string =>
  texts
    .map((text) => nameIn(text, words))
    .filter((name) => contentWords(name).length > 0)
    .join('; ');

function nameIn(text: string, { framing, anywhere }: ForgettingWords): string {
  const pieces = text.replaceAll(framing, ' ').split(/\s+/u);
  const named = pieces.flatMap((piece) => (/\p{sc=Thai}/u.test(piece) ? [...wordOccurrences(piece)] : piece));
  return named
    .filter(
      (word) => /[\p{L}\p{N}]/u.test(word) && !anywhere.bare.test(word.replace(/[^\p{L}\p{M}\p{N}]+$/u, '')),
    )
    .join(' ');
}
