import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { findRequested } from '../extraction/rules/explicit-statements.ts';
import { weightOf } from '../extraction/rules/extract-by-rules.ts';
import { findToldStatements } from '../extraction/rules/told-statements.ts';
import { isOfADay, type UserStatement } from '../extraction/rules/user-statements.ts';
import { longestContent, tooLongReason } from '../fields/memory-fields.ts';
import { isOnlySecret, onlySecretReason } from '../redaction/only-secret.ts';
import { RedactedText } from '../redaction/redacted-text.ts';
import type { Remembered } from '../store/memories.ts';
import { remember, Vetoed, type WritingDependencies } from './remember.ts';

export const statedInput = z.strictObject({
  /** A message of the user, never tool output. */
  text: fields.messageText,
  project: fields.project,
  sessionId: fields.id,
  messageNumber: fields.whole.min(1).nullable(),
});
export type StatedInput = z.input<typeof statedInput>;

/** `refused`: the redacted statements that no memory can hold: those of which only a secret is left, too long ones, and requests with nothing to keep. */
export type Stated = { saved: Remembered[]; refused: { content: string; reason: string }[] };

type Dependencies = WritingDependencies & {
  /** Whether rules extract, and not a model: what they find in one message need not wait for the end of the session. */
  byRules: boolean;
};

/**
 * Stores each explicit request in a message ("remember this: …", "merk dir …", "จำไว้ว่า …") at once. Without a model also what the user tells
 * about themselves and how to work ("I'm a nurse"), with the weight that the extraction gives it.
 */
export async function rememberStated(
  dependencies: Dependencies,
  { text, ...context }: StatedInput,
): Promise<Stated> {
  // redact first: a part of a secret over several lines or sentences would not be recognised
  const messageText = typeof text === 'string' ? await RedactedText.of(text) : text;
  const written = { at: dependencies.clock.now(), timeZone: dependencies.options.timeZone };
  const { statements: requested, refused } = findRequested(messageText.content, written);
  const stated: Stated = { saved: [], refused };
  const told = dependencies.byRules ? findToldStatements(messageText.content, written) : [];
  const store = async ({ content, category, place }: UserStatement, why: object): Promise<void> => {
    const about = place.startsWith('devai/user') ? 'user' : 'project';
    const said = { ...context, messageText, content, category, about, ...why } as const;
    try {
      stated.saved.push(await remember(dependencies, said));
    } catch (error) {
      if (!(error instanceof Vetoed)) throw error;
      stated.refused.push({ content, reason: error.message });
    }
  };
  for (const statement of requested) {
    const { content, category } = statement;
    const reason = refusalOf(content);
    // what tells of one day is not in every prompt after that day
    const metadata = category === 'other' && !isOfADay(content) ? { requested: true } : undefined;
    if (reason !== null) stated.refused.push({ content, reason });
    else await store(statement, { metadata, reason: 'the user said: remember this' });
  }
  for (const statement of told) {
    const { content } = statement;
    const isRequested = requested.some(
      (one) => one.content.includes(content) || content.includes(one.content),
    );
    if (isRequested || refusalOf(content) !== null) continue;
    const importance = statement.importance ?? weightOf({ ...statement, isRequested: false });
    await store(statement, { importance, reason: 'the user told it' });
  }
  return stated;
}

function refusalOf(content: string): string | null {
  if (isOnlySecret(content)) return `${onlySecretReason}, and secrets are not stored`;
  if (content.length > longestContent) {
    return `${tooLongReason}; the message is kept as it is, and shorter parts of it can be remembered`;
  }
  return null;
}
