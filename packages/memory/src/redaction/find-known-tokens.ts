import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Finding } from './finding.ts';

// it notes the time of every rule on every text and keeps the notes for the life of the process
secretLintProfiler.setEnabled(false);

/** Rules of the preset that are not used here, by the end of their id. */
const leftOut = new Set([
  // would let any text switch the scan off by naming it
  'filter-comments',
  // report the whole address; the password alone is found as a transport credential
  'basicauth',
  'database-connection-string',
  // accepts only whole keys of known formats; a cut-off one is as secret
  'privatekey',
]);

const presetRules = rules
  .map((rule) => ({ id: rule.meta.id, rule, options: {} }))
  .filter(({ id }) => !leftOut.has(kindOf(id)));

/**
 * What the preset misses of the services that agents meet: it leaves out AWS key ids, Google, Supabase, PyPI, Telegram,
 * z.ai and age, and knows only some forms of `sk-` (OpenAI and the many that copied it), Slack, SendGrid and Hugging Face.
 */
const missed: { kind: string; pattern: RegExp }[] = [
  { kind: 'aws', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'api-key', pattern: /(?<![\w-])sk-(?=[\w-]{0,40}\d)[\w-]{20,250}(?![\w-])/g },
  // a secret access key looks like any base64, but follows the id that it belongs to
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
  { kind: 'telegram', pattern: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: 'api-key', pattern: /\b[0-9a-f]{32}\.[A-Za-z0-9]{16}\b/g },
  { kind: 'private-key', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{0,1000}/g },
];

/** No service's token is shorter: a text without such a run needs no scan. */
const tokenLikeRun = /[\w\-+/=.:]{20}/;

/** Tokens that are known by their own form, whatever stands around them. */
export async function findKnownTokens(text: string): Promise<Finding[]> {
  if (!tokenLikeRun.test(text)) return [];
  const { messages } = await lintSource({
    // a name and an ending that no rule treats specially: nothing is read from disk
    source: { content: text, filePath: 'text', ext: '.txt', contentType: 'text' },
    options: { config: { rules: presetRules }, noPhysicFilePath: true },
  });
  return [
    ...messages.map(({ range: [start, end], ruleId }) => ({ start, end, kind: kindOf(ruleId) })),
    ...missed.flatMap(({ kind, pattern }) =>
      Array.from(text.matchAll(pattern), (match) => ({
        start: match.index,
        end: match.index + match[0].length,
        kind,
      })),
    ),
  ];
}

/** `@secretlint/secretlint-rule-github` → `github` */
function kindOf(ruleId: string): string {
  return ruleId.replace(/^.*secretlint-rule-/, '');
}
