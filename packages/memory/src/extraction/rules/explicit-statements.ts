import { anyFits, firstFit, languages } from '../../text/languages/languages.ts';
import { messageLines, type MessageLine } from '../../text/message-lines.ts';
import { isQuestion, tidyRequested, withoutOpening } from '../../text/said-sentences.ts';
import { withoutMark } from '../../text/sentences.ts';
import { resolveRelativeDates } from '../../text/relative-dates.ts';
import { blockBelow, isListed, restOf, type Reading, type Told } from './told-lines.ts';
import { filingOf, type UserStatement } from './user-statements.ts';
import { groupsByName } from '../../text/named-groups.ts';

/** Characters of a sentence; a longer one was pasted. */
const longestSentence = 1_000;

/** When and where a message was written. */
export type Written = { at: Date; timeZone: string };

/** `refused`: requests without anything to keep. */
export type Requested = { statements: UserStatement[]; refused: { content: string; reason: string }[] };

/**
 * Finds what a user's text asks to be remembered ("remember that …", "merk dir: …", "จำไว้ว่า …"), in the user's
 * words, with relative dates resolved if it is given when the message was written. Lists, data, code and paragraphs below a request
 * belong to it. Empty for questions ("do you remember …?"), for recollections ("I remember when …"), and for requests in code,
 * quotes or pasted blocks. A statement may be longer than a memory can be; of one that is, the end may be missing.
 */
export function findRequested(text: string, written: Written | null = null): Requested {
  const lines = messageLines(text);
  const told: Told[] = [];
  const refused: Requested['refused'] = [];
  for (let at = 0; at < lines.length;) {
    const found = inLine(lines, at);
    const saying = found.told.filter(({ text: said }) => saysSomething(said));
    told.push(...saying);
    refused.push(...found.refused);
    if (found.told.length > 0 && saying.length === 0) {
      refused.push({ content: lines[at]?.text.trim() ?? '', reason: nothingReason });
    }
    at = found.next;
  }
  const unique = new Map(told.map((one) => [one.isVerbatim ? one.text : tidyRequested(one.text), one]));
  return {
    refused,
    statements: [...unique].map(([statement, { text: said, isVerbatim, isInside }]) => ({
      content:
        written === null || isVerbatim
          ? statement
          : resolveRelativeDates(statement, { ...written, isInside }),
      ...filingOfRequested(statement, said),
    })),
  };
}

/** Finds the statements alone. */
export const findExplicitStatements = (text: string, written: Written | null = null): UserStatement[] =>
  findRequested(text, written).statements;

/** "For the shop: never …" is filed by what follows. */
function filingOfRequested(statement: string, said: string): Omit<UserStatement, 'content'> {
  const filing = filingOf(statement, said);
  const rest = /^[^.?!:]{1,80}:\s+(?<rest>\S.*)$/su.exec(statement)?.groups?.['rest'];
  return filing.category === 'other' && rest !== undefined ? filingOf(rest) : filing;
}

/** Words of the request itself, and words that refer to something missing. */
const emptyWord =
  /^(?:this|that|these|those|it|them|everything|all|of|the|following|to|my|and|please|thanks?|dass|das|dies|folgendes|alles|es|bitte|danke|ว่า|นี้|นะ|ครับ|ค่ะ|คะ|ขอบคุณ)$/iu;

