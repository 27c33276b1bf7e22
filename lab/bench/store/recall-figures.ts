/** Shares from 0 to 1. */
export type Recall = { average: number; worst: number };

/** Returns the share of the wanted memories that was found; 1 if none is wanted. */
export function share(exact: { id: string }[], ids: ReadonlySet<string>): number {
  return exact.length === 0 ? 1 : exact.filter(({ id }) => ids.has(id)).length / exact.length;
}

export const summarise = (recalls: number[]): Recall => ({
  average: recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length,
  worst: Math.min(...recalls),
});
