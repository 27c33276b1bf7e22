import { expect, it } from 'vitest';
import { isOnlySecret } from './only-secret.ts';

it.each([
  'my PIN is [redacted:pin]',
  'The OpenAI key of the demo account is [redacted:openai].',
  'Die PIN meiner EC-Karte ist [redacted:pin]',
  'mein Passwort [redacted:password] ist',
  'รหัสผ่านไวไฟคือ [redacted:password]',
  'the backup codes: [redacted:code], [redacted:code]',
  '[redacted:private-key]',
])('nothing but a secret: %s', (statement) => {
  expect(isOnlySecret(statement)).toBe(true);
});

it.each([
  'the store is at postgres://admin:[redacted:password]@db.acme.dev:5432/app',
  'staging needs API_SECRET=[redacted:secret] in its environment',
  'never commit the key [redacted:openai] to the repository',
  'on the build box log in as root, password [redacted:password]',
  'the API listens on port 8080, its token is [redacted:token]',
  'the login: admin / [redacted:password]',
  'the port is 8080',
  '',
])('more than a secret: %s', (statement) => {
  expect(isOnlySecret(statement)).toBe(false);
});
