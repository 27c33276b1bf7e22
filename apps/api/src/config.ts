import { resolve } from 'node:path';
import { findContradictions } from './contradictions.ts';
import {
  ConfigError,
  environment,
  hasEndpoint,
  parse,
  parseAll,
  type Values,
  type Variables,
} from './environment.ts';
import type { ProviderSettings } from './models/create-models.ts';
import { readProviders, type Provider } from './models/read-providers.ts';
import { hasProvider, identitySettings } from './users/identity-settings.ts';

const passedOn = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

export type Config = ReturnType<typeof readConfig>;

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
    concurrentJobs: values.MEMORY_CONCURRENT_JOBS,
    decayCron: values.MEMORY_DECAY_CRON,
    /** Null: projects are consolidated only on demand and above their budgets. */
    consolidateCron: values.MEMORY_CONSOLIDATE_CRON === 'off' ? null : values.MEMORY_CONSOLIDATE_CRON,
    /** Tokens per day (UTC) above which memory's background work waits; null: no limit. */
    dailyTokenLimit: values.MEMORY_DAILY_TOKEN_LIMIT ?? null,
    /** The same for each user, whose own work waits then; null: no limit. */
    dailyTokenLimitPerUser: values.MEMORY_USER_DAILY_TOKEN_LIMIT ?? null,
    /** What belongs into each category that the operator declares, by its name. */
    categories: values.MEMORY_CATEGORIES,
    /** What to keep of sessions: one text, or one by the name of each project. */
    extractionInstructions: values.EXTRACTION_INSTRUCTIONS,
    /** The path of the file that shows what is known, in the workspace; null: none. */
    memoryFile: values.MEMORY_FILE === 'off' ? null : values.MEMORY_FILE,
    /** The risk from which on a tool asks the user. */
    approvals: values.APPROVALS,
    /** Whether the agent may run commands; `ask`: the user is asked before each one. */
    shell: values.ALLOW_SHELL,
    /** Environment variables of such a command: those that programs need, and no keys. */
    commandEnvironment: Object.fromEntries(
      passedOn.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])),
    ),
    /** Where traces are sent; null: nowhere. */
    traces: tracesEndpoint(values),
    logLevel: values.LOG_LEVEL,
  };
}

function tracesEndpoint(values: Values): string | null {
  if (values.OTEL_SDK_DISABLED === 'true' || values.OTEL_TRACES_EXPORTER === 'none') return null;
  const all = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  // the form of OpenTelemetry: the first is the whole address, the second that of all signals
  return (
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (all === undefined ? null : `${all.replace(/\/+$/, '')}/v1/traces`)
  );
}

/** Where the server listens, for a client that needs no more of the configuration. Throws `ConfigError`. */
export function readListening(variables: Variables): Pick<Config, 'host' | 'port'> {
  const { HOST, PORT } = parse(environment.pick({ HOST: true, PORT: true }), variables);
  return { host: HOST, port: PORT };
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
