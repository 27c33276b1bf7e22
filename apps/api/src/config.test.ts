import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError, isLoopback } from './environment.ts';

describe('the configuration', () => {
  it('needs no variables: by default it is offline, embedded and on loopback', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      token: null,
      providers: [],
      embedding: { kind: 'local' },
      store: { kind: 'pglite' },
      compactionTrigger: 160_000,
    });
  });

  it('has a daily token limit only when one is set', () => {
    expect(readConfig({}).dailyTokenLimit).toBeNull();
    expect(readConfig({ MEMORY_DAILY_TOKEN_LIMIT: '250000' }).dailyTokenLimit).toBe(250_000);
    for (const wrong of ['0', '-1', '1.5', 'much']) {
      expect(problemsOf({ MEMORY_DAILY_TOKEN_LIMIT: wrong })).toEqual([
        expect.stringContaining('MEMORY_DAILY_TOKEN_LIMIT'),
      ]);
    }
  });

  it('has a daily token limit of each user only when one is set', () => {
    expect(readConfig({}).dailyTokenLimitPerUser).toBeNull();
    expect(readConfig({ MEMORY_USER_DAILY_TOKEN_LIMIT: '9000' }).dailyTokenLimitPerUser).toBe(9_000);
    expect(problemsOf({ MEMORY_USER_DAILY_TOKEN_LIMIT: '0' })).toEqual([
      expect.stringContaining('MEMORY_USER_DAILY_TOKEN_LIMIT'),
    ]);
  });

  it('has one user unless it is told otherwise, or has an identity provider', () => {
    expect(readConfig({})).toMatchObject({ users: 'one', identity: null });
    expect(readConfig({ DEVAI_USERS: 'many' })).toMatchObject({ users: 'many', identity: null });
    const secret = 'x'.repeat(32);
    expect(readConfig({ DEVAI_AUTH_SECRET: secret })).toMatchObject({
      users: 'many',
      identity: { keys: { secret }, issuer: null, audience: null, projectsClaim: null },
    });
    const url = 'https://id.example/jwks.json';
    const beside = { DEVAI_AUTH_ISSUER: 'us', DEVAI_AUTH_AUDIENCE: 'them', DEVAI_AUTH_PROJECTS: 'projects' };
    expect(readConfig({ DEVAI_AUTH_JWKS: url, HOST: '0.0.0.0', ...beside }).identity).toEqual({
      ...{ keys: { url }, issuer: 'us', audience: 'them', projectsClaim: 'projects' },
    });
  });

  it.each([
    [{ DEVAI_AUTH_SECRET: 'x'.repeat(31) }, 'DEVAI_AUTH_SECRET: needs at least 32 bytes'],
    [{ DEVAI_AUTH_JWKS: 'http://id.example/keys' }, 'DEVAI_AUTH_JWKS: must be an https address'],
    [
      { DEVAI_AUTH_JWKS: 'https://id.example/keys', DEVAI_AUTH_SECRET: 'x'.repeat(32) },
      'DEVAI_AUTH_SECRET: DEVAI_AUTH_JWKS is set too',
    ],
    [{ DEVAI_AUTH_SECRET: 'x'.repeat(32), DEVAI_USERS: 'one' }, 'DEVAI_USERS: must be many'],
    [{ DEVAI_USERS: 'many', DEVAI_AUTH_ISSUER: 'us' }, 'DEVAI_AUTH_ISSUER: needs DEVAI_AUTH_JWKS'],
    [
      { DEVAI_AUTH_SECRET: 'x'.repeat(32), DEVAI_API_TOKEN: 'eyJhbGciOi.eyJpc3Mi.c2lnbmVk' },
      'DEVAI_API_TOKEN: must not have the form',
    ],
    [{ DEVAI_USERS: 'many', HOST: '0.0.0.0' }, 'DEVAI_API_TOKEN: must be set'],
    [{ DEVAI_USERS: 'many', MEMORY_FILE: 'memory/memory.md' }, 'MEMORY_FILE: must be off'],
    [{ DEVAI_AUTH_SECRET: 'x'.repeat(32), MEMORY_FILE: 'memory.md' }, 'MEMORY_FILE: must be off'],
  ])('refuses %j, which would not keep users apart', (variables, problem) => {
    expect(problemsOf(variables)).toEqual([expect.stringContaining(problem)]);
  });

  it('takes a path in the workspace for the memory file, which is off otherwise', () => {
    expect(readConfig({}).memoryFile).toBeNull();
    expect(readConfig({ MEMORY_FILE: './memory//memory.md' }).memoryFile).toBe('memory/memory.md');
    for (const wrong of ['/etc/memory.md', '../memory.md', 'memory/RECENT_FOCUS.md', 'on']) {
      expect(problemsOf({ MEMORY_FILE: wrong })).toEqual([
        expect.stringContaining('MEMORY_FILE: must be off'),
      ]);
    }
  });

  it('names every wrong variable at once', () => {
    const problems = problemsOf({
      PORT: 'many',
      DATABASE_URL: 'mysql://localhost',
      MEMORY_DECAY_CRON: 'at night',
      MEMORY_CONSOLIDATE_CRON: 'on Sundays',
      DEVAI_API_TOKEN: 'short',
    });
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'MEMORY_DECAY_CRON',
      'MEMORY_CONSOLIDATE_CRON',
      'DEVAI_API_TOKEN',
    ]) {
      expect(
        problems.some((problem) => problem.startsWith(name)),
        name,
      ).toBe(true);
    }
  });

  it('names contradictions beside wrong variables, but none with a wrong variable in it', () => {
    expect(problemsOf({ PORT: 'x', HOST: '0.0.0.0' })).toEqual([
      'PORT: must be a whole number from 0 to 65535',
      expect.stringContaining('DEVAI_API_TOKEN: must be set'),
    ]);
    const wrong = { DEVAI_API_TOKEN: 'short', HOST: '0.0.0.0', LLM_PROVIDERS: 'nobody' };
    expect(problemsOf({ ...wrong, SUPABASE_URL: 'x', SUPABASE_SERVICE_ROLE_KEY: 'key' })).toEqual([
      expect.stringContaining('DEVAI_API_TOKEN: needs at least'),
      expect.stringContaining('SUPABASE_URL: must be'),
      expect.stringContaining('LLM_PROVIDERS: nobody is neither'),
    ]);
  });

  it('says what a number must be', () => {
    for (const PORT of ['abc', '-1', '1.5', '70000']) {
      expect(problemsOf({ PORT })).toEqual(['PORT: must be a whole number from 0 to 65535']);
    }
    expect(problemsOf({ MEMORY_TOKEN_BUDGET: 'much', MEMORY_RETRIEVAL_THRESHOLD: 'low' })).toEqual([
      'MEMORY_TOKEN_BUDGET: must be a whole number of at least 0',
      'MEMORY_RETRIEVAL_THRESHOLD: must be a number from -1 to 1',
    ]);
  });

  it('says which of the ordered providers are not asked', () => {
    expect(readConfig({ LLM_PROVIDERS: 'openai, zai', ZAI_API_KEY: 'k' }).notices).toEqual([
      'LLM_PROVIDERS names openai, which is not asked: OPENAI_API_KEY is not set',
    ]);
    expect(readConfig({}).notices).toEqual([]);
  });

  it('refuses an address that other machines can reach if there is no token', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('DEVAI_API_TOKEN')]);
    expect(problemsOf({ HOST: '0.0.0.0', DEVAI_API_TOKEN: 'a-token-of-some-length' })).toEqual([]);
  });

  it('accepts one store: embedded, a Postgres server, or Supabase with its key', () => {
    const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_SERVICE_ROLE_KEY: 'key' };
    expect(readConfig({ DATABASE_URL: 'postgres://h/d' }).store).toEqual({
      kind: 'postgres',
      url: 'postgres://h/d',
      migrate: true,
    });
    const schema = { DATABASE_SCHEMA: 'agent' };
    const pool = { DATABASE_POOL_SIZE: '3', DATABASE_MIGRATE: 'off' };
    expect(readConfig({ DATABASE_URL: 'postgres://h/d', ...schema, ...pool }).store).toEqual({
      kind: 'postgres',
      url: 'postgres://h/d',
      schema: 'agent',
      poolSize: 3,
      migrate: false,
    });
    expect(readConfig({ ...supabase, ...schema }).store).toMatchObject({ schema: 'agent' });
    expect(problemsOf({ DATABASE_URL: 'postgres://h/d', DATABASE_POOL_SIZE: '0' })).toEqual([
      expect.stringContaining('DATABASE_POOL_SIZE: must be a whole number from 1'),
    ]);
    expect(readConfig(supabase).store.kind).toBe('supabase');
    expect(problemsOf({ SUPABASE_URL: 'https://x.supabase.co' })).toEqual([
      expect.stringContaining('SERVICE_ROLE'),
    ]);
    expect(problemsOf({ ...supabase, DATABASE_URL: 'postgres://h/d' })).toEqual([
      expect.stringContaining('set one of the two'),
    ]);
  });

  it('counts an empty variable as not set', () => {
    expect(readConfig({ PORT: '', OPENAI_API_KEY: ' ' })).toMatchObject({ port: 3000, providers: [] });
  });

  it('uses the providers that have a key, in the given order', () => {
    const names = (variables: Record<string, string>) =>
      readConfig(variables).providers.map((provider) => provider.name);
    expect(names({ OPENAI_API_KEY: 'k', ZAI_API_KEY: 'k' })).toEqual(['zai', 'openai']);
    expect(names({ OPENAI_API_KEY: 'k', ZAI_API_KEY: 'k', LLM_PROVIDERS: 'openai' })).toEqual(['openai']);
    expect(names({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' })).toEqual(['openai']);
  });

  const groq = {
    baseURL: 'https://api.groq.com/openai/v1',
    apiKeyVariable: 'GROQ_API_KEY',
    chat: {
      name: 'openai/gpt-oss-120b',
      contextWindow: 131_072,
      price: { input: 0.15, cached: 0.075, output: 0.6 },
      form: { strict: false },
    },
    small: { name: 'llama-3.1-8b-instant' },
    form: { structuredOutput: 'json_object' },
  };
  const ollama = { baseURL: 'http://127.0.0.1:11434/v1', chat: { name: 'qwen3:8b' } };

  it('accepts any number of providers, and puts them before those with variables of their own', () => {
    const variables = {
      DEVAI_PROVIDERS: JSON.stringify({ groq, ollama }),
      GROQ_API_KEY: 'gsk',
      ZAI_API_KEY: 'k',
    };
    const { providers, prices } = readConfig(variables);
    expect(providers.map(({ name }) => name)).toEqual(['groq', 'ollama', 'zai']);
    expect(providers[0]).toMatchObject({
      apiKey: 'gsk',
      chat: { contextWindow: 131_072, form: { structuredOutput: 'json_object', strict: false } },
      small: { name: 'llama-3.1-8b-instant', form: { structuredOutput: 'json_object' } },
    });
    expect(providers[1]).toMatchObject({ apiKey: undefined, small: { name: 'qwen3:8b' } });
    expect(prices).toEqual({ 'openai/gpt-oss-120b': groq.chat.price });
    const ordered = readConfig({ ...variables, LLM_PROVIDERS: 'zai, ollama' });
    expect(ordered.providers.map(({ name }) => name)).toEqual(['zai', 'ollama']);
    const patient = { ...ollama, timeouts: { firstPart: 1_800, nextPart: 90, stream: 7_200, answer: 600 } };
    expect(readConfig({ DEVAI_PROVIDERS: JSON.stringify({ patient }) }).providers).toMatchObject([
      { timeouts: { first: 1_800_000, idle: 90_000, stream: 7_200_000, whole: 600_000 } },
    ]);
    const replaced = readConfig({ DEVAI_PROVIDERS: JSON.stringify({ openai: ollama }), OPENAI_API_KEY: 'k' });
    expect(replaced.providers).toMatchObject([{ name: 'openai', baseURL: ollama.baseURL }]);
  });

  it('reads providers from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'devai-providers-'));
    try {
      const file = join(folder, 'providers.json');
      await writeFile(file, JSON.stringify({ ollama }));
      expect(readConfig({ DEVAI_PROVIDERS: file }).providers).toMatchObject([{ name: 'ollama' }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each<[string, Record<string, string>]>([
    ['LLM_PROVIDERS: skynet is neither zai, openai nor in DEVAI_PROVIDERS', { LLM_PROVIDERS: 'skynet' }],
    [
      'DEVAI_PROVIDERS: ollama.timeouts.firstPart: ',
      { DEVAI_PROVIDERS: JSON.stringify({ ollama: { ...ollama, timeouts: { firstPart: 0 } } }) },
    ],
    ['GROQ_API_KEY: is not set', { DEVAI_PROVIDERS: JSON.stringify({ groq }) }],
    [
      'DEVAI_PROVIDERS: ollama.chat.name: ',
      { DEVAI_PROVIDERS: JSON.stringify({ ollama: { ...ollama, chat: {} } }) },
    ],
    [
      'DEVAI_PROVIDERS: ollama: Unrecognized key: "key"',
      { DEVAI_PROVIDERS: JSON.stringify({ ollama: { ...ollama, key: 'k' } }) },
    ],
    ['DEVAI_PROVIDERS: Own one: ', { DEVAI_PROVIDERS: JSON.stringify({ 'Own one': ollama }) }],
    ['DEVAI_PROVIDERS: ', { DEVAI_PROVIDERS: '{"ollama": ' }],
    ['DEVAI_PROVIDERS: ENOENT', { DEVAI_PROVIDERS: '/no/such/file.json' }],
  ])('says %s', (problem, variables) => {
    expect(problemsOf(variables)).toEqual([expect.stringContaining(problem)]);
  });

  it('embeds with the service that has a key, otherwise with the local model, unless EMBEDDINGS says otherwise', () => {
    const kind = (variables: Record<string, string>) => readConfig(variables).embedding.kind;
    const key = { OPENAI_API_KEY: 'k' };
    expect(kind({})).toBe('local');
    expect(kind({ ZAI_API_KEY: 'k' })).toBe('local');
    expect(kind(key)).toBe('openai');
    expect(kind({ ...key, OPENAI_EMBEDDING_MODEL: 'offline' })).toBe('local');
    expect(kind({ ...key, EMBEDDINGS: 'local' })).toBe('local');
    expect(kind({ EMBEDDINGS: 'hash' })).toBe('hash');
    expect(kind({ EMBEDDINGS: 'multilingual' })).toBe('multilingual');
    expect(readConfig({ EMBEDDINGS_MODEL_URL: 'https://mirror.example/hf/' }).modelHub).toBe(
      'https://mirror.example/hf',
    );
    expect(problemsOf({ EMBEDDINGS: 'openai' })).toEqual([expect.stringContaining('OPENAI_BASE_URL')]);
    expect(problemsOf({ EMBEDDINGS: 'some' })).toEqual([expect.stringContaining('EMBEDDINGS')]);
  });

  it('refuses a compaction trigger above the window', () => {
    expect(problemsOf({ COMPACTION_TRIGGER_TOKENS: '180000' })).toEqual([
      expect.stringContaining('COMPACTION_TRIGGER_TOKENS'),
    ]);
  });

  it('passes to commands the variables that programs need, and no key', () => {
    const variables = {
      PATH: '/bin',
      LANG: 'C.UTF-8',
      OPENAI_API_KEY: 'sk-1',
      DATABASE_URL: 'postgres://a:b@c/d',
    };
    expect(readConfig(variables).commandEnvironment).toEqual({ PATH: '/bin', LANG: 'C.UTF-8' });
  });

  it('knows which addresses only this machine can reach', () => {
    const addresses = [
      '127.0.0.1',
      '127.1.2.3',
      '::1',
      'localhost',
      '0.0.0.0',
      '::',
      '127.0.0.1.evil.example',
    ];
    expect(addresses.filter(isLoopback)).toEqual(['127.0.0.1', '127.1.2.3', '::1', 'localhost']);
  });
});

function problemsOf(variables: Record<string, string>): string[] {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
