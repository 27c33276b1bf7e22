import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { redact } from './redact.ts';

// Secrets are built at run time, so that no scanner reports this file as a leak.
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const jwt = [`eyJ${token(20)}`, `eyJ${token(40)}`, token(43)].join('.');

const ofServices: [string, string][] = [
  ['github', `ghp_${token(36)}`],
  ['github', `github_pat_${token(82)}`],
  ['gitlab', `glpat-${token(20)}`],
  ['anthropic', `sk-ant-api03-${token(93)}AA`],
  ['api-key', `sk-proj-${token(48)}`],
  ['api-key', `sk-${token(48)}`],
  ['stripe', `sk_live_${token(24)}`],
  ['slack', `xoxb-${token(12)}-${token(24)}`],
  ['slack', `xoxc-${token(12)}-${token(24)}`],
  ['aws', `AKIA${upper(16)}`],
  ['google', `AIza${token(35)}`],
  ['huggingface', `hf_${token(34)}`],
  ['npm', `npm_${token(36)}`],
  ['supabase', `sbp_${hex(40)}`],
  ['pypi', `pypi-AgE${token(80)}`],
  ['telegram', `${token(9, '123456789')}:AA${token(33)}`],
  ['api-key', `${hex(32)}.${token(16)}`],
  ['jwt', jwt],
  ['sendgrid', `SG.${token(20)}-a.${token(12)}-${token(24)}_${token(5)}`],
];

describe('tokens of known services', () => {
  it.each(ofServices)('are found anywhere in a text: %s', async (kind, secret) => {
    expect(await redact(`Use ${secret} for it, please.`)).toBe(`Use [redacted:${kind}] for it, please.`);
    expect(await redact(`{"content":"export X=1\\n${secret}\\n"}`)).not.toContain(secret);
  });

  it('are found even if the text tells the scanner to stop', async () => {
    const secret = `ghp_${token(36)}`;
    expect(await redact(`<!-- secretlint-disable -->\n${secret}`)).not.toContain(secret);
  });
});

describe('private keys', () => {
  it.each(['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '])('are redacted as a whole: "%s"', async (kind) => {
    const text = `before\n${pem(kind, `${token(64)}\n${token(64)}\n${token(20)}==`)}\nafter`;
    expect(await redact(text)).toBe('before\n[redacted:private-key]\nafter');
  });

  it('are redacted in JSON and when truncated', async () => {
    const key = pem('', `${token(64)}\n${token(64)}`);
    expect(await redact(JSON.stringify({ key }))).toBe('{"key":"[redacted:private-key]"}');
    const cut = key.slice(0, 120);
    expect(await redact(`${cut} `)).toBe('[redacted:private-key] ');
  });

  it('do not include a bare header or an example with dots', async () => {
    for (const text of [pem('', '...').replace(/\n[^]*/, ' is how it begins'), pem('', '...')]) {
      expect(await redact(text)).toBe(text);
    }
  });
});

const inPlace: [before: string, secret: string, after: string, kind: string][] = [
  ['password: ', 'hunter2', '', 'password'],
  ['my password is ', 'hunter2', '.', 'password'],
  ['the password for the staging db is ', 'hunter2', ', do not lose it', 'password'],
  ['Das Passwort lautet ', 'Sommer2024!', '', 'password'],
  ['Kennwort: ', 'geheim99', '', 'password'],
  ['รหัสผ่านคือ ', 'abc12345', ' ครับ', 'password'],
  ['รหัสผ่านของฐานข้อมูลคือ', 'abc12345', '', 'password'],
  ["the admin's pw is ", 'Xk92mPq!', '', 'password'],
  ['mysql -u root -p', 'S3cretPw1', ' app', 'password'],
  ['the login: admin / ', 'S3cr3t!pass', ' on staging', 'password'],
  ['DB_PASSWORD=', 'hunter', '\nPORT=1', 'password'],
  ['export PGPASSWORD=', 'abcdef', '', 'password'],
  ['PASSPHRASE="', 'correct horse battery staple', '"', 'password'],
  ['"password": "', 's3cr3tpw', '"', 'password'],
  [String.raw`{\"apiKey\": \"`, 'abcdef123456', String.raw`\"}`, 'api-key'],
  ['password: str = "', 'hunter22', '"', 'password'],
  ['--password ', 'hunter22', ' --host x', 'password'],
  ['mysql --password=', 'hunter', ' -h x', 'password'],
  ['--token=', 'abcdef1234567890', '', 'token'],
  ['const apiKey = "', 'aB3dE5fG7h', '";', 'api-key'],
  ['API Key: ', 'abcdef12345', '', 'api-key'],
  ['X-Api-Key: ', 'abcdef1234', '', 'api-key'],
  ['AccountKey=', 'abc123def456==', ';EndpointSuffix=core', 'api-key'],
  ['STRIPE_KEY=', 'abcdefghij1234567890', '', 'key'],
  ['?access_token=', 'abcdef123456789', '&page=1', 'token'],
  ['https://user:', 'pa@ss', '@host.com/x', 'password'],
  ['postgres://postgres:', 'postgres', '@localhost:5432/db', 'password'],
  ['redis://:', 'p4ssw0rd', '@cache:6379', 'password'],
  ['https://', token(30), '@github.com/a/b.git', 'token'],
  ['curl -u admin:', 'topsecret1', ' http://x', 'password'],
  ['Authorization: Bearer ', 'abcdef0123456789abcdef', '', 'token'],
  ['Authorization: Basic ', 'dXNlcjpwYXNz', '', 'password'],
  ['https://s3/x?X-Amz-Signature=', hex(64), '&y=1', 'signature'],
  ['log in as root, password ', 'hunter2', '.', 'password'],
  ['Passwort für den Server: ', 'geheim123!', '', 'password'],
  ['das Passwort der Datenbank im Büro ist ', 'geheim123', '', 'password'],
  ['รหัสผ่านไวไฟคือ ', 'maprao2024', '', 'password'],
];

