import { describe, expect, it } from 'vitest';
import { namesReplaced } from './names-replaced.ts';

describe('a statement that says what it takes the place of', () => {
  it.each([
    ['The port is 8081, not 8080', 'The port is 8080'],
    ['We use Vitest, not Jest', 'We run the tests with Jest'],
    ['Not XML but JSON is exported', 'The export is XML'],
    ['Use oxfmt instead of Prettier', 'Format with Prettier'],
    ['We switched from MySQL to Postgres', 'The store is MySQL'],
    ['Rechnungen kommen nicht als XML, sondern als PDF', 'Rechnungen kommen als XML'],
    ['Wir wechseln von Vue auf Svelte', 'Das Frontend nutzt Vue'],
    ['Wir nutzen pnpm statt npm', 'Wir nutzen npm'],
    ['ระบบเก็บไฟล์ใช้ S3 ไม่ใช่ Dropbox', 'ระบบเก็บไฟล์ใช้ Dropbox'],
    ['เปลี่ยนจาก Firebase เป็น Supabase', 'เราใช้ Firebase'],
    ['We no longer use Jenkins', 'Jenkins is used'],
    ['เลิกใช้ Jenkins แล้ว', 'ทีมเราใช้ Jenkins'],
    ['it is 8081 (corrects: "The port is 8080")', 'The port is 8080'],
    ['The staging database is Postgres, not MySQL', 'The staging database is MySQL'],
    ['The default environment is staging, not production', 'The default environment is production'],
    ['Jonas is the product owner, not Maria', 'Maria is the product owner'],
    ['The API runs on Render instead of Fly.io', 'The API runs on Fly.io'],
    ['The Monday standup is at 10, not 9', 'The Monday standup is at 9'],
    ['ผมอยู่ที่เชียงใหม่ ไม่ใช่กรุงเทพ', 'ผมอยู่ที่กรุงเทพ'],
  ])('%s / %s', (statement, stored) => {
    expect(namesReplaced(statement, stored)).toBe(true);
  });
});

describe('a statement that leaves the other alone', () => {
  it.each([
    // it speaks of the replaced thing, but says something else of it
    ['We use Vitest, not Jest', 'Jest snapshots are stored in __snapshots__'],
    ['Berichte kommen als PDF, nicht als Excel', 'Der Export nach Excel dauert zehn Minuten'],
    ['We switched from MySQL to Postgres', 'MySQL backups are encrypted with age'],
    // it says what does not hold, and replaces nothing
    ['The importer does not support XML', 'The importer supports CSV'],
    ['The importer no longer supports XML', 'The importer supports CSV'],
    ['Das Modul hat keine Tests', 'Das Projekt hat Tests'],
    // it says so of another thing
    ['The staging database is Postgres, not MySQL', 'The production database is MySQL'],
    ['The staging database is Postgres, not MySQL', 'The database is MySQL'],
    ['The database is Postgres, not MySQL', 'The billing database is MySQL'],
    ['On staging we use Postgres instead of MySQL', 'We use MySQL'],
    ['We use Postgres for billing, not MySQL', 'We use MySQL'],
    ['We moved staging from MySQL to Postgres', 'Production runs on MySQL'],
    ['We use Postgres, not the old MySQL server', 'The server has four cores'],
    ['Anna uses Vim, not Emacs', 'Ben uses Emacs'],
    ['I use Vim, not Emacs', 'Ben uses Emacs'],
    ['The API needs Node 22, not 20', 'The worker needs Node 20'],
    ['The Monday standup is at 10, not 9', 'The Friday standup is at 9'],
    ['it is Postgres (corrects: "The staging database is MySQL")', 'The production database is MySQL'],
    ['Die Staging-Datenbank ist Postgres, nicht MySQL', 'Die Produktionsdatenbank ist MySQL'],
    ['ฐานข้อมูลทดสอบคือ Postgres ไม่ใช่ MySQL', 'ฐานข้อมูลจริงคือ MySQL'],
    ['สาขาเชียงใหม่เปิด 10 โมง ไม่ใช่ 9 โมง', 'สาขาภูเก็ตเปิด 9 โมง'],
    ['We use Postgres, not MySQL', 'The customer uses MySQL'],
    // another thing is replaced
    ['Use oxfmt instead of Prettier', 'Lint with oxlint'],
    ['We drove from Berlin to Hamburg', 'The office is in Munich'],
  ])('%s / %s', (statement, stored) => {
    expect(namesReplaced(statement, stored)).toBe(false);
  });
});
