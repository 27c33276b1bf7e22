import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import * as fields from '../fields/fields.ts';
import { description, memoryImportance, memoryTitle } from '../fields/memory-fields.ts';
import type { BeforeStore } from '../ports.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { redact } from '../redaction/redact.ts';
import type { Candidate } from '../types.ts';
import { readContent } from './read-content.ts';

export const vetoReason = 'the host does not store it (beforeStore)';

const change = z.strictObject({
  content: z.string().optional(),
  title: memoryTitle.nullish(),
  tags: description.tags,
  metadata: description.metadata,
  importance: memoryImportance.optional(),
  expiresAt: fields.moment.nullish(),
});
const answer = z.union([z.literal(false), change.optional()]);

/**
 * Asks the host before a statement is stored. Returns it as the host changed it, redacted; null if the host refuses it. Throws what the host
 * throws, and `invalid_input` for an answer of another form.
 */
export async function beforeStore<Statement extends Candidate>(
  ask: BeforeStore | undefined,
  statement: Statement,
  user: string,
): Promise<Statement | null> {
  if (ask === undefined) return statement;
  const { content, title, category, namespace, importance, tags, metadata, trust } = statement;
  const shown = { user, content, title, category, namespace, importance, trust };
  const answered: unknown = await ask({
    ...{ ...shown, tags: [...tags], metadata: structuredClone(metadata) },
    expiresAt: statement.expiresAt ?? null,
  });
  const { data, error } = answer.safeParse(answered);
  if (error)
    throw new MemoryError('invalid_input', `beforeStore: ${z.prettifyError(error)}`, { cause: error });
  if (data === false) return null;
  const changed = data ?? {};
  return {
    ...statement,
    ...(changed.content !== undefined && { content: await readContent(changed.content) }),
    ...(changed.title !== undefined && { title: changed.title && (await redact(changed.title)) }),
    ...(changed.tags && { tags: await Promise.all(changed.tags.map(redact)) }),
    ...(changed.metadata && { metadata: await redactMetadata(changed.metadata) }),
    ...(changed.importance !== undefined && { importance: changed.importance }),
    ...(changed.expiresAt !== undefined && { expiresAt: changed.expiresAt }),
  };
}
