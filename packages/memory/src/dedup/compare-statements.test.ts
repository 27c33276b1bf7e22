import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { changesOnePlace, compareStatements } from './compare-statements.ts';

describe('two statements', () => {
  it.each([
    ['same', 'the port is 8080.', 'The port is 8080'],
    ['same', 'we don’t deploy on Fridays', "We don't deploy on Fridays!"],
    ['value', 'The staging database listens on 5433', 'The staging database listens on 5432'],
    ['value', 'Le serveur écoute sur le port 5433', 'Le serveur écoute sur le port 5432'],
    ['value', 'ฐานข้อมูลใช้พอร์ต 5433', 'ฐานข้อมูลใช้พอร์ต 5432'],
    ['value', 'データベースはポート5433を使う', 'データベースはポート5432を使う'],
    ['value', 'The config lives in /opt/b.toml', 'The config lives in /etc/a.toml'],
    ['value', 'The release is called "Otter"', 'The release is called "Beaver"'],
    ['value', 'The staging database listens on 5433, not 5432', 'The staging database listens on 5432'],
    ['value', 'Die Datenbank läuft auf 5433, nicht auf 5432', 'Die Datenbank läuft auf 5432'],
    ['value', 'ฐานข้อมูลใช้พอร์ต 5433 ไม่ใช่ 5432', 'ฐานข้อมูลใช้พอร์ต 5432'],
    ['value', 'The tests run on Vitest, not Jest', 'The tests run on Jest'],
    ['other', 'The billing service runs on Go, not Node', 'The search service runs on Node'],
    ['other', 'The tests run on Vitest, not Mocha', 'The tests run on Jest'],
    ['other', '8081, not 8080', '8080'],
    ['more', 'The standup is on Mondays at 9:30', 'The standup is on Mondays at'],
    ['other', 'The standup is on Mondays', 'The standup is on Mondays 9:30'],
    ['value', 'The seat costs $5', 'The seat costs €5'],
    ['other', 'A green build gets ✅', 'A green build gets 🎉'],
    ['denied', 'Never use any in TypeScript', 'Use any in TypeScript'],
    ['denied', 'Das Projekt nutzt keine Container', 'Das Projekt nutzt Container'],
    ['denied', 'โปรเจกต์ไม่ใช้ Docker', 'โปรเจกต์ใช้ Docker'],
    ['denied', 'อย่าใช้ Docker ในโปรเจกต์', 'ใช้ Docker ในโปรเจกต์'],
    ['more', 'อย่างที่บอก ใช้ Docker ในโปรเจกต์', 'ใช้ Docker ในโปรเจกต์'],
    ['more', 'Deployments go through CI and need an approval', 'Deployments go through CI'],
    ['other', 'Deployments go through CI', 'Deployments go through CI and need an approval'],
    ['other', 'We use Redis for caching, but not for sessions', 'We use Redis for caching'],
    ['other', 'task-api uses Redis', 'task-api uses JWT'],
    ['other', 'user-api listens on port 3001', 'task-api listens on port 3000'],
    ['other', 'Port 3001 is taken by user-api', 'Port 3000 is taken by task-api'],
    ['other', 'The staging database listens on 5433', 'The database listens on 5432'],
    ['other', 'Release 1.3 fixed issue 18', 'Release 1.2 fixed issue 17'],
    ['other', 'Issue 18 is fixed', 'Issue 17 is fixed'],
    ['other', 'The worker calls the API', 'The API calls the worker'],
    ['other', 'The port is open', 'The port is 8080'],
    ['other', '8081', '8080'],
  ])('are %s: %j and %j', (comparison, said, stored) => {
    expect(compareStatements(said, stored)).toBe(comparison);
  });

  it('compare as the same with themselves, whatever they say', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        (text) => compareStatements(text, text) === 'same',
      ),
    );
  });

  it('never differ only by a value when a word was exchanged', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/);
    const both = fc.record({ before: fc.array(word), said: word, stored: word, after: fc.array(word) });
    fc.assert(
      fc.property(both, fc.nat(99), fc.nat(99), ({ before, said, stored, after }, one, other) => {
        fc.pre(said !== stored);
        const sentence = (thing: string, value: number) => [...before, thing, ...after, value].join(' ');
        expect(['denied', 'other']).toContain(
          compareStatements(sentence(said, one), sentence(stored, other)),
        );
      }),
    );
  });

  it('are compared in time proportional to the product of their lengths', async () => {
    const compare = (text: string) => compareStatements(text, `${text}1`);
    expect(await growth(compare, repeating('a b '), 250)).toBeLessThan(2.5);
  });
});

describe('a statement changes another in one place', () => {
  it.each([
    ['the beta starts in February', 'The beta is planned for January with 20 testers'],
    ['The mobile app moved from Expo 50 to Expo 52', 'The mobile app is built with Expo 50'],
    ['Lena does the deployment instead of Jonas', 'Jonas does the deployment; he has a server'],
    ['Das Büro in Köln wurde geschlossen', 'Die Firma hat ein Büro in Köln'],
    ['ร้านคิดค่าส่ง 55 บาทแทน 40 บาท', 'ร้านคิดค่าส่ง 40 บาท'],
  ])('%s | %s', (said, stored) => {
    expect(changesOnePlace(said, stored)).toBe(true);
  });

  it.each([
    ['two', "Lena's birthday is on 4 May", "Jonas's birthday is on 4 June"],
    ['the person', 'Anna works from home on Fridays', 'The user works from home on Mondays'],
    ['its subject', 'Errors of the importer are sent to Sentry', 'Errors of the web app are sent to Sentry'],
    ['nothing that they share', 'The team might switch to Bun', 'The project uses Node 24'],
    [
      'no more than a part of it',
      'The API runs on Render',
      'The API runs on Fly.io, and the worker is written in Rust',
    ],
  ])('not in %s', (_, said, stored) => {
    expect(changesOnePlace(said, stored)).toBe(false);
  });
});
