import { findExplicitStatements } from '../extraction/rules/explicit-statements.ts';
import type { Clock } from '../ports.ts';
import { redact } from '../redaction/redact.ts';
import { remember, type Remembered, type WritingDependencies } from './remember.ts';

export type StatedInput = {
  /** A message of the user, never tool output. */
  text: string;
  project: string | null;
  sessionId: string;
  messageNumber: number | null;
};

/** Stores each explicit request in a message ("remember this: …", "merk dir …", "จำไว้ว่า …") at once. */
export async function rememberStated(
  dependencies: WritingDependencies & { clock: Clock },
  { text, ...context }: StatedInput,
): Promise<Remembered[]> {
  const saved: Remembered[] = [];
  // redact first: a part of a secret over several lines or sentences would not be recognised
  const messageText = await redact(text);
  for (const { content } of findExplicitStatements(messageText, dependencies.clock.now())) {
    const said = { ...context, messageText, reason: 'the user said: remember this' };
    saved.push(await remember(dependencies, { ...said, content }));
  }
  return saved;
}
