import type { ChatMessage } from '@devai/memory';

/** The system context in its two halves: what stays the same from turn to turn, and what each turn brings anew. */
export type SystemPrompt = { stable: string; volatile: string };

export const contextProfiles = ['cache', 'plain'] as const;
/**
 * Where the volatile half stands. `plain`: in the system prompt, before the conversation. `cache`: behind the history, before the
 * message of this turn, so that the beginning of the request stays what it was and a provider's prompt cache keeps hitting.
 */
export type ContextProfile = (typeof contextProfiles)[number];

/** The messages of a request. The volatile half is never between a tool call and its result. Same inputs, same messages. */
export function arrangeContext(
  profile: ContextProfile,
  { stable, volatile }: SystemPrompt,
  conversation: ChatMessage[],
): ChatMessage[] {
  if (volatile === '') return [{ role: 'system', content: stable }, ...conversation];
  if (profile === 'plain') return [{ role: 'system', content: `${stable}\n\n${volatile}` }, ...conversation];
  const turn = Math.max(
    0,
    conversation.findLastIndex(({ role }) => role === 'user'),
  );
  return [
    { role: 'system', content: stable },
    ...conversation.slice(0, turn),
    { role: 'system', content: volatile },
    ...conversation.slice(turn),
  ];
}
