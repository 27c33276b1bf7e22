import { classifyWord, identifierWords } from './identifier-words.ts';
import { sectionNames, type SummarySections } from './summary.ts';

const version = /^v?\d+(?:\.\d+)+[\w.-]*$/;
/** Three digits and more: ports, codes, counts. One or two are often the model's own counting, and right. */
const longNumber = /^\d{3,}$/;
const thousandsSeparator = /(?<=\d)[,’'](?=\d{3}(?!\d))/g;
const date = /^\d{4}-\d{2}-\d{2}/;

/**
 * The identifiers (paths, symbols, ids, addresses, commands, versions, numbers of three digits and more) that a
 * summary names and its source does not: what a model made up or misspelt. In order of mention, each once.
 */
export function findInvented(sections: SummarySections, source: string): string[] {
  const known = createSource(source);
  const named = sectionNames.flatMap((name) => sections[name].flatMap(identifiersIn));
  return [...new Set(named)].filter((word) => !known.holds(word));
}

/** Marks what is not in the source where it stands, so that nobody acts on it unchecked. The statement stays. */
export function markInvented(sections: SummarySections, invented: string[]): SummarySections {
  const mark = (item: string): string =>
    invented.reduce(
      (text, word) => (identifiersIn(text).includes(word) ? `${text} (not in the messages: ${word})` : text),
      item,
    );
  const marked = { ...sections };
  for (const name of sectionNames) marked[name] = sections[name].map(mark);
  return marked;
}

/** In prose only what is surely a name; between backticks everything with a sign, digit or capital inside. */
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
  return identifier && !(identifier.kind === 'symbol' && /^\p{Lu}[\p{L}\p{N}]*$/u.test(word))
    ? [identifier.text]
    : [];
}

function nameInQuotes(word: string): string[] {
  if (date.test(word)) return [];
  const identifier = classifyWord(word);
  if (identifier) return [identifier.text];
  return /[^\p{Ll}]/u.test(word) && /[\p{L}\p{N}]{2}/u.test(word) ? [word] : [];
}

/** Answers whether a word stands whole in a text, whatever its case. */
function createSource(text: string) {
  const source = text.toLowerCase();
  const joined = source.replaceAll(thousandsSeparator, '');

  return {
    holds(word: string): boolean {
      const wanted = word.toLowerCase();
      if (standsIn(source, wanted)) return true;
      return longNumber.test(word) ? standsIn(joined, wanted) : isJoinedPath(wanted);
    },
  };

  /** A path put together from a folder and a path below it that stand apart in the text (`cd packages/api`, `src/main.ts`). */
  function isJoinedPath(path: string): boolean {
    const segments = path.split('/');
    return segments
      .slice(1)
      .some(
        (_, index) =>
          standsIn(source, segments.slice(0, index + 1).join('/')) &&
          standsIn(source, segments.slice(index + 1).join('/')) &&
          segments[index + 1] !== '',
      );
  }
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
