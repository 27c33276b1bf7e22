import { z } from 'zod';
import type { CallFunction } from './call-function.ts';

/** The kinds of records that have ids. */
export type IdKind = 'memory' | 'job' | 'session' | 'context' | 'document';

const matches = z.array(z.object({ id: z.guid(), title: z.string() }));

/** Completes ids. */
export const idMethods = (call: CallFunction) => ({
  /** Returns the ids that begin with a text (hexadecimal digits and dashes), in order, each with a title. */
  findIds: (kind: IdKind, beginning: string, limit: number) =>
    call(matches, 'find_ids', { kind, beginning, limit }),
});
