import type { Candidate } from '../types.ts';
import { blocksOf } from './blocks.ts';

/** Words kept per text: enough for any prose; of long tool output, the beginning. */
const maximumWords = 2_000;
/** Characters kept per word: enough for a SHA-256 in hex. */
const longestWord = 64;
/** Characters read of one unbroken run: enough for a path or an address; of encoded data, the beginning is sufficient. */
const longestCompound = 256;

/**
 * Scripts without spaces. Their words come from a dictionary; n-grams match texts that the dictionary splits
 * differently. Thai words have about four characters, hence trigrams; Chinese words have two, hence bigrams.
 */
const unspaced = String.raw`[[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]&&[\p{L}\p{M}\p{N}]]`;
const eastAsian = String.raw`[[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}ー〆]&&[\p{L}\p{M}\p{N}]]`;
const spaced = String.raw`[[\p{L}\p{M}\p{N}_]--${unspaced}--${eastAsian}]`;
/** A picture, or the two letters of a flag. */
export const picture = String.raw`\p{Extended_Pictographic}|\p{RI}{2}`;
/** Joins the parts of an identifier, path, address or version. */
const connector = String.raw`(?:[\-.\\:@~#&'’]|[+\/]{1,4}|:\/\/|::|\/\.+)`;

const runs = new RegExp(
  String.raw`(?<unspaced>${unspaced}+)|(?<eastAsian>${eastAsian}+)|(?<spaced>${spaced}+(?:${connector}${spaced}+)*(?:\+\+|#)?)|(?<picture>${picture})`,
  'gv',
);

/** From coarse to fine: hierarchy, words of a name, file extension, camel case. */
const separators = [
  /[/\\:@+~#&]+/u,
  /[-_'’]+/u,
  /\.+/u,
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{Lu}\p{Ll})/u,
];
/** A word that no separator splits. */
const plain = /^\p{L}\p{Ll}*$/u;
const version = /^v?\d+(?:\.\d+)+$/iu;

// a fixed locale, so that the result does not depend on the machine
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Returns the distinct index words of a text in any script, at most 2,000 with at most 64 characters each, in order
 * of appearance. Lower case; compatibility forms (NFKC), the marks of Latin, Greek, Cyrillic, Arabic, Hebrew and Syriac, and
 * the forms of Arabic letters and digits are folded, other marks kept. Identifiers, paths and versions appear whole and in parts (`task-api` → `task-api`, `task`, `api`);
 * scripts without spaces as dictionary words and, after all words, as character n-grams. A picture (🦔) is a word. Stop words are kept, because
 * frequency tells rare from common. Deterministic, so that queries match stored texts.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  const ngrams = new Set<string>();
  const seen = new Set<string>();
  for (const run of runsOf(text)) {
    if (words.size >= maximumWords) break;
    if (seen.has(run.text)) continue;
    seen.add(run.text);
    if (run.script === 'picture') words.add(run.text);
    for (const word of wordsOfRun(run)) words.add(word);
    if ((run.script === 'unspaced' || run.script === 'eastAsian') && ngrams.size < maximumWords) {
      for (const ngram of ngramsOf(run.text, run.script === 'unspaced' ? 3 : 2)) ngrams.add(ngram);
    }
  }
  return [...new Set([...words, ...ngrams])].slice(0, maximumWords);
}

/** Returns the index words of a memory: of its content, title and tags. */
export const indexWords = ({
  content,
  title,
  tags,
}: Pick<Candidate, 'content' | 'title' | 'tags'>): string[] =>
  wordsOf([content, title ?? '', ...tags].join('\n'));

/** Yields the same words in order of occurrence, with repeats, without n-grams, pictures and a limit. */
export function* wordOccurrences(text: string): Generator<string> {
  for (const run of runsOf(text)) yield* wordsOfRun(run);
}

/** Yields the words as they are written: an identifier whole, without its parts. */
export function* wholeWords(text: string): Generator<string> {
  for (const run of runsOf(text)) {
    if (run.script === 'spaced') yield fold(run.text);
    else yield* wordsOfRun(run);
  }
}

/** A part of a text, from one character up to another. */
export type Place = { from: number; to: number };

/** Characters of a text in which places are looked for: more than a person reads of a statement. */
const longestSearched = 10_000;

/**
 * Returns where a text, as it is written, has any of some index words: an identifier whole if it is one of them, else its parts; of
 * scripts without spaces also the n-grams. In order, without overlaps.
 */
export function placesOf(text: string, words: ReadonlySet<string>): Place[] {
  const places: Place[] = [];
  for (const { 0: run, index, groups } of text.slice(0, longestSearched).matchAll(runs)) {
    const found = groups?.['spaced'] === undefined ? placesInRun(run, words) : placesInName(run, words);
    for (const { from, to } of found) places.push({ from: index + from, to: index + to });
  }
  return places;
}

function placesInName(name: string, words: ReadonlySet<string>): Place[] {
  if (words.has(fold(normalise(name)))) return [{ from: 0, to: name.length }];
  return [...name.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: part, index }) =>
    [...identifierParts(normalise(part))].some((word) => words.has(word))
      ? [{ from: index, to: index + part.length }]
      : [],
  );
}

