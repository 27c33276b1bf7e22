import type { Message } from '../../types.ts';
import { contentWords } from '../../text/common-words.ts';
import { isContrast } from './corrections.ts';
import { isOfOneself } from './oneself.ts';
import { isPersonalFact } from './personal-facts.ts';
import { languageOf, type Language } from './language.ts';
import { namesThingAndValue } from './present-state.ts';
import { linesOf } from '../../text/sentences.ts';
import { isQuestion } from './statement-filters.ts';
import { tidy } from './tidy.ts';
import { unquotedText } from './unquoted-text.ts';

/** "it's 8081": what it is about was said before. */
const pronounFirst =
  /^(?:it|that|this|these|those|they|he|she|there|es|das|dies|sie|er)(?:['’]s)?(?!\p{L})|^(?:มัน|อันนั้น|นั่น|เป็น|คือ|อยู่|ตอนนี้|เดี๋ยวนี้)/iu;
/** "das Projekt endet im Juni": there it is an article, since German nouns have a capital. */
const articleFirst = /^[Dd]as (?:\p{Ll}+e )?\p{Lu}/u;
/** "we moved it to 5440" */
const pronounInside = /(?<!\p{L})(?:it|them)(?!\p{L})(?!['’])/iu;
/** "use the REST endpoint": enough when it says instead of what. */
const verbFirst = /^(?:should|use|nimm|benutze?|verwende?|nutze?)(?!\p{L})|^(?:ใช้|ต้อง)/iu;
const longestSentence = 300;

const withContext: Record<Language, (statement: string, corrected: string) => string> = {
  en: (statement, corrected) => `${statement} (corrects: "${corrected}")`,
  de: (statement, corrected) => `${statement} (berichtigt: „${corrected}“)`,
  th: (statement, corrected) => `${statement} (แก้จาก: "${corrected}")`,
};

export type Correction = { content: string; messages: number[] };

/**
 * A correction that can be understood alone: as it is when it says what it is about, else with the agent's sentence that it
 * puts right, where that can be told. Null when it corrects nothing that was said, or nobody could tell what.
 */
export function correctionInContext(
  statement: string,
  message: Message,
  before: Message | null,
): Correction | null {
  const corrected = before === null ? null : correctedSentence(statement, before.content);
  const needsContext =
    (pronounFirst.test(statement) && !articleFirst.test(statement)) ||
    pronounInside.test(statement) ||
    (verbFirst.test(statement) && !isContrast(statement));
  if (!needsContext) {
    const isAnswer = before !== null && isQuestion(lastSentence(before.content));
    const isCorrection =
      isContrast(statement) ||
      isPersonalFact(statement) ||
      namesThingAndValue(statement) ||
      (!isAnswer &&
        (before === null ||
          corrected !== null ||
          isOfOneself(statement) ||
          speaksOfItem(statement, before.content)));
    return isCorrection ? { content: statement, messages: [message.number] } : null;
  }
  if (before === null || corrected === null) return null;
  return {
    content: withContext[languageOf(message.content)](statement, corrected),
    messages: [before.number, message.number],
  };
}

const lastSentence = (text: string): string =>
  linesOf(text)
    .findLast((line) => line.sentences.length > 0)
    ?.sentences.at(-1) ?? '';

/** Words of an item that a statement must share to speak of the same thing: one is said of many things. */
const itemWords = 2;

/** "I will remember: - the test database listens on 5433" */
function speaksOfItem(statement: string, text: string): boolean {
  const words = new Set(contentWords(statement));
  return linesOf(unquotedText(text))
    .filter((line) => line.isItem)
    .some(
      (line) => contentWords(line.sentences.join(' ')).filter((word) => words.has(word)).length >= itemWords,
    );
}

/** The sentence that shares most with the correction; the only one, when nothing is shared. */
function correctedSentence(statement: string, text: string): string | null {
  const sentences = linesOf(unquotedText(text))
    // a list is what the agent stored, found or did, not what it says is so
    .flatMap((line) => (line.isItem ? [] : line.sentences))
    .filter(
      (sentence) => sentence.length <= longestSentence && !isQuestion(sentence) && !sentence.endsWith(':'),
    );
  const words = new Set(contentWords(statement));
  const shared = (sentence: string): number =>
    contentWords(sentence).filter((word) => words.has(word)).length;
  const [best] = sentences
    .map((sentence) => ({ sentence, count: shared(sentence) }))
    .toSorted((a, b) => b.count - a.count);
  const isOnlyOne = sentences.length === 1 && contentWords(best?.sentence ?? '').length >= 3;
  if (best && (best.count > 0 || isOnlyOne)) return tidy(best.sentence);
  return null;
}
