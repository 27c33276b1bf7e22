import { z } from 'zod';
import type { CallFunction } from './call-function.ts';

/** The kinds of records that have ids. `forgotten`: a memory of which only the tombstone is left. */
export const idKinds = ['memory', 'job', 'session', 'context', 'document', 'forgotten'] as const;
export type IdKind = (typeof idKinds)[number];

const matches = z.array(z.object({ id: z.guid(), title: z.string() }));

/** Completes ids. */
export const idMethods = (call: CallFunction) => ({
  /** Returns the ids that begin with a text (hexadecimal digits and dashes), in order, each with a title. */
  findIds: (kind: IdKind, beginning: string, limit: number) =>
    call(matches, 'find_ids', { kind, beginning, limit }),
});
