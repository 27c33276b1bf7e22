import type { Answer } from './client.ts';

type Summary = Answer<'GET /api/memory/contexts', 'sent'>['contexts'][number];

/** Whether no model was asked: the server has none, and the reply shows what is remembered. */
export const askedNoModel = ({ model }: Pick<Summary, 'model'>): boolean => model === 'offline';

/** The tokens that a model read: as its provider reported them, else as they were counted before. */
const tokensRead = ({ usage, tokens }: Pick<Summary, 'usage' | 'tokens'>): number =>
  usage?.inputTokens || tokens;

/** What models read and wrote for some requests, in tokens, and what that cost in US dollars; null: no price is known. */
export function spentOn(contexts: readonly Pick<Summary, 'model' | 'usage' | 'tokens' | 'cost'>[]): {
  read: number;
  written: number;
  cost: number | null;
} {
  const costs = contexts.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return {
    read: sum(contexts.map(tokensRead)),
    written: sum(contexts.map(({ usage }) => usage?.outputTokens ?? 0)),
    cost: costs.length === 0 ? null : sum(costs),
  };
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
