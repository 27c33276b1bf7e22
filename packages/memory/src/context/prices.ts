import type { ModelUsage } from '../ports.ts';

/** US dollars per million tokens. */
export type Price = { input: number; cached: number; output: number };

/**
 * By model name, as the vendors listed them in November 2026. Requests above 272,000 tokens,
 * which some of them bill higher, are longer than any context here.
 */
const prices: Record<string, Price> = {
  'gpt-4.1': { input: 2, cached: 0.5, output: 8 },
  'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 },
  'gpt-5.2': { input: 1.75, cached: 0.175, output: 14 },
  'gpt-5.4': { input: 2.5, cached: 0.25, output: 15 },
  'gpt-5.4-mini': { input: 0.75, cached: 0.075, output: 4.5 },
  'gpt-5.4-nano': { input: 0.2, cached: 0.02, output: 1.25 },
  'gpt-5.5': { input: 5, cached: 0.5, output: 30 },
  'glm-4.6': { input: 0.6, cached: 0.11, output: 2.2 },
  'glm-4.7': { input: 0.6, cached: 0.11, output: 2.2 },
  'glm-5.2': { input: 1.4, cached: 0.26, output: 4.4 },
  'glm-5.3': { input: 1.4, cached: 0.26, output: 4.4 },
  'text-embedding-3-small': { input: 0.02, cached: 0.02, output: 0 },
  'text-embedding-3-large': { input: 0.13, cached: 0.13, output: 0 },
  'text-embedding-ada-002': { input: 0.1, cached: 0.1, output: 0 },
};

/**
 * What a request cost in US dollars; null for a model without a price. The host's prices (`own`, by model name) take precedence over those
 * above, for which a version (`-2025-08-07`) or the dimensions of an embedder (`-1536`) after the name do not matter.
 */
export function costOf(
  model: string,
  { inputTokens, outputTokens, cachedTokens }: ModelUsage,
  own: Record<string, Price> = {},
): number | null {
  const [, ownPrice] = Object.entries(own).find(([key]) => model === key || model.endsWith(`/${key}`)) ?? [];
  const name = model
    .toLowerCase()
    .replace(/^.*[/:]/, '')
    .replace(/-\d{4}-\d{2}-\d{2}$/, '');
  const price = ownPrice ?? prices[name] ?? prices[name.replace(/-\d+$/, '')];
  if (!price) return null;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  return (fresh * price.input + cachedTokens * price.cached + outputTokens * price.output) / 1e6;
}
