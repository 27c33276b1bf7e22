import { knownGroupOf } from '../fields/known-group.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { contentHash } from '../text/content-hash.ts';

/** The groups of the page; rules of the project stand apart, so that a line added there is not taken for one of all projects. */
export const sections = {
  you: 'About you',
  work: 'How you like to work',
  rules: 'How to work in this project',
  project: 'This project',
} as const;
export type Section = keyof typeof sections;
export const sectionNames = ['you', 'work', 'rules', 'project'] as const satisfies Section[];

/** One line of the memory file: what memories with the same text say. */
export type Statement = {
  id: string;
  text: string;
  section: Section;
  memoryIds: string[];
  /** When one of them was last changed, in milliseconds since 1970 by the store's clock. */
  updatedAt: number;
};

/** The maximum number of lines, strongest first: as many as a person can still edit. */
export const maximumStatements = 500;

/** A statement as its line shows it: without line ends and control characters. */
export const shownText = (content: string): string =>
  content
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}\uFEFF]+/gu, ' ')
    .trim();

/** Names a statement by its text alone, so that stores that share nothing give it the same id. */
export const statementId = (text: string): string => contentHash(shownText(text)).slice(0, 8);

/** Returns what the file shows of valid memories, each text once, in the order of the texts, and how many texts it does not show. */
export function statementsOf(memories: readonly MemoryRecord[]): { statements: Statement[]; hidden: number } {
  const byId = new Map<string, Statement>();
  const hidden = new Set<string>();
  // equal strengths in an order that every store has
  const strongest = memories
    .map((memory) => ({ memory, text: shownText(memory.content) }))
    .toSorted((one, other) => other.memory.strength - one.memory.strength || byText(one, other));
  for (const { memory, text } of strongest) {
    const id = statementId(text);
    const same = byId.get(id);
    if (same?.text === text) {
      same.memoryIds.push(memory.id);
      same.updatedAt = Math.max(same.updatedAt, memory.updatedAt.getTime());
    } else if (same || byId.size >= maximumStatements) {
      // of two texts with one id only one can be edited
      hidden.add(text);
    } else {
      const updatedAt = memory.updatedAt.getTime();
      byId.set(id, { id, text, section: sectionOf(memory), memoryIds: [memory.id], updatedAt });
    }
  }
  return { statements: [...byId.values()].toSorted(byText), hidden: hidden.size };
}

function sectionOf(memory: Pick<MemoryRecord, 'category' | 'namespace'>): Section {
  const group = knownGroupOf(memory);
  return group === 'work' && memory.namespace.startsWith('devai/project/') ? 'rules' : group;
}

/** The same on every machine, whatever its language. */
const byText = (one: { text: string }, other: { text: string }): number =>
  one.text < other.text ? -1 : Number(one.text > other.text);
