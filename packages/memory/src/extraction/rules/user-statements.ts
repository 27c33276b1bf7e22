import { readStatement, shareSaid } from '../../text/statement-overlap.ts';
import type { Category, Metadata, StandingCategory } from '../../types.ts';
import { resolveRelativeDates } from '../../text/relative-dates.ts';
import { anyFits, firstFit } from '../../text/languages/languages.ts';
import { isNoStatement, isQuestion, saidSentences, tidy, withoutOpening } from '../../text/said-sentences.ts';
import { pointsElsewhere, toldIn } from './told-clauses.ts';

export type UserStatement = {
  content: string;
  category: Category;
  place: string;
  /** The details of its category. */
  metadata?: Metadata;
  /** By default it follows from the category. */
  importance?: number;
};

/** Characters of a sentence; a longer one was pasted. */
const longestSentence = 500;
/** The share of a correction's words that the messages before it must contain, so that it is about them. */
const leastShared = 1 / 2;

/**
 * Finds corrections, decisions, rules, preferences and what the user tells about themselves in a message, in the user's
 * words. Leaves out what only holds for minutes; `unclear` has the statements that could not be understood later ("it", "that one"). `before`: what a
 * "no" may contradict, the request and the agent's reply; '' if the reply asked something.
 */
export function findUserStatements(
  text: string,
  before: string,
): { found: UserStatement[]; unclear: string[] } {
  const found: UserStatement[] = [];
  const unclear: string[] = [];
  const sentences = saidSentences(text);
  for (const [index, sentence] of sentences.entries()) {
    if (sentence.length > longestSentence) continue;
    const told = toldOf(sentence);
    if (told !== null) {
      found.push({ ...ofUser('profile'), content: told });
      continue;
    }
    const correction = correctionIn(sentence) ?? (isBareNo(sentences[index - 1] ?? '') ? sentence : null);
    const statement = tidy(correction ?? sentence);
    const filed = plainFilingOf(statement);
    if (!isLong(statement) && !isStandingOfUser(filed)) continue;
    if (isNoStatement(correction ?? sentence) || anyFits(statement, ({ passing }) => passing)) continue;
    const isCorrection =
      filed.category === 'other' && corrects(statement, correction === null ? null : before);
    if (filed.category === 'other' && !isCorrection) continue;
    if (pointsElsewhere(statement)) unclear.push(statement);
    else found.push({ ...filed, content: statement, place: filed.place || 'corrections' });
  }
  return { found, unclear };
}

/** What a sentence tells about who the user is, unless it tells a wish or a rule first. */
function toldOf(sentence: string): string | null {
  const isAsking = isQuestion(sentence);
  if (isNoStatement(sentence) && !isAsking) return null;
  const statement = tidy(correctionIn(sentence) ?? sentence);
  const { category } = plainFilingOf(statement);
  return category === 'other' || category === 'profile' ? toldIn(statement, isAsking) : null;
}

/** `before`: what a "no" before the statement may contradict; null if there is no "no". */
function corrects(statement: string, before: string | null): boolean {
  if (!anyFits(statement, ({ asserting }) => asserting)) return false;
  const isContrast = anyFits(statement, ({ contrast }) => contrast);
  if (before === null) return isContrast && !anyFits(statement, ({ firstPerson }) => firstPerson);
  return isContrast || shareSaid(before, readStatement(statement)) >= leastShared;
}

type Filing = Omit<UserStatement, 'content'>;

const ofUser = (category: StandingCategory): Filing => ({
  category,
  place: usersPlaces[category],
});

/** Where memories of a category are filed that are about the user. */
export const usersPlaces: Record<StandingCategory, string> = {
  profile: 'devai/user/profile',
  preference: 'devai/user/preferences',
  rule: 'devai/user/rules',
};

/**
 * Returns what a statement tells by its words alone: who the user is, what they like, how to answer, what always or
 * never to do, or a decision; otherwise `other`. A rule about the user is filed with them, any other in the project.
 */
