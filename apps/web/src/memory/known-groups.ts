import { knownGroupOf, type Memory } from '@devai/react';

/** What is remembered, by what a person would ask for. */
export type KnownGroups = { you: Memory[]; work: Memory[]; project: Memory[] };

/** Divides what holds now: about the user, how they like to work, and everything else. A memory that comes twice is taken once. */
export function groupKnown(memories: readonly Memory[]): KnownGroups {
  const groups: KnownGroups = { you: [], work: [], project: [] };
  const once = new Map(memories.map((memory) => [memory.id, memory]));
  for (const memory of once.values()) if (memory.isValid) groups[knownGroupOf(memory)].push(memory);
  return groups;
}
