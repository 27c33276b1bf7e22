import { describe, expect, it } from 'vitest';
import { findToldStatements } from './told-statements.ts';

const written = { at: new Date('2026-11-27T05:00:00Z'), timeZone: 'UTC' };
const toldIn = (text: string) => findToldStatements(text, written);
const contentsOf = (text: string): string[] => toldIn(text).map(({ content }) => content);

describe('what people tell of themselves, theirs and their project is noted', () => {
  it.each([
    'my brother Ravi is a pilot with Emirates',
    'I drive a blue Skoda Octavia',
    'i was laid off from Intel in June',
    'My wedding is on 4 July in Siena',
    'The project uses Django 5 and Celery',
    'my car is a red Fiesta',
    "im a carer for my nan, she's 88",
    'my flight to Oslo leaves on 3 March',
    'the office is on the 4th floor of the Tate building',
    'ich spiel Handball beim TSV Rot',
    'studiere BWL im dritten Semester',
    'Unser Backend läuft auf Go 1.22',
    'Die Miete ist 780 warm.',
    'ich hab am 4. Mai OP am Knie',
    'wir haben im Juli in Siena geheiratet',
    'jetzt bin ich bei der stadt stuttgart',
    'ich heirate am 12.9. in Husum',
    'เปิดร้านกาแฟอยู่แถวอารีย์',
    'แม่หาหมอที่ศิริราช',
    'สอบโทอิค 20 สิงหา',
    'เราขายเสื้อผ้าออนไลน์',
    'ระบบรันบน AWS สิงคโปร์',
    'พ่อเพิ่งผ่าตัดเข่าเดือนที่แล้ว',
    'นัดหมอฟันวันที่ 12 มีนาคม',
    'I volunteer at the food bank in Stroud every Saturday',
    "I'm a single mum of three from Glasgow",
    'My best friend Zoe just had twins',
    'my manager is called Fiona',
    "My son's school is St Anne's in Didsbury",
    'our frontend is Angular 17',
    'releases go out on Thursdays',
    'bin Sven, 41, Landwirt aus der Uckermark',
    'wir haben drei Hühner und einen Hund namens Bruno',
    'mein chef heißt bernd',
    'Mein Freund Marek kommt aus Polen',
    'Unsere API ist in Kotlin geschrieben',
    'Der Kunde ist die Stadt Ulm',
    'เราเป็นซิงเกิ้ลมัมลูกหนึ่ง',
    'หนูเพิ่งย้ายมาอยู่หอใน มธ. รังสิต',
    'เว็บเราใช้ WordPress',
    'เราแพ้แอสไพริน',
  ])('%s', (text) => {
    expect(contentsOf(text).length).toBeGreaterThan(0);
  });
});

describe('moods, orders, suppositions, others’ words and the work at hand are not', () => {
  it.each([
    "I'm running the tests on port 5433",
    'I need to finish this by Friday',
    'I get a 500 error when I call /api/users',
    'The error is on line 42',
    'We need to rename the User class to Account',
    'My colleague Tom says we should use Redis',
    'I hope my sister comes on Sunday',
    'I opened PR 412 for this',
    'I have a question about Kubernetes 1.30',
    'Thanks Anna, that was great',
    'The branch is called fix-login',
    'Traceback (most recent call last): File "app.py", line 3, in <module>',
    'I am stuck on exercise 4',
    'Write a poem about my dog Rex',
    'What should I cook for my daughter tonight?',
    'Python 3.12 was released in October',
    'ich hab heute keine Lust auf Mathe',
    'Mein Chef sagt, wir sollen Redis nehmen',
    'ich möchte einen Flug nach Rom buchen',
    'Die Tests laufen in 3 Sekunden durch',
    'Heute ist Montag',
    'hab schon alles probiert',
    'กำลังรันเทสต์ที่พอร์ต 5433',
    'เมื่อคืนนอนไม่หลับเลย',
    'เซิร์ฟเวอร์ตอบ 500',
    'จองตั๋วไปญี่ปุ่นให้ที',
    'ถ้ารวยจะซื้อรถ',
    "I'm getting 403 from S3",
    "I've set DEBUG to true",
    'We have 2 options here',
    'My last message was wrong',
    'I am not a fan of Mondays',
    "I'm dying of laughter",
    'I have a meeting at 3',
    'My order number is 88123',
    'I ran it twice in Chrome',
    'The app crashes on startup',
    'the database is empty',
    "That is my sister's car",
    'Use the second option',
    'if we use Kafka we need 3 brokers',
    'I love it!',
    'Ich bin in der Datei main.go',
    'ich muss um 5 los',
    'Der Server ist down',
    'Mein Ziel ist ein Dark Mode',
    'ich war gestern im Kino',
    'Anna lässt grüßen',
    'เป็นไปไม่ได้',
    'อยู่ไหนแล้ว',
    'นัดเพื่อนไว้เย็นนี้',
    'เว็บช้ามาก',
  ])('%s', (text) => {
    expect(contentsOf(text)).toEqual([]);
  });
});

describe('a plain fact', () => {
  it('ends where talk begins', () => {
    const said = "My sister Keisha is getting married in Lagos on 14 December, I'm so nervous";
    expect(contentsOf(said)).toEqual(['My sister Keisha is getting married in Lagos on 14 December']);
  });

  it('is found behind talk', () => {
    const said =
      'Ich bin Nachtschwester auf der Geriatrie, also bitte nicht wundern ;) Spätdienste mach ich nicht mehr.';
    expect(contentsOf(said)).toEqual([
      'Ich bin Nachtschwester auf der Geriatrie',
      'Spätdienste mach ich nicht mehr',
    ]);
  });

  it('counts less than what has the form of a profile, and what holds for a day is not in every prompt', () => {
    const [certain, plain, dated] = [
      'I work as a nurse',
      'I drive a blue Skoda Octavia',
      'My flight to Oslo leaves on 3 March',
    ].map((text) => toldIn(text)[0]);
    expect(certain).toMatchObject({ category: 'profile' });
    expect(certain).not.toHaveProperty('importance');
    expect(plain).toMatchObject({ category: 'profile', importance: 4 });
    expect(dated).toMatchObject({ category: 'other', place: 'devai/user/profile', importance: 4 });
  });

  it('of the project is filed with the project', () => {
    expect(toldIn('We deploy with Terraform on AWS')).toMatchObject([{ category: 'other', place: '' }]);
  });

  it('is not taken from what was pasted', () => {
    expect(contentsOf('```\nMy brother Ravi is a pilot\n```')).toEqual([]);
    expect(contentsOf('I drive a blue Skoda Octavia. '.repeat(30))).toEqual([]);
  });
});

describe('what cannot be understood alone is no fact', () => {
  it.each(['Er heißt Felix und ist 12.', 'She works at Bosch in Stuttgart', 'Es läuft auf AWS in Frankfurt'])(
    '%s',
    (text) => {
      expect(contentsOf(text)).toEqual([]);
    },
  );
});

describe('what somebody orders to work on is no fact of theirs', () => {
  it.each([
    'Translate this into German: the shop in Husum is closed on Wednesdays',
    'Correct this: my brother Ravi is a pilot with Emirates',
    'แปลประโยคนี้เป็นอังกฤษให้หน่อย: ร้านปิดทุกวันพุธ',
    'Übersetze das: Die Miete ist 780 warm.\nDas Büro ist in Kiel.',
    'ผมเล่นกีตาร์มากี่ปีแล้ว',
  ])('%s', (text) => {
    expect(contentsOf(text)).toEqual([]);
  });
});