const saysSomething = (statement: string): boolean =>
  (
    statement.match(/[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}|[^\p{L}\p{M}\p{N}\s.,:;!?'"()–—-]{2,}/gu) ??
    []
  ).some((word) => !emptyWord.test(word));

type Found = { told: Told[]; refused: Requested['refused']; next: number };

/** Reads the requests of a line. `next`: the line that follows what belongs to them. */
function inLine(lines: MessageLine[], at: number): Found {
  const line = lines[at];
  const sentences = (line?.sentences ?? []).flatMap(requestsApart);
  const found: Found = { told: [], refused: [], next: at + 1 };
  const places = placesOf(line?.text ?? '', sentences);
  for (let index = 0; index < sentences.length; index += 1) {
    const sentence = sentences[index] ?? '';
    const isLast = index === sentences.length - 1;
    const reference = statementBeforeReference(sentence, sentences[index - 1]);
    if (reference !== null && reference !== '') {
      found.told.push(plainly(reference));
      continue;
    }
    const request = reference === '' ? null : afterRequest(sentence, index === 0);
    if (reference === null && request === null) continue;
    const isAlone = reference === '' || request?.content === '';
    const following = uptoNextRequest(sentences, index + 1);
    if (isAlone && following > index + 1 && (request !== null || index === 0)) {
      // "Remember this. The port is 5433."
      found.told.push(plainly(sentences.slice(index + 1, following).join(' ')));
      index = following - 1;
      continue;
    }
    const isGreeted = index > 0 && isGreeting(sentences[index - 1] ?? '');
    if (reference === '' && !isGreeted && (index > 0 || hasAbove(lines, at))) {
      found.told.push(...referredTo(lines, at, sentences.slice(0, index)));
      continue;
    }
    if (request === null || request.content === '') {
      if (!isLast) continue;
      const below = blockBelow(lines, at, reading);
      found.told.push(...below.told);
      found.next = below.next;
      if (request?.isOpen && below.told.length === 0) found.refused.push(nothingIn(sentence, lines, at));
      return found;
    }
    const end = request.isOpen ? following : index + 1;
    const from = (places[index]?.to ?? 0) - request.content.length;
    const said = withoutTag(line?.text.slice(from, places[end - 1]?.to) ?? '');
    if (request.isOpen && !isPolite(sentence) && sentences.slice(index, end).every(isQuestion)) {
      found.refused.push({ content: sentence, reason: questionReason });
    } else if (end < sentences.length) {
      found.told.push({ text: said, isVerbatim: false, isInside: !request.isOpen });
    } else {
      const rest = restOf(lines, at, said, request.isOpen, reading);
      found.told.push(...rest.told.map((one) => ({ ...one, isInside: !request.isOpen })));
      found.next = rest.next;
    }
    index = end - 1;
  }
  return found;
}

/**
 * Separates requests inside a sentence: in lower case a sentence does not tell where the next one begins ("nice. remember that …"), Thai
 * has no marks between sentences, and a polite request may follow a comma ("…, so please remember that …").
 */
function requestsApart(sentence: string): string[] {
  if (sentence.length > longestSentence) return [sentence];
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: gap } of sentence.matchAll(joint)) {
    const rest = sentence.slice(index + gap.length);
    if (!beginsRequest(rest, gap)) continue;
    parts.push(sentence.slice(from, index + gap.trimEnd().length));
    from = index + gap.length;
  }
  return [...parts, sentence.slice(from)];
}

