import { alternatives, attributes, changes, environments } from './statement-lexicon.ts';
import { stem, tokensOf, type Token } from './statement-tokens.ts';
import { isOfSomebodyElse, isOnlyOneOfSpeaker } from './who-is-meant.ts';

// a dot inside a name ends nothing: "Fly.io", "16.4"
const letter = String.raw`(?:[^.;,()]|\.(?=\S))`;
const toEnd = `(?<what>${letter}{1,80})`;
const rest = String.raw`[^;()]{1,120}?`;

/** One thing in place of another: what follows, or stands between, is what no longer holds. */
const contrasts = [
  String.raw`,\s*(?:and\s+)?not\s+${toEnd}`,
  String.raw`(?<!\p{L})not\s+${toEnd}(?=.*(?<!\p{L})but(?!\p{L}))`,
  String.raw`,\s*(?:und\s+)?nicht\s+${toEnd}`,
  String.raw`(?<!\p{L})(?:nicht|kein\p{L}*)\s+${toEnd}(?=.*(?<!\p{L})sondern(?!\p{L}))`,
  String.raw`(?<!\p{L})(?:instead of|rather than|replaces|replaced|statt|anstelle von|anstatt|ersetzt)\s+${toEnd}`,
  String.raw`(?<!\p{L})from\s+(?<what>${rest})\s+(?:to|over to)(?!\p{L})`,
  String.raw`(?<!\p{L})von\s+(?<what>${rest})\s+(?:auf|zu|nach)(?!\p{L})`,
  String.raw`จาก\s*(?<what>${rest})\s*(?:เป็น|ไปเป็น|ไปใช้|มาใช้|มาเป็น|ไปที่|ไป)`,
  String.raw`(?:ไม่ใช่|แทน(?:ที่)?)\s*(?<what>${letter}{1,60})`,
  // "Slack no longer, but Teams", "Slack nicht mehr, sondern Teams"
  String.raw`(?<=\s)(?<what>[^\s,;.]+)\s+(?:nicht mehr|no longer|any ?more)(?=,?\s+(?:sondern|stattdessen|but|we|wir|instead))`,
].map((source) => new RegExp(source, 'giu'));

/** What ended without something in its place: all of it must be what the other speaks of. */
const endings = [
  String.raw`(?<!\p{L})(?:no longer|no more|nicht mehr)\s+${toEnd}`,
  String.raw`(?:เลิกใช้|ไม่ใช้)\s*(?<what>${letter}{1,60})`,
].map((source) => new RegExp(source, 'giu'));

/** Put behind a correction that cannot stand alone: the sentence that it puts right. */
const corrected = /\((?:corrects|berichtigt|แก้จาก):(?<what>.+)\)$/iu;

/** Words that are looked at: what is replaced is named at once. */
const nearest = 2;

/**
 * Whether a statement says itself what it takes the place of, and the other says just that: "8081, not 8080" and "the port
 * is 8080". What merely speaks of the replaced thing ("Jest snapshots lie in …") is not replaced: most of its other words must
 * stand in the statement too. Nor is what says the same of another thing ("the staging database is Postgres, not MySQL", "the
 * production database is MySQL"): beside the new value a statement may name nothing that the other does not.
 */
