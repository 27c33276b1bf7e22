import { oneLine } from '../text/one-line.ts';
import { parsePathList } from './path-list.ts';
import {
  endMarkStart,
  fileTitle,
  notesHeading,
  ownLines,
  parseEndMark,
  updatedLabel,
} from './render-file.ts';
import { boldNames, readFields, readPathLine, readTopicLine, type Fields } from './topic-line.ts';
import { maximumShownTopics } from './written-topics.ts';

/** A topic as the focus file shows it. */
export type FileTopic = {
  name: string;
  filePaths: string[];
  directories: string[];
  /** The figures beside the name, for when the file is all there is; null where they are missing. */
  fields: Fields;
};

export type ParsedFile = {
  /** In the order of the file, each name once. */
  topics: FileTopic[];
  /** Lines that are the user's own, kept when the file is written again. */
  notes: string[];
  /** Names in bold on lines that were not understood as topics: such a topic is not gone. */
  unclear: string[];
  /** Which project and which writing the file stems from; null without its last line: it may have been cut. */
  mark: { project: string; revision: string } | null;
  /** When it was last written, as it says. */
  updatedAt: Date | null;
  /** Part of it cannot be read: nothing may be concluded from what is missing in it. */
  isDamaged: boolean;
  /** What was not understood, for people. */
  problems: string[];
};

/** Topics taken from one file: those that were written and as many new ones. More is no list of topics. */
const maximumTopics = 2 * maximumShownTopics;
/** Lines that are read: more than any list of topics has, and read in a fraction of a second. */
const maximumLines = 10_000;
/** Characters of a line; longer ones are not written by people. */
const longestLine = 20_000;
/** Characters of notes that are carried along. */
const maximumNotes = 20_000;
const maximumProblems = 20;
const conflictMark = /^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/;

/**
 * Reads the focus file whatever became of it. Understands other bullets, tabs, CRLF and missing figures; keeps prose as
 * notes; and says of the rest what it did not understand. Throws nothing; linear in the size.
 */
export function parseFile(bytes: Uint8Array): ParsedFile {
  const { text, isValid } = decode(bytes);
  const reader = createReader(isValid);
  const lines = text.split(/\r\n|\n|\r/);
  for (const line of lines.slice(0, maximumLines)) reader.read(line);
  const mark = lines.findLast((line) => parseEndMark(line) !== null);
  return reader.finish(lines.length, mark === undefined ? null : parseEndMark(mark));
}

function decode(bytes: Uint8Array): { text: string; isValid: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isValid: true };
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes), isValid: false };
  }
}

/** Among notes short lines are the user's. */
function isCut(line: string, section: Section): boolean {
  const text = line.trim();
  if (section === 'notes' && text.length < 8) return false;
  return text.startsWith(endMarkStart) || ownLines.some((own) => own.startsWith(text) && own !== text);
}

type Section = 'header' | 'topics' | 'notes' | 'other';

