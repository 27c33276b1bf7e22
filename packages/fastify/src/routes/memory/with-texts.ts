import type { Candidate, Message, Section, UserMemory } from '@devai/memory';
import type { ItemChange } from '@devai/memory/context/changes';
import type { z } from 'zod';
import type { shownSection } from '../../protocol/context.ts';
import { findReadable } from './readable-memory.ts';

/** Sections with the texts that their candidates have today. `project`: who may read the memories among them. */
export const withTexts = (
  memory: UserMemory,
  project: string | null,
  sections: Section[],
): Promise<z.infer<typeof shownSection>[]> =>
  Promise.all(
    sections.map(async (section) => ({
      ...section,
      candidates: await Promise.all(
        section.candidates.map(async (one) => ({ ...one, ...(await toldOf(memory, project, one)) })),
      ),
    })),
  );

/** Changes of items with the texts that the items have today. `sections` considered them, and name the passages among them. */
export function changesWithTexts(
  memory: UserMemory,
  project: string | null,
  changes: ItemChange[],
  sections: Section[],
): Promise<(ItemChange & Told)[]> {
  const considered = sections.flatMap(({ candidates }) => candidates);
  return Promise.all(
    changes.map(async (change) => {
      const item = considered.find(({ kind, id }) => kind === change.kind && id === change.id) ?? change;
      return { ...change, ...(await toldOf(memory, project, item)) };
    }),
  );
}

/** What an item says today, and when a message was said. */
type Told = { text: string | null; at: Date | null };

async function toldOf(
  memory: UserMemory,
  project: string | null,
  { kind, id, title }: Pick<Candidate, 'kind' | 'id' | 'title'>,
): Promise<Told> {
  if (kind === 'message') {
    const { content: text = null, createdAt: at = null } = (await messageOf(memory, id)) ?? {};
    return { text, at };
  }
  if (kind === 'memory') {
    return { text: (await findReadable(memory, id, project ?? ''))?.content ?? null, at: null };
  }
  if (kind === 'session') return { text: (await memory.sessions.get(id))?.name ?? null, at: null };
  return { text: title ?? null, at: null };
}

/** The message of a `<session>/<number>`, as it is now; null when it was erased. */
export async function messageOf(memory: UserMemory, id: string): Promise<Message | null> {
  const [session = '', number] = id.split('/');
  const [found] = await memory.sessions.messages(session, Number(number) - 1, 1);
  return found?.number === Number(number) ? found : null;
}