export function namesReplaced(statement: string, stored: string): boolean {
  const putRight = corrected.exec(statement)?.groups?.['what'];
  if (putRight !== undefined && isPutRight(putRight.replaceAll(/["“”„]/gu, ' '), stored)) return true;
  if (isOfSomebodyElse(stored, statement) || isOnlyOneOfSpeaker(statement, stored)) return false;
  return (
    replacementsIn(contrasts, statement).some(
      ({ named, others }) => isNamed(named, stored) && isAbout(others, named, stored, 1),
    ) ||
    replacementsIn(endings, statement).some(
      ({ named, others }) => isAllNamed(named, stored) && isAbout(others, named, stored, 0),
    )
  );
}

/** What a statement says beside what it takes the place of: "the port is 8081, not 8080" says that the port is 8081. */
export function withoutReplaced(statement: string): string {
  const replaced = contrasts.reduce((text, pattern) => text.replace(pattern, ' '), statement).trim();
  return namesIn(replaced).length > 0 ? replaced : statement;
}

/** The sentence that is put right is what is stored: neither names a thing that the other does not. */
function isPutRight(sentence: string, stored: string): boolean {
  const [named, known] = [namesIn(sentence), namesIn(stored)];
  const [onlyNamed, onlyKnown] = [named.filter(isNotIn(known)), known.filter(isNotIn(named))];
  if (onlyNamed.length > 0 && onlyKnown.length > 0) return false;
  if ([...onlyNamed, ...onlyKnown].some(isEnvironment)) return false;
  return named.length - onlyNamed.length > named.length / 2;
}

type Tokens = readonly Token[];
/** `others`: what the statement says beside what is replaced, in chunks of words that stand together. */
type Replacement = { named: Tokens; others: Tokens[] };

function replacementsIn(patterns: RegExp[], statement: string): Replacement[] {
  return patterns.flatMap((pattern) =>
    Array.from(statement.matchAll(pattern)).map((match) => ({
      named: namesIn(match.groups?.['what'] ?? ''),
      others: [statement.slice(0, match.index), statement.slice(match.index + match[0].length)].flatMap(
        chunksOf,
      ),
    })),
  );
}

/** Words, names and values: neither verbs nor how it is said. */
const namesIn = (text: string): Tokens => tokensOf(text).filter(isName);
const isName = ({ kind, text }: Token): boolean =>
  (kind === 'word' || kind === 'name' || kind === 'number') && !changes.has(text);

/** Words between which nothing stands; Thai puts nothing between, so there another script begins anew. */
function chunksOf(text: string): Tokens[] {
  const chunks: Token[][] = [[]];
  for (const token of tokensOf(text)) {
    const last = chunks.at(-1)?.at(-1);
    if (!isName(token) || (last && isThai(last) !== isThai(token))) chunks.push([]);
    if (isName(token)) chunks.at(-1)?.push(token);
  }
  return chunks.filter((chunk) => chunk.length > 0);
}

const isThai = ({ text }: Token): boolean => /\p{sc=Thai}/u.test(text);

const isIn =
  (tokens: Tokens) =>
  ({ text }: Token): boolean =>
    tokens.some((token) => stem(token.text) === stem(text));
const isNotIn =
  (tokens: Tokens) =>
  (token: Token): boolean =>
    !isIn(tokens)(token);

const isNamed = (named: Tokens, stored: string): boolean =>
  named.slice(0, nearest).some(isIn(namesIn(stored)));
const isAllNamed = (named: Tokens, stored: string): boolean =>
  named.length > 0 && named.slice(0, 2 * nearest).every(isIn(namesIn(stored)));

/**
 * The memory speaks of the thing that the statement speaks of. `most`: how many chunks of the statement may be new, which is
 * the new value.
 */
function isAbout(others: Tokens[], named: Tokens, stored: string, most: number): boolean {
  const known = namesIn(stored);
  const isNew = (token: Token): boolean => isNotIn(known)(token) && !attributes.has(token.text);
  if (others.filter((chunk) => chunk.some(isNew)).length > most) return false;
  const said = [...others.flat(), ...named];
  const unsaid = known.filter(isNotIn(said));
  const isOneOfSeveral = (token: Token): boolean => isAlternativeTo(token, named);
  if (
    [...others.flat().filter(isNew), ...unsaid].some(
      (token) => isEnvironment(token) && !isOneOfSeveral(token),
    )
  ) {
    return false;
  }
  if (isToolOfSpeaker(stored, named)) return true;
  return !isNarrower(stored, said, named) && saysNothingElse(known, named, said);
}

/** "My favourite editor is Vim": what it is called is all that it says. */
const toolOfSpeaker =
  /^(?:my|mein\p{L}*|the user['’]s)\s.{0,30}(?:editor|ide|shell|terminal|browser|font|theme|schrift|schriftart)\s(?:is|ist)\s(?<value>.+)$/iu;

function isToolOfSpeaker(stored: string, named: Tokens): boolean {
  const value = toolOfSpeaker.exec(stored)?.groups?.['value'];
  return value !== undefined && namesIn(value).every(isIn(named));
}

const isEnvironment = ({ text }: Token): boolean => environments.has(text);

/** "The default environment is staging, not production": there they are the values. */
const isAlternativeTo = ({ text }: Token, named: Tokens): boolean =>
  alternatives.some((group) => group.has(text) && named.some((token) => group.has(token.text)));

/** "the billing database", where the statement speaks of "the database": both name the thing, the memory more closely. */
function isNarrower(stored: string, said: Tokens, named: Tokens): boolean {
  const tokens = tokensOf(stored);
  const verb = tokens.findIndex(({ kind }) => kind === 'predicate' || kind === 'copula');
  const subject = tokens
    .slice(0, Math.max(0, verb))
    .filter((token) => isName(token) && isNotIn(named)(token));
  return (
    subject.some(isIn(said)) && subject.some((token) => isNotIn(said)(token) && !attributes.has(token.text))
  );
}

/** What the memory says beside the replaced thing is a single word, or at least half of it is said again. */
function saysNothingElse(known: Tokens, named: Tokens, said: Tokens): boolean {
  const others = known.filter(isNotIn(named));
  const again = others.filter(isIn(said));
  return countWords(others) <= 1 || again.length >= others.length / 2;
}

/** Thai words of the kind that the dictionary takes apart ("โปรเจกต์") have about so many letters. */
const longThaiWord = 8;

function countWords(tokens: Tokens): number {
  const thai = tokens.filter(isThai).map(({ text }) => text);
  return tokens.length - thai.length + Math.ceil(thai.join('').length / longThaiWord);
}
