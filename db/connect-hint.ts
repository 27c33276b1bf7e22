/** Says what helps where a server was reached and no connection came about, and waiting changes nothing. */
export function connectHint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const hint = 'code' in error ? connectHints[String(error.code)] : undefined;
  if (hint !== undefined) return hint;
  if (/does not support SSL/i.test(error.message)) {
    return 'The server has no TLS: leave "sslmode" out of the address, or set "sslmode=disable"';
  }
  // pg_hba.conf: "no pg_hba.conf entry for host …, no encryption"
  return /no encryption|SSL off|requires? (SSL|TLS)|sslmode=require/i.test(error.message)
    ? `The server wants TLS: ${withAuthority}, ${unchecked}`
    : undefined;
}

const certificate = 'The server answers, but';
const withAuthority =
  'add "sslmode=verify-full&sslrootcert=<file>" to the address, with the file of the provider\'s certificate authority';
const unchecked = 'or "sslmode=no-verify", which encrypts without checking who answers';

const connectHints: Record<string, string> = {
  ...Object.fromEntries(
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    ].map((code) => [
      code,
      `${certificate} nobody whom this machine trusts signed its certificate: ${withAuthority} (setting "ssl": { ca }), ${unchecked}`,
    ]),
  ),
  ERR_TLS_CERT_ALTNAME_INVALID: `${certificate} its certificate is for another name: use the name that the certificate has in the address, ${unchecked}`,
  CERT_HAS_EXPIRED: `${certificate} its certificate has expired: renew it, ${unchecked}`,
};
