import { z } from 'zod';
import { withoutAsking } from './forget-wish.ts';
import type { Language } from './languages/language.ts';
import { anyFits, languages } from './languages/languages.ts';
import { saidSentences, withoutOpening } from './said-sentences.ts';

/** What a person wants to have forgotten. */
export const forgetRequest = z.strictObject({
  /**
   * A statement ("that I am allergic to nuts"), all about a subject, what other clauses of the message name, all about the user, or what
   * was said last.
   */
  what: z.enum(['statement', 'subject', 'named', 'user', 'last']),
  /** The statement, the subject or what is named, with ";" between clauses; empty for the others. */
  about: z.string(),
  /** It names what is known. Otherwise it may also be an order about files or data, and only a memory that fits tells. */
  isClear: z.boolean(),
  /** The message says nothing else. */
  isAll: z.boolean(),
  language: z.enum(['en', 'de', 'th']),
});
/** What a message asks to forget, as `readForgetRequest` reads it. */
export type ForgetRequest = z.input<typeof forgetRequest>;

type ForgettingWords = Language['forgetting'];

/** Characters of a message that may ask for it; a longer one was pasted. */
const longestRequest = 1_000;

/** Returns what a message asks to forget; null if it asks for nothing of the kind. */
export function readForgetRequest(text: string): ForgetRequest | null {
  if (text.length > longestRequest) return null;
  const sentences = saidSentences(text).filter((sentence) => /\p{L}/u.test(withoutOpening(sentence)));
  const requests = sentences.flatMap((sentence) => requestIn(sentence) ?? []);
  const [first] = requests;
  return first ? { ...first, isAll: sentences.every(isPartOfIt) } : null;
}

/** Whether a sentence orders to forget something: what it names shall not be known. */
export const isForgetting = (sentence: string): boolean =>
  languages.some(({ forgetting }) => {
    const found = readIn(sentence.trim(), forgetting);
    // "I forgot my keys" has no "I" in Thai
    return found !== null && (found.isClear || namedIn(sentence.trim(), forgetting)?.verb === 'erase');
  });

/** A request, or thanks beside it. */
const isPartOfIt = (sentence: string): boolean =>
  requestIn(sentence) !== null || sentence.trim().split(/\s+/u).length <= 2;

function requestIn(sentence: string): Omit<ForgetRequest, 'isAll'> | null {
  for (const { code, forgetting } of languages) {
    const found = readIn(sentence.trim(), forgetting);
    if (found) return { ...found, language: code };
  }
  return null;
}

type Found = Omit<ForgetRequest, 'isAll' | 'language'>;
type Named = { verb: 'forget' | 'erase' | 'notKeep'; object: string };

function readIn(sentence: string, words: ForgettingWords): Found | null {
  const named = namedIn(sentence, words);
  if (!named || words.anywhere.ability.test(sentence)) return null;
  const { verb, object } = named;
  if (verb === 'forget' && words.anywhere.never.test(sentence)) return null;
  const bare = withoutEnd(object, words);
  if (words.last.test(bare)) {
    if (verb === 'erase' && !words.known.test(object)) return null;
    return { what: 'last', about: '', isClear: true };
  }
  if (verb === 'notKeep' && !words.surely.test(object)) return null;
  const isKnown = words.known.test(object);
  const isClear = isKnown || (verb !== 'erase' && words.surely.test(object));
  if (!isClear && verb === 'erase' && !words.told.test(object)) return null;
  const isClause = clause.test(object);
  const about = subjectIn(object, words, isClause);
  if (about === '' && verb === 'notKeep') return { what: 'last', about, isClear };
  if (about === '' || words.self.test(about)) return { what: 'user', about: '', isClear };
  const isStatement = isClause || bySpeaker.test(about);
  return { what: isStatement ? 'statement' : 'subject', about, isClear };
}

function namedIn(sentence: string, words: ForgettingWords): Named | null {
  const asked = words.notKeep.test(sentence) ? sentence : withoutAsking(sentence, words);
  return objectOf(asked, asked !== sentence, words);
}

const clause = /^(?:(?:the fact )?that\s|,?\s*dass\s|(?:ที่)?ว่า)/iu;
const innerSubject = /\s(?:about|regarding|concerning|über)\s+(.+)$|.เกี่ยวกับ(.+)$/iu;
/** Says something of the speaker, who is its subject. */
const bySpeaker = /^(?:i(?:['’]\p{L}+)?|we|ich|wir)\s|^(?:ฉัน|ผม|ดิฉัน|หนู|เรา)/iu;

function objectOf(asked: string, isAsked: boolean, words: ForgettingWords): Named | null {
  const { forget, erase, notKeep, atEnd, idiom } = words;
  if (notKeep.test(asked)) return { verb: 'notKeep', object: asked.replace(notKeep, '') };
  if (forget.test(asked)) {
    const object = asked.replace(forget, '');
    return idiom.test(object) ? null : { verb: 'forget', object };
  }
  if (erase.test(asked)) return { verb: 'erase', object: asked.replace(erase, '') };
  if (!atEnd) return null;
  for (const verb of ['forget', 'erase'] as const) {
    const object = asked.replace(atEnd[verb], '');
    // "I have forgotten everything about it" begins otherwise
    if (object !== asked && (isAsked || words.told.test(object))) return { verb, object };
  }
  return null;
}

function withoutEnd(text: string, { after }: ForgettingWords): string {
  let left = text.trim();
  for (let before = ''; before !== left;) {
    before = left;
    left = left.replace(after, '').trim();
  }
  return left;
}

function subjectIn(object: string, words: ForgettingWords, isClause: boolean): string {
  const named = withoutEnd(object, words).replaceAll(words.framing, ' ');
  const subject = withoutEnd(named.replaceAll(/\s+/gu, ' ').trim().replace(words.about, ''), words);
  // "our conversation about my divorce"
  return (isClause ? null : innerSubject.exec(subject)?.[1]) ?? subject;
}

/** Reads the answer to "shall I erase it?"; null for any other message. */
export function readAnswer(text: string): 'yes' | 'no' | null {
  const said = text.trim().replace(/[\s.!…👍🙏]+$/u, '');
  if (said === '') return text.includes('👍') ? 'yes' : null;
  if (anyFits(said, ({ forgetting }) => forgetting.no)) return 'no';
  return anyFits(said, ({ forgetting }) => forgetting.yes) ? 'yes' : null;
}

/**
 * Reads a message that asks to remember again what was forgotten; null for any other. `isVague`: it may as well ask to undo something else
 * ("undo that").
 */
export function readTakeBack(text: string): { language: Language['code']; isVague: boolean } | null {
  const asked = text.trim().replace(/[\s.!…?]+$/u, '');
  const language = languages.find(({ forgetting }) => forgetting.takeBack.test(asked));
  return language ? { language: language.code, isVague: vague.test(asked) } : null;
}

const vague = /undo|rückgängig|ย้อนกลับ|เลิกทำ/iu;
