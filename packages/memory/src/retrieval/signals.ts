import type { RecalledMemory } from './select.ts';

/**
 * Returns the paragraph that tells the model how good its notes are: how many were found and used, the best
 * similarity, the age of the oldest, and whether recall was degraded. '' if nothing was found and nothing is
 * degraded.
 */
export function formatSignals(memories: RecalledMemory[], found: number, degraded: string[]): string {
  if (found === 0 && degraded.length === 0) return '';
  const injected = memories.filter((one) => one.injected);
  const used = injected.filter(({ legs }) => !legs.includes('related'));
  const brought = injected.length - used.length;
  const similarities = used.flatMap(({ similarity }) => similarity ?? []);
  const oldest = injected.map(({ memory }) => memory.createdAt.toISOString().slice(0, 10)).toSorted()[0];
  const facts = [
    found === 0
      ? 'no memory found'
      : `${plural(found, 'memory', 'memories')} found, ${used.length} used below`,
    ...(brought > 0 ? [`${brought} related`] : []),
    ...(similarities.length > 0 ? [`best similarity ${Math.max(...similarities).toFixed(2)}`] : []),
    ...(oldest === undefined ? [] : [`the oldest from ${oldest}`]),
  ];
  const trouble = degraded.length === 0 ? '' : ' Recall is degraded in this turn, so notes may be missing.';
  return `## Memory Quality\n${sentence(facts.join('; '))}${trouble}`;
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
