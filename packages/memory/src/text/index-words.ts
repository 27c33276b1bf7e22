import type { Memory } from '../types.ts';
import { wordsOf } from './words.ts';

/** The words that a memory is found by: those of its text, title and tags. */
export function indexWords({ content, title, tags }: Pick<Memory, 'content' | 'title' | 'tags'>): string[] {
  return wordsOf([content, title ?? '', ...tags].join('\n'));
}
