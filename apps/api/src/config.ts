import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { approvalPolicies } from './agents/approvals.ts';
import { isCronExpression } from '@devai/memory';
import { leastWindow } from '@devai/memory/models';
import type { ProviderSettings } from './models/create-models.ts';
import { readProviders, type Provider } from './models/read-providers.ts';
import { hasProvider, identitySettings, isSignedToken } from './users/identity-settings.ts';

/** The port that the server uses, and that clients try, when none is set. */
export const defaultPort = 3000;

const whole = (what: string, least: number, most = Number.MAX_SAFE_INTEGER) => {
  const error = `must be ${what}`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error);
};
const count = whole('a whole number of at least 0', 0);
const window = whole(`a whole number of at least ${leastWindow} tokens`, leastWindow);
const similarity = 'must be a number from -1 to 1';
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole('a whole number from 0 to 65535', 0, 65_535).default(defaultPort),
  DEVAI_API_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  DEVAI_METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  DEVAI_ALLOWED_ORIGINS: z.string().default(''),
  DEVAI_USERS: z.enum(['one', 'many']).optional(),
  DEVAI_AUTH_JWKS: httpUrl
    .refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname.replaceAll(/[[\]]/g, '')), {
      error: 'must be an https address, because whoever can change the keys on their way can be anybody',
    })
    .optional(),
  DEVAI_AUTH_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32, 'needs at least 32 bytes')
    .optional(),
  DEVAI_AUTH_ISSUER: z.string().optional(),
  DEVAI_AUTH_AUDIENCE: z.string().optional(),
  DEVAI_AUTH_PROJECTS: z.string().optional(),
  WORKSPACE_ROOT: z.string().default('./workspace'),
  DEVAI_DATA: z.string().default('./.devai'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_SCHEMA: z.string().optional(),
  DATABASE_POOL_SIZE: whole('a whole number from 1 to 1000', 1, 1000).optional(),
  DATABASE_MIGRATE: z.enum(['on', 'off']).default('on'),
  SUPABASE_URL: httpUrl.optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().optional(),
  EMBEDDINGS: z.enum(['hash', 'local', 'multilingual', 'openai']).optional(),
  EMBEDDINGS_MODEL_URL: httpUrl.default('https://huggingface.co').transform((url) => url.replace(/\/+$/, '')),
  LLM_PROVIDERS: z.string().optional(),
  DEVAI_PROVIDERS: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_CHAT_MODEL: z.string().default('gpt-5.5'),
  OPENAI_SMALL_MODEL: z.string().default('gpt-5.4-mini'),
  OPENAI_CONTEXT_WINDOW: window.optional(),
  OPENAI_EMBEDDING_MODEL: z.string().default('text-embedding-3-small'),
  ZAI_API_KEY: z.string().optional(),
  ZAI_BASE_URL: httpUrl.default('https://api.z.ai/api/paas/v4'),
  ZAI_CHAT_MODEL: z.string().default('glm-4.7'),
  ZAI_SMALL_MODEL: z.string().default('glm-4.7-flash'),
  ZAI_CONTEXT_WINDOW: window.optional(),
  LOOPER_MAX_CONVERSATION_TOKENS: count.default(180_000),
  COMPACTION_TRIGGER_TOKENS: count.default(160_000),
  CONTEXT_PROFILE: z.enum(['cache', 'plain']).default('cache'),
  MEMORY_TOKEN_BUDGET: count.default(3_000),
  FOCUS_TOKEN_BUDGET: count.default(800),
  MEMORY_DECAY_CRON: z
    .string()
    .default('30 3 * * *')
    .refine((value) => isCronExpression(value), 'must be a cron expression such as 30 3 * * *'),
  MEMORY_CONSOLIDATE_CRON: z
    .string()
    .default('0 4 * * 0')
    .refine(
      (value) => value === 'off' || isCronExpression(value),
      'must be a cron expression such as 0 4 * * 0, or off',
    ),
  MEMORY_EXTRACT_EVERY: count.default(20),
  MEMORY_DAILY_TOKEN_LIMIT: whole('a whole number above 0', 1).optional(),
  MEMORY_USER_DAILY_TOKEN_LIMIT: whole('a whole number above 0', 1).optional(),
  MEMORY_RETRIEVAL_THRESHOLD: z.coerce.number(similarity).min(-1, similarity).max(1, similarity).optional(),
  APPROVALS: z.enum(approvalPolicies).default('execute'),
  ALLOW_SHELL: z.enum(['off', 'ask', 'on']).default('off'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

const passedOn = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

type Variables = Record<string, string | undefined>;

export type Config = ReturnType<typeof readConfig>;

/** The environment is wrong. `problems` holds one line for each variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`the configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads the configuration from environment variables. No other file of the host reads them. An empty variable
 * counts as not set. Throws `ConfigError` with all problems at once.
 */
export function readConfig(variables: Variables = process.env) {
  const { values, wrong, problems: wrongValues } = parseAll(variables);
  const {
    providers,
    problems: wrongProviders,
    notices,
  } = readProviders({
    given: values.DEVAI_PROVIDERS,
    order: values.LLM_PROVIDERS,
    builtIn: builtInProviders(values),
    variables,
  });
  const problems = [...wrongValues, ...findContradictions(values, wrong), ...wrongProviders];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    host: values.HOST,
    port: values.PORT,
    /** Null: no token, which only a loopback address allows. */
    token: values.DEVAI_API_TOKEN ?? null,
    /** Reads the metrics and nothing else; null: only the operator reads them. */
    metricsToken: values.DEVAI_METRICS_TOKEN ?? null,
    /** `many`: every request is of a user, and what one of them said is never read for another. */
    users: values.DEVAI_USERS ?? (hasProvider(values) ? 'many' : 'one'),
    /** Who says who a user is; null: only the operator does. */
    identity: identitySettings(values),
    allowedOrigins: values.DEVAI_ALLOWED_ORIGINS.split(',').flatMap((origin) => origin.trim() || []),
    workspaceRoot: resolve(values.WORKSPACE_ROOT),
    /** Where the embedded store and the journal live. */
    dataFolder: resolve(values.DEVAI_DATA),
    store: storeSettings(values),
    /** Providers in the order in which they are asked; empty: offline. */
    providers,
    /** What the operator may not expect. */
    notices,
    /** Prices by model name, of models whose provider gives one. */
    prices: pricesOf(providers),
    /** The embedder of a new store; a store with vectors keeps its own. */
    embedding: embeddingSettings(values),
    /** Where sentence models are fetched from. */
    modelHub: values.EMBEDDINGS_MODEL_URL,
    /** Overrides the embedder's own threshold; null: the embedder's. */
    retrievalThreshold: values.MEMORY_RETRIEVAL_THRESHOLD ?? null,
    compactionTrigger: values.COMPACTION_TRIGGER_TOKENS,
    contextProfile: values.CONTEXT_PROFILE,
    conversationWindow: values.LOOPER_MAX_CONVERSATION_TOKENS,
    memoryTokenBudget: values.MEMORY_TOKEN_BUDGET,
    focusTokenBudget: values.FOCUS_TOKEN_BUDGET,
    extractEvery: values.MEMORY_EXTRACT_EVERY,
    decayCron: values.MEMORY_DECAY_CRON,
    /** Null: projects are consolidated only on demand and above their budgets. */
    consolidateCron: values.MEMORY_CONSOLIDATE_CRON === 'off' ? null : values.MEMORY_CONSOLIDATE_CRON,
    /** Tokens per day (UTC) above which memory's background work waits; null: no limit. */
    dailyTokenLimit: values.MEMORY_DAILY_TOKEN_LIMIT ?? null,
    /** The same for each user, whose own work waits then; null: no limit. */
    dailyTokenLimitPerUser: values.MEMORY_USER_DAILY_TOKEN_LIMIT ?? null,
    /** The risk from which on a tool asks the user. */
    approvals: values.APPROVALS,
    /** Whether the agent may run commands; `ask`: the user is asked before each one. */
    shell: values.ALLOW_SHELL,
    /** Environment variables of such a command: those that programs need, and no keys. */
    commandEnvironment: Object.fromEntries(
      passedOn.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])),
    ),
    logLevel: values.LOG_LEVEL,
  };
}

