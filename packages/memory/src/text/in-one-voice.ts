import type { Trust } from '../types.ts';
import { languages } from './languages/languages.ts';

/**
 * Returns a memory's text as a model reads it. The user's own words are quoted, because beside the agent's statements
 * their "I" would be the agent.
 */
export function inOneVoice({ content, trust }: { content: string; trust: Trust }): string {
  const language = trust === 'user' ? languages.find(({ speaker }) => speaker.test(content)) : undefined;
  return language?.userSaid(content) ?? content;
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
