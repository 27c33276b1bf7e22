import { MemoryError } from '../errors.ts';
import { normaliseProject } from '../namespaces.ts';
import type { MemoryGraph } from '../store/graph.ts';
import type { Store } from '../store/store.ts';

export type GraphInput = {
  project: string;
  /** The most memories, 1 to 5,000. Default: 500. */
  limit?: number | undefined;
};

/** The project's own memories and how they are related. Throws `invalid_input`. */
export async function projectGraph(
  { getGraph }: Pick<Store, 'getGraph'>,
  { project, limit = 500 }: GraphInput,
): Promise<MemoryGraph> {
  const id = normaliseProject(project);
  if (id === null) throw new MemoryError('invalid_input', 'project: needs a name');
  return getGraph(`devai/project/${id}`, limit);
}
