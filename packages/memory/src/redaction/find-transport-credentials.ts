import { findByPatterns, type Finding, type SecretPattern } from './find-by-patterns.ts';
import { isPlaceholder } from './placeholder.ts';

const patterns: SecretPattern[] = [
  // scheme://user:password@host; up to the last @ before the path, because a password may contain one
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
      /\bauthorization["'\\]*\s*[:=]\s*["'\\]*[a-z][\w-]{1,20}\s+(?<secret>(?=\S{0,60}\d)[\w\-.~+/]{16,1000}=*)/dgi,
  },
  // curl -u user:password
  {
    kind: 'password',
    pattern: /\s(?:-u|--user|--proxy-user)[\s=]["']?[\w.@+-]{1,100}:(?<secret>[^\s"'\\]{4,200})/dg,
  },
  // mysql -ppassword
  {
    kind: 'password',
    pattern:
      /\b(?:mysql\w{0,10}|mariadb)\s[^\n|;]{0,200}?(?<=\s)-p(?<secret>(?=\S{0,60}\d)[^\s"'\\]{4,200})/dg,
  },
  { kind: 'password', pattern: /\bsshpass\s{1,3}-p\s?["']?(?<secret>[^\s"'\\]{4,200})/dg },
  // a line of .pgpass: host:port:database:user:password
  {
    kind: 'password',
    pattern: /^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w.*-]{1,60}:(?<secret>[^\s:]{4,200})$/dgm,
  },
  // a line of htpasswd or shadow
  { kind: 'password-hash', pattern: /\$(?:2[abxy]|apr1|[156]|y)\$[\w./$]{20,120}/g },
  {
    kind: 'cookie',
    pattern:
      /\bcookie["'\\]*\s?[:=][^\n]{0,200}?\b[\w.-]{0,20}(?:sess|sid|auth|token)[\w.-]{0,20}=(?<secret>[^\s;"'\\]{16,4000})/dgi,
  },
  // an address to which anybody may post
  {
    kind: 'discord',
    pattern: /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/(?<secret>[\w-]{30,100})/dg,
  },
  // presigned URLs
  {
    kind: 'signature',
    pattern: /[?&](?:x-amz-signature|x-goog-signature|signature|sig)=(?<secret>[\w%+/-]{20,1000}=*)/dgi,
  },
];

const accepts = (secret: string): boolean => !isPlaceholder(secret);

/** Finds credentials in URLs, headers and command lines, without the text around them. */
export const findTransportCredentials = (text: string): Finding[] =>
  findByPatterns(
    text,
    patterns.map((one) => ({ ...one, accepts })),
  );
