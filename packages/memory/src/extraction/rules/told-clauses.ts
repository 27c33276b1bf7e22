import { anyFits, firstFit } from '../../text/languages/languages.ts';
import { withoutOpening } from '../../text/said-sentences.ts';

/** What stands between clauses. In Thai it is a space. */
const between =
  /[,;:]\s+|\s+[–—-]+\s+|\s+(?:and|but|because|since|und|aber|denn)\s+|\s+so\s+(?=(?:pls|please|no|don['’]?t|can|could|what|how)(?!\p{L}))|(?<=\p{sc=Thai}|\[redacted:[^\]]{1,60}\])\s+(?=\p{sc=Thai})/giu;
export const dangling = /(?:[\s,;:–—-]|\s(?:and|but|so|und|aber|also|แต่|และ))+$/iu;

/** Words for the speaker and others, and those without their apostrophe. */
const speakersToo = /(?<!\p{L})(?:we|our|us|im|ive|wir|uns\p{L}*)(?!\p{L})|เรา/iu;

export type Clause = { start: number; text: string };

/**
 * Returns the part of a sentence that tells who the speaker is ("I'm Anna, I work as a nurse and I'm allergic to nuts"), in their words;
 * null if no clause does. What comes before is left out if it has no word for the speaker ("the build is slow, and I'm colour-blind"), and
 * so is what is asked after it ("I'm vegan, what can I cook?"). `isAsking`: the sentence has the form of a question.
 */
export function toldIn(sentence: string, isAsking: boolean): string | null {
  const clauses = clausesOf(sentence);
  const first = clauses.find(({ start, text }) => tellsProfile(text, sentence.slice(start)));
  if (first === undefined) return null;
  const lead = sentence.slice(0, first.start);
  if (anyFits(withoutOpening(lead), ({ reported, supposed }) => [reported, supposed])) return null;
  const isOfSpeaker = anyFits(lead, ({ speaker }) => speaker) || speakersToo.test(lead);
  // "translate: I'm a nurse"
  if (!isOfSpeaker && /:\s*$/u.test(lead)) return null;
  const asked = clauses.find(({ start, text }) => start > first.start && asks(text));
  if (isAsking && asked === undefined) return null;
  return sentence.slice(isOfSpeaker ? 0 : first.start, asked?.start).replace(dangling, '');
}

export function clausesOf(sentence: string): Clause[] {
  const marks = Array.from(sentence.matchAll(between), ({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
  return [0, ...marks.map(({ to }) => to)].map((from, index) => {
    const text = withoutOpening(sentence.slice(from, marks[index]?.from));
    return { start: sentence.indexOf(text, from), text };
  });
}

/** A clause that holds for minutes only does not keep another from being told: "I'm Anna, and I'm tired today". */
const tellsProfile = (clause: string, rest: string): boolean =>
  [clause, rest].some((text) => anyFits(text, ({ profile }) => profile)) &&
  !anyFits(clause, ({ passing }) => passing) &&
  !pointsElsewhere(clause);

/** Whether a clause asks for something, whatever mark the sentence ends with. */
const asks = (clause: string): boolean =>
  anyFits(clause, ({ question, supposed, nextRequest }) => [
    ...(question === undefined ? [] : [question]),
    supposed,
    nextRequest,
  ]);

/** Whether its main clause refers to something else ("it"). A reason may do so. */
export function pointsElsewhere(statement: string): boolean {
  const seeming = firstFit(statement, ({ seeminglyPointing }) => seeminglyPointing)?.[0] ?? '';
  const said = statement.replace(seeming, '');
  const reason = firstFit(said, (language) => language.reason);
  const [clause = ''] = said.slice(0, reason?.index).split(/[,;]\s/u);
  return anyFits(clause, ({ pointing }) => pointing);
}
