import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { leastWindow, requestForm } from '@devai/memory/models';
import type { ProviderSettings } from './create-models.ts';

const dollars = z.number().nonnegative();

const seconds = z.number().positive().max(86_400).exactOptional();
/** Time limits in seconds: `firstPart` of a stream, `nextPart` after another, whole `stream`, and an answer in one piece (`answer`). */
const timeouts = z
  .strictObject({ firstPart: seconds, nextPart: seconds, stream: seconds, answer: seconds })
  .default({});

const model = z.strictObject({
  name: z.string().min(1),
  /** Tokens of request and reply together; without it, the known window of the model, or 128,000. */
  contextWindow: z.int().min(leastWindow).optional(),
  /** US dollars per million tokens. */
  price: z.strictObject({ input: dollars, cached: dollars, output: dollars }).optional(),
  form: requestForm.default({}),
});

/** An OpenAI-compatible endpoint. How its requests differ from the common form (`form`) is otherwise learnt from refusals. */
export const provider = z.strictObject({
  baseURL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  apiKey: z.string().min(1).optional(),
  /** The environment variable that has the key, instead of the key itself. */
  apiKeyVariable: z.string().min(1).optional(),
  chat: model,
  /** For extraction, deduplication, compaction and tagging; without it, the chat model does these. */
  small: model.optional(),
  timeouts,
  form: requestForm.default({}),
});
export type Provider = z.input<typeof provider>;

const table = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'a name has small letters, digits and hyphens'),
  provider,
);

type Sources = {
  /** JSON of providers by name, or the path of a file with it. */
  given: string | undefined;
  /** Names in the order in which they are asked; without it: those given, then those built in. */
  order: string | undefined;
  /** By name; null: not configured. */
  builtIn: Record<string, Provider | null>;
  variables: Record<string, string | undefined>;
};

/** The providers in the order in which they are asked, what is wrong with them, and what a person may not expect, in words. */
export function readProviders({ given, order, builtIn, variables }: Sources): {
  providers: ProviderSettings[];
  problems: string[];
  notices: string[];
} {
  const notices: string[] = [];
  const { providers: own, problems } = readGiven(given);
  const all: Record<string, Provider | null> = { ...builtIn, ...own };
  const names =
    order === undefined ? [...new Set([...Object.keys(own), ...Object.keys(builtIn)])] : namesIn(order);
  const providers = names.flatMap((name) => {
    const one = all[name];
    if (one === undefined) {
      problems.push(
        `LLM_PROVIDERS: ${name} is neither ${Object.keys(builtIn).join(', ')} nor in DEVAI_PROVIDERS`,
      );
    }
    if (one === null && order !== undefined) {
      notices.push(
        `LLM_PROVIDERS names ${name}, which is not asked: ${name.toUpperCase()}_API_KEY is not set`,
      );
    }
    return one ? [settingsOf(name, provider.parse(one))] : [];
  });
  return { providers, problems, notices };

  function settingsOf(
    name: string,
    { apiKey, apiKeyVariable, baseURL, chat, small, timeouts: limits, form }: z.output<typeof provider>,
  ) {
    const key = apiKey ?? (apiKeyVariable === undefined ? undefined : variables[apiKeyVariable]);
    if (apiKeyVariable !== undefined && !key)
      problems.push(`${apiKeyVariable}: is not set, but must hold the key of ${name}`);
    const withForm = (one: z.output<typeof model>) => ({ ...one, form: { ...form, ...one.form } });
    const models = { chat: withForm(chat), small: withForm(small ?? chat) };
    return { name, baseURL, apiKey: key, timeouts: timeoutsOf(limits), ...models };
  }
}

function timeoutsOf({ firstPart, nextPart, stream, answer }: z.output<typeof timeouts>) {
  const limits = { first: firstPart, idle: nextPart, stream, whole: answer };
  return Object.fromEntries(
    Object.entries(limits).flatMap(([name, value]) => (value === undefined ? [] : [[name, value * 1_000]])),
  );
}

const namesIn = (order: string): string[] =>
  order.split(',').flatMap((name) => name.trim().toLowerCase() || []);

function readGiven(given: string | undefined): { providers: Record<string, Provider>; problems: string[] } {
  if (given === undefined) return { providers: {}, problems: [] };
  const fail = (...problems: string[]) => ({
    providers: {},
    problems: problems.map((one) => `DEVAI_PROVIDERS: ${one}`),
  });
  try {
    const text = given.trim().startsWith('{') ? given : readFileSync(given, 'utf8');
    const parsed = table.safeParse(JSON.parse(text));
    if (parsed.success) return { providers: parsed.data, problems: [] };
    return fail(...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
