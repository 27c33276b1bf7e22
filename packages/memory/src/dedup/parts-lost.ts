import { tokensOf, type Token } from './statement-tokens.ts';

/** Between two facts of one memory, or two things in a list. */
const joint =
  /;\s*|\.\s+|(?:,\s*|\s+)(?:and|und|sowie|as well as|but|aber|while|whereas|während)\s+|\s*(?:และ|แล้วก็)\s*|\sแต่\s*/iu;
const comma = /,\s+/u;
/** Why, and what it is not: nothing that is lost with the rest. */
const reason = /,?\s+(?:because|since|so that|weil|damit)\s.*$|\s*(?:เพราะ|เนื่องจาก).*$/isu;
const aside = /\((?!\d{4}-)[^()]*\)/gu;
const contrast = /^(?:not|nicht|instead|rather|statt|anstatt|ไม่ใช่|แทน)(?![\p{L}\p{M}])/iu;

/**
 * Whether a memory says several things, and a statement that would take its place only one of them: "Deploys run on Friday and
 * the port is 8080" outlives "the port is 8081". The part that is spoken of may be said otherwise; of each other part every
 * word must stand in the statement.
 */
export function losesPart(statement: string, stored: string): boolean {
  const parts = partsOf(stored);
  if (parts.length < 2) return false;
  const said = tokensOf(statement);
  const isSaid = ({ text }: Token): boolean => said.some((token) => token.text === text);
  // as many parts with other numbers are the same parts: "open from 9 to 12 and from 14 to 18"
  const areNumbersFree = partsOf(statement).length >= parts.length;
  const missing = parts.map((part) =>
    part.filter((token) => !isSaid(token) && !(areNumbersFree && token.kind === 'number')),
  );
  const shares = parts.map((part, index) => part.length - (missing[index]?.length ?? 0));
  const spokenOf = shares.indexOf(Math.max(...shares));
  return missing.some((tokens, index) => index !== spokenOf && tokens.length > 0);
}

/** What each part names; those that name nothing are left out. */
function partsOf(text: string): Token[][] {
  const clauses = text.replaceAll(aside, ' ').replace(reason, '').split(joint);
  const isList = clauses.length > 1;
  return clauses
    .flatMap((clause) => (isList || haveVerbs(clause.split(comma)) ? clause.split(comma) : [clause]))
    .filter((part) => !contrast.test(part.trim()))
    .map((part) => tokensOf(part).filter(isNaming))
    .filter((part) => part.length > 0);
}

/** "The API runs on Fly.io, the worker runs on Heroku", not "lives in Kiel, Germany" */
const haveVerbs = (parts: string[]): boolean =>
  parts.every((part) => tokensOf(part).some(({ kind }) => kind === 'predicate' || kind === 'copula'));

const isNaming = ({ kind }: Token): boolean => kind === 'word' || kind === 'name' || kind === 'number';
