import { findRequested } from '../extraction/rules/explicit-statements.ts';
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

/** `refused`: the redacted statements that no memory can hold: those of which only a secret is left, too long ones, and requests with nothing to keep. */
export type Stated = { saved: Remembered[]; refused: { content: string; reason: string }[] };

/** Stores each explicit request in a message ("remember this: …", "merk dir …", "จำไว้ว่า …") at once. */
export async function rememberStated(
  dependencies: WritingDependencies & { clock: Clock },
  { text, ...context }: StatedInput,
): Promise<Stated> {
  // redact first: a part of a secret over several lines or sentences would not be recognised
  const messageText = typeof text === 'string' ? await RedactedText.of(text) : text;
  const written = { at: dependencies.clock.now(), timeZone: dependencies.options.timeZone };
  const { statements, refused } = findRequested(messageText.content, written);
  const stated: Stated = { saved: [], refused };
  for (const { content, category, place } of statements) {
    const reason = refusalOf(content);
    if (reason !== null) {
      stated.refused.push({ content, reason });
      continue;
    }
    const said = { ...context, messageText, reason: 'the user said: remember this' };
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
