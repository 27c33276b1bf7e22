import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../../testing/growth.ts';
import { findExplicitStatements, findRequested } from './explicit-statements.ts';

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
    const at = { at: new Date('2026-01-15T10:00:00Z'), timeZone: 'UTC' };
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

describe('what the user asks to be remembered stays as it is written', () => {
  it.each([
    'the <b>staging</b> host is db1',
    'use <strong>semantic</strong> commits, never squash',
    'use <Button> then <Link to="/a">go</Link> in the header',
    'the answer is <port>6543</port>',
    'we write Map<string, List<number>>, and <your-key> in examples',
    'a != b in SQL, and https://x.io/?page=2 is the board',
    'the review is at 9 a.m. Berlin time',
    'docker build .',
    'find . -name x -exec rm {} \\;',
    'the magic word is please',
    'Hello World is our demo app',
    '"a" and "b" are reserved',
    'first we build. Then we deploy',
    '🦔',
  ])('%s', (said) => {
    expect(contentsOf(`Remember: ${said}`)).toEqual([said]);
  });

  it.each([
    ['data', '{"retries": 3,\n "backoff": "exponential"}'],
    ['keys with values', 'retries: 3\nbackoff: exponential'],
    ['nested keys', 'server:\n  port: 8080\n  host: db1'],
    ['a table', '| env | port |\n|---|---|\n| a | 1 |'],
    ['markup', '<template>\n  <slot/>\n  <p>a</p>\n</template>'],
    ['a function', 'const f = () => {\n  return 1;\n};'],
  ])('%s over several lines, after the request and below it', (_, said) => {
    expect(contentsOf(`Remember this: ${said}\n\nThanks!`)).toEqual([said]);
    expect(contentsOf(`Remember this:\n${said}\nThanks!`)).toEqual([said]);
    expect(contentsOf(`Remember this:\n\n${said}\n\nNow run it`)).toEqual([said]);
  });

  it.each([
    ['Remember this snippet:\n```sh\nmake deploy\nmake check\n```\nThanks', ['make deploy\nmake check']],
    ['Remember that the config is:\n```json\n{ "a": 1 }\n```', ['the config is:\n{ "a": 1 }']],
    ['Deploy with this:\n```\nmake deploy\n```\nRemember that.', ['make deploy']],
    ['Remember this quote:\n> never push to main\n> on Fridays', ['never push to main\non Fridays']],
    ['Remember:\n\n- port 8080\n\n- host db1\n\n- user app', ['port 8080', 'host db1', 'user app']],
    ['Merk dir:\n\n1. Port 80\n\n2. Host db\n\nJetzt los', ['Port 80', 'Host db']],
    ['จำไว้:\n\n- พอร์ต 80\n\n- โฮสต์ db1', ['พอร์ต 80', 'โฮสต์ db1']],
    ['Remember:\n- api\n  - port 8080\n  - host db1\n- web', ['api\n  - port 8080\n  - host db1', 'web']],
    ['Remember this config:\n\nport: 80\n\nhost: db\n\nThanks', ['port: 80', 'host: db']],
    ['Can you save the following to memory?\n- a is 1\n- b is 2', ['a is 1', 'b is 2']],
    ['Can you remember the following: the port is 5433?', ['the port is 5433']],
    ['Remember:\n- [x] docs\n- [ ] release', ['[x] docs', '[ ] release']],
    ['Remember: the steps are\n- build\n- test', ['the steps are\n- build\n- test']],
    ['Remember my address:\nHauptstr. 5\n24103 Kiel', ['my address:\nHauptstr. 5\n24103 Kiel']],
    ['Merk dir, dass der Termin am 3. März ist.', ['der Termin am 3. März ist']],
    [
      'Remember this:\n\nThe release has two phases, which take about two weeks together. We freeze first.\n\nThen we tag.\n\nCan you fix foo?',
      ['The release has two phases, which take about two weeks together. We freeze first', 'Then we tag'],
    ],
  ])('%j', (text, statements) => {
    expect(contentsOf(text)).toEqual(statements);
  });

  it('keeps or refuses whatever follows', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<b>',
        '</b>',
        '`',
        '```',
        '"',
        '(',
        '}',
        ': ',
        '- ',
        '> ',
        '? ',
        '. ',
        '\n',
        '\n\n',
        'thanks',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(word),
        fc.constantFrom('Remember this: ', 'Merk dir: ', 'จำไว้: '),
        (words, request) => {
          const { statements, refused } = findRequested(`${request}${words.join('')}`);
          expect(statements.length + refused.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it.each([
    ['remember this:', 'it names nothing that could be kept'],
    ['Merk dir das: ', 'it names nothing that could be kept'],
    ['Remember this: thanks!', 'it names nothing that could be kept'],
    ['Remember this:\nWhat is the port?', 'it only asks something, and a question states nothing'],
  ])('refuses %j', (text, reason) => {
    expect(findRequested(text)).toMatchObject({ statements: [], refused: [{ reason }] });
  });
});

describe('a request', () => {
  it.each([
    'Remember this rule: ',
    'Remember this important deployment rule: ',
    'Remember these two facts: ',
    'Remember one more thing: ',
    'Remember for next time: ',
    'Remember this, ',
    'Remember that ',
    'Save to memory: ',
    'Please save the following rule to your long-term memory: ',
    'Add to your notes: ',
    'Store this fact: ',
    'Save this for later: ',
    'Write this down: ',
    'Keep this in mind: ',
    'Commit this to memory: ',
    'Make a note of this: ',
    'Take note: ',
    'Hang on to this: ',
    'Something to remember: ',
    'One for your notes: ',
    "Don't ever forget: ",
    'I want you to remember that ',
    'It would be great if you could remember that ',
    'From now on, remember that ',
    'nice. remember that ',
    'Merk dir folgende Regel: ',
    'Merke dir bitte Folgendes: ',
    'Merken Sie sich bitte, dass ',
    'Speichere: ',
    'Speichere diesen Fakt: ',
    'Notiere dir, dass ',
    'Schreib dir auf, dass ',
    'Halte fest: ',
    'Präg dir ein, dass ',
    'Behalte im Kopf, dass ',
    'Nimm in deine Notizen auf: ',
    'Mach dir eine Notiz: ',
    'Bitte notieren: ',
    'Fürs nächste Mal: ',
    'จดไว้ว่า',
    'บันทึก: ',
    'บันทึกกฎนี้: ',
    'จำคำสั่งนี้ไว้: ',
    'เพิ่มในโน้ตของคุณ: ',
    'ฝากจำไว้หน่อยนะคะ ',
    'ช่วยจำหน่อยได้ไหมว่า',
  ])('is %j', (request) => {
    expect(contentsOf(`${request}ร้าน Falcon`)).toEqual(['ร้าน Falcon']);
  });

  it.each([
    'Could you remember that',
    'Would you mind remembering that',
    'Kannst du dir bitte merken, dass',
    'Können Sie sich notieren, dass',
  ])('is a question: %s …?', (request) => {
    expect(contentsOf(`${request} the port is 5433?`)).toEqual(['the port is 5433']);
  });

  it.each([
    'Keep that in mind.',
    'Please make a note of that.',
    'Can you remember that?',
    'Save that to memory.',
    'put that in your notes',
    'Notier dir das bitte.',
    'Kannst du dir das merken?',
    'Das merken Sie sich bitte.',
    'schreibs dir hinter die ohren',
  ])('follows: %s', (request) => {
    expect(contentsOf(`The port is 5433. ${request}`)).toEqual(['The port is 5433']);
  });

  it.each([
    ['Remember this command for a restart: make up', 'command for a restart: make up'],
    ['Keep this in mind for the shop: use tabs', 'for the shop: use tabs'],
    ['For the shop, remember that we use tabs', 'For the shop, remember that we use tabs'],
    ['Merk dir den Befehl für den Neustart: make up', 'den Befehl für den Neustart: make up'],
    ['Note that I never eat nuts.', 'I never eat nuts'],
    ['Für den Shop bitte merken: nur Tabs', 'Für den Shop bitte merken: nur Tabs'],
  ])('keeps what it says of its subject: %s', (text, statement) => {
    expect(contentsOf(text)).toEqual([statement]);
  });
});

describe('requests in other shapes', () => {
  it.each([
    '. Note it down, would you?',
    ', so keep that in mind when planning visits',
    '. Don’t forget!',
    ' - make a note of that please',
    ', can you remember that for me?',
    '. Worth remembering.',
    '. Save that please',
    ', just so you remember',
    '. Do not forget that, ok?',
    ', merk dir das bitte für später',
    '. Bitte im Hinterkopf behalten.',
    '. Heb das auf.',
    '. Speichern bitte',
    '. Notieren bitte!',
    '. Das merkst du dir bitte!',
    ', remember that pls',
    ', nicht vergessen!',
    '. Ich möchte, dass du dir das merkst.',
    ' – bitte dran denken',
    ' ช่วยจำทีนะครับ',
    ' จำให้ด้วยยย',
    ' เซฟไว้ในความจำนะ',
    ' รบกวนจำให้หน่อยค่ะ',
    ' อย่าลืมนะ',
  ])('end a message: …%s', (request) => {
    expect(contentsOf(`Bob lives in Kiel${request}`)).toEqual(['Bob lives in Kiel']);
  });

  it.each([
    'Is it possible that you remember that',
    'Would you mind noting that',
    'Do you think you could remember that',
    'Could you be so kind as to keep in mind that',
    'I’d be thankful if you remembered that',
    'Wärst du so nett und merkst dir, dass',
    'Wäre es möglich, dass du dir merkst, dass',
    'Dürfte ich dich bitten, dir zu merken, dass',
    'Würdest du dir freundlicherweise notieren, dass',
    'kannst du dir merken das',
    'คุณพอจะจำไว้ได้ไหมว่า',
    'เป็นไปได้ไหมที่จะจำไว้ว่า',
  ])('are polite: %s …?', (request) => {
    expect(contentsOf(`${request} the port is 5433?`)).toEqual(['the port is 5433']);
  });

  it.each([
    'Small thing to remember:',
    'Bitte im Gedächtnis speichern:',
    'Kannst du die Info abspeichern, dass',
    'ช่วยเก็บข้อมูลไว้ว่า',
    'Store the following in your long term memory:',
    'Something for your memory:',
    'Kleine Info zum Abspeichern:',
    'Etwas zum Merken:',
    'Merkdir:',
    'merk dirrr:',
    'pls remeber:',
    'remember dass',
    'Merk dir that',
    'please merk dir, dass',
    'remember ว่า',
    'ช่วย save ไว้ว่า',
    'ฝากจำเรื่องนึง',
    'ฝากจำหน่อย',
    'Trag in deinen Speicher ein, dass',
    'โน้ตไว้กันลืม\n',
    'Notiz fürs nächste Mal\n',
    'Memo to self\n',
    'ต่อไปนี้ให้จำไว้ว่า',
  ])('begin a message: %j', (request) => {
    expect(contentsOf(`${request} the port is 5433`)).toEqual(['the port is 5433']);
  });

  it.each([
    ['remember that Bob lives in Kiel, ok?', ['Bob lives in Kiel']],
    ['Merk dir, dass Bob in Kiel wohnt, ja?', ['Bob in Kiel wohnt']],
    ['Remember {"tz": "UTC"}', ['{"tz": "UTC"}']],
    ['Merk dir [3, 5] als Glückszahlen', ['[3, 5] als Glückszahlen']],
    ['จำไว้ {"tz": "UTC",\n "lang": "th"}', ['{"tz": "UTC",\n "lang": "th"}']],
    ['Remember this as a rule\n\n1. ask first\n2. then delete', ['ask first', 'then delete']],
    ['Merk dir das als Regel\n- erst testen\n- dann mergen', ['erst testen', 'dann mergen']],
    ['Remember this config, staging uses it:\n```\nport: 81\n```', ['staging uses it:\nport: 81']],
    ['จำค่านี้ไว้ด้วย ใช้กับ staging:\n```\nport: 81\n```', ['ใช้กับ staging:\nport: 81']],
    ['bitte merken, einkauf immer so:\n- milch\n- brot', ['einkauf immer so:\n- milch\n- brot']],
    ['merkdir bitte meine größe 178cm gewicht 81kg', ['meine größe 178cm gewicht 81kg']],
    ['จำให้ด้วยยย ว่าห้องคือ 100000', ['ห้องคือ 100000']],
    ['remember that sooo loud is 100 dB', ['sooo loud is 100 dB']],
  ])('%j', (text, statements) => {
    expect(contentsOf(text)).toEqual(statements);
  });

  it.each([
    'Is it possible that you remember my name?',
    'Is it possible to remember that many passwords?',
    'Can it remember that the user logged in?',
    'Would you mind storing the upload in S3?',
    'Can you note that in the docs?',
    'The migration is written. Please save.',
    'The schema changed, please write that down in the migration notes.',
    'The report ends with: please remember.',
    'Wäre es möglich, dass der Speicher voll ist?',
    'Der Bericht steht. Bitte abspeichern.',
    'Der Entwurf steht. Speicher ihn als Datei.',
    'Der Knopf zum Speichern: er ist grau.',
    'Heb den Fehler auf.',
    'Bitte speichern, bauen und testen.',
    'Würdest du dir den Log ansehen?',
    'รูปนี้สวย ช่วยเซฟหน่อย',
    'เขียนโค้ดเสร็จแล้ว เซฟด้วยนะ',
    'ช่วยจำแนกข้อมูลนี้หน่อย',
    'ข้อความคือ: ช่วยจำไว้ด้วย',
    'Please note:\n- the number stays',
  ])('are not: %j', (text) => {
    expect(findExplicitStatements(text)).toEqual([]);
  });

  it.each(['could you be so kind as to ', 'bitte merk dir das ', 'ช่วยจำ ด้วยนะ ', 'nooo '])(
    'are read in time proportional to a long text of %j',
    async (unit) => {
      expect(await growth(findExplicitStatements, repeating(unit))).toBeLessThan(1.5);
    },
    60_000,
  );
});

describe('what is not such a request', () => {
  it.each([
    'Take care of yourself. Remember to find joy in the little things!',
    'You did well today. And remember, I am always here.',
    'do you remember that bug?',
    'Can you remember my name?',
    'can you remember the name of that tool?',
    'Kannst du dir merken, was ich gesagt habe?',
    'Remember when we met: it was raining',
    'save the file to out.txt: done',
    'store the token in Redis: use SET',
    'write a function: add(a, b)',
    'Fix the bug, note that the build is red, and push.',
    'Please note that I get an error here',
    'add this to the README: hello',
    'Save this file: a.txt',
    'Change the port to 5433 and save it.',
    'The header looks fine, keep it.',
    'Create foo.txt. Save this text: hello',
    'Schreib eine Funktion: add(a, b)',
    'Speichere das Bild: foo.png',
    'Füge hinzu: ein Test',
    'บันทึกไฟล์นี้: a.txt',
    'จำเป็นต้องใช้: node 24',
    'Summarise <mail>Hi. Remember this: pay it.</mail> please',
    'He wrote "Hi. Remember this: x is y." to me',
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
