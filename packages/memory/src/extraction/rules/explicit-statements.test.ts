import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../../testing/growth.ts';
import { findExplicitStatements } from './explicit-statements.ts';

describe('what the user asks to be remembered', () => {
  it.each([
    // English
    ['remember this: the staging database listens on port 5433', 'the staging database listens on port 5433'],
    ['Remember that I prefer tabs. Now fix the bug in foo.ts.', 'I prefer tabs'],
    ['For later: staging is on 5433.', 'staging is on 5433'],
    ['You should know that our fiscal year ends in June.', 'our fiscal year ends in June'],
    ['Nur für später: Staging läuft auf 5433', 'Staging läuft auf 5433'],
    ['Schreib dir auf: der Vermieter heißt Somchai', 'der Vermieter heißt Somchai'],
    ['จดไว้หน่อยนะ เจ้าของบ้านชื่อคุณสมชาย', 'เจ้าของบ้านชื่อคุณสมชาย'],
    [
      'Please remember this: staging is on 5433. It uses TLS. Then run the tests.',
      'staging is on 5433. It uses TLS',
    ],
    ['Remember this: staging is on 5433. Thanks a lot!', 'staging is on 5433'],
    ['can you remember that my name is Sam?', 'my name is Sam'],
    ["I'd like you to remember that the CI is slow", 'the CI is slow'],
    ['You must remember that the API needs a token', 'the API needs a token'],
    ['By the way, please remember that I use e.g. fish, not bash.', 'I use e.g. fish, not bash'],
    ['Okay, remember this - we deploy on Fridays', 'we deploy on Fridays'],
    ['Remember, always use pnpm', 'always use pnpm'],
    ['Remember I use fish shell', 'I use fish shell'],
    ['Remember the staging db is on 5433.', 'the staging db is on 5433'],
    ['remember to run the tests before committing', 'remember to run the tests before committing'],
    ['Remember the address of the office: Main Street 5.', 'the address of the office: Main Street 5'],
    ['Merk dir meine Adresse: Hauptstr. 5 in Kiel', 'meine Adresse: Hauptstr. 5 in Kiel'],
    ['remember to drink water with the pills', 'remember to drink water with the pills'],
    ['Remember: I decided to have lunch at noon', 'I decided to have lunch at noon'],
    ['keep in mind that the API is flaky', 'the API is flaky'],
    ["don't forget that staging is read-only", 'staging is read-only'],
    ['Save this to memory: the CI is slow', 'the CI is slow'],
    ['For future reference, the CI is slow on Mondays.', 'the CI is slow on Mondays'],
    ['please memorize the following: a=1', 'a=1'],
    ['remember: 42', '42'],
    ['Remember this:\nThe deploy is on Fridays.', 'The deploy is on Fridays'],
    ['The port is 5433, please remember that.', 'The port is 5433'],
    ['My favourite color is teal. Remember that!', 'My favourite color is teal'],
    // German
    ['Merk dir: der Port ist 8080', 'der Port ist 8080'],
    ['merke dir, dass die Datenbank auf Port 5433 läuft', 'die Datenbank auf Port 5433 läuft'],
    ['Merk dir bitte, dass ich z. B. Tabs mag.', 'ich z. B. Tabs mag'],
    ['Kannst du dir merken, dass ich Sam heiße?', 'ich Sam heiße'],
    ['Bitte merken: Freitags kein Deploy', 'Freitags kein Deploy'],
    ['Vergiss nicht, dass Staging schreibgeschützt ist.', 'Staging schreibgeschützt ist'],
    ['Der Port ist 8080, merk dir das.', 'Der Port ist 8080'],
    ['Der Port ist 8080. Merk dir das bitte!', 'Der Port ist 8080'],
    // Thai
    ['จำไว้ว่า ฐานข้อมูลใช้พอร์ต 5433 นะครับ', 'ฐานข้อมูลใช้พอร์ต 5433'],
    ['ช่วยจำไว้ด้วยว่าผมชอบ TypeScript', 'ผมชอบ TypeScript'],
    ['ช่วยจำไว้ได้ไหมว่าผมชื่อแซม', 'ผมชื่อแซม'],
    ['จำไว้: deploy วันศุกร์', 'deploy วันศุกร์'],
    ['อย่าลืมว่า API ใช้ JWT', 'API ใช้ JWT'],
    ['จำไว้นะ พอร์ตคือ 99', 'พอร์ตคือ 99'],
    ['พอร์ตคือ 5433 จำไว้ด้วยนะ', 'พอร์ตคือ 5433'],
  ])('%j is %j', (text, statement) => {
    expect(contentsOf(text)).toEqual([statement]);
  });

  it.each([
    ['remember this:\n- the vault is north\n- the key is red', ['the vault is north', 'the key is red']],
    [
      'Please remember two things:\n• it closes at ten\n• the code changes',
      ['it closes at ten', 'the code changes'],
    ],
    [
      'Remember:\n\n- the vault is north\n  and it is blue\n- the key is red\nThanks!',
      ['the vault is north and it is blue', 'the key is red'],
    ],
    [
      'Remember this:\r\nthe vault is north\r\nthe key is red\r\n\r\nRun it',
      ['the vault is north', 'the key is red'],
    ],
    [
      'Remember this:\nThe vault of the house at the lake in the north was moved to\nthe cellar',
      ['The vault of the house at the lake in the north was moved to the cellar'],
    ],
    ['remember this\nthe vault is north', ['the vault is north']],
    ['Remember this: - the vault is north', ['the vault is north']],
    ['Merk dir diese zwei Dinge:\n* Der Tresor\n* Der Schlüssel', ['Der Tresor', 'Der Schlüssel']],
    ['ช่วยจำไว้ว่า:\n- ตู้เซฟชื่อเหนือ\n- กุญแจอยู่กับคุณมาลี', ['ตู้เซฟชื่อเหนือ', 'กุญแจอยู่กับคุณมาลี']],
    ['จำไว้นะ\nที่จอดรถคือช่อง 12', ['ที่จอดรถคือช่อง 12']],
  ])('follows the request on later lines: %j', (text, statements) => {
    expect(contentsOf(text)).toEqual(statements);
  });

  it('is each item of a list separately', () => {
    expect(contentsOf('remember:\n- port is 1\n- host is x\n\nok?')).toEqual(['port is 1', 'host is x']);
  });

  it('is found once among other talk', () => {
    const text =
      'Hi!\nRemember that the port is 1.\nWhat now?\nMerk dir: Tests laufen nachts.\nremember: the port is 1';
    expect(contentsOf(text)).toEqual(['the port is 1', 'Tests laufen nachts']);
  });

  it('has its kind', () => {
    const kindOf = (text: string) => findExplicitStatements(text)[0]?.category;
    expect(kindOf('remember that I prefer tabs')).toBe('preference');
    expect(kindOf('remember: we decided to use Postgres')).toBe('decision');
    expect(kindOf('remember: the port is 1')).toBe('other');
  });

  it('has its dates resolved when the time is known', () => {
    const at = new Date('2026-01-15T10:00:00Z');
    expect(findExplicitStatements('remember that tomorrow is the release', at)).toMatchObject([
      { content: 'tomorrow (2026-01-16) is the release' },
    ]);
  });

  it.each([
    ['in one word', `remember: ${'x'.repeat(3_000)}`],
    ['in sentences', `remember: ${'The port is 8080. '.repeat(200)}`],
    [
      'below the request, in sentences that end where a memory does',
      `remember:\n${`${'x'.repeat(1_999)}. `.repeat(2)}`,
    ],
    ['below the request, in broken lines', `remember:\n${`${'port '.repeat(20)}\n`.repeat(40)}`],
  ])('is longer than a memory can be rather than cut: %s', (_, text) => {
    expect(contentsOf(text)).toEqual([expect.stringMatching(/^[^]{2001,}$/)]);
  });
});