const told: [before: string, secret: string, after: string, kind: string][] = [
  ['the wifi password is ', 'correct horse battery staple', '', 'password'],
  ['the wifi password is ', 'correct horse battery staple', ' and the network is acme', 'password'],
  ['the sudo password on the pi is ', 'raspberry', '', 'password'],
  ["the passphrase for the backup is '", 'seven purple elephants dance', "'.", 'password'],
  ['das WLAN-Passwort lautet ', 'Sonnenblume Kaffee Fahrrad', '', 'password'],
  ['my PIN is ', '4821', '', 'pin'],
  ['die PIN meiner EC-Karte ist ', '7731', '.', 'pin'],
  ['the code for the office safe is ', '330918', '', 'pin'],
  ['the door code: ', '4711#', '', 'pin'],
  ['รหัส PIN บัตรคือ ', '5512', '', 'pin'],
  ['the 2FA backup codes: ', '8842-1193, 2239-0044', '', 'code'],
  ['pay with ', '4111 1111 1111 1111', ', exp 04/28', 'card'],
  ['my card: ', '4111111111111111', '', 'card'],
  ['exp 04/28, cvv ', '123', '', 'card'],
  [
    'the seed phrase is ',
    'witch collapse practice feed shame open despair creek road again ice least',
    '',
    'seed-phrase',
  ],
];

describe('secrets in plain sentences', () => {
  it.each(told)('%s… loses only the secret', async (before, secret, after, kind) => {
    expect(await redact(`${before}${secret}${after}`)).toBe(`${before}[redacted:${kind}]${after}`);
  });
});

describe('secrets in assignments, headers and commands', () => {
  it.each(inPlace)('%s… loses only the secret', async (before, secret, after, kind) => {
    expect(await redact(`${before}${secret}${after}`)).toBe(`${before}[redacted:${kind}]${after}`);
  });

  it.each([' and secret ', '\n', ', '])(
    'lose an AWS secret together with the key id before it: %j',
    async (between) => {
      const text = `AKIA${upper(16)}${between}${token(20)}/${token(19)} works`;
      expect(await redact(text)).toBe(`[redacted:aws]${between}[redacted:aws] works`);
    },
  );

  it('are redacted to the end, however long they are', async () => {
    const secret = token(5_000);
    expect(await redact(`SECRET=${secret} x`)).toBe('SECRET=[redacted:secret] x');
  });
});

describe('text without secrets', () => {
  it.each([
    'the password field is required',
    'passwords are hashed with argon2, the password is bcrypt-hashed',
    'password: string',
    'mysql -u root -p app, mysqldump -P 3306 --protocol=tcp',
    'the pw is required',
    'password: required',
    'password: "The password must have 8 characters"',
    'the password is required for user2',
    'password policy: 12 characters',
    'password = req.body.password',
    'const token = await getToken();',
    'if (token === token2) {',
    'const secret = secrets[0];',
    'Token = z.infer<typeof token>',
    'api_key = os.environ["OPENAI_API_KEY"]',
    'password=$PASSWORD',
    'password: ${{ secrets.PASSWORD }}',
    'OPENAI_API_KEY=sk-...',
    'export GROQ_API_KEY=gsk_...',
    'AWS_SECRET_ACCESS_KEY=<redacted>',
    'TOKEN=your-token-here',
    'https://user:<password>@host/db',
    'postgres://user:password@localhost/db',
    'http://localhost:3000/@scope/x',
    'git@github.com:org/repo.git',
    'max_tokens=4096, "token_count": 1234567890123',
    'tokens: 12345678',
    'token is valid for 24h; the reset token expires in 15min',
    'The token is base64-encoded and JWT-based',
    'OAuth2 token: sha256-abcdef',
    'secret: my-secret-name, secretName: tls-secret1',
    'PRIMARY_KEY=id',
    'PUBLIC_KEY=abcdefghij1234567890',
    'CACHE_KEY=user:123456789012345',
    'sort_key: 2024-01-01-abcdefgh',
    'key: abc123',
    'the ghp_ prefix marks a token',
    'login: src/auth2/index.ts',
    `commit ${hex(40)} fixes it`,
    `sha256:${hex(64)}`,
    '550e8400-e29b-41d4-a716-446655440000',
    'รหัสผ่านต้องมีอย่างน้อย 8 ตัวอักษร',
    'Das Passwort ist falsch',
    'das Passwort ist leider immer noch falsch',
    'das Passwort ist im Tresor von KeePass',
    'Passwort für den Server: siehe KeePass',
    'the wifi password is stored in 1Password',
    'the wifi password is on the fridge',
    'the password is case sensitive everywhere',
    'the password is "required"',
    'the password is incorrect. Your password was given',
    'das Passwort ist ungültig, das Kennwort ist Pflicht',
    'the password is hashed using bcrypt salts',
    'enable the **Secure password change** option',
    'exit code is 1024, the GPIO pin is 17, the PIN has 4 digits',
    'commit pin: 20240501',
    'build 4111 1111 1111 1112, order 4111111111111111',
    'src/auth/token2.ts: token: src/auth/token2.ts',
  ])('%s stays', async (text) => {
    expect(await redact(text)).toBe(text);
  });
});

