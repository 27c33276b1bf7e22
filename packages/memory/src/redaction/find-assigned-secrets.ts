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
/** "the password for staging is …" in English, German and Thai. */
const sentence = new RegExp(
  String.raw`${nouns}(?:\s{1,2}(?:for|of|to|on|at|in|für|von|vom|zum|zur|der|des|auf|im|am|meine[rs]|unsere[rs])(?:\s{1,2}[^\s.:=]{1,30}){1,4}?|(?=[ก-๛])[^\s=]{1,30}?)?\s{0,2}(?:(?<=\s)(?:is|was|ist|lautet|war)\s{1,2}(?:now\s|jetzt\s)?|คือ\s{0,2}|เป็น\s{0,2}|(?=:)):?\s{0,2}`,
  'giu',
);

/** "log in as root, password hunter2" */
const apposition =
  /(?<![\p{L}\d_.-])(?<noun>password|passwort|kennwort|passphrase|รหัสผ่าน) {1,2}(?=[^\s-][^\s]{0,60}\d)/giu;

const longestName = 64;
/** An environment variable or a flag: everything after its `=` is the value. */
const literalName = /^(?:[A-Z0-9_]+|--[\w-]+)$/;

/** Finds values after a name or phrase that marks them as secret. */
export function findAssignedSecrets(text: string): Finding[] {
  return [
    ...find(text, assignment, 'assignment'),
    ...find(text, flag, 'flag'),
    ...find(text, sentence, 'sentence'),
    ...find(text, apposition, 'sentence'),
  ];
}

function find(text: string, pattern: RegExp, form: 'assignment' | 'flag' | 'sentence'): Finding[] {
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

function judge(
  text: string,
  match: RegExpExecArray,
  form: 'assignment' | 'flag' | 'sentence',
): Finding | null {
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

/** The part of an identifier before its noun. */
function nameEndingAt(text: string, end: number): string {
  const before = text.slice(Math.max(0, end - longestName), end);
  return /[\w-]*$/.exec(before)?.[0] ?? '';
}

/** Keys that grant access. The value of any other `…_KEY` must be unmistakably a secret. */
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