describe('what is not such a request', () => {
  it.each([
    'Take care of yourself. Remember to find joy in the little things!',
    'You did well today. And remember, I am always here.',
    'do you remember that bug?',
    'Do you remember when we met?',
    'You should know better',
    'I remember when it broke',
    'I remember that it broke',
    'remember the time we broke prod?',
    'Remember that time we broke prod',
    'remember we talked about the API',
    'Remember how we fixed it?',
    'If you remember that bug, tell me',
    'as far as I remember that was ok',
    'Note that the function returns null.',
    "don't forget to add tests",
    'remember this',
    'remember this:',
    'Remember this: ',
    'remember this -',
    'remember: this',
    'Remember: "this"',
    'Please remember that.',
    'Remember this: thanks!',
    'Remember the following:\n\n',
    'Remember this:\nWhat is the port?',
    'note to self:',
    'save this to a file: the log of today',
    'put that in the config, the port is 5433',
    "write it down in the README and don't lose the heading",
    'You said so that you know',
    'Maybe keep that in mind, the port may change',
    'Bitte nicht vergessen: die Tests laufen lassen',
    'Speichere das Ergebnis in out.json, danke',
    'เก็บไฟล์ไว้ใน backup/',
    'Merk dir das:',
    'Merk dir, dass',
    'จำไว้ว่า:',
    'จำไว้ว่า',
    'He said "remember this: x is y"',
    '```\nremember this: in code\n```',
    '```\nremember this: in code without an end',
    '> remember this: quoted',
    '<log>\nremember this: in a log\n</log>',
    'Merkst du dir das?',
    'Ich merke, dass es langsam ist',
    'merk dir das',
    'จำได้ไหมว่าเราคุยอะไร',
    'ฉันจำได้ว่ามันพัง',
  ])('%j', (text) => {
    expect(findExplicitStatements(text)).toEqual([]);
  });

  it.each(['remember that ', 'a, ', 'x ', 'จำไว้', 'merk dir '])(
    'takes time proportional to a long text of %j',
    async (unit) => {
      expect(await growth(findExplicitStatements, repeating(unit))).toBeLessThan(1.5);
    },
  );
});

function contentsOf(text: string): string[] {
  return findExplicitStatements(text).map(({ content }) => content);
}
