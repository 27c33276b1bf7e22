import { tokenFormats } from './token-formats.ts';
import { findByPatterns, type Finding, type SecretPattern } from './find-by-patterns.ts';

/** Rules of the preset that are not used, by the end of their id. */
const leftOut = new Set([
  // lets any text disable the scan with a comment
  'filter-comments',
  // report the whole URL; findTransportCredentials reports only the password
  'basicauth',
  'database-connection-string',
  // accepts only complete keys, but a truncated key is secret, too
  'privatekey',
]);

let loading: ReturnType<typeof loadScanner> | undefined;

/** With the first text that may have a token: a program that stores nothing does without. */
async function loadScanner() {
  const [{ lintSource }, { secretLintProfiler }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/profiler'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  // the profiler would keep timings of every rule for every text as long as the process lives
  secretLintProfiler.setEnabled(false);
  const presetRules = rules
    .map((rule) => ({ id: rule.meta.id, rule, options: {} }))
    .filter(({ id }) => !leftOut.has(kindOf(id)));
  return { lintSource, presetRules };
}

/**
 * Tokens that the preset misses: AWS key ids, Google, Supabase, PyPI, Telegram, z.ai and age, and some forms of `sk-`
 * (OpenAI and others), Slack, SendGrid and Hugging Face.
 */
const missed: SecretPattern[] = [
  { kind: 'aws', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'api-key', pattern: /(?<![\w-])sk-(?=[\w-]{0,40}\d)[\w-]{20,250}(?![\w-])/g },
  // a secret access key looks like any base64, but stands near its id
  {
    kind: 'aws',
    pattern: /(?<=\b(?:AKIA|ASIA)[A-Z0-9]{16}\b[^\n]{0,40}(?:\n[^\n]{0,40})?[^\w/+])[\w/+]{40}(?![\w/+=])/g,
  },
  { kind: 'sendgrid', pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,128}/g },
  { kind: 'google', pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'google', pattern: /\bya29\.[\w-]{20,500}/g },
  { kind: 'slack', pattern: /\bxox[a-z]-[\w-]{10,300}/g },
  { kind: 'huggingface', pattern: /\bhf_[A-Za-z0-9]{30,50}\b/g },
  { kind: 'supabase', pattern: /\b(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,80})/g },
  { kind: 'pypi', pattern: /\bpypi-AgE[\w-]{50,500}/g },
  { kind: 'telegram', pattern: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: 'api-key', pattern: /\b[0-9a-f]{32}\.[A-Za-z0-9]{16}\b/g },
  { kind: 'private-key', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{0,1000}/g },
];

/** The length of the shortest token of any service: a text without such a run needs no scan. */
const tokenLikeRun = /[\w\-+/=.:]{20}/;

/** Finds tokens that are recognisable by their form alone. */
export async function findKnownTokens(text: string): Promise<Finding[]> {
  if (!tokenLikeRun.test(text)) return [];
  const { lintSource, presetRules } = await (loading ??= loadScanner());
  const { messages } = await lintSource({
    // no rule treats this name specially, and no file is read
    source: { content: text, filePath: 'text', ext: '.txt', contentType: 'text' },
    options: { config: { rules: presetRules }, noPhysicFilePath: true },
  });
  return [
    ...messages.map(({ range: [start, end], ruleId }) => ({ start, end, kind: kindOf(ruleId) })),
    ...findByPatterns(text, missed),
    ...findByPatterns(text, tokenFormats),
  ];
}

/** `@secretlint/secretlint-rule-github` → `github` */
function kindOf(ruleId: string): string {
  return ruleId.replace(/^.*secretlint-rule-/, '');
}
