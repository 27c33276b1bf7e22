import type { MatchCondition, SearchOperation } from '@langchain/langgraph-checkpoint';

const operators: Record<string, (value: unknown, given: unknown) => boolean> = {
  $eq: (value, given) => value === given,
  $ne: (value, given) => value !== given,
  $gt: (value, given) => Number(value) > Number(given),
  $gte: (value, given) => Number(value) >= Number(given),
  $lt: (value, given) => Number(value) < Number(given),
  $lte: (value, given) => Number(value) <= Number(given),
  $in: (value, given) => Array.isArray(given) && given.includes(value),
  $nin: (value, given) => !Array.isArray(given) || !given.includes(value),
};

/** Whether a value fits a filter, as LangGraph's own store compares: whole values, or by operators, of keys at the top. */
export const fits = (value: Record<string, unknown>, filter: SearchOperation['filter'] = {}): boolean =>
  Object.entries(filter).every(([key, given]: [string, unknown]) => compares(value[key], given));

function compares(value: unknown, given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return value === given;
  const named = Object.entries(given).map(([name, operand]) => [operators[name], operand] as const);
  return named.every(([operator, operand]) => operator !== undefined && operator(value, operand));
}

/** Whether a namespace begins or ends with a path, in which `*` is any label. */
export function matches(namespace: string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return path.every((label, index) => label === '*' || label === namespace[start + index]);
}
