import { z } from 'zod';
import type { CallFunction } from './call-function.ts';

/** What an id can be of. */
export type IdKind = 'memory' | 'job' | 'session' | 'context' | 'document';

const matches = z.array(z.object({ id: z.guid(), title: z.string() }));

/** Ids by their beginning. */
export const idMethods = (call: CallFunction) => ({
  /** The ids that begin with a text (hexadecimal digits and dashes), in their order, with what tells one from another. */
  findIds: (kind: IdKind, beginning: string, limit: number) =>
    call(matches, 'find_ids', { kind, beginning, limit }),
});
