import type { ChatMessage } from '@devai/memory';

/** The two halves of the system context: what stays the same between turns, and what changes with each turn. */
export type SystemPrompt = { stable: string; volatile: string };

export const contextProfiles = ['cache', 'plain'] as const;
/**
 * The position of the volatile half. `plain`: in the system prompt. `cache`: between the history and the messages of this turn,
 * so that requests keep the same beginning and a provider's prompt cache hits.
 */
export type ContextProfile = (typeof contextProfiles)[number];

/** Arranges the messages of a request. Never separates a tool call from its result. Deterministic. */
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