function plainFilingOf(statement: string): Filing {
  const lasting = statement.replace(firstFit(statement, ({ fromNowOn }) => fromNowOn)?.[0] ?? '', '');
  const fits = (kind: 'answers' | 'preferences' | 'profile' | 'rules' | 'decisions'): boolean =>
    anyFits(statement, (language) => language[kind]) ||
    (kind !== 'rules' && anyFits(lasting, (language) => language[kind]));
  if (fits('answers') || fits('preferences')) return ofUser('preference');
  if (fits('profile')) return ofUser('profile');
  if (fits('rules')) {
    if (anyFits(lasting, ({ firstPerson }) => firstPerson)) return ofUser('preference');
    return isUserInvolved(statement) ? ofUser('rule') : { category: 'rule', place: 'rules' };
  }
  if (fits('decisions')) return { category: 'decision', place: 'decisions' };
  return { category: 'other', place: isAboutUser(statement) ? usersPlaces.profile : '' };
}

/**
 * Returns the category of a statement that somebody wants to be kept, and where it is filed. Of such a statement it is
 * known that it is to last: what is about the user's person or wishes becomes part of every prompt even if its words
 * alone do not tell, unless they name a day. `said`: the statement with the words around it ("please").
 */
export function filingOf(statement: string, said = statement): Filing {
  const plain = plainFilingOf(statement);
  if (plain.category !== 'other') return plain;
  if (isOfADay(statement)) return plain;
  if (anyFits(statement, ({ wishes }) => wishes)) return ofUser('preference');
  if (isAboutUser(statement)) {
    return anyFits(statement, ({ weekday }) => weekday) ? plain : ofUser('profile');
  }
  if (anyFits(statement, ({ orders }) => orders) || anyFits(said, ({ please }) => please)) {
    return isUserInvolved(statement) ? ofUser('rule') : { category: 'rule', place: 'rules' };
  }
  return isUserInvolved(statement) ? ofUser('profile') : plain;
}

const isAboutUser = (statement: string): boolean =>
  anyFits(statement, ({ firstPerson, user }) => [firstPerson, user]);

const isUserInvolved = (statement: string): boolean =>
  anyFits(statement, ({ speakerInvolved }) => speakerInvolved);

/** Whether it tells of one day, which passes. The moment does not matter: only whether there is such a date. */
export const isOfADay = (statement: string): boolean =>
  !anyFits(statement, ({ birthday }) => birthday) &&
  (anyFits(statement, ({ day }) => day) ||
    resolveRelativeDates(statement, { at: new Date(0), timeZone: 'UTC' }) !== statement);

/** Whether a sentence says that something before it is wrong, whatever else it says. */
export const isCorrecting = (sentence: string): boolean =>
  anyFits(withoutOpening(sentence), ({ correcting }) => correcting);

/**
 * Returns what follows "no, …" or "that's wrong: …"; null without such an opening. Openings may be repeated:
 * "Actually no, …".
 */
function correctionIn(sentence: string): string | null {
  const bare = withoutOpening(sentence);
  const opening = firstFit(bare, ({ correcting }) => correcting)?.[0].length ?? bare.length;
  if (opening === bare.length) return null;
  return correctionIn(bare.slice(opening)) ?? bare.slice(opening);
}

const isBareNo = (sentence: string): boolean => isCorrecting(sentence) && correctionIn(sentence) === null;

/** At least three words, or as much in a script without spaces. */
const isLong = (statement: string): boolean =>
  statement.split(/\s+/u).length >= 3 || (/\p{sc=Thai}/u.test(statement) && statement.length >= 8);

/** "I'm vegan" is enough, while two words of another kind seldom are a statement. */
const isStandingOfUser = ({ category }: Filing): boolean =>
  category === 'profile' || category === 'preference';
