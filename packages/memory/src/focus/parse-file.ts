import { isUtf8 } from 'node:buffer';
import { oneLine } from '../text/one-line.ts';
import { parsePathList } from './path-list.ts';
import { parseEndMark, updatedLabel, type EndMark } from './render-file.ts';
import { topicName } from './topic-name.ts';
import { maximumShownTopics } from './written-topics.ts';

/** A topic as the focus file shows it. */
export type FileTopic = {
  name: string;
  filePaths: string[];
  directories: string[];
  /** The figures after the name; null for a topic that the user added. */
  figures: { sessions: number; last: string } | null;
};

export type ParsedFile = {
  /** In the order of the file, each name once. */
  topics: FileTopic[];
  /** Null if the last line is missing. */
  mark: EndMark | null;
  /** The time in its header. */
  updatedAt: Date | null;
  /**
   * What was not understood, in words. A file with any problem is damaged, so a missing topic may not have been
   * removed.
   */
  problems: string[];
};

/** The maximum number of topics taken from one file: the written ones, and as many new ones. */
const maximumTopics = 2 * maximumShownTopics;
/** Bytes. A larger file is not read. */
const largestFile = 1_000_000;
const maximumProblems = 20;

const frame = /^(?:# Recent Focus|## Active|## Fading|>(?: .*)?)$/i;
const topicLine = /^[-*]\s+\*\*([^*|]+)\*\*\s*(?:\|(.*))?$/u;
const pathLine = /^(files|dirs):(.*)$/;
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B\u000E-\u001F]/;

/**
 * Parses the focus file by the grammar that `renderFile` writes: headings, quoted lines, `- **name**` with or without
 * figures, and `files:` or `dirs:` below it. Any other line is a problem. Throws nothing; linear in the size.
 */
export function parseFile(bytes: Buffer): ParsedFile {
  const parsed: ParsedFile = { topics: [], mark: null, updatedAt: null, problems: [] };
  if (bytes.length > largestFile) {
    return { ...parsed, problems: [`it has ${bytes.length} bytes, which is too much to be read`] };
  }
  const topics = new Map<string, FileTopic>();
  const isValid = isUtf8(bytes);
  if (!isValid) parsed.problems.push('it is not valid UTF-8');
  let topic: FileTopic | null = null;

  const lines = bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/);
  for (const [index, untrimmed] of lines.entries()) {
    const line = untrimmed.trim();
    const isIllegible = control.test(line) || (!isValid && line.includes('\uFFFD'));
    if (isIllegible || !readLine(line)) {
      topic = null;
      parsed.problems.push(`line ${index + 1} was not understood: ${oneLine(line.slice(0, 80))}`);
    }
  }
  if (!parsed.mark) parsed.problems.unshift('its last line is missing');
  return { ...parsed, topics: [...topics.values()], problems: shortened(parsed.problems) };

  function readLine(line: string): boolean {
    const paths = pathLine.exec(line);
    if (paths) {
      (paths[1] === 'files' ? topic?.filePaths : topic?.directories)?.push(...parsePathList(paths[2] ?? ''));
      return topic !== null;
    }
    topic = null;
    if (line === '' || frame.test(line)) return true;
    if (line.startsWith(updatedLabel)) {
      parsed.updatedAt = parseUpdated(line.slice(updatedLabel.length));
      return parsed.updatedAt !== null;
    }
    const mark = parseEndMark(line);
    if (mark) {
      parsed.mark = mark;
      return true;
    }
    return readTopic(line);
  }

  /** If a name occurs twice, as after a merge, the topic gets the paths of both. */
  function readTopic(line: string): boolean {
    const parts = topicLine.exec(line);
    const name = topicName(parts?.[1] ?? '');
    if (name === '' || (topics.size >= maximumTopics && !topics.has(name))) return false;
    topic = topics.get(name) ?? { name, filePaths: [], directories: [], figures: parseFigures(parts?.[2]) };
    topics.set(name, topic);
    return true;
  }
}

/** `4 sessions | last: 6h ago | strength: 0.97` */
function parseFigures(text: string | undefined): FileTopic['figures'] {
  if (text === undefined) return null;
  return {
    sessions: Number(/\b(\d{1,6}) sessions?\b/.exec(text)?.[1] ?? 0),
    last: /\blast: ([^|]{1,20})/.exec(text)?.[1]?.trim() ?? '',
  };
}

function parseUpdated(text: string): Date | null {
  const date = new Date(`${text.replace('UTC', '').trim().replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

const shortened = (problems: string[]): string[] =>
  problems.length <= maximumProblems
    ? problems
    : [...problems.slice(0, maximumProblems), `and ${problems.length - maximumProblems} lines more`];
