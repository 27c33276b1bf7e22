import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { storedProject } from '../namespaces.ts';
import type { MemoryGraph } from '../store/graph.ts';
import type { Store } from '../store/store.ts';

export const graphInput = z.strictObject({
  project: z.string(),
  /** The most memories, 1 to 5,000. Default: 500. */
  limit: fields.count,
});
export type GraphInput = z.input<typeof graphInput>;

/** The project's own memories and how they are related. Throws `invalid_input`. */
export async function projectGraph(
  { getGraph }: Pick<Store, 'getGraph'>,
  { project, limit = 500 }: GraphInput,
): Promise<MemoryGraph> {
  return getGraph(`devai/project/${storedProject(project)}`, limit);
}
