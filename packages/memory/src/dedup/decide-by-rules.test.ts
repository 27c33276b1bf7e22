import { describe, expect, it } from 'vitest';
import { decideByRules } from './decide-by-rules.ts';
import { stated, statement, storedMemory } from './dedup.fixture.ts';

const decideOn = (said: string, known: string) => {
  const memory = storedMemory(known);
  return decideByRules(stated(said), [memory]).action;
};

describe('without a model', () => {
  it.each([
    ['the port is 8080.', 'The port is 8080'],
    ['Please always use pnpm', 'Always use pnpm!'],
    ['ฐานข้อมูลใช้พอร์ต 5433 ครับ', 'ฐานข้อมูลใช้พอร์ต 5433'],
    // turned round
    ['Our package manager is pnpm', 'We use pnpm as our package manager'],
    ['Unsere Datenbank ist Postgres', 'Wir verwenden PostgreSQL als Datenbank'],
    ['ฐานข้อมูลของเราคือ PostgreSQL', 'เราใช้ PostgreSQL เป็นฐานข้อมูล'],
    ['TLS is terminated by Nginx', 'Nginx terminates TLS'],
    ['we do not deploy on Fridays', 'We don’t deploy on Fridays'],
    // a part of what is stored
    ['Deployments go through CI', 'Deployments go through CI and need an approval'],
  ])('"%s" is known by "%s"', (said, known) => {
    expect(decideOn(said, known)).toBe('noop');
  });

  it.each([
    ['The staging database listens on port 5433', 'The staging database listens on port 5432'],
    ['Die Staging-Datenbank läuft auf Port 5433', 'Die Staging-Datenbank läuft auf Port 5432'],
    ['ฐานข้อมูลใช้พอร์ต 5433', 'ฐานข้อมูลใช้พอร์ต 5432'],
    ['The build needs Node 22', 'The build needs Node 20'],
    ['The config lives in /opt/b.toml', 'The config lives in /etc/a.toml'],
    ['Never use any in TypeScript', 'Use any in TypeScript'],
    ['Das Projekt nutzt keine Container', 'Das Projekt nutzt Container'],
    ['My favourite editor is Emacs', 'My favourite editor is Vim'],
    ['Mein Lieblingseditor ist Emacs', 'Mein Lieblingseditor ist Vim'],
    ['I prefer spaces over tabs', 'I prefer tabs over spaces'],
    ['I prefer spaces', 'I prefer tabs'],
    ['I prefer spaces', 'Prefers tabs for indentation'],
    ['I prefer spaces', 'I prefer tabs over spaces'],
    ['I really prefer spaces', 'I prefer tabs'],
    ['I live in Bremen', 'I live in Kiel'],
    ['Ich heiße Hanna', 'Ich heiße Jana'],
    ['ผมอยู่ที่เชียงใหม่', 'ผมอยู่ที่กรุงเทพ'],
    ['I switched from Vim to Zed', 'My favourite editor is Vim'],
    ['Ich mag Vim nicht mehr', 'Ich mag Vim'],
    ['Builds mustn’t skip the tests', 'Builds must skip the tests'],
    ['The demo is on Thursday (2026-03-05)', 'The demo is on Tuesday (2026-03-10)'],
    ['The staging database listens on 6544 now', 'The staging database listens on 6543'],
    ['ตอนนี้ฐานข้อมูลทดสอบใช้พอร์ต 6544 แล้ว', 'ฐานข้อมูลทดสอบใช้พอร์ต 6543'],
    ['Ich bevorzuge Vitest für Tests', 'Ich bevorzuge Jest für Tests'],
    ['ผมชอบใช้ Zed', 'ผมชอบใช้ Vim'],
    ['From now on always answer in German', 'Always answer in English'],
    ['We use Kafka for events', 'We use RabbitMQ for events'],
    ['We use VS Code, always', 'We use Emacs, always'],
    ['The demo is on Thursday', 'The demo is on Tuesday'],
    ['We don’t use Redis for caching any more', 'We use Redis for caching'],
    ['We switched from Vue to Svelte', 'The frontend uses Vue'],
    ['Deployments go through CI and need an approval', 'Deployments go through CI'],
    ['the port is 8081, not 8080', 'The server listens on 8080'],
    ['Use pnpm instead of npm', 'npm is used for the installation'],
    ['Wir nehmen pnpm statt npm', 'Das Projekt nutzt npm'],
    ['ใช้ pnpm ไม่ใช่ npm', 'โปรเจกต์นี้ใช้ npm'],
    ['Wir nutzen Slack nicht mehr, sondern Teams', 'Wir nutzen Slack'],
    ['we decided to use RabbitMQ for the events instead', 'We decided to use Kafka for the events'],
    // a name, of which there is one at a time
    ['My dog is called Rex', 'My dog is called Bello'],
    ['Mein Hund heißt jetzt Rex', 'Mein Hund heißt Bello'],
    ['หมาของฉันชื่อเร็กซ์', 'หมาของฉันชื่อเบลโล'],
    ['My manager is Tom since January', 'My manager is Anna'],
    // the day in front
    ['Mittwochs sind jetzt die Releases', 'Die Releases sind dienstags'],
    ['Die Releases sind jetzt mittwochs', 'Dienstags sind die Releases'],
    ['Wir machen Releases jetzt mittwochs', 'Dienstags machen wir Releases'],
    [
      'it is 8081 (corrects: "The staging database listens on port 8080")',
      'The staging database listens on port 8080',
    ],
  ])('"%s" updates "%s"', (said, known) => {
    expect(decideOn(said, known)).toBe('update');
  });

  it.each([
    ['task-api uses JWT', 'api-project-access uses tfapi_ keys'],
    ['user-api listens on port 3001', 'task-api listens on port 3000'],
    ['My friend is called Bob', 'My friend is called Ann'],
    ['Meine Schwester heißt Eva', 'Meine Schwester heißt Mia'],
    ['My cat is called Rex', 'My dog is called Bello'],
    ['My neighbour’s dog is called Rex', 'My dog is called Bello'],
    ['My manager is Thai', 'My manager is Anna'],
    ['Mittwochs sind jetzt die Retros', 'Die Releases sind dienstags'],
    ['Mittwochs haben wir Training', 'Montags haben wir Training'],
    ['Dienstags ist das Büro geschlossen', 'Montags ist das Büro geschlossen'],
    ['the worker calls the API', 'The API calls the worker'],
    ['The API is fast', 'The API is written in Go'],
    ['I prefer dark mode', 'I prefer tabs'],
    ['We use Redis for caching and sessions no longer', 'We use Redis for caching'],
    ['I prefer spaces in Python', 'I prefer tabs in Go'],
    ['In Python I prefer spaces', 'I prefer tabs'],
    ['I live in Berlin in summer', 'I live in Rome in winter'],
    ['I work for Globex', 'I work for Acme'],
    ['I switched from Go to Rust', 'My favourite game is Go'],
    ['The worker is written in Python', 'The worker is written well'],
    ['The API calls the worker', 'The worker is called by the page'],
    ['We use Rust', 'We use Python'],
    ['We don’t use Svelte', 'We use Vue'],
    ['The importer does not support XML', 'The importer does not support CSV'],
    ['Deployments go through CI without tests', 'Deployments go through CI'],
    ['task-api uses Redis', 'task-api uses JWT'],
    ['Release 1.3 fixed issue 18', 'Release 1.2 fixed issue 17'],
    ['ฐานข้อมูลจริงใช้พอร์ต 5432', 'ฐานข้อมูลทดสอบใช้พอร์ต 5433'],
  ])('"%s" stands beside "%s"', (said, known) => {
    expect(decideOn(said, known)).toBe('add');
  });

  it('looks at every neighbour, best first', () => {
    const memories = ['Deploys on Fridays', 'The port is 8080', 'The port is 8079'].map((text) =>
      storedMemory(text),
    );
    expect(decideByRules(statement('The port is 8081'), memories)).toMatchObject({
      action: 'update',
      targetId: memories[1]?.id,
    });
  });

  it('lets what happened stay beside what happened later', () => {
    const first = storedMemory('bash with npm test failed after 10 s', { memoryType: 'episodic' });
    const later = statement('bash with npm test failed after 20 s', { memoryType: 'episodic' });
    expect(decideByRules(later, [first]).action).toBe('add');
  });

  it('takes the naming of what is replaced from nobody but the user', () => {
    const npm = storedMemory('npm is used for the installation');
    expect(decideByRules(statement('Use pnpm instead of npm'), [npm]).action).toBe('add');
  });
});
