import { storedProject, type MemoryFilter } from '@devai/memory';
import { z } from 'zod';
import { filterFields } from '../../protocol/request-fields.ts';

/** The project that a request names, as it is written in namespaces. Throws `invalid_input` for a blank one. */
export function projectOf(named: string | undefined, ownProject: string | null): string | null {
  if (named === undefined) return ownProject;
  return named === '' ? null : storedProject(named);
}

/** The same as it was given, for what is written: the library keeps the name. */
export const givenProjectOf = (named: string | undefined, ownProject: string | null): string | null =>
  named === undefined ? ownProject : named || null;

const filter = z.object(filterFields).omit({ namespace: true });

/** The library's filter of those fields. Whatever else the request has must be taken out before. */
export const toFilter = ({
  type,
  category,
  priority,
  source,
  tag,
  trust,
  ...rest
}: z.output<typeof filter>): MemoryFilter => ({
  ...{ types: type, categories: category, priorities: priority, sources: source, tags: tag, trusts: trust },
  ...rest,
});
