import { readLines, type ReadFile } from '../files/read-lines.ts';
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

export type ParsedFile = ReadFile & {
  /** In the order of the file, each name once. */
  topics: FileTopic[];
  /** Null if the last line is missing. */
  mark: EndMark | null;
  /** The time in its header. */
  updatedAt: Date | null;
};

/** The maximum number of topics taken from one file: the written ones, and as many new ones. */
const maximumTopics = 2 * maximumShownTopics;
/** Bytes. A larger file is not read. */
const largestFile = 1_000_000;

const frame = /^(?:# Recent Focus|## Active|## Fading|>(?: .*)?)$/i;
const topicLine = /^[-*]\s+\*\*([^*|]+)\*\*\s*(?:\|(.*))?$/u;
const pathLine = /^(files|dirs):(.*)$/;

/**
 * Parses the focus file by the grammar that `renderFile` writes: headings, quoted lines, `- **name**` with or without
 * figures, and `files:` or `dirs:` below it. Any other line is a problem. Throws nothing; linear in the size.
 */
export function parseFile(bytes: Buffer): ParsedFile {
  const parsed: Pick<ParsedFile, 'mark' | 'updatedAt'> = { mark: null, updatedAt: null };
  const topics = new Map<string, FileTopic>();
  let topic: FileTopic | null = null;
  const problems = readLines(bytes, {
    largest: largestFile,
    readLine(line) {
      if (line !== null && readLine(line)) return true;
      topic = null;
      return false;
    },
    isWhole: () => parsed.mark !== null,
  });
  return { ...parsed, topics: [...topics.values()], problems };

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
