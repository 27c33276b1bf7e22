import { describe, expect, it } from 'vitest';
import { chosen, generated, specimens } from './specimens.fixture.ts';
import { redact } from './redact.ts';

describe('a token of a known form', () => {
  it('has specimens of at least 120 kinds, and 300 in total', () => {
    expect(new Set(specimens.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(120);
    expect(specimens.flatMap(({ secrets }) => secrets).length).toBeGreaterThanOrEqual(300);
  });

  it.each(specimens)('is found in prose, in JSON and alone: $kind', async ({ secrets }) => {
    for (const secret of secrets) {
      expect(await redact(`Use ${secret} for it.`)).not.toContain(secret);
      expect(await redact(JSON.stringify({ note: secret }))).not.toContain(secret);
      expect(await redact(`first\n${secret}\nlast`)).not.toContain(secret);
    }
  });
});

/** `%` stands for a secret that somebody chose, `#` for one that a machine generated. */
const announced = [
  'the password for staging is still %',
  'login for grafana is admin / %',
  'the password for the NAS was changed to % yesterday',
  'user deploy, password %',
  'my pass: %',
  'the pass is %',
  'credentials: anna / %',
  'Zugang: klaus / %',
  'das Kennwort der Datenbank ist jetzt %',
  'der API-Schlüssel ist #',
  'the API key they sent is this one: #',
  'le mot de passe est %',
  'la clé API est #',
  'la contraseña es %',
  'la clave de la API es #',
  'la password è %',
  'a senha é %',
  'het wachtwoord is %',
  'lösenordet är %',
  'salasana on %',
  'hasło do serwera to %',
  'heslo: %',
  'parola este %',
  'пароль от почты: %',
  'ключ API — #',
  'ο κωδικός είναι %',
  'كلمة المرور هي %',
  'הסיסמה היא %',
  'पासवर्ड है %',
  'รหัสผ่าน wifi ของร้านคือ %',
  'mật khẩu là %',
  'kata sandinya adalah %',
  '密码是 %',
  'パスワードは%です',
  '비밀번호는 % 입니다',
  '| API key | `#` |',
  '| password | % |',
  '<password>%</password>',
  'sshpass -p % ssh root@host',
  'db.example:5432:shop:anna:%',
  'Cookie: theme=dark; session_id=#',
  'Authorization: Splunk #',
  'https://discord.com/api/webhooks/123456789012345678/##',
  'https://hooks.slack.com/services/T0123ABCD/B0123ABCD/#',
];

describe('a value that a word announces', () => {
  it.each([
    'salasana on kissa123',
    'the password was changed to kissa123',
    'pass = kissa123',
    'login: anna / kissa123',
  ])('is found although it looks like a name: %s', async (text) => {
    expect(await redact(text)).not.toContain('kissa123');
  });

  it.each(announced)('is found: %s', async (sentence) => {
    for (const seed of [3, 5, 8]) {
      const secret = sentence.includes('#') ? generated(seed) : chosen(seed);
      const text = sentence.replaceAll(/[%#]/g, () => secret);
      const redacted = await redact(text);
      expect(redacted).toContain('[redacted:');
      expect(redacted).not.toContain(secret);
    }
  });
});

describe('a sentence about secrets', () => {
  it.each([
    'the password is the same as on db01.internal.example.com',
    'the token is refreshed by auth-service-v2 after 3600s',
    'I forgot the password, send a link to anna99@example.com',
    'the API key lives in the vault under kv/prod/payments-v2',
    'the key difference between gpt-4o and o200k_base is small',
    'login fails with ERR_AUTH_4012 on iOS17',
    'passwords are checked in src/auth/check2.ts by zxcvbn4',
    'the password hash is computed with argon2id and 64MB',
    'we pass userId42 to getUser2Name',
    'all tests pass on ubuntu22.04 and MacOS14Sonoma',
    'we store the password on db01prod',
    'the password field is called pw_hash2',
    'password reset uses Auth0Provider now',
    'the token is verified by verifyES256Token',
    'the password input is a MUI5TextField',
    'the password bug is fixed in v2.3.1+build5',
    'the password email has utm_source=mail2024&x=1',
    'the ssh key is id_rsa_2024_laptop',
    'Login / Signup2Flow is a component',
    'we keep the password in 1Password',
    'der Zugang läuft über jump01.example.de ab 07:30',
    'der Schlüssel liegt in Raum A113',
    'le mot de passe est périmé depuis le 12/03/2026',
    'la clave primaria es cliente_id2',
    'hasło musi mieć 8 znaków',
    'ключ от кабинета 305А на вахте',
    'รหัสพนักงานคือ EMP2024-118',
    '数据库的主键是 user_id2',
    'パスワードは8文字以上にしてください',
  ])('stays: %s', async (text) => {
    expect(await redact(text)).toBe(text);
  });
});
