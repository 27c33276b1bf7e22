import { findExplicitStatements } from '../extraction/rules/explicit-statements.ts';
import type { ModelRequest } from '../ports.ts';
import { RedactedText } from '../redaction/redacted-text.ts';
import { readAnswer, readTakeBack } from '../text/forget-request.ts';
import { oneLine } from '../text/one-line.ts';
import { onlyAsks } from '../text/requests.ts';
import { saidSentences } from '../text/said-sentences.ts';
import { actsAsOther } from '../types.ts';
import type { OverviewQuestion } from './overview-question.ts';
import { bulletsOf, projectHeading, sectionOf, standingHeading } from './prompt-sections.ts';
import {
  isTakenFrom,
  latestFirst,
  memoryFinder,
  toItsReader,
  withoutRepeats,
  type ShownLine,
  type Wording,
} from './shown-lines.ts';
import { smallTalkIn } from './small-talk.ts';
import { corrects, longestRead, tells } from './told-earlier.ts';

type Known = {
  prompt: string;
  memories: ModelRequest['memories'];
  /** The user's messages before the question. */
  earlier: string[];
};

/** Most sentences of the conversation. */
const mostTold = 20;

/**
 * Answers a question for all that is known: who the user is, what they like and how to work, the project, and what was told in this
 * conversation and is no memory. Questions and orders are no facts.
 */
export async function overviewAnswer(
  question: OverviewQuestion,
  known: Known,
  phrases: Wording,
): Promise<string> {
  const { prompt, earlier } = known;
  const find = memoryFinder(known.memories);
  const toLine = (line: string): ShownLine => toItsReader(line, find(line), phrases);
  const today = /^- Today: .*?(\d{4}-\d\d-\d\d)/mu.exec(prompt)?.[1];
  const isTold = ({ memory }: ShownLine): boolean =>
    !question.isOfToday || memory?.createdAt.toISOString().slice(0, 10) === today;
  const standing = bulletsOf(prompt, standingHeading).map(toLine);
  const isOfPerson = ({ memory }: ShownLine): boolean =>
    memory === null ||
    memory.category === 'profile' ||
    (actsAsOther(memory.category) && memory.namespace.startsWith('devai/user'));
  const { ofUser, others } = recalledOf(prompt);
  const isOther = ({ memory }: ShownLine): boolean =>
    memory !== null && actsAsOther(memory.category) && !memory.namespace.startsWith('devai/user');
  const you = [...standing.filter(isOfPerson), ...ofUser.map(toLine)];
  const ways = standing.filter((line) => !isOfPerson(line) && !isOther(line));
  const project = question.isOfUser ? [] : [...bulletsOf(prompt, projectHeading), ...others].map(toLine);
  const groups = [you, ways, [...standing.filter(isOther), ...project]];
  const once = new Set(withoutRepeats(groups.flat()).filter(isTold));
  const [ofYou = [], ofWays = [], ofProject = []] = groups.map((lines) =>
    latestFirst(
      lines.filter((line) => once.has(line)),
      phrases,
    ).map(({ shown }) => shown),
  );
  const here = [...toldHere(earlier), ...(await askedHere(earlier))]
    .filter((sentence) => ![...once].some(({ says }) => isTakenFrom(says, sentence)))
    .map((sentence) => `- ${phrases.youSaid(sentence)}`);
  const titled: [string, string[]][] = [
    [phrases.groups.you, ofYou],
    [phrases.groups.ways, ofWays],
    [phrases.groups.project, ofProject],
    [phrases.groups.here, here],
  ];
  const filled = titled.filter(([, lines]) => lines.length > 0);
  if (filled.length === 0) return phrases.nothingYet;
  return filled.map(([title, lines]) => `${title}\n${lines.join('\n')}`).join('\n\n');
}

/** The recalled memories about the user, and the others. */
function recalledOf(prompt: string): { ofUser: string[]; others: string[] } {
  let heading = '';
  const lines = sectionOf(prompt, 'Relevant Memories').flatMap((line) => {
    if (line.startsWith('### ')) heading = line;
    return line.startsWith('- ') ? [{ line, isOfUser: heading === '### About the user' }] : [];
  });
  const of = (isOfUser: boolean): string[] =>
    lines.filter((one) => one.isOfUser === isOfUser).map(({ line }) => line);
  return { ofUser: of(true), others: of(false) };
}

/** What the user asked to remember in the conversation, which the prompt repeats nowhere else, without what was refused as a secret. */
async function askedHere(earlier: string[]): Promise<string[]> {
  const asked = earlier
    .filter((text) => text.length <= longestRead)
    .flatMap((text) => findExplicitStatements(text).map(({ content }) => content));
  const kept = await Promise.all(
    asked.map(async (content) => (await RedactedText.of(content)).content === content),
  );
  return asked.filter((_, index) => kept[index]).map(oneLine);
}

/** What the user told in the conversation, as it holds now; the later of two that say the same. */
function toldHere(earlier: string[]): string[] {
  // what they asked to remember is a memory, or was refused
  const read = earlier.filter(
    (text) =>
      text.length <= longestRead &&
      findExplicitStatements(text).length === 0 &&
      tells(text) &&
      readAnswer(text) === null &&
      readTakeBack(text) === null,
  );
  const told = read.flatMap((text, at) =>
    saidSentences(text).filter(
      (sentence) =>
        !onlyAsks(sentence) &&
        smallTalkIn(sentence) === null &&
        !read.slice(at + 1).some((later) => corrects(later, sentence)),
    ),
  );
  const lines = told.toReversed().map((sentence) => ({ says: oneLine(sentence) }));
  return withoutRepeats(lines)
    .slice(0, mostTold)
    .map(({ says }) => says)
    .toReversed();
}
