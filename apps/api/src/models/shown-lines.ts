import { inOneVoice, oneLine, quotedUser, readStatement, saidIn, type ModelRequest } from '@devai/memory';
import type { OfflinePhrases } from './offline-phrases.ts';

type KnownMemory = NonNullable<ModelRequest['memories']>[number];

/** A line of an answer. `says`: its words without what introduces them; `memory`: what it shows, if that is known. */
export type ShownLine = { says: string; shown: string; memory: KnownMemory | null };

/** How an offline answer is worded. */
export type Wording = OfflinePhrases & { language: string };

/** Finds which memory a line of a prompt shows. */
export function memoryFinder(memories: KnownMemory[] = []): (line: string) => KnownMemory | null {
  const texts = memories.map((memory) => ({ memory, text: oneLine(inOneVoice(memory)) }));
  return (line) => texts.find(({ text }) => text !== '' && line.endsWith(text))?.memory ?? null;
}

/** The prompt quotes the user to a model, without what could look like a tag; the reply tells the user, in the words of the memory. */
export function toItsReader(line: string, memory: KnownMemory | null, phrases: Wording): ShownLine {
  const quoted = quotedUser(line);
  const kept = memory === null ? null : memory.content.replaceAll(/\s+/gu, ' ').trim();
  if (quoted !== null) {
    const says = kept ?? quoted.words;
    return { says, shown: `${quoted.before}${phrases.youSaid(says)}`, memory };
  }
  if (memory === null || kept === null) return { says: line.replace(/^- /, ''), shown: line, memory };
  const before = line.slice(0, line.length - oneLine(memory.content).length);
  return { says: kept, shown: `${before}${kept}`, memory };
}

/**
 * Of what the user said at different times the later goes first, each with its day, because the later may be what holds now. `isDated`: which
 * of the others make a day necessary; by default any.
 */
export function latestFirst(
  lines: ShownLine[],
  phrases: Wording,
  isDated: (says: string, other: string) => boolean = () => true,
): ShownLine[] {
  const said = lines.filter(({ memory, shown }) => memory?.trust === 'user' && !shown.startsWith('- ('));
  const inOrder = said.toSorted((a, b) => timeOf(b) - timeOf(a));
  const places = new Map(said.map((line, index) => [line, inOrder[index] ?? line]));
  return lines.map((line) => {
    const moved = places.get(line) ?? line;
    const needsDay =
      said.includes(moved) && said.some((other) => other !== moved && isDated(moved.says, other.says));
    return needsDay ? { ...moved, shown: withDay(moved, phrases) } : moved;
  });
}

const timeOf = ({ memory }: ShownLine): number => memory?.createdAt.getTime() ?? 0;

function withDay({ memory, says, shown }: ShownLine, phrases: Wording): string {
  return memory === null ? shown : `- ${phrases.said(dayOf(memory.createdAt, phrases), true)}"${says}"`;
}

export const dayOf = (at: Date, { language }: Wording): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);

/** Tells nothing twice: leaves out a line whose words are all in another one that says as much or more. */
export function withoutRepeats<Line extends { says: string }>(lines: Line[]): Line[] {
  return lines.filter(
    ({ says }, index) =>
      !lines.some(
        (other, at) =>
          at !== index && repeats(says, other.says) && (at < index || !repeats(other.says, says)),
      ),
  );
}

/** Whether another text says all that a text says. */
export function repeats(text: string, other: string): boolean {
  const [own, others] = [readStatement(text), readStatement(other)];
  if (own.words.length === 0) return text.trim() === other.trim();
  return own.isNegated === others.isNegated && saidIn(other, own.words).length === own.words.length;
}
