import { isPlaceholder } from './placeholder.ts';

/** `api-key`: a key that grants access; `key`: any other name that ends with it. */
export type SecretKind = 'password' | 'token' | 'secret' | 'api-key' | 'key';
/**
 * Where the value was found: `DB_PASSWORD=x`, `"password": "x"`, `password: x` or `--password x`. The first two are
 * literals; the others may also be an expression in code or a word of prose.
 */
export type AssignmentStyle = 'environment' | 'quoted' | 'assignment' | 'flag';

/** The shortest secret of each kind, in characters. */
const shortest: Record<SecretKind, number> = { password: 6, token: 12, secret: 8, 'api-key': 8, key: 16 };

/** `sha256`, `base64-encoded`, `OAuth2`: names of techniques that contain digits. */
const technique =
  /^(?:sha|md|base|aes|utf|hs|rs|es|ps|x|pkcs|bcrypt|argon|scrypt|pbkdf|oauth|openid|ntlm|http|tls|ssl|ipv|rfc|ed|p)[-_]?\d{1,5}(?!\d)/i;
const path = /^(?:[.~]{0,2}\/|[A-Za-z]:\\|[\w.@-]+(?:\/[\w.@-]+)+\.\w{1,5}$|https?:\/\/[^@]*$)/;
const expression = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|[([]|^[A-Za-z_$][\w$]*::/;
const measure = /^v?\d+(?:[.,:\-/]\d+)*(?:[a-z%]{0,3}|[-_ ]?[a-z]+)$/i;
const address = /^[^@\s]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/u;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hash = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|\$2[aby]\$.*)$/i;

/**
 * Whether a value in a sentence only describes secrets: an example, a path, an address, a technique, a measure, or
 * code.
 */
export const isWordAbout = (value: string): boolean =>
  isPlaceholder(value) ||
  path.test(value) ||
  technique.test(value) ||
  measure.test(value) ||
  expression.test(value) ||
  address.test(value) ||
  uuid.test(value);

/** Whether the value of such a name is the secret itself, rather than a word about it. */
export function looksSecret(value: string, kind: SecretKind, style: AssignmentStyle): boolean {
  if (isPlaceholder(value) || path.test(value)) return false;
  if (kind === 'key' && (uuid.test(value) || hash.test(value) || value.includes(':'))) return false;
  if (style === 'environment') return isEnvironmentSecret(value, kind);
  if (value.length < shortest[kind] || technique.test(value) || /\s/.test(value)) return false;
  if (style !== 'quoted' && expression.test(value)) return false;
  return isMixed(value, kind);
}

/** The value of an environment variable is a secret even if it is a plain word. */
function isEnvironmentSecret(value: string, kind: SecretKind): boolean {
  if (kind === 'key') return value.length >= shortest.key && isMixed(value, kind);
  if (kind === 'token' && /^\d+$/.test(value)) return false;
  return value.length >= 4 && !value.includes('(');
}

/** Whether it has letters with digits, or signs that no word has. Letters alone usually describe a password. */
export function isMixed(value: string, kind: SecretKind): boolean {
  if (kind === 'password' && /^\d{6,}$/.test(value)) return true;
  if (measure.test(value)) return false;
  const hasLetter = /\p{L}/u.test(value);
  const hasDigit = /\d/.test(value);
  return hasLetter && (hasDigit || (kind === 'password' && /[@#$%^&*!?+=~]/.test(value)));
}
