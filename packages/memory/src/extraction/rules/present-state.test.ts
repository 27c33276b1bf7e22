import { describe, expect, it } from 'vitest';
import { isPresentState } from './present-state.ts';

describe('what something is by now', () => {
  it.each([
    'The staging database listens on 6544 now.',
    'The X listens on 6544 now',
    'By the way, the config now lives in /opt/app/main.toml.',
    'The main branch is called trunk now.',
    'The worker now needs Node 22.',
    'the frontend uses Svelte now',
    'CI runs on GitHub Actions now',
    'task-api runs on port 3001 now',
    'The deadline is Friday now',
    'The base URL is now https://a.example/v2',
    'Die Staging-Datenbank läuft jetzt auf Port 6544.',
    'Die API hört inzwischen auf Port 3100.',
    'Inzwischen läuft die API auf Port 3100',
    'Der Standardbranch heißt jetzt trunk',
    'ตอนนี้ฐานข้อมูลทดสอบใช้พอร์ต 6544 แล้ว',
    'ระบบใช้ Node 22 แล้วครับ',
    'The sprint starts on Wednesday now',
    'Standup is at 10:00 from now on.',
    'Mittwochs sind jetzt die Releases.',
    'My manager is Tom since January.',
    'My car is a Skoda now',
    'ประชุมทีมย้ายเป็นวันพุธแล้ว',
    // of one's own thing
    'Our staging server is at 10.0.4.17.',
    'Unser Wiki liegt auf wiki.acme.dev',
    // what has ended
    "We don't use feature flags any more.",
    'The API no longer supports XML',
    'Wir nutzen Jenkins nicht mehr',
    'เราเลิกใช้ Jenkins แล้ว',
  ])('%s', (sentence) => {
    expect(isPresentState(sentence)).toBe(true);
  });
});

describe('what says nothing of what something is', () => {
  it.each([
    // asked, supposed, wished, for a while
    'Does the staging database listen on 6544 now?',
    'If the API listens on 6544 now, we have to change it',
    'Suppose the API listens on 9000 now',
    'The API should listen on 6544 now',
    'For now the API listens on 6544',
    'I guess the API listens on 9000 now',
    'Läuft die Staging-Datenbank jetzt auf 6544?',
    'ตอนนี้ฐานข้อมูลใช้พอร์ต 6544 หรือเปล่า',
    // how it goes
    'The build is green now.',
    'The server is up now',
    'The tests are running on port 3001 now.',
    'The coverage is 85 % now',
    'The suite needs 4 minutes now',
    'The import is at 300 rows now',
    'Version 2.4 is live on staging now',
    'Der Build läuft jetzt durch.',
    'รันเทสต์แล้ว',
    // what somebody does, or what "it" is
    'I am deploying version 2.4 to staging now.',
    'Ich starte jetzt den Server auf Port 3001.',
    'Now run the tests on port 3001',
    'We are on step 3 now',
    'It listens on 6544 now',
    'ผมใช้พอร์ต 3001 แล้ว',
    'Our build is at 40 %',
    'Our tests failed',
    "We don't use that any more",
    'Wir brauchen das nicht mehr',
    'Our build is at 14:32 again',
    // without saying since when
    'The server listens on 6544',
  ])('%s', (sentence) => {
    expect(isPresentState(sentence)).toBe(false);
  });
});