/** Where the server listens, for a client that needs no more of the configuration. Throws `ConfigError`. */
export function readListening(variables: Variables): Pick<Config, 'host' | 'port'> {
  const { HOST, PORT } = parse(environment.pick({ HOST: true, PORT: true }), variables);
  return { host: HOST, port: PORT };
}

function parse<Schema extends z.ZodType>(schema: Schema, variables: Variables): z.output<Schema> {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

type Values = z.infer<typeof environment>;

/** Wrong variables are left out of the values, so that the others can be checked too. */
function parseAll(variables: Variables): { values: Values; wrong: ReadonlySet<string>; problems: string[] } {
  try {
    return { values: parse(environment, variables), wrong: new Set(), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { problems } = error;
    const wrong = new Set(problems.map((problem) => problem.split(':')[0] ?? ''));
    const others = Object.fromEntries(Object.entries(variables).filter(([name]) => !wrong.has(name)));
    return { values: parse(environment, others), wrong, problems };
  }
}

/** Says nothing about variables that are `wrong` by themselves. */
function findContradictions(values: Values, wrong: ReadonlySet<string>): string[] {
  return contradictionsOf(values)
    .filter(({ between }) => !between.some((name) => wrong.has(name)))
    .map(({ problem }) => problem);
}

function contradictionsOf(values: Values): { between: (keyof Values)[]; problem: string }[] {
  const problems: { between: (keyof Values)[]; problem: string }[] = [];
  const add = (between: (keyof Values)[], problem: string) => problems.push({ between, problem });
  if (!isLoopback(values.HOST) && values.DEVAI_API_TOKEN === undefined && !hasProvider(values)) {
    const problem = `DEVAI_API_TOKEN: must be set when HOST (${values.HOST}) is not a loopback address, or DEVAI_AUTH_JWKS or DEVAI_AUTH_SECRET`;
    add(['HOST', 'DEVAI_API_TOKEN', 'DEVAI_AUTH_JWKS', 'DEVAI_AUTH_SECRET'], problem);
  }
  if (values.DEVAI_AUTH_JWKS !== undefined && values.DEVAI_AUTH_SECRET !== undefined) {
    add(
      ['DEVAI_AUTH_JWKS', 'DEVAI_AUTH_SECRET'],
      'DEVAI_AUTH_SECRET: DEVAI_AUTH_JWKS is set too; set one of the two',
    );
  }
  if (values.DEVAI_USERS === 'one' && hasProvider(values)) {
    add(
      ['DEVAI_USERS', 'DEVAI_AUTH_JWKS', 'DEVAI_AUTH_SECRET'],
      'DEVAI_USERS: must be many, or not set, with an identity provider',
    );
  }
  for (const name of ['DEVAI_AUTH_ISSUER', 'DEVAI_AUTH_AUDIENCE', 'DEVAI_AUTH_PROJECTS'] as const) {
    if (values[name] === undefined || hasProvider(values)) continue;
    add(
      [name, 'DEVAI_AUTH_JWKS', 'DEVAI_AUTH_SECRET'],
      `${name}: needs DEVAI_AUTH_JWKS or DEVAI_AUTH_SECRET`,
    );
  }
  if (hasProvider(values) && isSignedToken(values.DEVAI_API_TOKEN ?? '')) {
    add(
      ['DEVAI_API_TOKEN'],
      'DEVAI_API_TOKEN: must not have the form of a token of the identity provider (three parts with dots between)',
    );
  }
  if (values.COMPACTION_TRIGGER_TOKENS >= values.LOOPER_MAX_CONVERSATION_TOKENS) {
    add(
      ['COMPACTION_TRIGGER_TOKENS', 'LOOPER_MAX_CONVERSATION_TOKENS'],
      'COMPACTION_TRIGGER_TOKENS: must be below LOOPER_MAX_CONVERSATION_TOKENS',
    );
  }
  if (values.DATABASE_URL && values.SUPABASE_URL) {
    add(['DATABASE_URL', 'SUPABASE_URL'], 'SUPABASE_URL: DATABASE_URL is set too; set one of the two');
  }
  if ((values.SUPABASE_URL === undefined) !== (values.SUPABASE_SERVICE_ROLE_KEY === undefined)) {
    add(
      ['SUPABASE_URL', 'SUPABASE_SERVICE_ROLE_KEY'],
      'SUPABASE_SERVICE_ROLE_KEY: must be set together with SUPABASE_URL',
    );
  }
  if (values.EMBEDDINGS === 'openai' && !hasEndpoint(values)) {
    add(
      ['EMBEDDINGS', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
      'EMBEDDINGS: openai needs OPENAI_API_KEY or OPENAI_BASE_URL',
    );
  }
  return problems;
}

type StoreSettings =
  | { kind: 'pglite' }
  | { kind: 'postgres'; url: string; schema?: string; poolSize?: number; migrate: boolean }
  | { kind: 'supabase'; url: string; serviceRoleKey: string; schema?: string };

function storeSettings(values: Values): StoreSettings {
  const schema = values.DATABASE_SCHEMA === undefined ? {} : { schema: values.DATABASE_SCHEMA };
  if (values.SUPABASE_URL && values.SUPABASE_SERVICE_ROLE_KEY) {
    return {
      kind: 'supabase',
      url: values.SUPABASE_URL,
      serviceRoleKey: values.SUPABASE_SERVICE_ROLE_KEY,
      ...schema,
    };
  }
  if (!values.DATABASE_URL) return { kind: 'pglite' };
  const poolSize = values.DATABASE_POOL_SIZE;
  return {
    kind: 'postgres',
    url: values.DATABASE_URL,
    migrate: values.DATABASE_MIGRATE === 'on',
    ...schema,
    ...(poolSize === undefined ? {} : { poolSize }),
  };
}

/** Whether only this machine can reach the address. A name other than localhost counts as reachable. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

const pricesOf = (providers: ProviderSettings[]) =>
  Object.fromEntries(
    providers
      .flatMap(({ chat, small }) => [chat, small])
      .flatMap(({ name, price }) => (price === undefined ? [] : [[name, price] as const])),
  );

/** The providers that the variables of Z.AI and OpenAI configure, as entries of the table that DEVAI_PROVIDERS extends. */
function builtInProviders(values: Values): Record<string, Provider | null> {
  const zai: Provider = {
    baseURL: values.ZAI_BASE_URL,
    apiKey: values.ZAI_API_KEY,
    chat: { name: values.ZAI_CHAT_MODEL, contextWindow: values.ZAI_CONTEXT_WINDOW },
    // the small model's work needs no thinking, which would cost more than the answer
    small: {
      name: values.ZAI_SMALL_MODEL,
      contextWindow: values.ZAI_CONTEXT_WINDOW,
      form: { extraBody: { thinking: { type: 'disabled' } } },
    },
    // Z.AI supports only json_object, and wants its thinking back between tool calls
    form: { structuredOutput: 'json_object', returnsThinking: true },
  };
  const openai: Provider = {
    baseURL: values.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    apiKey: values.OPENAI_API_KEY,
    chat: { name: values.OPENAI_CHAT_MODEL, contextWindow: values.OPENAI_CONTEXT_WINDOW },
    small: {
      name: values.OPENAI_SMALL_MODEL,
      contextWindow: values.OPENAI_CONTEXT_WINDOW,
      form: { extraBody: { reasoning_effort: 'low' } },
    },
    // OpenAI's own models reject max_tokens; most local servers, which have another address, support nothing else
    form: values.OPENAI_BASE_URL === undefined ? { outputLimit: 'max_completion_tokens' } : {},
  };
  return { zai: values.ZAI_API_KEY ? zai : null, openai: hasEndpoint(values) ? openai : null };
}

function embeddingSettings(values: Values) {
  // OPENAI_EMBEDDING_MODEL=offline: the endpoint has no embeddings
  const hasService = hasEndpoint(values) && values.OPENAI_EMBEDDING_MODEL !== 'offline';
  const kind = values.EMBEDDINGS ?? (hasService ? 'openai' : 'local');
  if (kind !== 'openai') return { kind } as const;
  return {
    kind,
    // local servers take any key, but the SDK wants one
    apiKey: values.OPENAI_API_KEY ?? 'none',
    baseURL: values.OPENAI_BASE_URL,
    model: values.OPENAI_EMBEDDING_MODEL,
  };
}

const hasEndpoint = ({ OPENAI_API_KEY, OPENAI_BASE_URL }: Values): boolean =>
  OPENAI_API_KEY !== undefined || OPENAI_BASE_URL !== undefined;