describe('redact', () => {
  const fragment = fc.oneof(
    fc.constantFrom(...ofServices.map(([, secret]) => secret)),
    fc.constantFrom(...[...inPlace, ...told].map(([before, secret, after]) => before + secret + after)),
    fc.constantFrom(
      'password',
      'token',
      'key',
      'secret',
      'is',
      ':',
      '=',
      '"',
      "'",
      '\\',
      '[redacted:',
      ']',
      '://',
      '@',
      ' ',
      '\n',
      '…',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );

  it('is idempotent for any combination', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fragment, { maxLength: 12 }), async (fragments) => {
        const once = await redact(fragments.join(''));
        expect(await redact(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves ids and digests as they are, also those that have the check digits of an account or a card', async () => {
    const digest = fc
      .constantFrom(32, 40, 64)
      .chain((length) => fc.stringMatching(new RegExp(`^[a-f][\\da-f]{${length - 1}}$`)));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.uuid(), digest), { maxLength: 100 }), async (ids) => {
        const text = JSON.stringify(ids);
        expect(await redact(text)).toBe(text);
      }),
      { numRuns: 100 },
    );
    const unlucky = ['c0ffee00-de89-3704-0044-0532013000aa', '40ff4111-1111-4111-8111-1117235509bc'];
    for (const id of unlucky) expect(await redact(id)).toBe(id);
  });

  it("never lets a service's token through, in any context", async () => {
    const around = fc.string({ unit: 'binary', maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(around, fc.constantFrom(...ofServices), around, async (before, [, secret], after) => {
        expect(await redact(`${before}\n${secret}\n${after}`)).not.toContain(secret);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['letters', 'a'],
    ['names', 'password='],
    ['addresses', 'https://a:b'],
    ['headers', '-----BEGIN PRIVATE KEY-----'],
    ['quotes', 'token="'],
    ['prefixes', 'sk-xoxb-eyJ'],
    ['commands', 'mysql -u a -p '],
    ['key ids', `AKIA${'A'.repeat(16)} `],
    ['phrases', 'password for a b c d '],
    ['told phrases', 'password is word word word '],
    ['pins', 'pin for a b c d '],
    ['digits', '4111 '],
    ['backup codes', 'backup codes: 1234-5678, '],
    ['wallets', 'seed phrase is word word '],
    ['Thai', 'รหัสผ่าน'],
    ['codes', 'the door code for the gate is '],
    ['compounds', 'code-'],
    ['numbers', '12-34 '],
    ['numbers in words', 'one two '],
    ['entered numbers', 'enter 4711 '],
    ['Thai codes', 'รหัสประตู'],
    ['numbers of persons', 'ssn 123 45 6789 '],
    ['locks', 'the safe in the hall is 4711 '],
    ['gates', 'gate: the lock '],
    ['words of a wallet', 'apple brick cloud '],
    ['bank accounts', 'DE89 3704 '],
    ['papers', 'passport no '],
    ['questions', 'security question '],
    ['passes', 'my old mail pass '],
    ['Thai locks', 'แม่กุญแจหน้าบ้าน'],
  ])('takes time proportional to the length of %s', async (_, unit) => {
    expect(await growth((text) => redact(text), repeating(unit))).toBeLessThan(1.5);
  });

  it('retains nothing of the texts that it has read', async () => {
    const entries = performance.getEntries().length;
    for (let number = 0; number < 20; number += 1) await redact(`${number} ${token(40)}`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(performance.getEntries().length).toBe(entries);
  });
});

function token(length: number, alphabet = letters): string {
  return Array.from({ length }, (_, index) => alphabet[(index * 37 + 11) % alphabet.length]).join('');
}

function upper(length: number): string {
  return token(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
}

function hex(length: number): string {
  return token(length, '0123456789abcdef');
}

function pem(kind: string, body: string): string {
  const line = (word: string) => `-----${word} ${kind}PRIVATE KEY-----`;
  return `${line('BEGIN')}\n${body}\n${line('END')}`;
}
