import { z } from 'zod';
import type { Database } from '../ports.ts';
import { parseResult } from './rows.ts';

/** What an id can be of. */
export type IdKind = 'memory' | 'job' | 'session';

export type IdStore = {
  /** The ids that begin with a text (hexadecimal digits and dashes), in their order, with what tells one from another. */
  findIds(kind: IdKind, beginning: string, limit: number): Promise<{ id: string; title: string }[]>;
};

const matches = z.array(z.object({ id: z.string(), title: z.string() }));

export const createIdStore = (database: Database): IdStore => ({
  async findIds(kind, beginning, limit) {
    return parseResult(matches, await database.call('find_ids', { kind, beginning, limit }));
  },
});
