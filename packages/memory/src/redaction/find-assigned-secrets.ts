import type { Finding } from './find-by-patterns.ts';
import { looksSecret, type SecretKind } from './looks-secret.ts';
import { readValue, wholeEnd } from './read-value.ts';

const nouns = String.raw`(?<noun>password|passwd|pwd|(?<!\p{L})pw|passphrase|passwort|kennwort|รหัสผ่าน|secret|token|credentials?|(?:(?:api|access|secret|private) )?(?<!(?:public|publishable|primary|foreign|anon)[-_ ]?)key)`;

/** `name = value`, `"name": "value"`, `name: Type = value`, `--name=value`; the name ends in one of the nouns. */
const assignment = new RegExp(
  String.raw`${nouns}["'\\\]]{0,4}\s{0,3}(?::\s{0,3}[A-Za-z_][\w.]{0,30}\s{0,3}(?==))?(?<separator>:=|=>|={1,3}|:)[ \t]{0,3}`,
  'giu',
);
/** `--name value` */
const flag = new RegExp(String.raw`(?<!\S)--?[\w-]{0,30}?${nouns}\s{1,3}(?=[^\s-])`, 'giu');
const longestName = 64;
/** An environment variable or a flag: everything after its `=` is the value. */
const literalName = /^(?:[A-Z0-9_]+|--[\w-]+)$/;

/** Finds values of names that say that they are secret. */
export const findAssignedSecrets = (text: string): Finding[] => [
  ...find(text, assignment, 'assignment'),
  ...find(text, flag, 'flag'),
];

function find(text: string, pattern: RegExp, form: 'assignment' | 'flag'): Finding[] {
  const findings: Finding[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const finding = judge(text, match, form);
    if (finding === null) continue;
    findings.push(finding);
    pattern.lastIndex = finding.end;
  }
  return findings;
}

function judge(text: string, match: RegExpExecArray, form: 'assignment' | 'flag'): Finding | null {
  const name = nameEndingAt(text, match.index) + (match.groups?.['noun'] ?? '');
  const kind = kindOf(name);
  const value = readValue(text, match.index + match[0].length);
  if (kind === null || value === null) return null;
  const isLiteral = form === 'assignment' && literalName.test(name) && match[0].endsWith('=');
  const style = isLiteral ? 'environment' : form === 'assignment' && value.isQuoted ? 'quoted' : form;
  return looksSecret(value.text, kind, style)
    ? { start: value.start, end: wholeEnd(text, value), kind }
    : null;
}

/** Returns the part of an identifier before its noun. */
function nameEndingAt(text: string, end: number): string {
  const before = text.slice(Math.max(0, end - longestName), end);
  return /[\w-]*$/.exec(before)?.[0] ?? '';
}

/** Keys that grant access. The value of any other `…_KEY` must look like a secret by itself. */
const openingKey =
  /(?:api|access|secret|private|auth|encryption|signing|master|service|account|shared|storage|role|license|app|client|deploy|webhook|server)[-_ ]?key$/i;

function kindOf(name: string): SecretKind | null {
  if (/(?:password|passwd|pwd|(?<!\p{L})pw|passphrase|passwort|kennwort|รหัสผ่าน)$/iu.test(name))
    return 'password';
  if (/token$/i.test(name)) return 'token';
  if (/(?:secret|credentials?)$/i.test(name)) return 'secret';
  if (openingKey.test(name)) return 'api-key';
  return /[-_]key$/i.test(name) ? 'key' : null;
}