function placesInRun(run: string, words: ReadonlySet<string>): Place[] {
  const isIn = Array.from({ length: run.length }, () => false);
  for (const { segment, index } of segmenter.segment(run))
    if (words.has(fold(normalise(segment)))) isIn.fill(true, index, index + segment.length);
  for (const size of [2, 3])
    for (let from = 0; from + size <= run.length; from += 1)
      if (words.has(run.slice(from, from + size))) isIn.fill(true, from, from + size);
  return isIn.flatMap((is, from) => {
    if (!is || isIn[from - 1] === true) return [];
    const to = isIn.indexOf(false, from);
    return [{ from, to: to < 0 ? run.length : to }];
  });
}

type Run = { text: string; script: 'spaced' | 'unspaced' | 'eastAsian' | 'picture' };

/** Yields the parts of a text that are split in the same way. */
function* runsOf(text: string): Generator<Run> {
  for (const block of blocksOf(text)) yield* runsOfBlock(block);
}

function* runsOfBlock(text: string): Generator<Run> {
  for (const { 0: run, groups } of normalise(text).matchAll(runs)) {
    const script = (['unspaced', 'eastAsian', 'picture'] as const).find(
      (name) => groups?.[name] !== undefined,
    );
    if (script !== undefined) yield { text: run, script };
    else {
      // do not split a surrogate pair
      const kept = run.slice(0, longestCompound).replace(/[\uD800-\uDBFF]$/, '');
      yield { text: kept, script: 'spaced' };
    }
  }
}

function* wordsOfRun(run: Run): Generator<string> {
  const words = run.script === 'spaced' ? identifierParts(run.text) : dictionaryWords(run.text);
  for (const word of words) if (/[\p{L}\p{N}]/u.test(word)) yield word;
}

function normalise(text: string): string {
  return (
    text
      // the zero-width space separates words; other format characters only affect the shape
      .replaceAll('\u200B', ' ')
      .normalize('NFKC')
      // the Arabic tatweel only makes a word longer, and a variation selector chooses how a picture looks
      .replaceAll(/\p{Cf}|\p{Variation_Selector}|\u0640/gu, '')
      // NFKC decomposes Thai and Lao AM into a form that the dictionary does not know
      .replaceAll(/\u0E4D([\u0E48-\u0E4B]?)\u0E32/gu, '$1\u0E33')
      .replaceAll(/\u0ECD([\u0EC8-\u0ECB]?)\u0EB2/gu, '$1\u0EB3')
  );
}

/** Yields a compound whole, then its parts, level by level. Skips single letters that only splitting produced. */
function* identifierParts(text: string, level = 0): Generator<string> {
  const whole = fold(text);
  yield whole;
  if (plain.test(text)) {
    // as often as the levels below would: vectors weigh a word by its occurrences
    for (let below = level; below < separators.length; below += 1) yield whole;
    return;
  }
  if (version.test(text)) {
    if (/^v/iu.test(text)) yield fold(text.slice(1));
    return;
  }
  const separator = separators[level];
  if (separator === undefined) return;
  for (const part of text.split(separator)) {
    if (/^\P{N}?$/u.test(part) && part !== text) continue;
    yield* identifierParts(part, level + 1);
  }
}

function* dictionaryWords(run: string): Generator<string> {
  for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) yield fold(segment);
}

function* ngramsOf(run: string, size: number): Generator<string> {
  const characters = Array.from(run);
  for (let start = 0; start + size <= characters.length; start += 1) {
    yield characters.slice(start, start + size).join('');
  }
}

/**
 * Letters whose diacritics Unicode does not decompose, and letters and digits of Arabic that languages and keyboards write in several
 * forms. A change of what is folded needs a migration that folds the stored words.
 */
const letters = new Map(
  'ß:ss æ:ae œ:oe ø:o ł:l đ:d ð:d þ:th ı:i ς:σ ٱ:ا ى:ي ی:ي ة:ه ۃ:ه ہ:ه ە:ه ک:ك ڪ:ك ٠:0 ١:1 ٢:2 ٣:3 ٤:4 ٥:5 ٦:6 ٧:7 ٨:8 ٩:9 ۰:0 ۱:1 ۲:2 ۳:3 ۴:4 ۵:5 ۶:6 ۷:7 ۸:8 ۹:9'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);
const undecomposed = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu');

/** Marks that belong to alphabets: diacritics, and vowels that need not be written. In other scripts, marks make other syllables. */
const marks = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}])\p{M}+/gu;

/** Normalises a word for comparison: lower case, without marks of alphabets, at most 64 characters. */
function fold(word: string): string {
  if (/^[\x20-\x7e]{1,64}$/.test(word)) return word.toLowerCase();
  const folded = word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(marks, '$1')
    .normalize('NFC')
    .replaceAll(undecomposed, (letter) => letters.get(letter) ?? letter);
  if (folded.length <= longestWord) return folded;
  return Array.from(folded).slice(0, longestWord).join('');
}
