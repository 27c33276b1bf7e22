import { findExplicitStatements } from '../extraction/rules/explicit-statements.ts';
import { isOfADay } from '../extraction/rules/user-statements.ts';
import { longestContent, tooLongReason } from '../calls/memory-fields.ts';
import type { Clock } from '../ports.ts';
import { isOnlySecret, onlySecretReason } from '../redaction/only-secret.ts';
import { RedactedText } from '../redaction/redacted-text.ts';
import { remember, type Remembered, type WritingDependencies } from './remember.ts';

export type StatedInput = {
  /** A message of the user, never tool output. */
  text: string | RedactedText;
  project: string | null;
  sessionId: string;
  messageNumber: number | null;
};

/** `refused`: the redacted statements that no memory can hold: those of which only a secret is left, and too long ones. */
export type Stated = { saved: Remembered[]; refused: { content: string; reason: string }[] };

/** Of what tells of one day; from 8 on, it would be in every prompt after that day, too. */
const importanceOfADay = 7;

/** Stores each explicit request in a message ("remember this: …", "merk dir …", "จำไว้ว่า …") at once. */
export async function rememberStated(
  dependencies: WritingDependencies & { clock: Clock },
  { text, ...context }: StatedInput,
): Promise<Stated> {
  const stated: Stated = { saved: [], refused: [] };
  // redact first: a part of a secret over several lines or sentences would not be recognised
  const messageText = typeof text === 'string' ? await RedactedText.of(text) : text;
  const statements = findExplicitStatements(messageText.content, dependencies.clock.now());
  for (const { content, category, place } of statements) {
    const reason = refusalOf(content);
    if (reason !== null) {
      stated.refused.push({ content, reason });
      continue;
    }
    const importance = category === 'other' && isOfADay(content) ? importanceOfADay : undefined;
    const said = { ...context, importance, messageText, reason: 'the user said: remember this' };
    const about = place.startsWith('devai/user') ? 'user' : 'project';
    stated.saved.push(await remember(dependencies, { ...said, content, category, about }));
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
