import type { Finding } from './finding.ts';
import { isPlaceholder } from './placeholder.ts';

/** Each holds the credential in the group `secret`. */
const patterns: { kind: string; pattern: RegExp }[] = [
  // scheme://user:password@host; up to the last @ before the path, so that one inside the password does not end it
  { kind: 'password', pattern: /:\/\/[^\s:/@"'`<>]{0,100}:(?<secret>[^\s/"'`<>]{1,300})@(?=[\w[])/dg },
  // scheme://token@host
  { kind: 'token', pattern: /:\/\/(?<secret>(?=[\w-]{0,60}\d)[\w-]{20,300})@(?=\w)/dg },
  { kind: 'token', pattern: /\bbearer\s+(?<secret>(?=[\w\-.~+/]{0,60}\d)[\w\-.~+/]{16,4000}=*)/dgi },
  {
    kind: 'password',
    pattern: /\bauthorization["'\\]*\s*[:=]\s*["'\\]*basic\s+(?<secret>[\w+/]{8,1000}=*)/dgi,
  },
  {
    kind: 'token',
    pattern:
      /\bauthorization["'\\]*\s*[:=]\s*["'\\]*(?:token|apikey|key)\s+(?<secret>[\w\-.~+/]{16,1000}=*)/dgi,
  },
  // curl -u user:password
  {
    kind: 'password',
    pattern: /\s(?:-u|--user|--proxy-user)[\s=]["']?[\w.@+-]{1,100}:(?<secret>[^\s"'\\]{4,200})/dg,
  },
  // login: user / password
  {
    kind: 'password',
    pattern:
      /\b(?:login|credentials|zugangsdaten|anmeldedaten)\s?(?:[:=]|\s(?:is|are|ist|sind)\s)\s?[\w.@+-]{1,60}\s[/|]\s(?<secret>(?=\S{0,60}\d)(?=\S{0,60}\p{L})[^\s"'\\]{6,200})/dgiu,
  },
  // mysql -ppassword
  {
    kind: 'password',
    pattern:
      /\b(?:mysql\w{0,10}|mariadb)\s[^\n|;]{0,200}?(?<=\s)-p(?<secret>(?=\S{0,60}\d)[^\s"'\\]{4,200})/dg,
  },
  // presigned addresses
  {
    kind: 'signature',
    pattern: /[?&](?:x-amz-signature|x-goog-signature|signature|sig)=(?<secret>[\w%+/-]{20,1000}=*)/dgi,
  },
];

/** Credentials as addresses, headers and command lines carry them. Only the credential itself, not what is around it. */
export function findTransportCredentials(text: string): Finding[] {
  return patterns.flatMap(({ kind, pattern }) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const [start, end] = match.indices?.groups?.['secret'] ?? [0, 0];
      return isPlaceholder(text.slice(start, end)) ? [] : [{ start, end, kind }];
    }),
  );
}
