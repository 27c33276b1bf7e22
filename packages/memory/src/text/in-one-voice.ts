import type { Trust } from '../types.ts';
import { anyFits, languages } from './languages/languages.ts';

/** The words of somebody else, and titles: not who speaks. A single quotation mark in a word is an apostrophe. */
const quotation =
  /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|(?<![\p{L}\p{N}])['‘][^'’]*['’](?![\p{L}\p{N}])/gu;

/**
 * Returns a memory's text as a model reads it. The user's own words are quoted, because beside the agent's statements
 * their "I" would be the agent. A statement about the user is nobody's words, also if it quotes somebody's "me".
 */
export function inOneVoice({ content, trust }: { content: string; trust: Trust }): string {
  if (trust !== 'user' || anyFits(content, ({ user }) => user)) return content;
  const own = content.replaceAll(quotation, ' ');
  return languages.find(({ speaker }) => speaker.test(own))?.userSaid(content) ?? content;
}

const frames = languages.map(({ userSaid }) => {
  const [opening = '', closing = ''] = userSaid('\n').split('\n');
  return { opening, closing };
});

/** Finds the user's words in a line that ends with the quotation above: what is before it, and the words. Null without one. */
export function quotedUser(line: string): { before: string; words: string } | null {
  for (const { opening, closing } of frames) {
    const at = line.indexOf(opening);
    if (at === -1 || !line.endsWith(closing)) continue;
    return { before: line.slice(0, at), words: line.slice(at + opening.length, -closing.length) };
  }
  return null;
}
