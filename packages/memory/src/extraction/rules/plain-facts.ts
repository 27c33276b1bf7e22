import { anyFits, languages } from '../../text/languages/languages.ts';
import type { FactWords } from '../../text/languages/language.ts';
import { messageLines } from '../../text/message-lines.ts';
import { isRequest } from '../../text/requests.ts';
import { isNoStatement, isQuestion, tidy, withoutOpening } from '../../text/said-sentences.ts';
import { clausesOf, dangling, pointsElsewhere, type Clause } from './told-clauses.ts';
import { isOfADay, usersPlaces, type UserStatement } from './user-statements.ts';

/** Characters of a message that somebody typed to tell who they are; a longer one is work. */
const longestTelling = 600;
const longestSentence = 300;
/** In Thai, a space is between clauses and sentences alike: a part of a longer text lacks what the rest is about. */
const longestThai = 70;

/** Code, paths and what tools print. */
const code =
  /[\w-]+\.(?:[cm]?[jt]sx?|py|json|ya?ml|md|go|rs|java|rb|php|toml|lock|sh|css|html|txt|log|csv)(?!\p{L})|\(\)|`|(?<!\p{L})\p{Ll}+_\p{L}+|(?<!\p{L})\p{Ll}+\p{Lu}\p{Ll}+\p{Lu}?|(?:^|\s)\/\p{L}+|[{}<>|\\=]|\p{Lu}{4,}:|https?:/u;
/** The work at hand of those who write programs, in words that the other languages borrow. */
const atWork =
  /(?<!\p{L})(?:errors?|bugs?|exceptions?|traceback|tests?|builds?|port|pull requests?|prs?|branch|merge|commits?|stack ?trace|exit code|localhost|console|logs?|line \d+|fehler|zeile|docker|container|installer|windows \d+|chrome|vs ?code|version \d\S*|compose|files?|datei(?:en)?|ordner|stack overflow|ram|gb)(?!\p{L})/iu;
const secret = /\[redacted:/u;
/** A figure or a quotation. */
const specific = /\d|["“„].+["”“]/u;
const smiley = /\s(?:[;:]-?[)(DP]|\p{Extended_Pictographic}+)\s+(?=\p{L})/u;

/** Less than the forms that leave no doubt have. */
const importance = 4;

type Kind = 'person' | 'project';

/**
 * Finds what a message tells about the user, their people and things, or the project, in sentences that have none of the forms of a profile,
 * a wish or a rule: "my brother Ravi is a pilot", "the MOT is due on 9 February". Leaves out questions, orders, suppositions, moods, what others
 * say and the work at hand. That is less certain than those forms, so it counts less: where every prompt has no room for all, it goes
 * last. What holds for a day, and what is of the project, is only recalled, and fades unused.
 */
export function findPlainFacts(text: string): UserStatement[] {
  if (text.length > longestTelling) return [];
  const lines = messageLines(text);
  if (lines.some(({ isPasted }) => isPasted)) return [];
  return lines.flatMap(({ sentences }) => whole(sentences).flatMap(factsIn));
}

/** Splits at smileys, and joins what an abbreviation has split: "สอบ ก.พ. 7 กรกฎาคม". */
const whole = (sentences: string[]): string[] =>
  sentences
    .reduce<string[]>((joined, sentence) => {
      const last = joined.at(-1);
      if (last === undefined || !/\p{sc=Thai}\.\p{sc=Thai}{1,2}\.?$/u.test(last))
        return [...joined, sentence];
      return [...joined.slice(0, -1), `${last} ${sentence}`];
    }, [])
    .flatMap((sentence) => sentence.split(smiley));

function factsIn(sentence: string): UserStatement[] {
  const bare = withoutOpening(sentence);
  if (bare.length > longestSentence || code.test(bare)) return [];
  if (isNoStatement(bare) && !isQuestion(bare)) return [];
  const said = tidy(bare);
  const clauses = clausesOf(said);
  // the mark at the end makes a question of the last clause
  const told = isQuestion(bare) ? clauses.slice(0, -1) : clauses;
  return runsOf(told).flatMap((run) => {
    const start = run[0]?.start ?? 0;
    const last = run.at(-1);
    const content = said
      .slice(start, last && last.start + last.text.length)
      .replace(dangling, '')
      .trim();
    if (isPartOfLongThai(content, said)) return [];
    const kind = kindOf(run[0]?.text ?? '');
    const isOfLife = fits(content, ({ topic }) => topic);
    if (kind === null || (!isSpecific(content) && !isRule(content))) return [];
    if (kind === 'project' && !isOfLife) return [{ content, category: 'other', place: '', importance }];
    const category = isOfADay(content) ? 'other' : 'profile';
    return [{ content, category, place: usersPlaces.profile, importance }];
  });
}

/** The share of a long Thai text that is nearly all of it. */
const nearlyAll = 0.9;

const isPartOfLongThai = (content: string, said: string): boolean =>
  said.length > longestThai &&
  /\p{sc=Thai}/u.test(said) &&
  !secret.test(said) &&
  content.length < nearlyAll * said.length;

/** Joins clauses that follow a fact, up to one that is talk; what comes after others' words or a supposition is no fact. */
function runsOf(clauses: Clause[]): Clause[][] {
  const runs: Clause[][] = [];
  let run: Clause[] | null = null;
  for (const clause of clauses) {
    if (run === null && anyFits(clause.text, ({ reported, supposed }) => [reported, supposed])) return runs;
    if (isTalk(clause.text)) run = null;
    else if (run !== null) run.push(clause);
    else if (kindOf(clause.text) !== null) runs.push((run = [clause]));
  }
  return runs;
}

function kindOf(clause: string): Kind | null {
  // "Er heißt Felix" begins a sentence
  const inside = clause.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  if (isTalk(clause) || pointsElsewhere(inside.replace(/^both (?=my |our )/u, ''))) return null;
  if (anyFits(clause, ({ reported }) => reported)) return null;
  if (fits(clause, ({ project }) => project)) return 'project';
  return fits(clause, ({ person }) => person) && !atWork.test(clause) ? 'person' : null;
}

const fits = (text: string, of: (words: FactWords) => RegExp | RegExp[]): boolean =>
  anyFits(text, ({ facts }) => of(facts));

/** Whether it has a figure, a date, a name, or a word of a life. A name looks otherwise in a language that writes nouns like names. */
const isSpecific = (text: string): boolean =>
  specific.test(text) ||
  fits(text, ({ topic, date }) => [topic, date]) ||
  languages.some(({ facts: { person, project, named } }) => {
    const begins = [...person, ...project].some((pattern) => pattern.test(text));
    return begins && named.test(text);
  });

/** What a project uses has a name that may be written small: "we use pnpm". */
const isRule = (text: string): boolean => kindOf(text) === 'project';

/** A clause that is no fact: it asks, orders, supposes, is a mood or of the moment, or has a secret. */
const isTalk = (clause: string): boolean =>
  secret.test(clause) ||
  isQuestion(clause) ||
  isRequest(clause) ||
  anyFits(clause, ({ supposed }) => supposed) ||
  fits(clause, ({ talk }) => talk);
