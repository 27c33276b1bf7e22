import { describe, expect, it } from 'vitest';
import { saysContrary } from './contrary.ts';
import { readStatement } from '../text/statement-overlap.ts';

const isContrary = (text: string, content: string): boolean =>
  saysContrary(text, content, readStatement(content));

describe('a message that says the opposite', () => {
  it.each([
    ['Nightly builds must not skip the tests.', 'Nightly builds must skip the tests'],
    ['Nightly builds may skip the slow tests.', 'Nightly builds must not skip the slow tests'],
    ["Deployments shouldn't bypass the review.", 'Deployments should bypass the review'],
    ["I don't like dark mode", 'The user likes dark mode'],
    ['Die Backups dürfen nicht gelöscht werden.', 'Die Backups dürfen gelöscht werden'],
    ['Wir nehmen kein PayPal an.', 'Wir nehmen PayPal an'],
    ['ห้ามลบไฟล์สำรอง', 'ลบไฟล์สำรองได้'],
  ])('%s / %s', (text, content) => {
    expect(isContrary(text, content)).toBe(true);
  });
});

describe('a message that does not', () => {
  it.each([
    ['Nightly builds must not skip the tests.', 'Nightly builds never skip the tests'],
    // what is denied is something else
    ['The port is 8081, not 8080.', 'The port is 8081'],
    ["Don't use npm here, use pnpm.", 'Use pnpm here'],
    ['Invoices are sent not as XML but as PDF', 'Invoices are sent as PDF'],
    ['พอร์ตคือ 8081 ไม่ใช่ 8080', 'พอร์ตคือ 8081'],
    ['No, the port is 8081.', 'The port is 8081'],
    ['ไม่ใช่ครับ โปรเจกต์นี้ใช้ React 19', 'โปรเจกต์นี้ใช้ React 19'],
    // it denies nothing, or otherwise
    ["Don't forget to run the linter before a commit", 'Run the linter before a commit'],
    ["I don't like dark mode", 'The user dislikes dark mode'],
    ["I can't stand default exports", 'The user avoids default exports'],
    ['Uploads may be no more than 5 MB', 'Uploads may be 5 MB at most'],
    // it says it too
    ['We never deploy on Friday. This Friday we deploy.', 'We deploy on Friday'],
    // it speaks of something else
    ['Never push to main', 'The staging database listens on 6543'],
  ])('%s / %s', (text, content) => {
    expect(isContrary(text, content)).toBe(false);
  });
});
