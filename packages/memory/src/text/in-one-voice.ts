import type { Trust } from '../types.ts';
import { languages } from './languages/languages.ts';

/**
 * A memory's text as a model reads it. Beside statements of an agent, "I" would be the agent: what the user said of themselves in
 * their own words is a quotation.
 */
export function inOneVoice({ content, trust }: { content: string; trust: Trust }): string {
  const language = trust === 'user' ? languages.find(({ speaker }) => speaker.test(content)) : undefined;
  return language?.userSaid(content) ?? content;
}
