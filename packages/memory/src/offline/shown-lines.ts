import type { ModelRequest } from '../ports.ts';
import { subjectWords } from '../retrieval/said-block.ts';
import { inOneVoice, quotedUser } from '../text/in-one-voice.ts';
import { oneLine } from '../text/one-line.ts';
import { readStatement, saidIn } from '../text/statement-overlap.ts';
import type { OfflinePhrases } from './offline-phrases.ts';
import { mayContradict } from './personal-subjects.ts';

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
 * Of what the user said at different times and may contradict, the later goes first, each with its day: it may be what holds now. Other lines
 * keep their places.
 */
export function latestFirst(lines: ShownLine[], phrases: Wording): ShownLine[] {
  const said = lines.filter(({ memory, shown }) => memory?.trust === 'user' && !shown.startsWith('- ('));
  const open = said.filter((line) =>
    said.some((other) => other !== line && mayDiffer(line.says, other.says)),
  );
  const inOrder = open.toSorted((a, b) => timeOf(b) - timeOf(a));
  const places = new Map(open.map((line, index) => [line, inOrder[index] ?? line]));
  return lines.map((line) => {
    const moved = places.get(line);
    return moved === undefined ? line : { ...moved, shown: withDay(moved, phrases) };
  });
}

/** Whether two statements may contradict each other: by what they are about, or because they share more than half of their words. */
function mayDiffer(one: string, other: string): boolean {
  if (mayContradict(one, other)) return true;
  const [own, others] = [subjectWords(one), subjectWords(other)];
  const shared = saidIn(other, own).length;
  const most = Math.max(own.length, others.length);
  return (
    2 * shared > most && (shared < most || readStatement(one).isNegated !== readStatement(other).isNegated)
  );
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

/** The share of a sentence's words that a memory has which was taken from it: the rest opened the talk. */
const takenShare = 0.6;

/** Whether a memory says what a sentence says: all of it, or all but its beginning ("actually, …"), with no other value. */
export function isTakenFrom(memory: string, sentence: string): boolean {
  if (repeats(sentence, memory)) return true;
  const [own, words] = [subjectWords(memory), subjectWords(sentence)];
  const { values, isNegated } = readStatement(sentence);
  return (
    own.length >= Math.max(1, takenShare * words.length) &&
    isNegated === readStatement(memory).isNegated &&
    saidIn(sentence, own).length === own.length &&
    saidIn(memory, values).length === values.length
  );
}
