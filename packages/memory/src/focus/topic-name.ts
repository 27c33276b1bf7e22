/** Maximum characters of a name, the limit of the table. */
const longestName = 120;
/** Maximum levels of a name: `memory/extraction` has two. */
const maximumLevels = 2;
/** Characters that would break a line of the focus file. */
const markup = /[*|`]+/gu;
/** A closing tag separates no levels: `Garden <b>project</b>`. */
const closing = /<\/+/gu;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;

/** Removes invisible characters, and replaces line ends and runs of white space with one space. */
export const onOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/**
 * Returns a topic's name as it is stored and shown: one line, no markup, no empty level, at most two levels and 120
 * characters. Case and spaces are kept. Idempotent; '' if nothing is left.
 */
export function topicName(text: string): string {
  const levels = onOneLine(text.toWellFormed().normalize('NFC'))
    .replaceAll(markup, '')
    .replaceAll(closing, '<')
    .split('/')
    .map((level) => level.replaceAll(/ +/g, ' ').trim())
    .filter((level) => level !== '')
    .slice(0, maximumLevels);
  const name = Array.from(levels.join('/').replaceAll(closing, '<')).slice(0, longestName).join('');
  return name.replace(/[ /]+$/, '');
}

/** Returns the two levels of a name that `topicName` made: `memory`, and `extraction` or null. */
export function topicLevels(name: string): { parent: string; child: string | null } {
  const slash = name.indexOf('/');
  return slash === -1
    ? { parent: name, child: null }
    : { parent: name.slice(0, slash), child: name.slice(slash + 1) };
}

/** Returns the `parentTopic` of a topic with this name. */
export function parentTopicOf(name: string): string | null {
  const { parent, child } = topicLevels(name);
  return child === null ? null : parent;
}
