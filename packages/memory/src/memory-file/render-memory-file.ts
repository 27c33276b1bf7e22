import { z } from 'zod';
import { createVersions, markOf, projectMark, type VersionSettings } from '../files/written-versions.ts';
import { sectionNames, sections, type Statement } from './statement.ts';

const writtenStatement = z.object({
  id: z.string(),
  updatedAt: z.number(),
  /** The day on which it is forgotten unless the user puts it back; null for what is in a section. */
  until: z.string().nullable(),
});
/** A statement as the memory file showed it when it was written. Its text is not kept. */
export type WrittenStatement = z.output<typeof writtenStatement>;

/** The versions of a project's memory file. */
export const memoryFileVersions = (settings: VersionSettings, project: string | null) =>
  createVersions(settings, `memory_file:${projectMark(project)}`, writtenStatement);

/** What the file shows. `pending`: the days on which statements are forgotten, by their ids. */
export type FileContent = {
  project: string | null;
  statements: Statement[];
  hidden: number;
  pending: ReadonlyMap<string, string>;
};

export const writtenOf = ({ statements, pending }: FileContent): WrittenStatement[] =>
  statements.map(({ id, updatedAt }) => ({ id, updatedAt, until: pending.get(id) ?? null }));

/** Identifies a version by its lines alone, so that all stores give it the same mark. */
export const writtenMark = (written: readonly WrittenStatement[]): string =>
  markOf(written.map(({ id, until }) => [id, until]));

export const title = '# What I know about you';
export const pendingHeading = (day: string): string => `## Forgotten on ${day} unless put back`;

const header = `\
${title}

> Yours to edit: correct the words of a line, remove it, or add one as \`- text\` under the heading where it belongs.
> The next session takes it over. A removed line first stands under "Forgotten on" for a day: move it back to keep it,
> remove it there too to have it forgotten at once. Keep what stands in brackets: it says which line was changed.`;

/**
 * Renders the memory file: the same statements give the same bytes. What is pending comes first, so that git never mixes it with lines that were
 * added in the last section.
 */
export function renderMemoryFile(content: FileContent): string {
  const { project, statements, hidden, pending } = content;
  const days = [...new Set(pending.values())].toSorted();
  const kept = statements.filter(({ id }) => !pending.has(id));
  const parts = [
    header,
    ...days.flatMap((day) => [
      pendingHeading(day),
      linesOf(statements.filter(({ id }) => pending.get(id) === day)),
    ]),
    ...sectionNames.flatMap((name) => [
      `## ${sections[name]}`,
      linesOf(kept.filter(({ section }) => section === name)),
    ]),
    hidden > 0 ? `> ${hidden} more ${hidden === 1 ? 'is' : 'are'} known and not shown here.` : '',
    `<!-- keep this line, it tells your edits from what was written: ${projectMark(project)} ${writtenMark(writtenOf(content))} -->`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const linesOf = (statements: Statement[]): string =>
  statements.map(({ text, id }) => `- ${text} [${id}]`).join('\n');
