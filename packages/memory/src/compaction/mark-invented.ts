import { classifyWord, identifierWords } from './identifier-words.ts';
import { sectionNames, type SummarySections } from './summary.ts';

const version = /^v?\d+(?:\.\d+)+[\w.-]*$/;
/** Three or more digits: ports, codes, counts. Shorter numbers are often the model's own, correct counts. */
const longNumber = /^\d{3,}$/;
const thousandsSeparator = /(?<=\d)[,’'](?=\d{3}(?!\d))/g;
const date = /^\d{4}-\d{2}-\d{2}/;

/**
 * Marks the identifiers (paths, symbols, ids, addresses, commands, versions, numbers of three digits and more) that a
 * summary names and its source does not: a model made them up or misspelt them, and nobody should act on them unchecked.
 * The statements stay.
 */
export function markInvented(sections: SummarySections, source: string): SummarySections {
  const isKnown = knownIn(source);
  const mark = (item: string): string => {
    const invented = [...new Set(identifiersIn(item))].filter((word) => !isKnown(word));
    return [item, ...invented.map((word) => `(not in the messages: ${word})`)].join(' ');
  };
  const marked = { ...sections };
  for (const name of sectionNames) marked[name] = sections[name].map(mark);
  return marked;
}

/** In prose only certain names; between backticks every word with a sign, digit or capital in it. */
function identifiersIn(item: string): string[] {
  const text = item.replaceAll(thousandsSeparator, '');
  const quoted = Array.from(text.matchAll(/`([^`]+)`/g), ([, inside = '']) => inside);
  const prose = text.replaceAll(/`[^`]*`/g, ' ');
  return [
    ...identifierWords(prose).flatMap((word) => nameInProse(word)),
    ...quoted.flatMap(identifierWords).flatMap((word) => nameInQuotes(word)),
  ];
}

function nameInProse(word: string): string[] {
  if (date.test(word)) return [];
  if (version.test(word) || longNumber.test(word)) return [word];
  const identifier = classifyWord(word);
  // "TypeScript" and "GitHub" have the form of a symbol and need no source
  const isName = identifier?.kind === 'symbol' && /^\p{Lu}[\p{L}\p{N}]*$/u.test(word);
  return identifier && !isName ? [identifier.text] : [];
}

function nameInQuotes(word: string): string[] {
  if (date.test(word)) return [];
  const identifier = classifyWord(word);
  if (identifier) return [identifier.text];
  return /[^\p{Ll}]/u.test(word) && /[\p{L}\p{N}]{2}/u.test(word) ? [word] : [];
}

/** Whether a text has a word as a whole, in any case; a path also in two parts (`cd packages/api`, `src/main.ts`). */
function knownIn(text: string): (word: string) => boolean {
  const source = text.toLowerCase();
  const withoutSeparators = source.replaceAll(thousandsSeparator, '');
  return (word) => {
    const wanted = word.toLowerCase();
    if (standsIn(source, wanted)) return true;
    if (longNumber.test(word)) return standsIn(withoutSeparators, wanted);
    const segments = wanted.split('/');
    return segments.some(
      (_, index) =>
        standsIn(source, segments.slice(0, index).join('/')) &&
        standsIn(source, segments.slice(index).join('/')),
    );
  };
}

function standsIn(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = isPart(text[at - 1]) && isPart(word[0]);
    const after = isPart(text[at + word.length]) && isPart(word.at(-1));
    if (!before && !after) return true;
  }
  return false;
}

const isPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);
