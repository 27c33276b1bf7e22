import { contentWords } from '../text/common-words.ts';
import { sentencesOf } from '../text/sentences.ts';
import { readStatement } from '../text/statement-overlap.ts';

const placeholder = /\[redacted:[\w-]+\]/u;
const clauseEnd = /[,;/]\s/u;

/** Why such a statement is not kept. */
export const onlySecretReason = 'only a secret is left of it';

/**
 * Whether a redacted text only says that there is a secret: each clause ends with one ("the PIN is [redacted:pin]")
 * and contains no other figure, path or address.
 */
export const isOnlySecret = (redacted: string): boolean =>
  placeholder.test(redacted) &&
  sentencesOf(redacted)
    .flatMap((sentence) => sentence.split(clauseEnd))
    .every((clause) => {
      const parts = clause.split(placeholder);
      const end = parts.pop() ?? '';
      return (
        parts.length > 0 &&
        contentWords(end).length === 0 &&
        readStatement(parts.join(' ')).values.length === 0
      );
    });