const joint = /(?<=[\p{L}\p{N}\p{Pe}"'][.!?]*)(?:(?<=[.!?])\s+(?=\p{Ll})|,\s+|\s+(?=\p{sc=Thai}))/gu;

function beginsRequest(rest: string, gap: string): boolean {
  if (gap.startsWith(',')) {
    const isPolite = anyFits(withoutOpening(rest), ({ politely, please }) => [politely, please]);
    return isPolite && afterRequest(rest, false) !== null;
  }
  if (/^\p{sc=Thai}/u.test(rest)) return /(?:ว่า|[:：])\s*$/u.test(afterRequest(rest, false)?.request ?? '');
  return asksForSomething(rest);
}

const nothingReason = 'it names nothing that could be kept';
const questionReason = 'it only asks something, and a question states nothing';

const nothingIn = (
  sentence: string,
  lines: MessageLine[],
  at: number,
): { content: string; reason: string } => {
  const asked = lines.slice(at + 1).find(({ sentences }) => sentences.length > 0)?.sentences[0];
  return asked !== undefined && isQuestion(asked)
    ? { content: `${sentence} ${asked}`, reason: questionReason }
    : { content: sentence, reason: nothingReason };
};

/** Returns where each sentence is in its line. */
function placesOf(line: string, sentences: string[]): { from: number; to: number }[] {
  let read = line.indexOf(withoutMark(line));
  return sentences.map((sentence) => {
    const from = line.indexOf(sentence, read);
    read = from + sentence.length;
    return { from, to: read };
  });
}

/** "Hi!" and "Okay." are nothing that "remember this" could be about. */
const isGreeting = (sentence: string): boolean => withoutOpening(`${sentence} x`) === 'x';

const plainly = (text: string): Told => ({ text, isVerbatim: false, isInside: false });

const hasAbove = (lines: MessageLine[], at: number): boolean =>
  lines.slice(0, at).some(({ sentences, isPasted }) => isPasted || sentences.length > 0);

/** Returns what "Remember that." refers to: the sentence before it, or the block or list above it. */
function referredTo(lines: MessageLine[], at: number, before: string[]): Told[] {
  const earlier = before.at(-1);
  if (earlier !== undefined) return isQuestion(earlier) ? [] : [plainly(earlier)];
  const above = lines
    .slice(0, at)
    .findLastIndex(({ sentences, isPasted }) => isPasted || sentences.length > 0);
  let first = above;
  while (isListed(lines[first - 1]) && isListed(lines[first])) first -= 1;
  if (lines[above]?.isPasted || isListed(lines[above]))
    return blockBelow(lines.slice(0, at), first - 1, { ...reading, announces: () => false }).told;
  const said = lines[above]?.sentences.at(-1) ?? '';
  return isQuestion(said) ? [] : [plainly(said)];
}

/** Whether it is "Remember that." alone, which refers to what was said before. */
export const isRememberThat = (sentence: string): boolean => statementBeforeReference(sentence) === '';

/**
 * Returns what is before the request in "The port is 5433, remember that", '' if the request stands alone, and null
 * for any other sentence.
 */
function statementBeforeReference(sentence: string, earlier = ''): string | null {
  if (sentence.length > longestSentence) return null;
  const bare = withoutOpening(sentence);
  const match = firstFitLoosely(bare, ({ rememberThat }) => rememberThat);
  if (match === null) return null;
  const content = bare.slice(0, match.from).trim();
  if (match.isWork && anyFits(content === '' ? `${earlier} ${bare}` : bare, ({ onDisk }) => onDisk))
    return null;
  if (content === '') return '';
  if (/[:：]$/u.test(content)) return null;
  const words = content.split(/\s+/u).length + content.length / 20;
  return words >= 2 || (/\p{sc=Thai}/u.test(content) && content.length >= 6) ? content : null;
}

/** Returns what follows the request. `isOpen`: it follows a colon or dash, so it extends to the end of the line. */
function afterRequest(
  sentence: string,
  isFirst: boolean,
): { request: string; content: string; isOpen: boolean } | null {
  const bare = withoutOpening(sentence);
  const match = firstFitLoosely(bare, ({ remember, advising }) =>
    isFirst ? [...remember, ...advising] : remember,
  );
  if (match === null) return null;
  const { request } = match;
  const content = bare.slice(match.to).trim();
  const isOpen =
    /[:：–—-]\s*$/u.test(request) ||
    /^[[{]/u.test(content) ||
    (!thatClause.test(request) && /^[^.?!:]{1,80}[:：](?:\s|$)/u.test(content));
  if (isQuestion(withoutTag(bare)) && !isOpen && !asksToRemember(bare, request, content)) return null;
  return { request, content, isOpen };
}

type Loosely = { request: string; from: number; to: number; isWork: boolean };

/** Returns the first match, for which a letter that was held down ("จำด้วยยย") counts as one, with its place in the text. */
function firstFitLoosely(text: string, patternsOf: Parameters<typeof firstFit>[1]): Loosely | null {
  const held = [...text.matchAll(/([\p{L}\p{M}])\1{2,}/gu)];
  const match = firstFit(text.replaceAll(/([\p{L}\p{M}])\1{2,}/gu, '$1'), patternsOf);
  if (match === null) return null;
  const placeOf = (at: number): number =>
    held.reduce((place, { index, 0: run }) => (index < place ? place + run.length - 1 : place), at);
  const { index, 0: request, groups } = match;
  return {
    request,
    from: placeOf(index),
    to: placeOf(index + request.length),
    isWork: groupsByName(groups)['work'] !== undefined,
  };
}

const withoutTag = (sentence: string): string =>
  languages.reduce((text, { tag }) => text.replace(tag, ''), sentence);

/** Whether it asks in the form of a question. */
const isPolite = (sentence: string): boolean => anyFits(withoutOpening(sentence), ({ politely }) => politely);

const thatClause = /(?:that|das?s?|ว่า)\s*$/iu;

/** "Can you remember that …?" is a request; "remember that …?" and "can you remember my name?" are questions. */
const asksToRemember = (sentence: string, request: string, content: string): boolean =>
  isPolite(sentence) &&
  (content === '' ||
    thatClause.test(request) ||
    /^(?:i|we|ich|wir)\s/iu.test(content) ||
    anyFits(content, ({ asserting }) => asserting));

/** Returns the index of the first sentence that does not belong to the statement. */
function uptoNextRequest(sentences: string[], from: number): number {
  const end = sentences.findIndex(
    (sentence, index) => index >= from && (isQuestion(sentence) || asksForSomething(sentence)),
  );
  return end === -1 ? sentences.length : end;
}

const asksForSomething = (sentence: string): boolean =>
  anyFits(sentence, ({ nextRequest }) => nextRequest) ||
  isRememberThat(sentence) ||
  afterRequest(sentence, false) !== null;

const reading: Reading = {
  upto: (sentences) => uptoNextRequest(sentences, 0),
  announces: (sentences) => afterRequest(sentences.at(-1) ?? '', sentences.length === 1)?.content === '',
};