function createReader(isValidText: boolean) {
  const topics = new Map<string, FileTopic>();
  const notes: string[] = [];
  const unclear: string[] = [];
  const problems: string[] = [];
  let countedProblems = 0;
  let section: Section = 'header';
  let topic: FileTopic | null = null;
  /** Paths that stand one below the other, after `files:` with nothing behind it. */
  let openList: string[] | null = null;
  let updatedAt: Date | null = null;
  let hasTitle = false;
  let hasNotes = false;
  let isDamaged = false;
  let number = 0;

  return { read, finish };

  function read(line: string): void {
    number += 1;
    if (line.trim() === '') return readBlank();
    if (line.length > longestLine) return damage(line, 'is too long to be read');
    if (conflictMark.test(line)) return noteDamage(line, 'is left from a merge');
    // oxlint-disable-next-line no-control-regex
    if (!isValidText && line.includes('\uFFFD')) return damage(line, 'is not valid UTF-8');
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000B\u000E-\u001F]/.test(line)) return damage(line, 'holds control characters');
    if (parseEndMark(line) !== null) return;
    if (isCut(line, section)) damage(line, 'is only half a line');
    else if (/^#{1,6}\s/.test(line)) readHeading(line);
    else if (section === 'notes') notes.push(line);
    else readBody(line);
  }

  function readBlank(): void {
    openList = null;
    if (section === 'notes' || section === 'other') notes.push('');
  }

  function readHeading(line: string): void {
    const heading = line.trim().toLowerCase();
    topic = null;
    openList = null;
    if (heading === fileTitle.toLowerCase()) hasTitle = true;
    else if (/^#+\s*(?:active|fading)\b/.test(heading)) section = 'topics';
    else if (heading === notesHeading.toLowerCase()) {
      section = 'notes';
      hasNotes = true;
    } else {
      section = 'other';
      keepAsNote(line);
    }
  }

  function readBody(line: string): void {
    if (section === 'header' && readHeader(line)) return;
    const found = readTopicLine(line, { needsFigures: section === 'other' });
    const isSurelyTopic = found !== null && found !== 'damaged' && found.hasFigures;
    const item = topic && !isSurelyTopic ? readPathLine(line) : null;
    if (topic && item) return readPaths(topic, item);
    if (openList && !isSurelyTopic && /^\s+[-*+•]\s/.test(line)) {
      openList.push(...parsePathList(line.replace(/^\s+[-*+•]\s+/, '')));
      return;
    }
    if (found === 'damaged') return damage(line, 'is only part of a topic');
    if (found === null) return keepAsNote(line);
    if (found.behind !== '') report(line, 'was taken for its name alone');
    openTopic(line, found.name, found.rest);
  }

  function readHeader(line: string): boolean {
    if (line.startsWith('>')) return true;
    if (!line.startsWith(updatedLabel)) return false;
    const written = new Date(
      `${line.slice(updatedLabel.length).replace('UTC', '').trim().replace(' ', 'T')}Z`,
    );
    if (!Number.isNaN(written.getTime())) updatedAt = written;
    return true;
  }

  /** A name that stands twice, as after a merge, has the paths of both. */
  function openTopic(line: string, name: string, rest: string): void {
    openList = null;
    topic = topics.get(name) ?? { name, filePaths: [], directories: [], fields: readFields(rest) };
    if (topics.size >= maximumTopics && !topics.has(name)) {
      topic = null;
      damage(line, `is a topic too many: ${maximumTopics} are taken from a file`);
      return;
    }
    topics.set(name, topic);
  }

  function readPaths(
    of: FileTopic,
    { kind, list }: { kind: 'filePaths' | 'directories'; list: string },
  ): void {
    const paths = of[kind];
    paths.push(...parsePathList(list).filter((path) => !paths.includes(path)));
    openList = list.trim() === '' ? paths : null;
  }

  function keepAsNote(line: string): void {
    // what is said about a topic does not end it; the next item of a list does
    if (/^\s*[-*+•]\s/.test(line)) topic = null;
    notes.push(line);
    // behind the heading for notes they were told of before
    if (hasNotes) return;
    if (unclear.length < maximumTopics) unclear.push(...boldNames(line));
    report(line, 'is kept as a note');
  }

  /** What follows does not belong to what stands before it. */
  function damage(line: string, reason: string): void {
    topic = null;
    openList = null;
    noteDamage(line, reason);
  }

  function noteDamage(line: string, reason: string): void {
    isDamaged = true;
    report(line, reason);
  }

  function report(line: string, reason: string): void {
    countedProblems += 1;
    if (countedProblems <= maximumProblems) {
      problems.push(`line ${number} ${reason}: ${oneLine(line.slice(0, 80))}`);
    }
  }

  function finish(lines: number, mark: ParsedFile['mark']): ParsedFile {
    if (lines > maximumLines)
      damageWhole(`it has ${lines} lines, of which the first ${maximumLines} were read`);
    if (!hasTitle) damageWhole('its title is missing');
    if (countedProblems > maximumProblems)
      problems.push(`and ${countedProblems - maximumProblems} lines more`);
    const kept = keptNotes();
    return {
      topics: [...topics.values()],
      notes: kept,
      unclear,
      mark,
      updatedAt,
      isDamaged,
      problems,
    };
  }

  function damageWhole(reason: string): void {
    isDamaged = true;
    problems.unshift(reason);
  }

  function keptNotes(): string[] {
    const text = notes.join('\n').trim();
    if (text === '') return [];
    if (text.length <= maximumNotes) return text.split('\n').map((line) => line.trimEnd());
    damageWhole(`its notes are longer than ${maximumNotes} characters: the rest is left out`);
    return text.slice(0, Math.max(0, text.lastIndexOf('\n', maximumNotes))).split('\n');
  }
}
