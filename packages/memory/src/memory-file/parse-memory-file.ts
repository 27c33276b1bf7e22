import { readLines, type ReadFile } from '../files/read-lines.ts';
import { title } from './render-memory-file.ts';
import { sectionNames, sections, shownText, type Section } from './statement.ts';

/** A statement in the file. `id`: the one in brackets; null without one. `at`: the number of its line. */
type Line = { text: string; id: string | null; at: number };

export type ParsedMemoryFile = ReadFile & {
  lines: (Line & { section: Section })[];
  /** Those that are to be forgotten on the day `until`. */
  pending: (Line & { until: string })[];
  /** The last lines: several after a merge. */
  marks: { project: string; written: string }[];
};

/** Bytes: 500 statements of 2,000 letters of any script. A larger file is not read. */
const largestFile = 4_000_000;

const headings = new Map(sectionNames.map((name) => [`## ${sections[name]}`.toLowerCase(), name]));
const pendingHeading = /^## forgotten on (\d{4}-\d{2}-\d{2}) unless put back$/i;
const bullet = /^[-*]\s(.*)$/u;
const tagged = /^(.*\S)\s*\[([0-9a-f]{8})\]$/u;
const endMark = /^<!--[^>]*: ([0-9a-f]{8}) ([0-9a-f]{8}) -->$/;

/**
 * Parses the memory file by the grammar that `renderMemoryFile` writes: headings, quoted lines and `- text [id]`. Any other line is a problem,
 * also the marks of a conflict in git, so that both of its sides are read. Throws nothing; linear in the size.
 */
export function parseMemoryFile(bytes: Buffer): ParsedMemoryFile {
  const lines: ParsedMemoryFile['lines'] = [];
  const pending: ParsedMemoryFile['pending'] = [];
  const marks: ParsedMemoryFile['marks'] = [];
  let place: { section: Section } | { until: string } | null = null;
  let at = 0;
  const problems = readLines(bytes, {
    largest: largestFile,
    readLine(line) {
      at += 1;
      return line !== null && readLine(line);
    },
    isWhole: () => marks.length > 0,
  });
  return { lines, pending, marks, problems: [...problems, ...cutLine()] };

  function readLine(line: string): boolean {
    if (line === '' || line === title || /^>(?: |$)/.test(line)) return true;
    const [, project, written] = endMark.exec(line) ?? [];
    if (project !== undefined && written !== undefined) {
      marks.push({ project, written });
      return true;
    }
    const section = headings.get(line.toLowerCase());
    const until = pendingHeading.exec(line)?.[1];
    if (section || until !== undefined) {
      place = section ? { section } : until === undefined ? null : { until };
      return true;
    }
    // what follows an unknown heading belongs to no section
    if (line.startsWith('#')) place = null;
    const text = shownText(bullet.exec(line)?.[1] ?? '');
    if (text === '' || place === null) return false;
    const [, words = text, id = null] = tagged.exec(text) ?? [];
    if ('section' in place) lines.push({ text: words, id, at, ...place });
    else pending.push({ text: words, id, at, ...place });
    return true;
  }

  /** The last line of a file that was cut may have lost its end, so it is no statement. */
  function cutLine(): string[] {
    const last = lines.at(-1);
    if (marks.length > 0 || last?.id !== null || last.at !== at) return [];
    lines.pop();
    return [`line ${at} may have been cut, and was not taken over`];
  }
}
