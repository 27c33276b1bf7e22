/** A longer word is data (a lock file's hash, a minified line), not a name. */
const longestWord = 200;

const url = /^[a-z][a-z0-9+]*:\/\/[^/\s]\S*$/i;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hash = /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}$/;
const ticket = /^(?:[A-Z][A-Z0-9]+-\d+|#\d+|[a-z]{2,12}[_-](?=\w*\d)[A-Za-z0-9]{12,})$/;
const fileName =
  /^[\p{L}\p{N}_@.+-]+\.(?:[cm]?[jt]sx?|jsonl?|mdx?|sql|py|ipynb|rs|go|java|kts?|rb|php|cc?|cpp|hp?p?|cs|swift|sh|ya?ml|toml|lock|s?css|html?|vue|svelte|svg|png|jpe?g|txt|csv|env|xml|proto|tf|gz|zip|log|pdf)$/u;
const pathLike = /^(?:~|\.{1,2}|[A-Za-z]:)?(?:\/?[\p{L}\p{N}_@.+~-]+)?(?:\/[\p{L}\p{N}_@.+~$*-]+)*\/?$/u;
const dotted = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|->|#)[\p{L}_$][\p{L}\p{N}_$]*)*$/u;
const hump = /[\p{Ll}\p{N}]\p{Lu}/u;

/** Splits a text into possible identifiers: at white space, quotes, brackets, commas and the like. */
export function identifierWords(text: string): string[] {
  return Array.from(text.matchAll(/[^\s"'`“”‘’„«»()[\]{}<>,;|]+/gu), ([word]) => word)
    .filter((word) => word.length <= longestWord)
    .flatMap((word) => (url.test(word) ? [word] : word.split('=')))
    .map((word) => word.replaceAll(/^[:!?*]+|[.:!?*…]+$/gu, ''))
    .filter((word) => word.length > 1);
}

/** Returns the identifier that a word is, judged by its form; null if it is not one. `src/a.ts:12` is the path `src/a.ts`. */
export function identifierOf(word: string): string | null {
  if ([url, uuid, hash, ticket].some((form) => form.test(word))) return word;
  const place = word.replace(/(?::\d+){1,2}$/, '');
  if (isPath(place)) return place.replace(/^\.\//, '').replace(/\/$/, '');
  return isSymbol(word) ? word : null;
}

/** "and/or" is not a path: a single slash requires an extension or a prefix such as `./`. */
function isPath(word: string): boolean {
  if (fileName.test(word)) return true;
  if (!word.includes('/') || !/\p{L}/u.test(word) || !pathLike.test(word)) return false;
  const segments = word.split('/').filter((segment) => segment !== '');
  const name = segments.at(-1) ?? '';
  return fileName.test(name) || /^(?:~|\.{1,2})?\//.test(word) || segments.length > 2 || word.startsWith('@');
}

/** A member of a variable: `this.cachedLines`, `gauge.min`. It means nothing without the code around it. */
const member = /^[\p{Ll}_$][\p{L}\p{N}_$]*(?:\.|->)/u;

/** Camel case or an underscore inside, also as part of a dotted name. */
function isSymbol(word: string): boolean {
  if (!dotted.test(word) || member.test(word)) return false;
  return hump.test(word) || /[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(word);
}
