import { topicName } from './topic-name.ts';

/** The figures of a topic's line; null where one is missing or unreadable. */
export type Fields = { sessions: number | null; last: string | null; strength: number | null };

const bullet = /^\s*(?:[-*+•‣–—]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;
const bold = /^(\*\*|__)(.+?)\1([^|]*)(?:\|(.*))?$/u;
/** A short name without markup; what ends like a sentence or has more words is prose. */
const plain = /^([^|*`~<>]{1,60}?)\s*(?:\|(.*))?$/u;
const maximumPlainWords = 4;

/** `behind`: text between the name and the bar, or the end, as in `**deployment** (done)`. */
export type TopicLine = { name: string; rest: string; hasFigures: boolean; behind: string };

/**
 * The name on a topic's line, and what stands behind the first bar. Null for a line that is none; `damaged` for what
 * began as one. `needsFigures`: where people write lists of their own, only a name with figures is a topic.
 */
export function readTopicLine(
  line: string,
  { needsFigures }: { needsFigures: boolean },
): TopicLine | 'damaged' | null {
  const hasBullet = bullet.test(line);
  const content = line.replace(bullet, '').trim();
  if (/^(?:\*\*|__)/.test(content)) return readBold(content, needsFigures || !hasBullet);
  if (!hasBullet) return null;
  const parts = plain.exec(content);
  const name = parts?.[1]?.trim() ?? '';
  const isProse = /[.!?:;…]$/.test(name) || name.split(/\s+/).length > maximumPlainWords;
  return isProse ? null : named(name, parts?.[2], needsFigures);
}

function readBold(content: string, needsFigures: boolean): TopicLine | 'damaged' | null {
  const parts = bold.exec(content);
  if (!parts) return 'damaged';
  const [, , name, behind = '', rest] = parts;
  // "**remember**: call Bob" is somebody's sentence
  return behind.startsWith(':') ? null : named(name, rest, needsFigures, behind.trim());
}

function named(
  text: string | undefined,
  rest: string | undefined,
  needsFigures: boolean,
  behind = '',
): TopicLine | null {
  const name = topicName(text ?? '');
  const hasFigures = rest !== undefined;
  if (name === '' || (needsFigures && !hasFigures)) return null;
  return { name, rest: rest ?? '', hasFigures, behind };
}

/** The names that stand in bold in a line. */
export const boldNames = (line: string): string[] =>
  Array.from(line.matchAll(/(\*\*|__)(.+?)\1/gu), ([, , name]) => topicName(name ?? ''));

const pathLine =
  /^\s*(?:[-*+•]\s+)?[*_`]{0,2}(file paths?|files?|paths?|directories|directory|dirs?|folders?)[*_`]{0,2}\s*:[*_`]{0,2}(?=\s|$|["'`\p{L}\p{N}._/@~])(.*)$/iu;

/** `files: …` or `dirs: …`, under a topic; null for any other line. */
export function readPathLine(line: string): { kind: 'filePaths' | 'directories'; list: string } | null {
  const parts = pathLine.exec(line);
  if (!parts) return null;
  return { kind: /^(?:d|fol)/i.test(parts[1] ?? '') ? 'directories' : 'filePaths', list: parts[2] ?? '' };
}

/** `4 sessions | last: 6h ago | strength: 0.97` */
export function readFields(rest: string): Fields {
  const strength = /\bstrength:\s*([01](?:\.\d{1,6})?)(?!\d)/i.exec(rest)?.[1];
  const sessions = /\b(\d{1,6})\s+sessions?\b/i.exec(rest)?.[1];
  return {
    sessions: sessions === undefined ? null : Number(sessions),
    last: /\blast:\s*([^|]{1,20})/i.exec(rest)?.[1]?.trim() ?? null,
    strength: strength === undefined ? null : Math.min(1, Number(strength)),
  };
}
