import type { Candidate, Memory, Message, Section } from '@devai/memory';
import type { z } from 'zod';
import type { shownSection } from '../../protocol/context.ts';
import { findReadable } from './readable-memory.ts';

/** Sections with the texts that their candidates have today. `project`: who may read the memories among them. */
export const withTexts = (
  memory: Memory,
  project: string | null,
  sections: Section[],
): Promise<z.infer<typeof shownSection>[]> =>
  Promise.all(
    sections.map(async (section) => ({
      ...section,
      candidates: await Promise.all(
        section.candidates.map(async (one) => ({ ...one, text: await textOf(memory, project, one) })),
      ),
    })),
  );

async function textOf(
  memory: Memory,
  project: string | null,
  { kind, id, title }: Candidate,
): Promise<string | null> {
  if (kind === 'memory') return (await findReadable(memory, id, project ?? ''))?.content ?? null;
  if (kind === 'session') return (await memory.sessions.get(id))?.name ?? null;
  if (kind === 'message') return (await messageOf(memory, id))?.content ?? null;
  return title ?? null;
}

/** The message of a `<session>/<number>`, as it is now; null when it was erased. */
export async function messageOf(memory: Memory, id: string): Promise<Message | null> {
  const [session = '', number] = id.split('/');
  const [found] = await memory.sessions.messages(session, Number(number) - 1, 1);
  return found?.number === Number(number) ? found : null;
}
