import type { Finding } from './finding.ts';
import { findAssignedSecrets } from './find-assigned-secrets.ts';
import { findKnownTokens } from './find-known-tokens.ts';
import { findPrivateKeys } from './find-private-keys.ts';
import { findToldSecrets } from './find-told-secrets.ts';
import { findTransportCredentials } from './find-transport-credentials.ts';

/** In JSON text (a tool's arguments) the `n` of `\n` would pass for the first letter of what follows. */
const escapedLineEnds = /\\+[nrt]/g;
const replaced = /\[redacted:[\w-]+\]/g;

/**
 * Replaces every secret in a text by `[redacted:<kind>]`: tokens of known services (secretlint's recommended rules and
 * what they miss), private keys, credentials in URLs and headers, values assigned to a name that says it is a
 * password, a token, a secret or a key, and what a person tells of a password, a PIN or a card. Runs in process; idempotent; linear in the length of the text.
 */
export async function redact(text: string): Promise<string> {
  let redacted = text;
  // a replaced secret can have hidden that what follows it is one; each round leaves less that is not replaced
  for (let findings = await find(text); findings.length > 0; findings = await find(redacted)) {
    redacted = replace(redacted, findings);
  }
  return redacted;
}

/** Whether `redact` would replace anything. */
export const holdsSecret = async (text: string): Promise<boolean> => (await find(text)).length > 0;

async function find(text: string): Promise<Finding[]> {
  // same length, so that what is found in it stands at the same place in the text
  const scanned = text
    .replaceAll(escapedLineEnds, (escape) => '\n'.repeat(escape.length))
    .replaceAll(replaced, (placeholder) => '*'.repeat(placeholder.length));
  return [
    ...findPrivateKeys(scanned),
    ...(await findKnownTokens(scanned)),
    ...findTransportCredentials(scanned),
    ...findAssignedSecrets(scanned),
    ...findToldSecrets(scanned),
  ];
}

function replace(text: string, findings: Finding[]): string {
  let redacted = '';
  let copied = 0;
  // of two that overlap the one that begins first gives its kind, and both are covered
  for (const { start, end, kind } of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= copied) redacted += `${text.slice(copied, start)}[redacted:${kind}]`;
    copied = Math.max(copied, end);
  }
  return redacted + text.slice(copied);
}
