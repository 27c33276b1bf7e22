import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haveSameSubject } from './same-subject.ts';

describe('two statements of the same thing, which may replace each other', () => {
  it.each([
    // a number, a version, a time
    ['The port is 8080', 'The port is 8081'],
    ['The staging database listens on port 5432', 'The staging database listens on port 5433'],
    ['The build needs Node 20', 'The build needs Node 22.4.1'],
    ['Version 2.1 of the API is deployed', 'Version 2.2 of the API is deployed'],
    [
      'The API server runs on port 3000 with Express',
      'The API server now listens on port 4000 using Fastify',
    ],
    ['Die Datenbank läuft auf Port 5432', 'Die Datenbank lauscht jetzt auf Port 5433'],
    ['Auf Port 5433 läuft die Staging-DB', 'Die Staging-DB läuft auf Port 5434'],
    ['ฐานข้อมูลใช้พอร์ต 5432', 'ฐานข้อมูลใช้พอร์ต 5433'],
    // a path, a name
    ['The config lives in /etc/app/a.toml', 'The config lives in /opt/app/b.toml'],
    ['The deploy script is scripts/deploy.sh', 'The deploy script is tools/release.sh'],
    ['npm is the package manager', 'pnpm is the package manager'],
    ['`npm` is the package manager', '`pnpm` is the package manager'],
    // the day is the value
    ['The release is on Monday', 'The release is on Friday'],
    ['Monday is the release day', 'Friday is the release day'],
    ['ประชุมวันจันทร์ 9 โมง', 'ประชุมวันศุกร์ 9 โมง'],
    // a negation
    ['Never use any in TypeScript', 'Always use any in TypeScript'],
    ['Feature X is behind a flag', 'Feature X is generally available, without a flag'],
    ['The API is not versioned', 'The API is versioned'],
    ['Das Projekt nutzt keine Docker-Container', 'Das Projekt nutzt Docker-Container'],
    ['ไม่ใช้ Docker ในโปรเจกต์นี้', 'ใช้ Docker ในโปรเจกต์นี้'],
    // the value is a word
    ['Prefers tabs', 'Prefers spaces'],
    ['The user prefers tabs', 'Prefers spaces'],
    ['I prefer tabs over spaces', 'I prefer spaces over tabs'],
    ['I like coffee', 'The user prefers tea'],
    ['Ich bevorzuge Tabs', 'Ich mag Leerzeichen'],
    ['ผมชอบ TypeScript', 'ผมชอบ Python'],
    ['task-api uses JWT', 'task-api uses session cookies'],
    ['We use Jest for tests', 'We use Vitest for tests'],
    ['The frontend framework is React', 'The frontend framework is Vue'],
    ['The default environment is staging', 'The default environment is production'],
    // another word for the same thing
    ['The db host is db1.acme.dev', 'The database host is db2.acme.dev'],
    ['Der Ordner für Logs ist /var/log', 'Das Verzeichnis für Logs ist /data/log'],
    ['Always put semicolons in TypeScript', 'Leave semicolons out in TypeScript'],
    // the same is said of it, in more than a word
    ['Authentication uses session cookies', 'Authentication uses JWT with refresh tokens'],
    ['Ansprechpartner beim Kunden ist Frau Weber', 'Ansprechpartner beim Kunden ist Herr Lang'],
    ['The release is planned for March', 'The release is postponed to May'],
    ['ลูกค้าจ่ายด้วยเงินสด', 'ลูกค้าจ่ายด้วยบัตรเครดิต'],
    // one says it more closely
    ['The database runs on port 5433', 'The staging database runs on port 5433 with TLS'],
    ['task-api uses JWT', 'task-api uses JWT with RS256 keys that rotate weekly'],
  ])('%s / %s', (one, other) => {
    expect(haveSameSubject(one, other)).toBe(true);
  });
});

