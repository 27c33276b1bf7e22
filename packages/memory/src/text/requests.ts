import { anyFits } from './languages/languages.ts';
import { isQuestion, saidSentences, withoutOpening } from './said-sentences.ts';

/** Whether a sentence asks or orders, with whatever mark or none: it is no fact. */
export const isRequest = (sentence: string): boolean =>
  isQuestion(sentence) || anyFits(withoutOpening(sentence), ({ request }) => request);

/** Whether a text states nothing: each of its sentences asks or orders. */
export const onlyRequests = (text: string): boolean => saidSentences(text).every(isRequest);
