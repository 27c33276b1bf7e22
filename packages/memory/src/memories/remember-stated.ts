import { findExplicitStatements } from '../extraction/rules/explicit-statements.ts';
import type { Clock } from '../ports.ts';
import { isOnlySecret } from '../redaction/only-secret.ts';
import { RedactedText } from '../redaction/redacted-text.ts';
import { remember, type Remembered, type WritingDependencies } from './remember.ts';

export type StatedInput = {
  /** A message of the user, never tool output. */
  text: string | RedactedText;
  project: string | null;
  sessionId: string;
  messageNumber: number | null;
};

/** `refused`: the redacted statements of which only a secret is left. */
export type Stated = { saved: Remembered[]; refused: string[] };

/** Stores each explicit request in a message ("remember this: …", "merk dir …", "จำไว้ว่า …") at once. */
export async function rememberStated(
  dependencies: WritingDependencies & { clock: Clock },
  { text, ...context }: StatedInput,
): Promise<Stated> {
  const stated: Stated = { saved: [], refused: [] };
  // redact first: a part of a secret over several lines or sentences would not be recognised
  const messageText = typeof text === 'string' ? await RedactedText.of(text) : text;
  for (const { content } of findExplicitStatements(messageText.content, dependencies.clock.now())) {
    if (isOnlySecret(content)) {
      stated.refused.push(content);
      continue;
    }
    const said = { ...context, messageText, reason: 'the user said: remember this' };
    stated.saved.push(await remember(dependencies, { ...said, content }));
  }
  return stated;
}