describe('two statements of different things, which both stay', () => {
  it.each([
    ['task-api uses Fastify', 'task-api uses zod'],
    ['We use Slack', 'We use Jira'],
    ['task-api uses JWT', 'api-project-access uses tfapi_ keys'],
    ['task-api uses JWT', 'user-api uses JWT'],
    ['วันจันทร์ประชุม 10 โมง', 'วันศุกร์ประชุม 9 โมง'],
    ['ประชุมวันพฤหัส 10 โมง', 'ประชุมวันศุกร์ 9 โมง'],
    ['ประชุมทีมทุกวันจันทร์เวลา 10:00', 'ประชุมทีมทุกวันพุธเวลา 9:00'],
    ['Standup on Monday at 10', 'Standup on Friday at 9'],
    ['Am Montag ist die Besprechung um 10', 'Am Freitag ist die Besprechung um 9'],
    ['task-api listens on port 3000', 'user-api listens on port 3001'],
    ['The production database listens on port 5432', 'The staging database listens on port 5433'],
    ['The database for staging listens on 5433', 'The database for production listens on 5432'],
    ['The database on staging runs on 5433', 'The database on production runs on 5432'],
    ['The timeout of the API is 30 s', 'The timeout of the worker is 60 s'],
    ['Uses Redis for caching', 'Uses Redis for sessions'],
    ['src/auth.ts exports login', 'src/users.ts exports login'],
    ['Alice reviews the frontend', 'Bob reviews the frontend'],
    ['Prefers dark mode in the editor', 'Prefers tabs in Go files'],
    ['Prefers tabs', 'The port is 8080'],
    ['Releases are shipped on Fridays', 'Tests run on every commit'],
    ['Die Produktions-Datenbank läuft auf Port 5432', 'Die Staging-Datenbank läuft auf Port 5433'],
    ['Die Datenbank für Tests läuft auf 5433', 'Die Datenbank für Berichte läuft auf 5434'],
    ['Anna arbeitet am Backend', 'Peter arbeitet am Backend'],
    ['ฐานข้อมูลทดสอบใช้พอร์ต 5433', 'ฐานข้อมูลจริงใช้พอร์ต 5432'],
    ['task-api ใช้ JWT', 'user-api ใช้ JWT'],
    ['พอร์ตของ API คือ 3000', 'พอร์ตของ worker คือ 4000'],
    ['API v2 uses JWT', 'API v1 uses sessions'],
    ['Python 3.12 is used by the worker', 'Python 3.11 is used by the API'],
    ['The write timeout is 10 s', 'The read timeout is 5 s'],
    ['Table users has 10 columns', 'Table orders has 8 columns'],
    ['Project A uses pnpm', 'Project B uses npm'],
    ['My wife lives in Bremen', 'I live in Kiel'],
    ['We use Postgres', 'The customer uses MySQL'],
    ['I no longer use Vim at work', 'I use Vim at home'],
    ['Das Meeting am Montag ist um 10', 'Das Meeting am Freitag ist um 9'],
    ['The database is MySQL', 'The staging database is Postgres'],
    // another thing, named in the middle
    ['The users table has an index on email', 'The orders table has an index on number'],
    ['My favourite colour is blue', 'My favourite editor is Zed'],
    ['ระบบหน้าบ้านใช้ Vue', 'ระบบหลังบ้านใช้ Go'],
    // of one thing something else
    ['Stripe webhooks arrive at /hooks/stripe', 'Stripe webhooks are signed with the endpoint secret'],
    ['Die Kundendaten liegen in der EU-Region', 'Die Kundendaten dürfen nur verschlüsselt exportiert werden'],
    ['Never push directly to main', 'Always push the release tag'],
    ['Ich mag kurze Antworten', 'Ich mag Beispiele mit Code'],
  ])('%s / %s', (one, other) => {
    expect(haveSameSubject(one, other)).toBe(false);
  });
});

describe('haveSameSubject', () => {
  const words = [
    'task-api',
    'user-api',
    'the',
    'database',
    'staging',
    'uses',
    'runs',
    'on',
    'port',
    'JWT',
    'not',
    'พอร์ต',
    'nutzt',
    '8080',
    '8081',
    'v1.2',
    'src/a.ts',
    '`x`',
    'for',
  ];
  const statement = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 10 }).map((list) => list.join(' ')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );

  it('is symmetric, whatever is said', () => {
    fc.assert(
      fc.property(statement, statement, (one, other) => {
        expect(haveSameSubject(one, other)).toBe(haveSameSubject(other, one));
      }),
      { numRuns: 3_000 },
    );
  });

  it('lets a statement be replaced by itself with another number', () => {
    const thing = fc.constantFrom(
      'The port',
      'Der Port',
      'task-api',
      'The retry limit of the queue',
      'Das Zeitlimit für Tests',
      'พอร์ตของ API',
    );
    fc.assert(
      fc.property(thing, fc.nat(), fc.nat(), (subject, one, other) => {
        expect(haveSameSubject(`${subject} is ${one}`, `${subject} is ${other}`)).toBe(true);
      }),
    );
  });

  it('never lets the same predicate of another thing replace it', () => {
    const name = fc.stringMatching(/^[a-z]{3,10}-(?:api|job|web)$/);
    const predicate = fc.constantFrom(
      'uses JWT',
      'listens on port 8080',
      'nutzt Redis',
      'needs Node 22',
      'ใช้ JWT',
      'is written in Go',
    );
    fc.assert(
      fc.property(name, name, predicate, (one, other, rest) => {
        fc.pre(one !== other);
        expect(haveSameSubject(`${one} ${rest}`, `${other} ${rest}`)).toBe(false);
      }),
    );
  });
});
