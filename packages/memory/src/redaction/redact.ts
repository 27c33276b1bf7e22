import type { Finding } from './find-by-patterns.ts';
import { MemoryError } from '../errors.ts';
import { findAccessCodes } from './find-access-codes.ts';
import { findAnnouncedSecrets } from './find-announced-secrets.ts';
import { findAssignedSecrets } from './find-assigned-secrets.ts';
import { findBankAccounts } from './find-bank-accounts.ts';
import { findKnownTokens } from './find-known-tokens.ts';
import { findNationalIds } from './find-national-ids.ts';
import { findPassphrases } from './find-passphrases.ts';
import { findPrivateKeys } from './find-private-keys.ts';
import { findCardNumbers, findStatedSecrets } from './find-stated-secrets.ts';
import { findTransportCredentials } from './find-transport-credentials.ts';
import { createPauses } from '../text/reading-pauses.ts';
import type { RedactedText } from './redacted-text.ts';

/** In JSON text, such as tool arguments, the `n` of `\n` would be read as part of the next word. */
const escapedLineEnds = /(?<!\\)\\+[nrt]/g;
const replaced = /\[redacted:[\w-]+\]/g;

/**
 * Replaces every secret in a text with `[redacted:<kind>]`: tokens of known services (secretlint's recommended rules
 * and `token-formats.ts`), private keys, credentials in URLs and headers, values of names such as password, token,
 * secret or key, and passwords, passphrases, PINs, access codes, numbers of cards, accounts, papers and persons in plain sentences, in the
 * languages of `announcing-words.ts` and `access-code-words.ts`. Runs in
 * process; idempotent; linear in the length of the text. Returns the content of a text that is already redacted.
 */
export async function redact(text: string | RedactedText): Promise<string> {
  if (typeof text !== 'string') return text.content;
  let redacted = text;
  // a secret can hide the next one; each round leaves less unredacted text
  for (let findings = await find(text); findings.length > 0; findings = await find(redacted)) {
    redacted = replace(redacted, findings);
  }
  return redacted;
}

/** Whether `redact` would replace anything. */
export const holdsSecret = async (text: string): Promise<boolean> => (await find(text)).length > 0;

/** Rejects names that contain a secret, because redacted they would name something else. Throws `invalid_input`. */
export async function refuseSecrets(field: string, names: (string | null | undefined)[]): Promise<void> {
  for (const name of names) {
    if (name && (await holdsSecret(name))) throw new MemoryError('invalid_input', `${field}: holds a secret`);
  }
}

const finders: ((text: string) => Finding[] | Promise<Finding[]>)[] = [
  findPrivateKeys,
  findKnownTokens,
  findTransportCredentials,
  findAssignedSecrets,
  findStatedSecrets,
  findPassphrases,
  findAccessCodes,
  findAnnouncedSecrets,
];
/** Recognise numbers by check digits, which one random id in some thousands has, too. */
const numberFinders = [findCardNumbers, findNationalIds, findBankAccounts];
/** UUIDs and digests, which name messages, memories and commits. */
const randomIds =
  /(?<![\p{L}\p{N}])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\d*[a-f])(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64}))(?![\p{L}\p{N}])/giu;

async function find(text: string): Promise<Finding[]> {
  // replaced by text of the same length, so that positions stay valid
  const scanned = text
    .replaceAll(escapedLineEnds, (escape) => '\n'.repeat(escape.length))
    .replaceAll(replaced, masked);
  const withoutIds = scanned.replaceAll(randomIds, masked);
  const pause = createPauses();
  const findings: Finding[] = [];
  for (const finder of finders) {
    for (const finding of await finder(scanned)) findings.push(finding);
    await pause(scanned.length);
  }
  for (const finder of numberFinders) {
    for (const finding of finder(withoutIds)) findings.push(finding);
    await pause(scanned.length);
  }
  return findings;
}

const masked = (text: string): string => '*'.repeat(text.length);

function replace(text: string, findings: Finding[]): string {
  let redacted = '';
  let copied = 0;
  // where two overlap, the first determines the kind, and both are covered
  for (const { start, end, kind } of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= copied) redacted += `${text.slice(copied, start)}[redacted:${kind}]`;
    copied = Math.max(copied, end);
  }
  return redacted + text.slice(copied);
}
