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
