import { knownGroupOf, type Memory } from '@devai/react';

/** What is remembered, by what a person would ask for. */
export type KnownGroups = { you: Memory[]; work: Memory[]; project: Memory[] };

export const titles = { you: 'About you', work: 'How you like to work', project: 'This project' } as const;

/** Divides what holds now: about the user, how they like to work, and everything else. A memory that comes twice is taken once. */
export function groupKnown(memories: readonly Memory[]): KnownGroups {
  const groups: KnownGroups = { you: [], work: [], project: [] };
  const once = new Map(memories.map((memory) => [memory.id, memory]));
  for (const memory of once.values()) if (memory.isValid) groups[knownGroupOf(memory)].push(memory);
  return groups;
}

/** What is known as a Markdown file: a list for each group, with the day since when each sentence is known. */
export function knownFile(memories: readonly Memory[]): { name: string; type: string; text: string } {
  const groups = groupKnown(memories);
  const parts = (['you', 'work', 'project'] as const).flatMap((name) =>
    groups[name].length === 0
      ? []
      : [
          `## ${titles[name]}\n`,
          ...groups[name].map(
            ({ content, createdAt }) =>
              `- ${content.trim().replaceAll(/\s*\n\s*/gu, ' ')} (since ${createdAt.slice(0, 10)})`,
          ),
          '',
        ],
  );
  const text = ['# What I know about you\n', ...parts].join('\n');
  return { name: 'what-i-know-about-you.md', type: 'text/markdown', text };
}
